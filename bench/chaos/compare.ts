import type { Held } from "./hold.js";

export interface Difference {
  readonly thread: string;
  readonly isUnequal: boolean;
  readonly lostMessages: number;
  readonly doubledMessages: number;
  readonly lostEvents: number;
  readonly doubledEvents: number;
  readonly lostInterjections: number;
  readonly doubledInterjections: number;
  /** Calls that the endpoint received but that the conversation did not count; always 0 without a budget. */
  readonly uncountedCalls: number;
  /** Calls that the conversation counted but that the endpoint did not receive. */
  readonly doubledCalls: number;
  readonly calls: number;
  readonly repeatedCalls: number;
  readonly notes: readonly string[];
}

/** Fields that depend on the clock, or on how often calls were repeated. */
const varying = new Set(["time", "deadline", "usage", "startedAt", "endedAt"]);

const contentOf = ({ document, events }: Held) =>
  JSON.stringify(
    [document.messages, document.decisions, document.stopReason, document.results, document.finalDecision, events],
    (field, value) => (varying.has(field) ? undefined : value),
  );

const doubles = (ids: readonly unknown[]) => ids.length - new Set(ids).size;

const missing = (wanted: readonly unknown[], found: readonly unknown[]) => {
  const known = new Set(found);
  return wanted.filter((id) => !known.has(id)).length;
};

export function compareTalks(held: Held, whole: Held): Difference {
  const { talk, document, received, events, calls } = held;
  const ids = document.messages.map(({ id }) => id);
  const sequences = received.map(({ sequence }) => sequence);
  const delivered = document.interjections.map(({ id }) => id);
  const counted = document.usage.rows.reduce((sum, row) => sum + row.calls, 0);
  const isFollowed = talk.variant !== "late";
  // The outcome of an interrupted turn depends on when it was interrupted.
  const isComparable = talk.variant !== "now";
  const expected = whole.document.interjections.map(({ id }) => id);
  const [mine, other] = [contentOf(held), contentOf(whole)];
  const difference = {
    isUnequal: isComparable && mine !== other,
    lostMessages: isComparable
      ? missing(
          whole.document.messages.map(({ id }) => id),
          ids,
        )
      : 0,
    doubledMessages: doubles(ids),
    lostEvents: isFollowed
      ? missing(
          events.map(({ sequence }) => sequence),
          sequences,
        )
      : 0,
    doubledEvents: doubles(sequences),
    lostInterjections: missing(expected, delivered),
    doubledInterjections: doubles(delivered),
    // Without a budget, charges are saved only at the end of each step, so a crash can lose some.
    uncountedCalls: talk.variant === "metered" ? Math.max(0, calls.length - counted) : 0,
    doubledCalls: Math.max(0, counted - calls.length),
  };
  const wrong = Object.entries(difference).filter(([, count]) => Number(count) > 0);
  const notes = wrong.map(([what, count]) => `${what} ${count} (${talk.mode}, ${talk.variant})`);
  if (difference.isUnequal) {
    const at = [...mine].findIndex((letter, index) => letter !== other[index]);
    notes.push(...[mine, other].map((content) => `…${content.slice(Math.max(0, at - 150), at + 250)}`));
  }
  const repeatedCalls = calls.length - whole.calls.length;
  return { thread: talk.thread, ...difference, calls: calls.length, repeatedCalls, notes };
}
