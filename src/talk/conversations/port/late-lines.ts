/** Recognizes answers that arrived after their deadline, when the conversation had already continued. */
import type { Lines } from "../../../core/state/people.js";
import type { HistoryState } from "./history.js";
import type { AnswerOptions } from "./port.js";
import { type GraphSnapshot, isAnswer, isNobodyWaiting, isWaiting } from "./status.js";

interface LateLine {
  /** The id of the interjection. If the graph itself receives a late line, it uses the same id. */
  readonly id: string;
  readonly from: string;
  readonly text: string;
}

/** The maximum number of saved states to search for a question. */
export const maxStates = 50;

/**
 * Returns the lines as interjections; undefined unless all of them are late. A single answer without an id belongs to
 * the latest missed question.
 *
 * @param earlier - Reads the latest saved states, latest first.
 */
async function findLateLines(
  lines: Lines,
  { warnings = [] }: HistoryState,
  { as }: AnswerOptions,
  earlier: () => AsyncIterable<Pick<GraphSnapshot, "tasks" | "values">>,
): Promise<readonly LateLine[] | undefined> {
  const missed = warnings.filter(
    ({ purpose, participant }) => purpose === "speech" && (as?.includes(participant) ?? true),
  );
  if (missed.length === 0) return undefined;
  const left = new Map(isAnswer(lines) ? [] : Object.entries(lines));
  const found: LateLine[] = [];
  for await (const { tasks, values } of earlier())
    for (const { id, value } of tasks.flatMap(({ interrupts }) => interrupts).filter(isWaiting)) {
      const { turn: turnsBefore = 0 } = values as HistoryState;
      const isMissed = missed.some(
        ({ participant, turn }) => participant === value.participant && turn === turnsBefore,
      );
      const line = isAnswer(lines) ? lines : left.get(id);
      if (!isMissed || line === undefined) continue;
      const text = typeof line === "string" ? line : (line as { readonly text?: unknown }).text;
      if (typeof text !== "string") return undefined;
      found.push({ id: `late-${value.turn}`, from: value.participant, text });
      left.delete(id);
      if (left.size === 0) return found;
    }
  return undefined;
}

/** Calls `answer`. If it rejects because nobody is waiting for the lines, and all of them are late, interjects them. */
export async function answerOrInterject(
  lines: Lines,
  options: AnswerOptions,
  answer: () => Promise<void>,
  read: () => Promise<{ readonly state: HistoryState }>,
  earlier: () => AsyncIterable<Pick<GraphSnapshot, "tasks" | "values">>,
  interject: (text: string, options: Omit<LateLine, "text">) => Promise<unknown>,
): Promise<void> {
  try {
    await answer();
  } catch (error) {
    if (!isNobodyWaiting(error)) throw error;
    const late = await findLateLines(lines, (await read()).state, options, earlier);
    if (!late) throw error;
    // An empty line would only pass the turn, which is already over.
    for (const { text, ...sender } of late) if (text.trim() !== "") await interject(text, sender);
  }
}
