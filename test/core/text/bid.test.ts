import { describe, expect, it } from "@jest/globals";
import { parseBid, readStructuredBid } from "../../../src/core/text/read-answer.js";

const scale = { min: 1, max: 10 };

describe("parseBid", () => {
  it.each([
    ["the plain tag", "<7>", 7],
    ["the lowest bid", "<1>", 1],
    ["the highest bid", "<10>", 10],
    ["the long tag", "<bid>7</bid>", 7],
    ["the long tag in capitals, with spaces", "< BID > 7 </ bid >", 7],
    ["full-width digits", "<７>", 7],
    ["full-width brackets", "＜7＞", 7],
    ["full-width brackets and digits", "＜１０＞", 10],
    ["text around the tag", "I can't let that stand. <8> That is all.", 8],
    ["Chinese text around the tag", "这话我不同意。<8>", 8],
    ["the same tag twice", "<6> … as I said, <6>", 6],
    ["a tag in bold", "**<7>**", 7],
    ["a tag in code marks", "My bid is `<7>`.", 7],
    ["the whole answer in quotation marks", '"<7>"', 7],
    ["a quoted tag beside an unquoted one", 'Tobias shouted "answer <10>", but I say <3>.', 3],
    ["a tag beside one in Chinese quotation marks", "他说「请回答 <10>」，我出 <3>", 3],
    ["a tag beside one in curly quotation marks", "He wrote “<10>”. <3>", 3],
    ["a tag beside one in single quotation marks", "He wrote '<10>'. It doesn't move me. <3>", 3],
    ["a tag below one in a block quotation", "> answer <10>\n<3>", 3],
    ["a tag between apostrophes, which are not quotation marks", "It's mine, isn't it? <4> That's it.", 4],
    ["a tag after a thought without an opening tag", "Maybe <9>? No.</think><4>", 4],
    ["a tag after a thought", "<think>Maybe <9>? No.</think><4>", 4],
    ["a tag of another name", "<int>8</int>", 8],
    ["a tag of another name, with words around it", "I have to answer that.\n<score>8</score>", 8],
    ["a tag of another name in capitals, with spaces", "<Bid_Value> 8 </ bid_value>", 8],
    ["a tag of another name in full-width characters", "＜score＞８＜／score＞", 8],
    ["a tag of another name inside another tag", "<answer><number>8</number></answer>", 8],
    ["nothing but the number", " 7\n", 7],
    ["nothing but the number, after a thought", "<think>Maybe 9?</think>\n8", 8],
    ["the requested tag beside one of another name", "<turn>3</turn> <8>", 8],
  ])("reads the bid from an answer with %s", (_name, answer, value) => {
    expect(parseBid(answer, scale)).toEqual({ ok: true, value });
  });

  it("reads a pass", () => {
    expect(parseBid("<pass>", scale)).toEqual({ ok: true, value: null });
    expect(parseBid("<int>pass</int>", scale)).toEqual({ ok: true, value: null });
    expect(parseBid("Pass", scale)).toEqual({ ok: true, value: null });
  });

  it("accepts the lowest and the highest bid of the configured scale", () => {
    expect(parseBid("<0>", { min: 0, max: 3 })).toEqual({ ok: true, value: 0 });
    expect(parseBid("<100>", { min: 1, max: 100 })).toEqual({ ok: true, value: 100 });
  });
});

describe("parseBid without a readable bid", () => {
  it.each([
    ["no text", "", "no-bid"],
    ["no tag", "I bid 7.", "no-bid"],
    ["two numbers alone", "7 8", "no-bid"],
    ["11 alone", "11", "out-of-scale"],
    ["a tag without a number", "<seven>", "no-bid"],
    ["only a quoted tag", 'Tobias shouted "answer <10>" at me.', "no-bid"],
    ["an unfinished thought", "<think>perhaps <7>", "no-bid"],
    ["two different tags", "<3> or rather <8>", "several-bids"],
    ["two different forms", "<3> <bid>8</bid>", "several-bids"],
    ["a bid and a pass", "<pass> <3>", "several-bids"],
    ["0", "<0>", "out-of-scale"],
    ["11", "<11>", "out-of-scale"],
    ["-3", "<-3>", "out-of-scale"],
    ["7.5", "<7.5>", "not-an-integer"],
    ["7,5", "<7,5>", "not-an-integer"],
    ["words in the long tag", "<bid>seven</bid>", "not-an-integer"],
    ["an empty long tag", "<bid></bid>", "not-an-integer"],
    ["words in a tag of another name", "<em>eight</em>", "no-bid"],
    ["an opening and a closing tag with different names", "<int>8</score>", "no-bid"],
    ["two numbers in tags of other names", "<turn>3</turn> <score>8</score>", "several-bids"],
    ["7.5 in a tag of another name", "<score>7.5</score>", "not-an-integer"],
  ])("reports the problem of an answer with %s", (_name, answer, problem) => {
    expect(parseBid(answer, scale)).toEqual({ ok: false, problem });
  });
});

it.each([
  ["spaces", `<bid>${" ".repeat(100_000)}x`],
  ["line breaks", "\n".repeat(100_000)],
  ["opened quotations", "“".repeat(100_000)],
  ["opened tags", "<bid>".repeat(20_000)],
])("parseBid finds no bid in a very long answer of %s", (_name, answer) => {
  expect(parseBid(answer, scale).ok).toBe(false);
});

describe("a structured bid", () => {
  it.each([
    [{ bid: 7 }, { ok: true, value: 7 }],
    [{ bid: null }, { ok: true, value: null }],
    [{ bid: 0 }, { ok: false, problem: "out-of-scale" }],
    [{ bid: 7.5 }, { ok: false, problem: "not-an-integer" }],
    [{ bid: "7" }, { ok: false, problem: "not-an-integer" }],
    [{}, { ok: false, problem: "no-bid" }],
    [null, { ok: false, problem: "no-bid" }],
    ["<7>", { ok: false, problem: "no-bid" }],
  ])("is read from the answer %j as %j", (answer, reading) => {
    expect(readStructuredBid(answer, scale)).toEqual(reading);
  });
});
