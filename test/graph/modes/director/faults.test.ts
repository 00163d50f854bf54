import { describe, expect, it } from "@jest/globals";
import { lineOf } from "../../../../src/core/text/message.js";
import { type Script, ScriptedModel } from "../../../../src/offline/scripted-model.js";
import { castOf, compileDirector } from "../../../support/conversation.js";

const participants = castOf("Mara Lindqvist", "Tobias Oyelaran", "Ines Kowalczyk");

/**
 * Runs a conversation in which `script` replaces some of the usual, faultless answers. Asserts that every answer is
 * used.
 */
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
  ])("has %s removed, and the correction keeps the original answer", async (_what, answer, faults) => {
    const { said, corrections } = await exchange({ "speech:Mara Lindqvist": [answer] });
    expect(said[2]).toBe("Mara Lindqvist: Every night.");
    expect(corrections).toEqual([
      {
        turn: 1,
        participant: "Mara Lindqvist",
        purpose: "speech",
        faults,
        answer,
        used: "Every night.",
        messageId: "turn-1",
      },
    ]);
  });

  it("causes no correction if it has no fault", async () => {
    expect((await exchange({})).corrections).toEqual([]);
  });

  it("streams only the text that stays in its message", async () => {
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
  it("has its label removed, and all text from a heading for the next speaker onwards", async () => {
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

  it("is requested once more, with the reason, if it begins like an earlier one", async () => {
    const again = "What a lively evening we are having here in the big hall. Now to the hotels.";
    const { said, corrections, model } = await exchange(script([again, "Beds, then, and who sleeps in them."]), 2);
    expect(said[3]).toBe("Vesna: Beds, then, and who sleeps in them. Tobias, would you?");
    expect(corrections).toEqual([
      {
        turn: 2,
        participant: "Vesna",
        purpose: "reflect",
        faults: ["repetition"],
        answer: again,
        used: null,
        messageId: null,
      },
    ]);
    const asked = model.calls.filter(({ purpose }) => purpose === "reflect")[2];
    expect(asked?.messages.at(-1)?.text).toMatch(/said much the same/);
    expect(asked?.messages[1]?.text).toContain(first);
  });

  it("is used if the second attempt repeats an earlier comment too, and both attempts are recorded", async () => {
    const again = `${first} And so on.`;
    const { said, corrections } = await exchange(script([again, again]), 2);
    expect(said[3]).toBe(`Vesna: ${again} Tobias, would you?`);
    expect(corrections.map(({ faults, used }) => [faults, used])).toEqual([
      [["repetition"], null],
      [["repetition"], again],
    ]);
  });

  it("is used without another attempt if it shares only a few words with an earlier one", async () => {
    const other = "What a strange turn: hotels against trains, and both of them empty. Let us see.";
    const { said } = await exchange(script([other]), 2);
    expect(said[3]).toBe(`Vesna: ${other} Tobias, would you?`);
  });
});

describe("a question in the director's comment", () => {
  const comment = "The night train is late. Tobias, do you lose guests by it? We shall see.";

  it("is removed if it goes to somebody other than the chosen speaker, and the removal is recorded", async () => {
    const { said, corrections, model } = await exchange({
      "reflect:Vesna": [comment, "Good night to you all."],
    });
    const used = "The night train is late. We shall see.";
    expect(said[1]).toBe(`Vesna: ${used} Mara, would you ride it?`);
    const correction = { turn: 1, participant: "Vesna", purpose: "reflect", answer: comment, used, messageId: null };
    expect(corrections).toEqual([{ ...correction, faults: ["wrong-addressee"] }]);
    const textOf = (purpose: string) => model.calls.find((call) => call.purpose === purpose)?.messages[1]?.text;
    // The prompt for the choice contains the original comment, and the prompt for the question contains the corrected
    // one.
    expect(textOf("choose-speaker")).toContain("do you lose guests");
    expect(textOf("prompt-speaker")).not.toContain("do you lose guests");
  });

  it("stays if it goes to the chosen speaker", async () => {
    const { said, corrections } = await exchange({
      "reflect:Vesna": [comment, "Good night to you all."],
      "choose-speaker:Vesna": ["<2>"],
      "prompt-speaker:Vesna": ["Tobias, how many?"],
      "speech:Mara Lindqvist": [],
      "speech:Tobias Oyelaran": ["Ten."],
    });
    expect(said[1]).toBe(`Vesna: ${comment} Tobias, how many?`);
    expect(corrections).toEqual([]);
  });

  it.each([
    [
      "is removed even if it is in quotation marks",
      'The train is late. *turns* "Ines, who is awake then?"',
      "The train is late.",
    ],
    [
      "stays if only the sentence before it names somebody",
      "The train is late. Ines, you are up at three. Who else is?",
      "The train is late. Ines, you are up at three. Who else is?",
    ],
    [
      "is removed together with a second question to another participant",
      "It is late. Tobias, do you sleep? And you, Ines?",
      "It is late.",
    ],
    ["is removed even if it is the whole comment", "Tobias, do you sleep?", ""],
    [
      "stays if it is rhetorical",
      "The train is late. And Tobias? Nice try.",
      "The train is late. And Tobias? Nice try.",
    ],
  ])("%s", async (_where, written, used) => {
    const { said } = await exchange({ "reflect:Vesna": [written, "Good night to you all."] });
    expect(said[1]).toBe(`Vesna: ${used} Mara, would you ride it?`.replace("  ", " "));
  });
});

describe("the director's question", () => {
  it("stays unchanged in quotation marks", async () => {
    const question = '*smiles* "Mara, would you ride it?"';
    const { said, corrections } = await exchange({ "prompt-speaker:Vesna": [question] });
    expect(said[1]).toBe(`Vesna: The night train is back on the table. ${question}`);
    expect(corrections).toEqual([]);
  });

  it("is requested once more if it goes to somebody else", async () => {
    const { said, corrections, model } = await exchange({
      "prompt-speaker:Vesna": ["Tobias, would you ride it?", "Mara, would you ride it?"],
    });
    expect(said[1]).toMatch(/Mara, would you ride it\?$/);
    expect(corrections).toMatchObject([{ purpose: "prompt-speaker", faults: ["wrong-addressee"], used: null }]);
    const again = model.calls.filter(({ purpose }) => purpose === "prompt-speaker")[1];
    expect(again?.messages.at(-1)?.text).toMatch(/Address Mara Lindqvist by name, ask one question/);
  });

  it("gets the chosen speaker's name if it goes to somebody else twice", async () => {
    const { said, corrections } = await exchange({
      "prompt-speaker:Vesna": ["Tobias, would you ride it?", "And Ines, would you ride it?"],
    });
    expect(said[1]).toBe("Vesna: The night train is back on the table. Mara Lindqvist, would you ride it?");
    expect(corrections.map(({ used }) => used)).toEqual([null, "Mara Lindqvist, would you ride it?"]);
  });

  it("gets the chosen speaker's name without another call if it names nobody", async () => {
    const { said, corrections } = await exchange({ "prompt-speaker:Vesna": ["What would it cost you?"] });
    expect(said[1]).toBe("Vesna: The night train is back on the table. Mara Lindqvist, what would it cost you?");
    expect(corrections).toMatchObject([{ faults: ["no-addressee"], answer: "What would it cost you?" }]);
  });

  it("is replaced by a standard question if it still addresses somebody else after its correction", async () => {
    const { said } = await exchange({
      "prompt-speaker:Vesna": ["What do you think, Tobias?", "Would you ride it, Ines?"],
    });
    expect(said[1]).toBe("Vesna: The night train is back on the table. Mara Lindqvist, what do you say to that?");
  });

  it("is replaced by a standard question if it asks somebody else about the chosen speaker", async () => {
    const { said } = await exchange({
      "prompt-speaker:Vesna": ["Tobias, what do you say to Mara?", "Tobias, and what of Mara's trains?"],
    });
    expect(said[1]).toBe("Vesna: The night train is back on the table. Mara Lindqvist, what do you say to that?");
  });

  it("is replaced by a standard question if it is empty twice, and both attempts are recorded", async () => {
    const { said, corrections } = await exchange({ "prompt-speaker:Vesna": ["", " "] });
    expect(said[1]).toMatch(/Mara Lindqvist, what do you say to that\?$/);
    expect(corrections.map(({ faults, used }) => [faults, used])).toEqual([
      [["empty"], null],
      [["empty"], "Mara Lindqvist, what do you say to that?"],
    ]);
  });

  it("may begin with the chosen speaker's name and a colon", async () => {
    const question = "Mara: Tobias, our hotel owner, says no. Would you ride it?";
    const { said, corrections } = await exchange({ "prompt-speaker:Vesna": [question] });
    expect(said[1]).toContain(question);
    expect(corrections).toEqual([]);
  });

  it("may name others if it goes to the chosen speaker", async () => {
    const question = "Mara, what do you say to Tobias and his empty rooms?";
    const { said, corrections } = await exchange({ "prompt-speaker:Vesna": [question] });
    expect(said[1]).toContain(question);
    expect(corrections).toEqual([]);
  });
});

describe("an unreadable choice", () => {
  it("is requested once more with the reason before the fallback decides", async () => {
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
