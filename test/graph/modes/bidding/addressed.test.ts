import { describe, expect, it } from "@jest/globals";
import { howWon } from "../../../../src/core/selection/decision-in-words.js";
import { breakSilence } from "../../../../src/core/selection/longest-silence.js";
import { ScriptedModel } from "../../../../src/offline/scripted-model.js";
import { locales } from "../../../../src/words/registry.js";
import { castOf, compileBidding } from "../../../support/conversation.js";
import { contextOf, speechesOf } from "../../../support/selection.js";

const participants = castOf("Mara Lindqvist", "Tobias Oyelaran", "Ines Kowalczyk");

/** Runs a conversation with one of the given speeches in each turn. Everybody bids 5, except `keen`, who bids 6. */
async function play(speeches: readonly string[], settings: Record<string, unknown> = {}, keen = "Mara Lindqvist") {
  let spoken = 0;
  const model = new ScriptedModel(({ purpose, participant }) => {
    if (purpose === "bid") return participant === keen ? "<6>" : "<5>";
    spoken += 1;
    return speeches[spoken - 1] ?? "Nothing more.";
  });
  const selection = { addressed: true, mentionPoints: 2, ...settings };
  const result = await compileBidding({ model }).invoke({
    participants,
    seed: 1,
    maxTurns: speeches.length,
    selection,
  });
  const bids = model.calls.filter(({ purpose }) => purpose === "bid").length;
  return { ...result, bids, speakers: result.decisions.map(({ speaker }) => speaker.split(" ")[0]) };
}

describe("a direct question to a participant by name", () => {
  it.each([
    "Tobias, would you pay for it?",
    "I see. What would it cost you, Tobias Oyelaran?",
    "And you, Tobias, what do you lose?",
    "Tobias, you own twelve rooms. Do you fill them?",
    '*turns round* "Tobias, would you pay for it?"',
    'So I ask Tobias: "Would you pay for it?"',
  ])("gives that participant the floor without an auction: %s", async (question) => {
    const { decisions, speakers, bids } = await play([question, "No."]);
    expect(speakers).toEqual(["Mara", "Tobias"]);
    expect(bids).toBe(3);
    expect(decisions[1]).toMatchObject({
      rule: "addressed",
      bids: [],
      addressed: { by: "Mara Lindqvist", participant: "Tobias Oyelaran", granted: true },
    });
  });

  it("leaves the floor to the bids if `addressed` is off", async () => {
    const { speakers, bids, decisions } = await play(["Tobias, would you pay?", "No."], { addressed: false });
    expect(speakers).toEqual(["Mara", "Mara"]);
    expect(bids).toBe(6);
    expect(decisions[1]?.addressed).toBeNull();
  });

  it("leaves the floor to the bids if the speaker asks the question of itself", async () => {
    const { speakers, bids } = await play(["Mara, what are you saying?", "Hm."]);
    expect([speakers, bids]).toEqual([["Mara", "Mara"], 6]);
  });

  it("has no effect if the speaker only quotes it", async () => {
    const { bids } = await play(["“Tobias, would you pay?” is what my neighbour said.", "Hm."]);
    expect(bids).toBe(6);
  });

  it.each(["And Tobias? Nice try.", "I know trains. And Tobias? He never missed one."])(
    "has no effect if it is rhetorical: %s",
    async (speech) => {
      const { bids, decisions } = await play([speech, "Hm."]);
      expect(bids).toBe(6);
      expect(decisions[1]?.addressed).toBeNull();
    },
  );

  it("passes the floor between the same two participants at most twice in a row", async () => {
    const speeches = [
      "Tobias, would you pay?",
      "Would you, Mara?",
      "Tobias, I asked you first. Would you?",
      "Mara, must I?",
      "He must, I think.",
      "So be it.",
    ];
    const { decisions, speakers } = await play(speeches, {}, "Ines Kowalczyk");
    // Ines bids highest: she speaks first and wins every auction.
    expect(speakers[0]).toBe("Ines");
    expect(decisions.map(({ rule }) => rule)).toEqual([
      "highest-bid",
      "addressed",
      "addressed",
      "addressed",
      "highest-bid",
      "highest-bid",
    ]);
    expect(decisions[4]).toMatchObject({
      speaker: "Ines Kowalczyk",
      addressed: { by: "Tobias Oyelaran", participant: "Mara Lindqvist", granted: false },
    });
  });
});

describe("longestSilence", () => {
  it("takes precedence over a direct question", async () => {
    const questions = ["Tobias, would you pay?", "Would you, Mara?", "Nobody asked me."];
    const { decisions, speakers } = await play(questions, { longestSilence: 2 });
    expect(speakers).toEqual(["Mara", "Tobias", "Ines"]);
    expect(decisions[2]?.rule).toBe("longest-silence");
  });

  it("counts from speeches that were part of the input", () => {
    const spoken = speechesOf("Chen", "Bela", "Ada");
    const seatWith = (longestSilence: number) =>
      breakSilence(contextOf({ turn: 4, spoken, settings: { longestSilence } }))?.seat;
    expect([seatWith(3), seatWith(2)]).toEqual([undefined, 2]);
  });
});

describe("tieBreak: addressed", () => {
  const settings = { addressed: false, tieBreak: "addressed" };

  it.each([
    ["asks a question last", "Tobias pays. Ines, do you? Tobias would."],
    ["calls on last, if it asks nobody a question", "Ines, think of it. Tobias would."],
    ["names last, if it calls on nobody", "I am with Tobias, and with Ines."],
  ])("chooses the tied participant whom the latest message %s", async (_how, text) => {
    const { decisions } = await play([text, "…"], settings, "nobody");
    // A draw decides the first tie.
    const tied = participants.map(({ name }) => name);
    expect(decisions[0]).toMatchObject({ speaker: "Mara Lindqvist", tied, draw: expect.any(Number) });
    expect(decisions[1]).toMatchObject({ speaker: "Ines Kowalczyk", tied, draw: null });
    expect(howWon(decisions[1] as never, locales.en.transcript)).toMatch(
      / all bid 5; the latest message asked, called on or named Ines Kowalczyk$/,
    );
  });

  it("draws if the latest message names no tied participant", async () => {
    const { decisions } = await play(["I would pay.", "…"], settings, "nobody");
    expect(decisions[1]?.draw).toEqual(expect.any(Number));
  });
});

describe("a passing mention of a participant", () => {
  it("adds points to the participant's bid", async () => {
    const { decisions, speakers } = await play(["I am with Tobias on this.", "Thank you."]);
    expect(speakers).toEqual(["Mara", "Tobias"]);
    expect(decisions[1]?.scores.map(({ mention, total }) => [mention, total])).toEqual([
      [0, 6],
      [2, 7],
      [0, 5],
    ]);
  });

  it.each([
    "Tobias may say that it costs too much.",
    "What would Tobias say to that?",
    "Tobias thinks of his rooms.",
    "As Tobias said, it is late.",
  ])("adds nothing if the participant is only the subject of a statement or a question: %s", async (remark) => {
    const { decisions, speakers, bids } = await play([remark, "Hm."]);
    expect(speakers).toEqual(["Mara", "Mara"]);
    expect(bids).toBe(6);
    expect(decisions[1]?.scores.map(({ mention }) => mention)).toEqual([0, 0, 0]);
  });
});
