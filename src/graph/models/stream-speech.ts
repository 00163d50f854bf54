import type { BaseMessage } from "@langchain/core/messages";
import { nextTask, ownCopy } from "#platform.js";
import { isRecord } from "../../base/is-record.js";
import type { Cleaner } from "../../core/text/clean-speech.js";
import { cutText } from "../../core/text/cut.js";
import { textOf } from "../../core/text/message.js";
import { stripThinking } from "../../core/text/read-answer.js";
import type { UsageMeter } from "../../core/usage/usage-meter.js";
import type { Fault } from "../../records/correction.js";
import { limitLength } from "./answer-limit.js";
import { EmptyAnswerError } from "./call-failure.js";

export interface Speech {
  readonly text: string;
  readonly raw: string;
  readonly faults: readonly Fault[];
}

export interface Listener {
  /** Called when an attempt starts. The pieces of earlier attempts must then be discarded. */
  begin(): void;
  piece(text: string): Promise<void> | void;
}

export interface Answer {
  /** Yields the whole text so far, each time it grows. */
  readonly texts: AsyncIterable<string> | Iterable<string>;
  /** Whether the provider cut off the answer at its token limit. Only final once the answer ends. */
  readonly isCutOff: boolean;
  /** Whether the answer exceeded its length limit. Only final once the answer ends. Default: false. */
  readonly isTooLong?: boolean;
  /** Whether the model or its provider refused to answer. Only final once the answer ends. Default: false. */
  readonly isRefused?: boolean;
}

const endFields = ["finish_reason", "stop_reason", "finishReason", "done_reason", "stopReason", "reason"];

/** Providers differ in which field says why an answer ended, where the field is, and which values it has. */
const endsWith = ({ response_metadata: metadata = {} }: BaseMessage, values: RegExp): boolean =>
  [metadata, metadata["incomplete_details"], metadata["messageStop"]]
    .flatMap((place) => (isRecord(place) ? endFields.map((field) => place[field]) : []))
    .some((value) => values.test(String(value)));

export const saysCutOff = (message: BaseMessage) => endsWith(message, /^(?:length|max_(?:output_)?tokens)$/i);

const refusals = /^(?:refusal|content_filter(?:ed)?|safety|prohibited_content|guardrail_intervened)$/i;

const saysRefused = (message: BaseMessage): boolean =>
  Boolean(message.additional_kwargs["refusal"]) || endsWith(message, refusals);

/** Reads a provider's stream as the answer's text. Stops at `limit` characters, because the stream may be endless. */
export function readAnswer(chunks: AsyncIterable<BaseMessage>, meter: UsageMeter, limit: number): Required<Answer> {
  const answer = { texts: accumulate(), isCutOff: false, isTooLong: false, isRefused: false };
  async function* accumulate(): AsyncGenerator<string> {
    let text = "";
    for await (const chunk of chunks) {
      meter.count(chunk);
      answer.isCutOff ||= saysCutOff(chunk);
      answer.isRefused ||= saysRefused(chunk);
      const { text: kept, isTooLong } = limitLength(text + textOf(chunk), limit);
      text = kept;
      answer.isTooLong = isTooLong;
      yield text;
      if (isTooLong) return;
    }
  }
  return answer;
}

/**
 * Readers process the whole text each time they read. They wait until it has grown by this factor, so that the total
 * work remains proportional to the length of the answer.
 */
const growth = 1.005;

/** In characters. Larger growth is read in parts, so that other tasks can run in between. */
const longestStride = 4000;

/** Yields a text only if it has grown enough since the previous one. Always yields the final text. */
export async function* inStrides(texts: Answer["texts"]): AsyncGenerator<string> {
  let latest = "";
  let read = 0;
  for await (latest of texts) {
    if (latest.length < read * growth) continue;
    for (const stride = Math.max(longestStride, latest.length * (growth - 1)); latest.length - read > stride; ) {
      read += stride;
      yield cutText(latest, read);
      await nextTask();
    }
    read = latest.length;
    yield latest;
  }
  if (latest.length > read) yield latest;
}

const isBlank = (text: string) => !/[^\s\p{Cc}\p{Cf}\p{Default_Ignorable_Code_Point}]/u.test(text);

/**
 * Passes the cleaned text to the listener in pieces. If the text so far turns out to be thinking, calls `begin` again,
 * so that the listener discards it.
 *
 * @throws EmptyAnswerError if no visible text is left after cleaning, unless `allowEmpty` is set.
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
  if (text === "" && !allowEmpty) throw new EmptyAnswerError(answer);
  const cuts: Fault[] = [
    ...(answer.isCutOff ? (["cut-off"] as const) : []),
    ...(answer.isTooLong ? (["too-long"] as const) : []),
  ];
  return { text, raw, faults: [...faults, ...cuts] };
}

/**
 * Removes the model's thinking, and normalizes line breaks. If the first thinking tag is a closing tag, everything
 * before it counts as thinking, because some servers omit the opening tag.
 */
export function normalizeAnswer(raw: string): string {
  const tag = /<(\/?)think(?:ing)?>/i.exec(raw);
  const rest = tag?.[1] ? raw.slice(tag.index + tag[0].length) : raw;
  return stripThinking(rest).replace(/\r\n?/g, "\n");
}

function mayStartThinking(answer: string): boolean {
  const start = answer
    .trimStart()
    .slice(0, "<thinking>".length + 1)
    .toLowerCase();
  return "<thinking>".startsWith(start) || "<think>".startsWith(start);
}
