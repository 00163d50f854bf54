/** Limits the length of models' answers and tools' results, so that an endless answer cannot fill the storage. */
import type { RunSettings } from "../../core/state/run-settings.js";
import { cutText } from "../../core/text/cut.js";
import { locales } from "../../words/registry.js";
import { type CallContext, type ModelCall, participantOf } from "./model-call.js";

/**
 * If `isTooLong` is true, the text is only the beginning of the answer, and must not be parsed as if it were complete.
 */
export interface WholeAnswer {
  readonly text: string;
  readonly isTooLong: boolean;
}

export const lengthLimitOf = ({ maxAnswerLength = 100_000 }: RunSettings): number => maxAnswerLength;

export const limitLength = (text: string, limit: number): WholeAnswer => ({
  text: cutText(text, limit),
  isTooLong: text.length > limit,
});

/** Do not call this if the answer becomes a message, because the message itself records that it was cut off. */
export function warnOfCut({ request }: Pick<ModelCall, "request">, { usage, settings }: CallContext): void {
  const { purposes, longerThan } = locales[request.language].transcript;
  const reason = longerThan(purposes[request.purpose], lengthLimitOf(settings));
  usage.warnings.push({ purpose: "long-answer", participant: participantOf(request)?.name ?? "", reason });
}
