import { Writable } from "node:stream";
import { describe, expect, it } from "@jest/globals";
import { SpeechTerminal, speechLines } from "../../../../src/apps/cli/terminal/speeches.js";
import { coloursFor } from "../../../../src/apps/cli/terminal/text.js";
import type { RostrumEvent } from "../../../../src/core/state/events.js";
import { cliTexts } from "../../../../src/words/command-line.js";

const participant = (name: string) =>
  ({ name, role: "", location: "", description: "", instructions: "", model: "", bidder: "model" }) as const;
const scene: RostrumEvent = {
  type: "scene-set",
  topic: "Tea?",
  participants: [participant("Ann"), participant("Bo")],
  leader: null,
  seed: 1,
  maxTurns: 2,
};
const begins = (speaker: string, attempt = 1): RostrumEvent => ({ type: "speech-start", turn: 1, speaker, attempt });
const piece = (text: string): RostrumEvent => ({ type: "speech-delta", turn: 1, speaker: "Ann", text });
const ends = (text: string): RostrumEvent => ({ type: "speech-end", turn: 1, speaker: "Ann", text, words: 1 });
const broken = [
  scene,
  begins("Ann"),
  piece("I thi"),
  begins("Ann", 2),
  piece("I think "),
  piece("so."),
  ends("I think so."),
];

function sink() {
  let text = "";
  const write = (chunk: string, _encoding: string, done: () => void) => {
    text += chunk;
    done();
  };
  const out = new Writable({ decodeStrings: false, write });
  return { out: Object.assign(out, { isTTY: true, columns: 40 }), read: () => text };
}

function show(events: readonly RostrumEvent[], topicIsShown = false): string {
  const { out, read } = sink();
  const terminal = new SpeechTerminal({
    out,
    colours: coloursFor(out, { NO_COLOR: "1" }),
    texts: cliTexts("en").run,
    topicIsShown,
  });
  for (const event of events) terminal.see(event);
  terminal.breakOff();
  return read();
}

describe("speeches in a terminal", () => {
  it("a speech that breaks off is marked as starting again", () => {
    expect(show(broken)).toBe("Ann\n  I thi\n  (Ann starts again)\n  I think so.\n\n");
  });

  it("a speech without streamed pieces is shown completely", () => {
    expect(show([scene, begins("Ann"), ends("I think so.")])).toBe("Ann\n  I think so.\n\n");
    expect(show([scene, ends("I think so.")])).toBe("Ann\n  I think so.\n\n");
  });

  it("a speech that is cut off still ends with a line break", () => {
    expect(show([scene, begins("Ann"), piece("I thi")])).toBe("Ann\n  I thi\n\n");
  });

  it("no part of a speech starts in the column of names", () => {
    const speech = "Yes.\n\nBo\n  No.\r\nBo\rBo\u2028Bo\u001b[1GBo";
    const lines = show([scene, begins("Ann"), piece(speech), ends(speech)]).split("\n");
    expect(lines.filter((line) => /^\S/.test(line))).toEqual(["Ann"]);
  });

  it("the opening is omitted only if the header shows the same text", () => {
    const opening = (text: string): RostrumEvent => ({ type: "opening", speaker: "Moderator", text });
    expect(show([scene, opening("Tea?")], true)).toBe("");
    expect(show([scene, opening("Tea?")], false)).toBe("Moderator\n  Tea?\n\n");
    expect(show([scene, opening("Tea, then?")], true)).toBe("Moderator\n  Tea, then?\n\n");
  });
});

describe("speeches in a file", () => {
  it("the text of an attempt that breaks off is not written", () => {
    const { out, read } = sink();
    const lines = speechLines(out, cliTexts("en").run);
    for (const event of broken) lines.see(event);
    expect(read()).toBe("Ann: I think so.\n");
  });

  it("follow their speaker's name and the language's colon", () => {
    for (const [language, expected] of [
      ["en", "Ann: One.\n  \n  Two.\n"],
      ["zh", "Ann：One.\n  \n  Two.\n"],
    ] as const) {
      const { out, read } = sink();
      speechLines(out, cliTexts(language).run).see({ type: "opening", speaker: "Ann", text: "One.\n\nTwo." });
      expect(read()).toBe(expected);
    }
  });
});
