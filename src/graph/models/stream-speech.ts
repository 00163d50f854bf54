/** Streams an answer as a speech: cleaned, and without a reasoning model's thinking. */
import type { AIMessageChunk, BaseMessage } from "@langchain/core/messages";
import type { Cleaner } from "../../core/text/clean-speech.js";
import { stripThinking } from "../../core/text/read-answer.js";
import type { UsageMeter } from "../../core/usage/usage-meter.js";
import type { Fault } from "../../records/correction.js";
import { EmptyAnswerError } from "./call-failure.js";

export interface Speech {
  readonly text: string;
  readonly raw: string;
  readonly faults: readonly Fault[];
}

export interface Listener {
  /** An attempt starts. It voids the pieces of the attempts before it. */
  begin(): void;
  piece(text: string): Promise<void> | void;
}

/** An answer that is coming in. */
export interface Answer {
  /** Yields the whole text so far, again and again. */
  readonly texts: AsyncIterable<string> | Iterable<string>;
  /** Whether the provider ended the answer at its limit of tokens. Known at the end. */
  readonly isCutOff: boolean;
}

/** Whether a message says that its provider cut it off, in the words of whichever provider. */
export const saysCutOff = ({ response_metadata: metadata = {} }: BaseMessage): boolean =>
  ["finish_reason", "stop_reason", "finishReason", "done_reason"].some((field) =>
    /^(?:length|max_tokens)$/i.test(String(metadata[field])),
  );

export function readAnswer(chunks: AsyncIterable<AIMessageChunk>, meter: UsageMeter): Answer {
  const answer = { texts: accumulate(), isCutOff: false };
  async function* accumulate(): AsyncGenerator<string> {
    let text = "";
    for await (const chunk of chunks) {
      meter.count(chunk);
      answer.isCutOff ||= saysCutOff(chunk);
      text += chunk.text;
      yield text;
    }
  }
  return answer;
}

/** Every reading of an answer reads all of it. It waits until there is this much more, so that the work grows as the answer does. */
const growth = 1.005;

/** The texts that are long enough for another reading, and the last one. */
export async function* inStrides(texts: Answer["texts"]): AsyncGenerator<string> {
  let latest = "";
  let read = 0;
  for await (latest of texts) {
    if (latest.length < read * growth) continue;
    read = latest.length;
    yield latest;
  }
  if (latest.length > read) yield latest;
}

const isBlank = (text: string) => !/[^\s\p{Cc}\p{Cf}\p{Default_Ignorable_Code_Point}]/u.test(text);

/** A copy in memory of its own. V8's slices share the memory of the whole speech, which would live as long as any piece. */
const ownCopy = (slice: string) => Buffer.from(slice, "utf16le").toString("utf16le");

/**
 * Passes an answer to the listener piece by piece, cleaned. If the beginning turns out to be thinking, `begin` voids it.
 *
 * @throws EmptyAnswerError if cleaning leaves nothing that can be seen, unless `allowEmpty` is set.
 */
export async function streamSpeech(
  answer: Answer,
  createCleaner: () => Cleaner,
  listener: Listener,
  { allowEmpty = false } = {},
): Promise<Speech> {
  let raw = "";
  let text = "";
  let cleanedAnswer = "";
  let faults: readonly Fault[] = [];
  let clean = createCleaner();
  const passOn = async (isWhole: boolean) => {
    const coming = normalizeAnswer(raw);
    const answered = !isWhole && mayStartThinking(coming) ? "" : coming;
    if (!answered.startsWith(cleanedAnswer)) {
      clean = createCleaner();
      if (text !== "") listener.begin();
      text = "";
    }
    cleanedAnswer = answered;
    const cleaned = clean(answered, isWhole);
    faults = cleaned.faults;
    const visible = isBlank(cleaned.text) ? "" : cleaned.text;
    if (visible.length > text.length) await listener.piece(ownCopy(visible.slice(text.length)));
    text = visible;
  };
  for await (raw of inStrides(answer.texts)) await passOn(false);
  await passOn(true);
  if (text === "" && !allowEmpty) throw new EmptyAnswerError();
  return { text, raw, faults: answer.isCutOff ? [...faults, "cut-off"] : faults };
}

/**
 * Removes thinking and normalizes line breaks, as cleaning expects. If the first tag closes a block, the block's beginning was not
 * marked, as some servers leave it.
 */
export function normalizeAnswer(raw: string): string {
  const tag = /<(\/?)think(?:ing)?>/i.exec(raw);
  const rest = tag?.[1] ? raw.slice(tag.index + tag[0].length) : raw;
  return stripThinking(rest).replace(/\r\n?/g, "\n");
}

function mayStartThinking(answer: string): boolean {
  const start = answer.trimStart().toLowerCase();
  return "<thinking>".startsWith(start) || "<think>".startsWith(start);
}
