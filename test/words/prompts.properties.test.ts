/**
 * Whatever texts a prompt contains, a naive reader finds one label for each of its messages, and no instructions but
 * Rostrum's own.
 */

import assert from "node:assert/strict";
import fc from "fast-check";
import { indent, unescapeText } from "../../src/base/escape-text.js";
import type { ModelRequest } from "../../src/core/model-request.js";
import { readLines, renderConversation } from "../../src/core/text/lines.js";
import { composePrompt } from "../../src/graph/models/compose.js";
import { stageTasks } from "../../src/records/meeting.js";
import { languages, locales } from "../../src/words/registry.js";
import { anyText } from "../support/hostile-arbitraries.js";
import { readNaively } from "../support/naive-reader.js";
import { participant } from "../support/participant.js";
import { itHolds } from "../support/property.js";

const [quoted, other, leader] = ["Ann", "Bea", "Vesna"].map((name) => participant(name, "", "d")) as [
  ReturnType<typeof participant>,
  ReturnType<typeof participant>,
  ReturnType<typeof participant>,
];

interface Said {
  readonly speakers: readonly string[];
  readonly next: () => string;
  readonly omitted: number;
  /** Whether a summary replaces the omitted messages. */
  readonly isSummed: boolean;
  readonly language: (typeof languages)[number];
}

const kinds: Readonly<Record<string, (said: Said) => ModelRequest>> = (() => {
  const sceneOf = ({ speakers, next, omitted, isSummed, language }: Said) => {
    const self = { ...quoted, description: next() };
    const memorySummary = omitted > 0 && isSummed ? { memorySummary: next() } : {};
    const conversation = { lines: speakers.map((speaker) => ({ speaker, text: next() })), omitted, ...memorySummary };
    return { language, topic: next(), cast: [self, other], wordLimit: 50, seed: 1, turn: 3, self, conversation };
  };
  const ledOf = (said: Said) => {
    const self = { ...leader, description: said.next() };
    return { ...sceneOf(said), self, leader: self };
  };
  const resultOf = ({ next }: Said, outcome: "done" | "failed" | "skipped") =>
    ({ number: 1, worker: "Ann", task: next(), after: [], turn: 1, outcome, text: next(), reason: next() }) as const;
  const stageOf = ({ next }: Said, task: (typeof stageTasks)[number]) => ({
    name: "S",
    task,
    round: 2,
    open: [next(), next()],
  });
  const scale = { min: 1, max: 10 };
  const bid = { purpose: "bid", scale } as const;
  return {
    "a bid": (said) => ({ ...sceneOf(said), ...bid, criterion: "urge", answer: "tag" }),
    "a bid by a custom criterion": (said) => ({
      ...sceneOf(said),
      ...bid,
      criterion: said.next(),
      answer: "structured",
    }),
    "a bid with anchors and a reason": (said) => ({
      ...sceneOf(said),
      ...bid,
      criterion: "urge",
      answer: "structured",
      scale: { min: 0, max: 1 },
      anchors: [said.next(), said.next()],
      reason: true,
    }),
    "a panel's bids": (said) => {
      const { self, ...scene } = sceneOf(said);
      const candidates = [self, other];
      return {
        ...scene,
        ...bid,
        purpose: "bid-panel",
        cast: candidates,
        candidates,
        criterion: said.next(),
        reason: true,
      };
    },
    "a speech for a reason": (said) => ({ ...sceneOf(said), purpose: "speech", bidReason: said.next() }),
    "a speech": (said) => ({ ...sceneOf(said), purpose: "speech" }),
    "a bid and a speech": (said) => ({
      ...sceneOf(said),
      purpose: "bid-and-speech",
      scale,
      criterion: said.next(),
    }),
    "a last speech": (said) => ({ ...sceneOf(said), purpose: "speech", isLast: true }),
    "a summary of what was said": (said) => ({ ...sceneOf(said), purpose: "summarize" }),
    "a led speech": (said) => ({ ...sceneOf(said), leader, purpose: "speech" }),
    "an answer to a listener": (said) => ({
      ...sceneOf(said),
      purpose: "speech",
      interjection: { speaker: "Lena", text: said.next(), isPersonal: true },
    }),
    ...Object.fromEntries(
      stageTasks.map((task) => [
        `a speech to ${task}`,
        (said: Said): ModelRequest => ({ ...sceneOf(said), purpose: "speech", stage: stageOf(said, task) }),
      ]),
    ),
    "a judgement": (said) => ({ ...sceneOf(said), purpose: "judge-round", stage: stageOf(said, "discuss") }),
    "a decision": (said) => ({ ...sceneOf(said), purpose: "decide", stage: stageOf(said, "decide") }),
    "a comment": (said) => ({
      ...ledOf(said),
      purpose: "reflect",
      intent: "continue",
      openings: [said.next(), said.next()],
    }),
    "last words": (said) => ({ ...ledOf(said), purpose: "reflect", intent: "close", openings: [said.next()] }),
    "a choice": (said) => ({
      ...ledOf(said),
      purpose: "choose-speaker",
      comment: said.next(),
      candidates: [quoted, other],
    }),
    "a question": (said) => ({ ...ledOf(said), purpose: "prompt-speaker", comment: said.next(), speaker: other }),
    "all three": (said) => ({
      ...ledOf(said),
      purpose: "direct",
      openings: [said.next()],
      candidates: [quoted, other],
    }),
    "a plan": (said) => ({ ...ledOf(said), purpose: "plan", mostTasks: 4 }),
    "a task": (said) => ({
      ...sceneOf(said),
      purpose: "execute",
      task: said.next(),
      basis: [resultOf(said, "done"), resultOf(said, "done")],
    }),
    "a summary": (said) => ({
      ...ledOf(said),
      purpose: "sum-up",
      results: [resultOf(said, "done"), resultOf(said, "failed"), resultOf(said, "skipped")],
    }),
    "a description": (said) => ({ ...sceneOf(said), purpose: "describe-participant" }),
    "an opening question": (said) => ({ ...sceneOf(said), purpose: "sharpen-topic" }),
  };
})();

