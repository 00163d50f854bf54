/** Recognizes answers of people whose time had run out when they answered, so that the conversation had continued. */
import type { Lines } from "../../../core/state/people.js";
import { defaultLanguage, locales } from "../../../words/registry.js";
import type { HistoryState } from "./history.js";
import { type GraphSnapshot, isAnswer, isNobodyWaiting, isWaiting } from "./status.js";

interface LateLine {
  /** The id for the interjection. The graph uses the same id for a late line that it receives itself. */
  readonly id: string;
  readonly from: string;
  readonly text: string;
}

/** How many saved states to search for a question. */
export const maxStates = 50;

/**
 * Returns the lines as interjections; undefined if not all of them are late.
 *
 * @param earlier - Reads the latest saved states, the latest first. They contain the questions.
 */
async function findLateLines(
  lines: Lines,
  { warnings = [], language = defaultLanguage, humanTimeoutMs }: HistoryState,
  earlier: () => AsyncIterable<Pick<GraphSnapshot, "tasks">>,
): Promise<readonly LateLine[] | undefined> {
  if (humanTimeoutMs === undefined) return undefined;
  const reason = locales[language].transcript.noAnswer(humanTimeoutMs);
  const missed = warnings.filter((warning) => warning.reason === reason);
  const found: LateLine[] = [];
  const add = ({ participant: from, turn }: { participant: string; turn: number }, line: unknown) => {
    const text = typeof line === "string" ? line : (line as { readonly text?: unknown }).text;
    if (typeof text !== "string") return false;
    found.push({ id: `late-${turn}`, from, text });
    return true;
  };
  const latest = missed.at(-1);
  if (!latest) return undefined;
  if (isAnswer(lines)) return add(latest, lines) ? found : undefined;
  const left = new Map(Object.entries(lines));
  for await (const { tasks } of earlier())
    for (const { id, value } of tasks.flatMap(({ interrupts }) => interrupts).filter(isWaiting)) {
      const line = left.get(id);
      if (!left.delete(id)) continue;
      const isMissed = missed.some(({ participant, turn }) => participant === value.participant && turn === value.turn);
      if (!isMissed || !add(value, line)) return undefined;
    }
  return left.size === 0 ? found : undefined;
}

/**
 * Calls `answer`. If it rejects because the conversation no longer waits for these lines, and they are late, calls
 * `interject` with each of them instead.
 */
export async function answerOrInterject(
  lines: Lines,
  answer: () => Promise<void>,
  read: () => Promise<{ readonly state: HistoryState }>,
  earlier: () => AsyncIterable<Pick<GraphSnapshot, "tasks">>,
  interject: (text: string, options: Omit<LateLine, "text">) => Promise<unknown>,
): Promise<void> {
  try {
    await answer();
  } catch (error) {
    if (!isNobodyWaiting(error)) throw error;
    const late = await findLateLines(lines, (await read()).state, earlier);
    if (!late) throw error;
    // An empty line passes the turn, which is over.
    for (const { text, ...options } of late) if (text.trim() !== "") await interject(text, options);
  }
}
