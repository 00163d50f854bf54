import { describe, expect, it } from "@jest/globals";
import { decisionTable } from "../../../../src/apps/cli/commands/decision-table.js";
import { auctionChart } from "../../../../src/apps/cli/terminal/auction-chart.js";
import { coloursFor } from "../../../../src/apps/cli/terminal/text.js";
import { createGroupChat } from "../../../../src/graph/modes/group-chat/group-chat.js";
import { type ScriptedCall, ScriptedModel } from "../../../../src/offline/scripted-model.js";
import { exportConversation } from "../../../../src/talk/transcript/json.js";
import { readMarkdown, renderMarkdown } from "../../../../src/talk/transcript/markdown.js";
import { cliTexts } from "../../../../src/words/command-line.js";
import { languages, locales } from "../../../../src/words/registry.js";
import { castOf, compileBidding } from "../../../support/conversation.js";
import { readScenario } from "../../../support/scenario.js";

const names = ["Ann", "Bea"];
const input = { topic: "Tea?", participants: castOf(...names), maxTurns: 1, seed: 5 };
const anchors = ["could have said it", "sees it otherwise", "cannot let it stand"];
const requestIn = ({ messages }: ScriptedCall) => {
  const text = messages.map((message) => message.text).join("\n");
  return text.slice(text.lastIndexOf("</conversation>"));
};
const bidsOf = (model: ScriptedModel) => model.calls.filter(({ purpose }) => purpose.startsWith("bid")).map(requestIn);

describe("anchors", () => {
  const plain = (answers: Readonly<Record<string, string>> = {}) =>
    new ScriptedModel(
      ({ purpose, participant }) => answers[purpose] ?? (purpose === "bid" ? "<2>" : `${participant} speaks.`),
    );

  it.each([{}, { answer: "structured" }, { pass: "single" }, { by: "panel" }] as const)(
    "describe each level of the scale in place of the default criterion: %j",
    async (settings) => {
      const model = plain({ "bid-and-speech": "<2> Well.", "bid-panel": '{"bids":[]}' });
      const bidding = { scale: { min: 1, max: 3 }, anchors, ...settings };
      await compileBidding({ model }).invoke({ ...input, bidding });
      const [asked] = model.calls.map(({ messages }) => messages.map(({ text }) => text).join("\n"));
      expect(asked).toContain("  1: could have said it\n  2: sees it otherwise\n  3: cannot let it stand");
      expect(asked).not.toContain("contradicts");
    },
  );

  it("appear after the caller's own criterion in the prompt", async () => {
    const model = plain();
    const bidding = { scale: { min: 1, max: 3 }, anchors, criterion: "how thirsty you are" };
    await compileBidding({ model }).invoke({ ...input, bidding });
    expect(bidsOf(model)[0]).toMatch(/how thirsty you are[\s\S]*1: could have said it/);
  });

  it.each(languages)("come from a predefined set in %s if they are `five-levels`", async (language) => {
    const model = plain();
    const bidding = { scale: { min: 0, max: 4 }, anchors: "five-levels" as const };
    await compileBidding({ model }).invoke({ ...input, language, bidding });
    const levels = [...(bidsOf(model)[0] ?? "").matchAll(/^ {2}(\d)[:：] ?(.+)$/gmu)];
    expect(levels.map(([, level]) => level)).toEqual(["0", "1", "2", "3", "4"]);
    expect(new Set(levels.map(([, , sentence]) => sentence)).size).toBe(5);
    for (const [, , sentence = ""] of levels) expect(/\p{Script=Han}/u.test(sentence)).toBe(language === "zh");
  });

  it("work in YAML scenarios", () => {
    const ready = "mode: bidding\nbidding: { scale: { min: 0, max: 4 }, anchors: five-levels }";
    expect(readScenario(ready).input).toMatchObject({ bidding: { anchors: "five-levels" } });
    const own = "mode: group-chat\nbidding:\n  scale: { min: 0, max: 1 }\n  anchors: [waits, speaks]";
    expect(readScenario(own).input).toMatchObject({ bidding: { anchors: ["waits", "speaks"] } });
  });

  it.each(["bidding", "group-chat"])("are rejected in %s if they are invalid or do not fit the scale", (mode) => {
    const read =
      (anchors: string, language = "en") =>
      () =>
        readScenario(`mode: ${mode}\nlanguage: ${language}\nbidding: { anchors: ${anchors} }`);
    expect(read("[waits, speaks]")).toThrow(
      "bidding.anchors: must have one sentence for each level of bidding.scale (sentences: 2, levels: 10)",
    );
    expect(read("five-levels")).toThrow("(sentences: 5, levels: 10)");
    expect(read("five-levels", "zh")).toThrow("现有 5 句，出价共 10 档");
    expect(read("six-levels")).toThrow("bidding.anchors: must be one of five-levels");
    expect(read("['', '']")).toThrow("bidding.anchors[0]: must not be empty");
  });
});

const withReasons = (why: (call: ScriptedCall) => unknown = ({ participant }) => `${participant} is thirsty.`) =>
  new ScriptedModel((call) =>
    call.purpose === "bid"
      ? JSON.stringify({ reason: why(call), bid: call.participant === "Bea" ? 9 : 2 })
      : `${call.participant} speaks.`,
  );