const inTurn = (texts: readonly string[]) => {
  let index = 0;
  return () => texts[index++ % texts.length] ?? "";
};

function readKind(kind: string, said: Omit<Said, "next">, texts: readonly string[]) {
  const request = kinds[kind]?.({ ...said, next: inTurn(texts) });
  if (!request) throw new Error(`no prompt of the kind ${kind}`);
  return readNaively(composePrompt(locales[said.language].prompts, request));
}

/** Caches the readings of harmless prompts, because many of these prompts are the same. */
const harmless = new Map<string, string>();

itHolds(
  "a naive reader finds one label for each message in prompts of these kinds, and no other line from a text",
  fc.property(
    fc.constantFrom(...Object.keys(kinds)),
    fc.record({
      language: fc.constantFrom(...languages),
      speakers: fc.array(fc.constantFrom("Ann", "Bea", "Moderator", "Lena"), { maxLength: 3 }),
      omitted: fc.constantFrom(0, 0, 5),
      isSummed: fc.boolean(),
    }),
    fc.array(anyText, { minLength: 1, maxLength: 2 }),
    (kind, said, texts) => {
      const reading = readKind(kind, said, texts);
      // Prompts omit empty descriptions.
      const plain = texts.map((text) => (text === "" ? "" : "Yes."));
      const key = JSON.stringify([kind, said, plain]);
      const expected = harmless.get(key) ?? JSON.stringify(readKind(kind, said, plain));
      harmless.set(key, expected);
      if (JSON.stringify(reading) !== expected) assert.deepEqual(reading, JSON.parse(expected));
      const holdsConversation = reading.instructions.includes("<conversation>");
      const labels = reading.labels.map((label) => label.replace(/^\[\d+\] /, ""));
      assert.deepEqual(
        [labels, reading.strays.length],
        holdsConversation ? [said.speakers.map((name) => name.toLowerCase()), said.omitted > 0 ? 1 : 0] : [[], 0],
      );
    },
  ),
);

itHolds(
  "a conversation in a prompt is read back with the same speakers and texts, with or without numbers",
  fc.property(
    fc.array(fc.record({ speaker: anyText.filter((label) => label !== ""), text: anyText }), { maxLength: 3 }),
    fc.constantFrom(...languages),
    fc.boolean(),
    (lines, language, isNumbered) => {
      const shown = locales[language].prompts
        .conversation({ lines, omitted: 0 }, isNumbered, renderConversation)
        .split("\n");
      assert.deepEqual([shown.at(0), shown.at(-1)], ["<conversation>", "</conversation>"]);
      let number = 0;
      const bare = shown.slice(1, -1).map((line) => {
        if (!isNumbered || line.startsWith("  ") || line === "") return line;
        number += 1;
        if (!line.startsWith(`[${number}] `)) throw new Error(`this is not message ${number}: ${line}`);
        return line.slice(`[${number}] `.length);
      });
      assert.deepEqual(
        readLines(bare.join("\n")),
        lines.map(({ speaker, text }) => ({ speaker, text })),
      );
    },
  ),
);

itHolds(
  "indented text is read back unchanged, and never starts in the first column",
  fc.property(anyText, (text) => {
    const lines = indent(text).split("\n");
    assert.ok(lines.every((line) => line.startsWith("  ")));
    assert.equal(unescapeText(lines.map((line) => line.slice(2)).join("\n")), text);
  }),
);
