import { expect, it } from "@jest/globals";
import { Display } from "../../../../src/apps/cli/terminal/display.js";
import { SpeechTerminal, speechLines } from "../../../../src/apps/cli/terminal/speeches.js";
import { coloursFor } from "../../../../src/apps/cli/terminal/text.js";
import type { RostrumEvent } from "../../../../src/core/state/events.js";
import { cliTexts } from "../../../../src/words/command-line.js";

it("simultaneous speeches are shown one at a time, in the order of their turns", () => {
  let shown = "";
  const write = (text: string) => {
    shown += text;
    return true;
  };
  const out = { write, columns: 80, isTTY: false };
  const speeches = new SpeechTerminal({
    out: out as never,
    colours: coloursFor(out as never, { NO_COLOR: "1" }),
    texts: cliTexts("en").run,
    topicIsShown: false,
  });
  const terminal = new Display([speeches], true);
  const say = (type: "speech-start" | "speech-delta" | "speech-end", turn: number, speaker: string, text = "") =>
    terminal.see({ type, turn, speaker, text, attempt: 1, words: 1 } as unknown as RostrumEvent);
  say("speech-start", 1, "Ann");
  say("speech-start", 2, "Bea");
  say("speech-delta", 2, "Bea", "Bea ");
  say("speech-delta", 1, "Ann", "Ann ");
  say("speech-start", 3, "Ann");
  say("speech-delta", 3, "Ann", "again.");
  say("speech-delta", 2, "Bea", "speaks.");
  say("speech-end", 2, "Bea");
  say("speech-delta", 1, "Ann", "speaks.");
  say("speech-end", 1, "Ann");
  say("speech-end", 3, "Ann");
  terminal.breakOff();
  expect(shown).toBe("Ann\n  Ann speaks.\n\nBea\n  Bea speaks.\n\nAnn\n  again.\n\n");
});

it("an interjection is marked, and shown between speeches, never in the middle of a speech", () => {
  let shown = "";
  const out = { write: (text: string) => (shown += text), columns: 80, isTTY: false };
  const speeches = new SpeechTerminal({
    out: out as never,
    colours: coloursFor(out as never, { NO_COLOR: "1" }),
    texts: cliTexts("en").run,
    topicIsShown: false,
  });
  const terminal = new Display([speeches], true);
  const interject = (id: string, text: string) =>
    terminal.see({ type: "interjection", turn: 1, interjection: { id, from: "Zoe", text } } as RostrumEvent);
  interject("0", "Before.");
  terminal.see({ type: "speech-start", turn: 1, speaker: "Ann", attempt: 1 });
  terminal.see({ type: "speech-delta", turn: 1, speaker: "Ann", text: "Ann " });
  interject("1", "Meanwhile.");
  interject("2", "");
  terminal.see({ type: "speech-delta", turn: 1, speaker: "Ann", text: "speaks." });
  terminal.see({ type: "speech-end", turn: 1, speaker: "Ann", text: "Ann speaks.", words: 2 });
  terminal.breakOff();
  expect(shown).toBe("Zoe interjects\n  Before.\n\nAnn\n  Ann speaks.\n\nZoe interjects\n  Meanwhile.\n\n");
});

it("other speeches are shown if a worker fails in the middle of a speech", () => {
  let shown = "";
  const out = { write: (text: string) => (shown += text), columns: 80, isTTY: false } as never;
  const colours = coloursFor(out, { NO_COLOR: "1" });
  const speeches = new SpeechTerminal({ out, colours, texts: cliTexts("en").run, topicIsShown: false });
  const terminal = new Display([speeches], true);
  for (const event of [
    { type: "speech-start", turn: 1, speaker: "Ann", attempt: 1 },
    { type: "speech-delta", turn: 1, speaker: "Ann", text: "I c" },
    { type: "speech-start", turn: 2, speaker: "Bea", attempt: 1 },
    { type: "speech-delta", turn: 2, speaker: "Bea", text: "Done." },
    { type: "speech-end", turn: 2, speaker: "Bea", text: "Done.", words: 1 },
    { type: "task", turn: 1, result: { worker: "Ann", outcome: "failed" } },
  ])
    terminal.see(event as RostrumEvent);
  expect(shown).toBe("Ann\n  I c\n\nBea\n  Done.\n\n");
});

it("speeches are written to a pipe in the order of their turns, even if a later speech ends first", () => {
  let written = "";
  const write = (text: string) => {
    written += text;
    return true;
  };
  const lines = new Display([speechLines({ write } as never, cliTexts("en").run)], false);
  const see = (type: "speech-start" | "speech-end", turn: number, speaker: string, text = "") =>
    lines.see({ type, turn, speaker, text, attempt: 1, words: 1 } as unknown as RostrumEvent);
  see("speech-start", 2, "Bea");
  see("speech-start", 1, "Ann");
  see("speech-end", 2, "Bea", "Second.");
  expect(written).toBe("");
  see("speech-end", 1, "Ann", "First.");
  lines.see({
    type: "interjection",
    turn: 2,
    interjection: { turn: 2, from: "Zoe", text: "And?" },
  } as RostrumEvent);
  see("speech-start", 3, "Cy");
  see("speech-start", 4, "Ann");
  see("speech-end", 4, "Ann", "Fourth.");
  lines.breakOff();
  expect(written).toBe("Ann: First.\n\nBea: Second.\n\nZoe: And?\n\nAnn: Fourth.\n");
});