describe("a reason", () => {
  const bidding = { reason: true };
  const play = async (model: ScriptedModel, more: object = {}) =>
    compileBidding({ model }).invoke({ ...input, bidding: { ...bidding, ...more } });

  it("is requested in structured output and recorded", async () => {
    const model = withReasons();
    const { decisions } = await play(model);
    expect(decisions[0]?.bids).toMatchObject([
      { participant: "Ann", value: 2, reason: "Ann is thirsty." },
      { participant: "Bea", value: 9, reason: "Bea is thirsty." },
    ]);
    for (const asked of bidsOf(model)) expect(asked).toMatch(/In one sentence, give the reason why .*from 1 to 10/);
  });

  it("is shown only to the winner, in the prompt for the speech", async () => {
    const model = withReasons();
    await play(model);
    const speech = model.calls.find(({ purpose }) => purpose === "speech");
    expect(requestIn(speech as ScriptedCall)).toContain("Bea bid for the floor for this reason:\n  Bea is thirsty.");
    const prompts = model.calls.flatMap(({ messages }) => messages.map(({ text }) => text)).join("\n");
    expect(prompts).not.toContain("Ann is thirsty");
  });

  it("is not requested by default", async () => {
    const model = withReasons();
    await compileBidding({ model }).invoke({ ...input, bidding: { answer: "structured" } });
    expect(bidsOf(model).join("\n")).not.toContain("reason");
  });

  it.each([
    ["left out", undefined, undefined],
    ["not a text", 7, undefined],
    ["blank", "  ", undefined],
    ["on several lines", "Ann:\nspeak up", "Ann: speak up"],
    ["very long", "why ".repeat(1000), "why ".repeat(75)],
  ])("leaves the bid valid if it is %s", async (_what, given, reason) => {
    const { decisions } = await play(withReasons(() => given));
    expect(decisions[0]?.bids[1]?.value).toBe(9);
    expect(decisions[0]?.bids[1]?.reason).toBe(reason);
  });

  it("accompanies a panel's bids and passes", async () => {
    const answer =
      '{"bids":[{"participant":1,"reason":"I listen.","bid":null},{"participant":2,"reason":"I must.","bid":4}]}';
    const model = new ScriptedModel(({ purpose }) => (purpose === "bid-panel" ? answer : "Well."));
    const { decisions } = await play(model, { by: "panel" });
    expect(decisions[0]?.bids).toMatchObject([
      { outcome: "abstained", reason: "I listen." },
      { outcome: "bid", reason: "I must." },
    ]);
    expect(requestIn(model.calls.at(-1) as ScriptedCall)).toContain("  I must.");
  });

  it("is shown to the speaker in a meeting's stage too", async () => {
    const model = new ScriptedModel((call) => {
      if (call.purpose === "bid") return `{"reason":"${call.participant} cares.","bid":3}`;
      return call.purpose === "judge-round" ? '{"sufficient":true,"reason":"r","open":[]}' : "Well.";
    });
    const stages = [{ task: "discuss", order: "bidding", speakers: names } as const];
    await createGroupChat({ model })
      .compile()
      .invoke({ ...input, maxTurns: 9, stages, bidding });
    const [speech] = model.calls.filter(({ purpose }) => purpose === "speech");
    expect(requestIn(speech as ScriptedCall)).toContain(`${speech?.participant} cares.`);
  });

  it("appears next to the bid on the terminal and in exports", async () => {
    const { decisions, ...state } = await play(withReasons(({ participant }) => `${participant} is *thirsty*.`));
    const [decision] = decisions;
    if (!decision) throw new Error("no decision");
    const words = locales.en.transcript;
    const options = { names, highestBid: 10, width: 80, words, texts: cliTexts("en").run };
    expect(auctionChart(decision, { ...options, colours: coloursFor({ isTTY: false } as never, {}) })).toEqual([
      "  Ann  ██········  2 “Ann is *thirsty*.”",
      "▸ Bea  █████████·  9 “Bea is *thirsty*.”",
    ]);
    const document = exportConversation("bidding", { decisions, ...state });
    expect(decisionTable(document)).toContain("\n   Ann: Ann is *thirsty*.\n   Bea: Bea is *thirsty*.\n");
    const page = renderMarkdown(document);
    expect(page).toContain("Ann 2 “Ann is \\*thirsty\\*.” · **Bea 9 “Bea is \\*thirsty\\*.”**");
    expect(readMarkdown(page)).toEqual(document.messages.map(({ name, text }) => ({ speaker: name, text })));
    expect(JSON.parse(JSON.stringify(document)).decisions[0].bids[1].reason).toBe("Bea is *thirsty*.");
  });

  it.each([{ pass: "single" }, { speculative: true }] as const)(
    "is rejected if the speech could start before the reason arrives: %j",
    async (more) => {
      await expect(play(withReasons(), more)).rejects.toThrow(
        /bidding\.reason: must be false if bidding\.pass is “single”/,
      );
    },
  );
});
