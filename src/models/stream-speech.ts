/** Says an answer while it comes: cleaned, and without what a reasoning model thinks aloud. */
import type { AIMessageChunk } from "@langchain/core/messages";
import type { Fault } from "../state/correction.js";
import type { Cleaner } from "../text/clean-speech.js";
import { stripThinking } from "../text/strip-thinking.js";
import type { UsageMeter } from "../usage/usage-meter.js";
import { EmptyAnswerError } from "./call-failure.js";

/** A speech: `text` is what was clean of it. */
export interface Speech {
  readonly text: string;
  /** What the model answered, to the letter. */
  readonly raw: string;
  readonly faults: readonly Fault[];
}

/** Hears a speech as it comes. */
export interface Listener {
  /** A try begins; over 1 when the one before broke off and its pieces are void. */
  attempt(number: number): void;
  piece(text: string): Promise<void> | void;
}

/** An answer as it grows with its chunks. */
export async function* growing(chunks: AsyncIterable<AIMessageChunk>, meter: UsageMeter): AsyncGenerator<string> {
  let answer = "";
  for await (const chunk of chunks) {
    meter.count(chunk);
    answer += chunk.text;
    yield answer;
  }
}

/** Says an answer as it comes, as far as it is clean. Throws where nothing is left of it, unless that may be. */
export async function sayAsItComes(
  answers: AsyncIterable<string>,
  clean: Cleaner,
  listener: Listener,
  { mayBeEmpty = false } = {},
): Promise<Speech> {
  let raw = "";
  let text = "";
  let faults: readonly Fault[] = [];
  const tell = async (isWhole: boolean) => {
    const answer = cleanable(raw);
    const visible = clean(!isWhole && mayBeThinking(answer) ? "" : answer, isWhole);
    faults = visible.faults;
    if (visible.text.length > text.length) await listener.piece(visible.text.slice(text.length));
    text = visible.text;
  };
  for await (raw of answers) await tell(false);
  await tell(true);
  if (text === "" && !mayBeEmpty) throw new EmptyAnswerError();
  return { text, raw, faults };
}

/** What cleaning begins with. */
export const cleanable = (raw: string) => stripThinking(raw).replace(/\r\n?/g, "\n");

/** Whether what has come so far may yet turn out to be the beginning of a block of thinking. */
function mayBeThinking(answer: string): boolean {
  const start = answer.trimStart().toLowerCase();
  return "<thinking>".startsWith(start) || "<think>".startsWith(start);
}
