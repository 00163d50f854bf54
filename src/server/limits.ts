/** How much one request may ask for. Set by whoever runs the server; the bounds of the fields hold in any case. */
import { z } from "zod";

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

/** Throws where a limit is no whole number from 1 on: a server without the limit that was meant should not run. */
export function readLimits(environment: Readonly<Record<string, string | undefined>>): Limits {
  const given = Object.entries(environment).filter(([name, value]) => name in limitsSchema.shape && value !== "");
  const read = limitsSchema.safeParse(Object.fromEntries(given));
  if (!read.success) throw new Error(`${String(read.error.issues[0]?.path[0])}: must be a whole number from 1 on`);
  const { ROSTRUM_MAX_PARTICIPANTS, ROSTRUM_MAX_TURNS, ROSTRUM_MAX_CHARACTERS } = read.data;
  return { participants: ROSTRUM_MAX_PARTICIPANTS, turns: ROSTRUM_MAX_TURNS, characters: ROSTRUM_MAX_CHARACTERS };
}

/**
 * Why a request's body is too much; undefined where it is not. Conversations are begun in many ways (runs, states, assistants,
 * resumptions), so that the fields are looked for wherever they may be.
 */
export function excessIn(body: unknown, limits: Limits): string | undefined {
  let characters = 0;
  const pending: unknown[] = [body];
  while (pending.length > 0) {
    const value = pending.pop();
    if (typeof value === "string") characters += value.length;
    if (characters > limits.characters) return `the texts have more than ${limits.characters} characters together`;
    if (typeof value !== "object" || value === null) continue;
    const { participants, maxTurns, webhook } = value as Readonly<Record<string, unknown>>;
    if (Array.isArray(participants) && participants.length > limits.participants)
      return `participants: at most ${limits.participants} on this server`;
    if (typeof maxTurns === "number" && maxTurns > limits.turns)
      return `maxTurns: at most ${limits.turns} on this server`;
    // It would have the server call any address, its own network's included.
    if (typeof webhook === "string") return "webhook: runs on this server cannot name an address";
    pending.push(...Object.values(value));
  }
  return undefined;
}
