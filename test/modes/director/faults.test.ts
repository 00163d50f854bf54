/** Faults seen in recorded talk shows: none of them reaches the transcript, and each is on record. */
import { describe, expect, it } from "@jest/globals";
import { type Script, ScriptedModel } from "../../../src/testing/index.js";
import { lineOf } from "../../../src/text/message.js";
import { castOf, compileDirector } from "../../support/conversation.js";

const participants = castOf("Mara Lindqvist", "Tobias Oyelaran", "Ines Kowalczyk");

/** One exchange, in which the faults of `script` take the place of good answers. */
async function exchange(script: Script, turns = 1) {
  const model = new ScriptedModel({
    "reflect:Vesna": ["The night train is back on the table.", "Good night to you all."],
    "choose-speaker:Vesna": ["<1>"],
    "prompt-speaker:Vesna": ["Mara, would you ride it?"],
    "speech:Mara Lindqvist": ["Every night."],
    ...script,
  });
  const director = { name: "Vesna", probability: 0 };
  const input = { topic: "The night train?", participants, seed: 1, maxTurns: turns, director };
  const result = await compileDirector({ model }).invoke(input);
  model.assertComplete();
  return { ...result, model, said: result.messages.map((message) => `${lineOf(message).speaker}: ${message.text}`) };
}

describe("a speech", () => {
  it.each([
    ["its own label, twice", "Mara Lindqvist: Mara: Every night.", ["own-label"]],
    ["its own label in bold", "**Mara Lindqvist:** Every night.", ["own-label"]],
    ["its label on a line of its own", "### Mara Lindqvist (train driver):\n\nEvery night.", ["own-label"]],
    ["a heading for the next speaker", "Every night.\n\n### next_speaker: Tobias\n\nTobias, and you?", ["heading"]],
    ["somebody else's line", "Every night.\nTobias Oyelaran: I would not.\nMara: You would.", ["other-speaker"]],
    ["the director's line", "Every night.\n\n**Vesna:** Thank you, Mara.", ["other-speaker"]],
    ["a line before its own", "Vesna: Would you?\nMara: Every night.", ["other-speaker", "own-label"]],
  ])("loses %s, and the record keeps it", async (_what, answer, faults) => {
    const { said, corrections } = await exchange({ "speech:Mara Lindqvist": [answer] });
    expect(said[2]).toBe("Mara Lindqvist: Every night.");
    expect(corrections).toEqual([
      { turn: 1, participant: "Mara Lindqvist", purpose: "speech", faults, answer, used: "Every night." },
    ]);
  });

  it("that is clean leaves no record", async () => {
    expect((await exchange({})).corrections).toEqual([]);
  });

  it("is streamed clean: what is shown of it is never taken back", async () => {
    const model = new ScriptedModel({
      "reflect:Vesna": ["Well.", "Good night to you all."],
      "choose-speaker:Vesna": ["<1>"],
      "prompt-speaker:Vesna": ["Mara, well?"],
      "speech:Mara Lindqvist": ["**Mara Lindqvist:** Every night.\n\nEven in June.\nTobias Oyelaran: No!"],
    });
    const input = { participants, seed: 1, maxTurns: 1, director: { name: "Vesna", probability: 0 } };
    let streamed = "";
    for await (const [chunk] of await compileDirector({ model }).stream(input, { streamMode: "messages" }))
      if (chunk.id === "turn-1") streamed += chunk.text;
    expect(streamed).toBe("Every night.\n\nEven in June.");
  });
});

describe("the director's comment", () => {
  it("loses its label and whatever comes after a heading for the next speaker", async () => {
    const { said, corrections } = await exchange({
      "reflect:Vesna": ["Vesna: What a start.\n\n### Next speaker: Ines\nInes, what now?", "Good night to you all."],
    });
    expect(said[1]).toBe("Vesna: What a start. Mara, would you ride it?");
    expect(corrections).toMatchObject([{ purpose: "reflect", faults: ["own-label", "heading"] }]);
  });

  const first = "What a lively evening we are having here in the harbour hall.";
  const script = (second: readonly string[]): Script => ({
    "reflect:Vesna": [`${first} The train is late already.`, ...second, "Good night to you all."],
    "choose-speaker:Vesna": ["<1>", "<2>"],
    "prompt-speaker:Vesna": ["Mara, would you ride it?", "Tobias, would you?"],
    "speech:Tobias Oyelaran": ["Never."],
  });

  it("that begins as an earlier one did is asked for again once, and told why", async () => {
    const again = "What a lively evening we are having here in the big hall. Now to the hotels.";
    const { said, corrections, model } = await exchange(script([again, "Beds, then, and who sleeps in them."]), 2);
    expect(said[3]).toBe("Vesna: Beds, then, and who sleeps in them. Tobias, would you?");
    expect(corrections).toEqual([
      { turn: 2, participant: "Vesna", purpose: "reflect", faults: ["repetition"], answer: again, used: null },
    ]);
    const asked = model.calls.filter(({ purpose }) => purpose === "reflect")[2];
    expect(asked?.messages.at(-1)?.text).toMatch(/said much the same/);
    expect(asked?.messages[1]?.text).toContain(first);
  });

  it("that repeats itself twice is taken, and the record says so", async () => {
    const again = `${first} And so on.`;
    const { said, corrections } = await exchange(script([again, again]), 2);
    expect(said[3]).toBe(`Vesna: ${again} Tobias, would you?`);
    expect(corrections.map(({ faults, used }) => [faults, used])).toEqual([
      [["repetition"], null],
      [["repetition"], again],
    ]);
  });

  it("that shares fewer words passes at once", async () => {
    const other = "What a strange turn: hotels against trains, and both of them empty. Let us see.";
    const { said } = await exchange(script([other]), 2);
    expect(said[3]).toBe(`Vesna: ${other} Tobias, would you?`);
  });
});

