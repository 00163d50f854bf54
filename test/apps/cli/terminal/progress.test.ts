import { describe, expect, it } from "@jest/globals";
import { Display } from "../../../../src/apps/cli/terminal/display.js";
import { Progress } from "../../../../src/apps/cli/terminal/progress.js";
import { coloursFor } from "../../../../src/apps/cli/terminal/text.js";
import type { RostrumEvent } from "../../../../src/core/state/events.js";
import { cliTexts } from "../../../../src/words/command-line.js";
import { locales } from "../../../../src/words/registry.js";

/** Returns what the display shows for the events. If `isTTY` is false, each speech event is followed by a marker. */
function shownOf(isTTY: boolean, ...events: readonly unknown[]): string {
  let shown = "";
  const out = { write: (text: string) => (shown += text), columns: 80, isTTY } as never;
  const colours = coloursFor(out, { NO_COLOR: "1" });
  const words = locales["en"].transcript;
  const texts = cliTexts("en").run;
  const header = { mode: "bidding", title: undefined, model: "m", bidModel: undefined, criterion: undefined };
  const settings = { width: 80, highestBid: 10, hasBids: true, lastSpeakerSitsOut: false };
  const display = new Display([new Progress({ out, colours, words, texts, ...header, ...settings })], true);
  const participants = ["Ann", "Bea"].map((name) => ({ name }));
  display.see({ type: "scene-set", topic: "Tea?", participants, leader: null, seed: 1, maxTurns: 3 } as never);
  shown = "";
  for (const event of events) {
    if (event === "break off") display.breakOff();
    else display.see(event as RostrumEvent);
    if (!isTTY && typeof event === "object" && event && "type" in event && String(event.type).startsWith("speech"))
      shown += `(${event.type})\n`;
  }
  beforeClose = shown;
  display.breakOff();
  return shown;
}

/** The output of the latest `shownOf` call before it closed the display. */
let beforeClose = "";

