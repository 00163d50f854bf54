/**
 * Recognizes HTTP responses that are not a model's answer, such as a proxy's login page with status 200. Clients
 * interpret such a response in different ways: as an empty answer, as broken JSON, or as an object without fields.
 */
import { createWatcher } from "#platform.js";
import { chainOf } from "../../base/causes.js";
import { isRecord } from "../../base/is-record.js";
import { lazy } from "../../base/lazy.js";
import { isPage } from "../../core/text/server-text.js";
import { RostrumError } from "../../errors/rostrum-error.js";

const modelTypes = /json|event-?stream|grpc|protobuf|octet-stream/i;

/** Thrown instead of the client's error or an empty answer if the response was not a model's answer. */
export class ForeignAnswerError extends Error {
  override readonly name = "ForeignAnswerError";

  /** @param contentType - The response's content type; empty if the response had none. */
  constructor(
    readonly contentType: string,
    cause: unknown,
  ) {
    const problem = cause instanceof TypeError ? `: ${cause.message}` : "";
    super(`the response was ${contentType || "without a content type"}${problem}`, { cause });
  }

  get isWebPage(): boolean {
    return /html/i.test(this.contentType);
  }

  /** Whether the response had the content type of a model's answer, but not its fields. */
  get isIncomplete(): boolean {
    return modelTypes.test(this.contentType);
  }
}

const watcher = lazy(createWatcher);

const quotesPage = (error: unknown): boolean =>
  isPage(/Unexpected token '<', "(.*)/s.exec(isRecord(error) ? String(error["message"]) : "")?.[1] ?? "");

/**
 * Clients throw these errors if the answer lacks fields that they read without a check, such as `choices[0].message`.
 */
const missesField = (error: unknown): boolean =>
  chainOf(error).some(
    (each) =>
      each instanceof TypeError && /^Cannot read propert|(?:undefined|null)\b.* is not iterable/.test(each.message),
  );

/** Timeouts, cancellations and Rostrum's own errors say nothing about the response. */
const isUnrelated = (error: unknown): boolean =>
  RostrumError.isInstance(error) ||
  chainOf(error).some((each) => /abort|cancel|timeout/i.test(`${each.name} ${each.constructor?.name}`));

/**
 * Returns the result of `call`, which is an empty text if there is no answer. `call` must not use an agent, because an
 * agent's tools may request web pages, and such a page could be taken for the model's response.
 *
 * @throws {ForeignAnswerError} if the call fails or has no answer, and its latest response did not come from a model or
 * lacks the fields of a model's answer.
 */
export async function rejectForeignAnswer<Result>(call: () => Promise<Result>): Promise<Result> {
  const watched = watcher()(call);
  const isForeign = () => {
    const type = watched.contentType();
    return type !== undefined && !modelTypes.test(type);
  };
  let failure: unknown;
  try {
    const result = await watched.result;
    if (result !== "" || !isForeign()) return result;
  } catch (error) {
    if (isUnrelated(error)) throw error;
    if (quotesPage(error)) throw new ForeignAnswerError("text/html", error);
    const isIncomplete = watched.contentType() !== undefined && missesField(error);
    if (!isForeign() && !isIncomplete) throw error;
    failure = error;
  }
  throw new ForeignAnswerError(watched.contentType() ?? "", failure);
}