describe("the question", () => {
  it("to somebody else is asked for once more", async () => {
    const { said, corrections, model } = await exchange({
      "prompt-speaker:Vesna": ["Tobias, would you ride it?", "Mara, would you ride it?"],
    });
    expect(said[1]).toMatch(/Mara, would you ride it\?$/);
    expect(corrections).toMatchObject([{ purpose: "prompt-speaker", faults: ["wrong-addressee"], used: null }]);
    const again = model.calls.filter(({ purpose }) => purpose === "prompt-speaker")[1];
    expect(again?.messages.at(-1)?.text).toMatch(/Ask Mara Lindqvist one question, by name/);
  });

  it("to somebody else twice gets the right name in front, in place of the wrong one", async () => {
    const { said, corrections } = await exchange({
      "prompt-speaker:Vesna": ["Tobias, would you ride it?", "And Ines, would you ride it?"],
    });
    expect(said[1]).toBe("Vesna: The night train is back on the table. Mara Lindqvist, would you ride it?");
    expect(corrections.map(({ used }) => used)).toEqual([null, "Mara Lindqvist, would you ride it?"]);
  });

  it("to nobody gets the name in front, without another call", async () => {
    const { said, corrections } = await exchange({ "prompt-speaker:Vesna": ["What would it cost you?"] });
    expect(said[1]).toBe("Vesna: The night train is back on the table. Mara Lindqvist, what would it cost you?");
    expect(corrections).toMatchObject([{ faults: ["no-addressee"], answer: "What would it cost you?" }]);
  });

  it("to somebody else twice that cannot be mended becomes a plain one", async () => {
    const { said } = await exchange({
      "prompt-speaker:Vesna": ["What do you think, Tobias?", "Would you ride it, Ines?"],
    });
    expect(said[1]).toBe("Vesna: The night train is back on the table. Mara Lindqvist, what do you say to that?");
  });

  it("about the one it should go to becomes a plain one", async () => {
    const { said } = await exchange({
      "prompt-speaker:Vesna": ["Tobias, what do you say to Mara?", "Tobias, and what of Mara's trains?"],
    });
    expect(said[1]).toBe("Vesna: The night train is back on the table. Mara Lindqvist, what do you say to that?");
  });

  it("that is empty twice becomes a plain one, on record", async () => {
    const { said, corrections } = await exchange({ "prompt-speaker:Vesna": ["", " "] });
    expect(said[1]).toMatch(/Mara Lindqvist, what do you say to that\?$/);
    expect(corrections.map(({ faults, used }) => [faults, used])).toEqual([
      [["empty"], null],
      [["empty"], "Mara Lindqvist, what do you say to that?"],
    ]);
  });

  it("may put the name of the one who is asked before a colon", async () => {
    const question = "Mara: Tobias, our hotel owner, says no. Would you ride it?";
    const { said, corrections } = await exchange({ "prompt-speaker:Vesna": [question] });
    expect(said[1]).toContain(question);
    expect(corrections).toEqual([]);
  });

  it("may name others as long as it goes to the one who was chosen", async () => {
    const question = "Mara, what do you say to Tobias and his empty rooms?";
    const { said, corrections } = await exchange({ "prompt-speaker:Vesna": [question] });
    expect(said[1]).toContain(question);
    expect(corrections).toEqual([]);
  });
});

describe("an unreadable choice", () => {
  it("is asked for once more, with the reason; two lead to the fallback", async () => {
    const { decisions, model } = await exchange({ "choose-speaker:Vesna": ["Mara, of course", "<7>"] });
    expect(decisions[0]).toMatchObject({
      rule: "fallback-first",
      speaker: "Mara Lindqvist",
      choices: [
        { answer: "Mara, of course", problem: "no-choice" },
        { answer: "<7>", problem: "out-of-range" },
      ],
    });
    const again = model.calls.filter(({ purpose }) => purpose === "choose-speaker")[1];
    expect(again?.messages.at(-1)?.text).toMatch(/contained no number.+<1> to <3>/);
  });
});