const followed = (...events: readonly unknown[]): string[] =>
  shownOf(false, ...events)
    .split("\n")
    .filter((line) => /^\(|Turn/.test(line));

const bid = (participant: string, value: number) => ({ seat: 0, participant, value, outcome: "bid", attempts: [] });
const decision = (turn: number, speaker: string) => ({
  type: "decision",
  turn,
  decision: {
    turn,
    speaker,
    rule: "highest-bid",
    candidates: ["Ann", "Bea"],
    excluded: [],
    scores: [],
    choices: [],
    bids: [bid("Ann", 7), bid("Bea", 3)],
    tied: [speaker],
    draw: null,
    addressed: null,
  },
});
const begins = { type: "speech-start", turn: 1, speaker: "Ann", attempt: 1 };
const ends = { type: "speech-end", turn: 1, speaker: "Ann", text: "Well.", words: 1 };
const failed = { type: "speech-failed", turn: 1, speaker: "Ann", reason: "no" };

it("a decision made during a speech is shown when the speech ends", () => {
  expect(followed(begins, decision(1, "Bea"), ends)).toEqual(["(speech-start)", "Turn 1", "(speech-end)"]);
});

it.each([
  ["round-robin", {}, "Turn 2 · next in order\n\n"],
  [
    "directors-choice",
    { choices: [{ answer: "<2> Bea is new.", problem: null }] },
    "Turn 2\n  director's choice → Bea · Bea is new.\n\n",
  ],
  [
    "assigned",
    { task: { number: 3, task: "Sum up.", after: [1, 2] } },
    "Turn 2\n  task 3 of the plan, after tasks 1, 2 → Bea\n\n",
  ],
])("the display shows why a speaker was chosen without bids: %s", (rule, more, expected) => {
  const { decision: record } = decision(2, "Bea");
  const event = { type: "decision", turn: 2, decision: { ...record, bids: [], rule, ...more } };
  expect(shownOf(false, event)).toBe(expected);
});

it("a new decision is shown before the speech of a substitute", () => {
  const runnerUp = { ...begins, speaker: "Bea" };
  expect(followed(decision(1, "Ann"), begins, failed, decision(1, "Bea"), runnerUp)).toEqual([
    "Turn 1",
    "(speech-start)",
    "(speech-failed)",
    "Turn 1",
    "(speech-start)",
  ]);
});

it("a decision made during a speech is shown even if the speech breaks off", () => {
  expect(followed(begins, decision(1, "Bea"))).toEqual(["(speech-start)", "Turn 1"]);
});

const retry = (turn: number, attempt: number, reason = "connection refused") => ({
  type: "retry",
  turn,
  purpose: "bid",
  participant: "Ann",
  model: "m",
  attempt,
  attempts: 4,
  waitMs: 1040,
  reason,
});
const retryLine = (attempt: number) => `  call failed (connection refused); attempt ${attempt} of 4 in 1.0 s`;

it("retries of simultaneous calls are reported once per attempt, even if the attempts overlap", () => {
  const tries = (...events: object[]) =>
    shownOf(false, ...events)
      .split("\n")
      .filter(Boolean);
  expect(tries(retry(1, 2), retry(1, 2), retry(1, 3), retry(1, 2), retry(1, 3), retry(2, 2))).toEqual([
    ...[retryLine(2), retryLine(3), retryLine(2)],
  ]);
  // The display reports retries of a speech separately from retries of bids.
  expect(tries(retry(1, 2), { ...retry(1, 2), purpose: "speech" })).toEqual([retryLine(2), retryLine(2)]);
});

describe("the display in a terminal", () => {
  const erase = "\r\u001b[2K";
  const piece = { type: "speech-delta", turn: 1, speaker: "Ann", text: "We" };
  const other = { type: "speech-start", turn: 2, speaker: "Bea", attempt: 1 };
  const othersEnd = { type: "speech-end", turn: 2, speaker: "Bea", text: "No.", words: 1 };

  it("shows a retry in the status line, truncated to the width", () => {
    expect(shownOf(true, retry(1, 2))).toBe(`${erase}${retryLine(2)}${erase}`);
    expect(shownOf(true, begins, retry(1, 2))).toBe(`${erase}${retryLine(2)}${erase}`);
    const long = shownOf(true, retry(1, 2, "x".repeat(100))).split(erase);
    expect(long[1]).toMatch(/^ {2}call failed \(x{60,}…$/);
    expect(long[1]).toHaveLength(79);
  });

  it("erases no part of an unfinished speech when a call is retried or another speech starts or ends", () => {
    expect(shownOf(true, begins, piece, retry(1, 2))).toBe("");
    expect(shownOf(true, begins, piece, other, { ...retry(1, 2), participant: "Bea" })).toBe("");
    shownOf(true, begins, piece, other, othersEnd);
    expect(beforeClose).toBe("");
    expect(shownOf(true, begins, piece, failed, retry(1, 2))).toBe(`${erase}${retryLine(2)}${erase}`);
  });

  it("delays other output until the speech on display ends", () => {
    const reason = "no answer";
    const result = {
      number: 2,
      worker: "Bea",
      task: "Count.",
      after: [],
      turn: 2,
      outcome: "failed",
      text: "",
      reason,
    };
    const task = { type: "task", turn: 2, result };
    const said = "  Bea's task 2 failed: no answer\n\n";
    const status = `${erase}  0 of 2 bids${erase}`;
    shownOf(true, begins, piece, task);
    expect(beforeClose).toBe("");
    shownOf(true, begins, piece, other, task, ends);
    expect(beforeClose).toBe(`${status}${said}`);
    shownOf(true, begins, piece, other, ends);
    expect(beforeClose).toBe(status);
    shownOf(true, begins, piece, other, ends, othersEnd, decision(3, "Ann"));
    expect(beforeClose).toContain("Turn 3");
  });

  it("counts the bids of a resumed conversation, which has no opening", () => {
    shownOf(true, { type: "bid", turn: 2, bid: bid("Ann", 7), bidders: 3 });
    expect(beforeClose).toContain("1 of 3 bids");
  });

  it("shows the next decision after a run that broke off in the middle of a speech", () => {
    shownOf(true, begins, piece, "break off", decision(1, "Bea"));
    expect(beforeClose).toContain("Turn 1");
  });
});
