/** Who was given the floor is told at the right moment: before a speech, and never in the middle of one. */
import { expect, it } from "@jest/globals";
import { coloursFor } from "../../../src/cli/terminal/colours.js";
import { Progress } from "../../../src/cli/terminal/progress.js";
import { cliTexts } from "../../../src/cli/texts/in-language.js";
import type { RostrumEvent } from "../../../src/domain/events.js";
import { transcriptWords } from "../../../src/transcript/words/in-language.js";

function followed(...events: readonly unknown[]): string[] {
  let shown = "";
  const out = { write: (text: string) => (shown += text), columns: 80, isTTY: false } as never;
  const colours = coloursFor(out, { NO_COLOR: "1" });
  const words = transcriptWords("en");
  const texts = cliTexts("en").run;
  const header = { mode: "bidding", title: undefined, model: "m", bidModel: undefined, criterion: undefined };
  const settings = { width: 80, highestBid: 10, hasBids: true, sitsOut: false };
  const progress = new Progress({ out, colours, words, texts, ...header, ...settings });
  const participants = ["Ann", "Bea"].map((name) => ({ name }));
  progress.see({ type: "scene-set", topic: "Tea?", participants, leader: null, seed: 1, maxTurns: 3 } as never);
  shown = "";
  for (const event of events) {
    progress.see(event as RostrumEvent);
    if (typeof event === "object" && event && "type" in event && String(event.type).startsWith("speech"))
      shown += `(${event.type})\n`;
  }
  progress.close();
  return shown.split("\n").filter((line) => /^\(|Turn/.test(line));
}

const bid = (participant: string, value: number) => ({ seat: 0, participant, value, outcome: "bid", attempts: [] });
const decision = (turn: number, speaker: string) => ({
  type: "decision",
  turn,
  decision: {
    ...{ turn, speaker, rule: "highest-bid", candidates: ["Ann", "Bea"], excluded: [], scores: [], choices: [] },
    ...{ bids: [bid("Ann", 7), bid("Bea", 3)], tied: [speaker], draw: null, addressed: null },
  },
});
const begins = { type: "speech-begins", turn: 1, speaker: "Ann", attempt: 1 };
const ends = { type: "speech-ends", turn: 1, speaker: "Ann", text: "Well.", words: 1 };
const failed = { type: "speech-failed", turn: 1, speaker: "Ann", reason: "no" };

it("waits for the end of a message in which it was decided", () => {
  expect(followed(begins, decision(1, "Bea"), ends)).toEqual(["(speech-begins)", "Turn 1", "(speech-ends)"]);
});

it("comes before the speech of whoever speaks in place of one who could not", () => {
  const runnerUp = { ...begins, speaker: "Bea" };
  expect(followed(decision(1, "Ann"), begins, failed, decision(1, "Bea"), runnerUp)).toEqual([
    "Turn 1",
    "(speech-begins)",
    "(speech-failed)",
    "Turn 1",
    "(speech-begins)",
  ]);
});

it("comes even where the message breaks off", () => {
  expect(followed(begins, decision(1, "Bea"))).toEqual(["(speech-begins)", "Turn 1"]);
});
