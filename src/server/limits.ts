/** How much one request may ask for. Set by whoever runs the server; the bounds of the fields hold in any case. */
import { z } from "zod";
import { type Fields, fieldsOf, valuesIn } from "./body.js";

const count = (fallback: number) => z.coerce.number().int().min(1).default(fallback);

const limitsSchema = z.object({
  ROSTRUM_MAX_PARTICIPANTS: count(100),
  ROSTRUM_MAX_TURNS: count(1000),
  ROSTRUM_MAX_CHARACTERS: count(500_000),
});

export interface Limits {
  readonly participants: number;
  readonly turns: number;
  /** In all texts of a request together. */
  readonly characters: number;
}

/** Runs that one request may begin. */
const mostRuns = 20;

/** Throws where a limit is no whole number from 1 on: a server without the limit that was meant should not run. */
export function readLimits(environment: Readonly<Record<string, string | undefined>>): Limits {
  const given = Object.entries(environment).filter(([name, value]) => name in limitsSchema.shape && value !== "");
  const read = limitsSchema.safeParse(Object.fromEntries(given));
  if (!read.success) throw new Error(`${String(read.error.issues[0]?.path[0])}: must be a whole number from 1 on`);
  const { ROSTRUM_MAX_PARTICIPANTS, ROSTRUM_MAX_TURNS, ROSTRUM_MAX_CHARACTERS } = read.data;
  return { participants: ROSTRUM_MAX_PARTICIPANTS, turns: ROSTRUM_MAX_TURNS, characters: ROSTRUM_MAX_CHARACTERS };
}

const sizeOf = (list: unknown) => (Array.isArray(list) ? list.length : 0);

/** The turns that a meeting's stages may take: a meeting goes through them whatever `maxTurns` says. */
function turnsOf(stages: readonly unknown[], castSize: number): number {
  return stages.reduce<number>((sum, stage) => {
    const { minRounds, maxRounds, speakers } = fieldsOf(stage);
    const rounds = Math.max(1, Number(minRounds) || 0, Number(maxRounds) || 0);
    return sum + rounds * Math.max(1, sizeOf(speakers) || castSize);
  }, 0);
}

/** Why the fields of one object are too much; undefined where they are not. */
function excessOf({ participants, maxTurns, stages, goto }: Fields, limits: Limits): string | undefined {
  if (sizeOf(participants) > limits.participants) return `participants: at most ${limits.participants} on this server`;
  if (Number(maxTurns) > limits.turns) return `maxTurns: at most ${limits.turns} on this server`;
  if (Array.isArray(stages) && turnsOf(stages, sizeOf(participants)) > limits.turns)
    return `stages: at most ${limits.turns} turns in all their rounds on this server`;
  if (sizeOf(goto) > limits.participants) return `goto: at most ${limits.participants} tasks on this server`;
  return undefined;
}

/** A field that stands as a pair of name and value, as updates of a state may. */
const pairOf = (value: readonly unknown[]): Fields =>
  value.length === 2 && typeof value[0] === "string" ? { [value[0]]: value[1] } : {};

/**
 * Why a request's body is too much; undefined where it is not. Conversations are begun and changed in many ways (runs, states,
 * assistants, resumptions), so that the fields are looked for at every depth.
 */
export function excessIn(body: unknown, limits: Limits): string | undefined {
  if (sizeOf(body) > mostRuns) return `at most ${mostRuns} runs can be begun by one request`;
  let characters = 0;
  for (const value of valuesIn(body)) {
    if (typeof value === "string") characters += value.length;
    if (characters > limits.characters) return `the texts have more than ${limits.characters} characters together`;
    const excess = excessOf(Array.isArray(value) ? pairOf(value) : fieldsOf(value), limits);
    if (excess) return excess;
  }
  return undefined;
}
