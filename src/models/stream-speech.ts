/** Streams an answer as a speech: cleaned, and without a reasoning model's thinking. */
import type { AIMessageChunk } from "@langchain/core/messages";
import type { Fault } from "../state/records.js";
import type { Cleaner } from "../text/clean-speech.js";
import { stripThinking } from "../text/read-answer.js";
import type { UsageMeter } from "../usage/usage-meter.js";
import { EmptyAnswerError } from "./call-failure.js";

export interface Speech {
  readonly text: string;
  readonly raw: string;
  readonly faults: readonly Fault[];
}

export interface Listener {
  /** An attempt starts, numbered from 1. It voids the pieces of the attempts before it. */
  attempt(number: number): void;
  piece(text: string): Promise<void> | void;
}

/** Yields the whole answer so far after every chunk. */
export async function* accumulate(chunks: AsyncIterable<AIMessageChunk>, meter: UsageMeter): AsyncGenerator<string> {
  let answer = "";
  for await (const chunk of chunks) {
    meter.count(chunk);
    answer += chunk.text;
    yield answer;
  }
}

/**
 * Passes an answer to the listener piece by piece, cleaned. `answers` yields the whole answer so far, again and again.
 *
 * @throws EmptyAnswerError if cleaning leaves nothing, unless `allowEmpty` is set.
 */
export async function streamSpeech(
  answers: AsyncIterable<string>,
  clean: Cleaner,
  listener: Listener,
  { allowEmpty = false } = {},
): Promise<Speech> {
  let raw = "";
  let text = "";
  let faults: readonly Fault[] = [];
  const passOn = async (isWhole: boolean) => {
    const answer = normalizeAnswer(raw);
    const cleaned = clean(!isWhole && mayStartThinking(answer) ? "" : answer, isWhole);
    faults = cleaned.faults;
    if (cleaned.text.length > text.length) await listener.piece(cleaned.text.slice(text.length));
    text = cleaned.text;
  };
  for await (raw of answers) await passOn(false);
  await passOn(true);
  if (text === "" && !allowEmpty) throw new EmptyAnswerError();
  return { text, raw, faults };
}

/** Removes thinking and normalizes line breaks. Cleaning expects this form. */
export const normalizeAnswer = (raw: string) => stripThinking(raw).replace(/\r\n?/g, "\n");

function mayStartThinking(answer: string): boolean {
  const start = answer.trimStart().toLowerCase();
  return "<thinking>".startsWith(start) || "<think>".startsWith(start);
}
