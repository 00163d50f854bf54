import { createHash } from "node:crypto";
import type { SelectionRule } from "../../src/core/selection/rule.js";
import { createConversation } from "../../src/graph/modes/round-robin/round-robin.js";
import { allModes, fourNames, inputFor } from "./any-mode.js";

const lottery: SelectionRule = ({ candidates, draw }) => candidates[Math.floor(draw("rule") * candidates.length)];

const ruleMode = "own-rule";
export const ruleGraphs = { [ruleMode]: createConversation({ selectSpeaker: lottery }) };

const kinds = [...allModes, ruleMode];
const person = "Bea";

/**
 * `answered`: people answer immediately. `late`: nobody answers before the deadline. `metered`: with a budget. `now`:
 * with an interjection that interrupts a turn.
 */
const variants = ["plain", "answered", "late", "metered", "now"] as const;

export interface ChaosTalk {
  readonly thread: string;
  readonly mode: string;
  readonly variant: (typeof variants)[number];
  readonly input: Readonly<Record<string, unknown>>;
  /** Tells the endpoint which conversation makes a call. */
  readonly model: string;
  /** Sent when the model is first asked for a public message of this turn or a later one, before it answers. */
  readonly interjection: { readonly turn: number; readonly id: string; readonly text: string; readonly now: boolean };
}

export function talkOf(index: number, seed: number): ChaosTalk {
  const mode = kinds[index % kinds.length] ?? ruleMode;
  const drawn = variants[Math.floor(index / kinds.length) % variants.length] ?? "plain";
  // A caller's own graph uses its process's clock, which may be wrong, so these conversations have no deadlines.
  const isOwn = mode === ruleMode;
  const variant = isOwn && drawn === "late" ? "answered" : drawn;
  const model = `chaos-${index}`;
  const participants = fourNames.map((name) => ({
    name,
    human: name === person && (variant === "answered" || variant === "late"),
  }));
  const deadline = { answered: 600_000, late: 3000 };
  const more = {
    participants,
    seed: seed + index,
    maxTurns: 18,
    ...(!isOwn && variant in deadline && { humanTimeoutMs: deadline[variant as keyof typeof deadline] }),
    ...(variant === "metered" && {
      budget: { calls: 10_000, money: 1_000_000 },
      prices: { [`openai:${model}`]: { input: 400, output: 1600 } },
    }),
  };
  const text = `Message ${index}: and the ferry?`;
  const interjection = { turn: 2, id: `chaos-${index}`, text, now: variant === "now" };
  return { thread: `talk-${index}`, mode, variant, input: inputFor(mode, more), model, interjection };
}

export const lineOf = (participant: string, turn: number): string =>
  `I am a person, and ${createHash("sha256").update(`${participant} ${turn}`).digest("hex").slice(0, 8)} is my word.`;
