/** If a commit changes recorded conversations, its message must say which ones and why. */
import { createHash } from "node:crypto";
import { readFileSync } from "node:fs";
import { describe, expect, it } from "@jest/globals";
import { type ScriptedCall, ScriptedModel } from "../../../src/offline/scripted-model.js";
import type { Decision } from "../../../src/records/decision.js";
import { allModes, compileMode, type Mode } from "../../support/any-mode.js";
import { castOf } from "../../support/conversation.js";

interface GoldenConversation {
  readonly mode: Mode;
  readonly seed: number;
  readonly settings: object;
  readonly speakers: string;
  readonly decisions: readonly string[];
  readonly stopDraws: readonly string[];
  readonly stopReason: object;
}

const names = ["Ann", "Bea", "Cid", "Dov"];
const golden = JSON.parse(
  readFileSync(new URL("../../fixtures/golden-conversations.json", import.meta.url), "utf8"),
) as readonly GoldenConversation[];

const plan = [
  { worker: 1, task: "Measure.", after: [] },
  { worker: 2, task: "Ask.", after: [] },
  { worker: 3, task: "Reckon.", after: [1, 2] },
];

/** Returns an answer that depends only on purpose, participant and `index`, so it is the same in every run. */
function answer({ purpose, participant, index }: Pick<ScriptedCall, "purpose" | "participant" | "index">): string {
  const digest = createHash("sha256").update(`${purpose}/${participant}/${index}`).digest("hex");
  const number = Number.parseInt(digest.slice(0, 6), 16);
  const word = number.toString(36);
  switch (purpose) {
    case "bid":
      if (number % 11 === 0) return "<pass>";
      return number % 13 === 0 ? "no idea" : `<${1 + (number % 4)}>`;
    case "bid-and-speech":
      return `<${1 + (number % 4)}> I hold ${word}.`;
    case "choose-speaker":
      return number % 7 === 0 ? "none of them" : `<${1 + (number % 3)}>`;
    case "prompt-speaker":
      return "What do you say?";
    case "reflect":
      return `Remark ${word} stands alone here.`;
    case "judge-round":
      return JSON.stringify({ sufficient: number % 2 === 0, reason: "Said.", open: [] });
    case "decide":
      return JSON.stringify({ decision: `Decided ${word}.`, rationale: "", dissent: "" });
    case "plan":
      return JSON.stringify({ tasks: plan });
    default:
      return number % 5 === 0 ? `Bea, what do you make of ${word}?` : `I, ${participant || "somebody"}, hold ${word}.`;
  }
}

/** Formats a decision as `rule speaker of tied, draw; from …; without …; totals …; bids …`, without empty parts. */
function describeDecision({ rule, speaker, tied, draw, candidates, excluded, scores, bids }: Decision): string {
  return [
    `${rule} ${speaker} of ${tied.join(" ")}${draw === null ? "" : `, draw ${draw}`}`,
    `from ${candidates.join(" ")}`,
    excluded.length > 0 &&
      `without ${excluded.map(({ participant, reason }) => `${participant} ${reason}`).join(", ")}`,
    scores.length > 0 && `totals ${scores.map(({ total }) => total).join(" ")}`,
    bids.length > 0 &&
      `bids ${bids.map(({ participant, outcome, value }) => `${participant} ${outcome} ${value}`).join(", ")}`,
  ]
    .filter(Boolean)
    .join("; ");
}

async function replay({ mode, seed, settings }: Pick<GoldenConversation, "mode" | "seed" | "settings">) {
  const model = new ScriptedModel(answer);
  const input = {
    topic: "Shall we build the bridge?",
    participants: castOf(...names),
    seed,
    maxTurns: 14,
    ...settings,
  };
  const { messages, decisions, stopDraws, stopReason } = await compileMode(mode, { model }).invoke(input as never);
  expect(decisions.map(({ turn }) => turn)).toEqual(decisions.map((_decision, index) => index + 1));
  return {
    mode,
    seed,
    settings,
    speakers: messages.map(({ name }) => name).join(" "),
    decisions: decisions.map(describeDecision),
    stopDraws: stopDraws.map(
      ({ turn, probability, draw, stops }) => `${turn} ${draw} of ${probability}${stops ? " stops" : ""}`,
    ),
    stopReason,
  };
}

const recordedModes = [...new Set(golden.map(({ mode }) => mode))];

it("every recorded mode still exists", () => expect(allModes).toEqual(expect.arrayContaining(recordedModes)));

describe.each(recordedModes)("recorded conversations in %s mode", (mode) => {
  const conversations = golden.filter((each) => each.mode === mode);

  it.each(conversations.map((each) => [each.seed, JSON.stringify(each.settings), each] as const))(
    "gives the recorded conversation for seed %i with %s",
    async (_seed, _settings, expected) => {
      expect(await replay(expected)).toEqual(expected);
    },
  );
});
