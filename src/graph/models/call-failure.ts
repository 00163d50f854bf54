import { isTaskCancelledError } from "cockatiel";
import { chainOf } from "../../base/causes.js";
import type { ModelRequest } from "../../core/model-request.js";
import { isPage, withoutSecrets } from "../../core/text/server-text.js";
import { RostrumError } from "../../errors/rostrum-error.js";
import type { Language } from "../../words/registry.js";
import { locales } from "../../words/registry.js";
import { ForeignAnswerError } from "./foreign-answer.js";
import type { ResolvedModel } from "./resolved-model.js";

export class EmptyAnswerError extends Error {
  override readonly name = "EmptyAnswerError";

  /** Whether the answer was cut off at its maximum length, usually while it contained only thinking. */
  readonly isTooLong: boolean;
  readonly isRefused: boolean;

  constructor({ isTooLong = false, isRefused = false } = {}) {
    super();
    this.isTooLong = isTooLong;
    this.isRefused = isRefused;
  }
}

const foreignIn = (error: unknown) => chainOf(error).find((each) => each instanceof ForeignAnswerError);

const fieldOf = (error: unknown, field: string) => chainOf(error).find((each) => field in each)?.[field];

const noAnswer =
  /^(?:ECONNREFUSED|ECONNRESET|ENOTFOUND|EAI_AGAIN|ETIMEDOUT|EPIPE|EHOSTUNREACH|APIConnection(?:Timeout)?Error)$/;

/** A foreign answer, such as a web page, is still an answer, so the provider does not count as unreachable. */
const isUnreachable = (error: unknown): boolean =>
  !foreignIn(error) &&
  chainOf(error).some((each) =>
    [each["code"], each.name, each.constructor.name].some((known) => noAnswer.test(String(known))),
  );

export function statusOf(error: unknown): number | undefined {
  const status = fieldOf(error, "status");
  return typeof status === "number" ? status : undefined;
}

/** For traces: the provider's status or code, or the error's name. */
export function typeOf(error: unknown): string {
  const { name } = error instanceof Error ? error : new Error();
  return String(fieldOf(error, "status") ?? fieldOf(error, "code") ?? name);
}

const messagesOf = (error: unknown) => chainOf(error).map(({ message }) => String(message ?? ""));

const passingTypes =
  /^(?:server|api|internal|internal_server|overloaded|rate_limit|timeout|unavailable)(?:_error)?$|^(?:429|5\d\d)$/;

/** OpenAI reports a lack of credit with the same status as a rate limit. */
const hasNoCredit = (error: unknown): boolean => chainOf(error).some(({ code }) => code === "insufficient_quota");

export function isWorthRetrying(error: unknown): boolean {
  if (error instanceof EmptyAnswerError) return !error.isTooLong;
  if (isTaskCancelledError(error)) return true;
  // The failed call belongs to a conversation that an agent runs, in which it has already been retried.
  if (chainOf(error).some(isFailedCall)) return false;
  if (hasNoCredit(error)) return false;
  // A retry would return the same thing: a login page, or another service's JSON. Any other foreign answer may come
  // from a server that is overloaded or still starting.
  const foreign = foreignIn(error);
  if (foreign) return !foreign.isWebPage && !foreign.isIncomplete;
  const status = statusOf(error);
  if (status !== undefined) return status === 408 || status === 409 || status === 429 || status >= 500;
  // If a provider reports an error in the middle of a stream, the error may have a type or a code but no status.
  if (["type", "code"].some((field) => passingTypes.test(String(fieldOf(error, field))))) return true;
  // The answer is not valid JSON, for example because an overloaded server sent only part of it or an error page.
  const isGarbled = chainOf(error).some(({ name }) => name === "SyntaxError");
  const isBroken = /terminated|premature close|socket hang up|fetch failed|timed? ?out/i.test(
    messagesOf(error).join(" "),
  );
  return isUnreachable(error) || isGarbled || isBroken;
}

const tooLongCodes = new Set(["context_length_exceeded", "string_above_max_length"]);

/** The messages of providers that have no error code for prompts that are too long. */
const tooLongWords =
  /context (?:length|window|size)|maximum context|prompt is too long|input is too long|too many (?:input )?tokens|reduce the length/i;

export function isTooLong(error: unknown): boolean {
  if (![undefined, 400, 413, 422].includes(statusOf(error))) return false;
  const isNamed = chainOf(error).some(({ name }) => name === "ContextOverflowError");
  return isNamed || tooLongCodes.has(String(fieldOf(error, "code"))) || tooLongWords.test(messagesOf(error).join("\n"));
}

function printable(error: unknown): Error {
  const { name, message, stack } = error instanceof Error ? error : new Error(String(error));
  const kept = ["status", "code"].map((field) => [field, fieldOf(error, field)]);
  const known = Object.fromEntries(kept.filter(([, value]) => value !== undefined));
  return Object.assign(new Error(withoutSecrets(message)), { name, stack: withoutSecrets(stack ?? ""), ...known });
}

export const isFailedCall = (error: unknown): error is RostrumError<"model-call-failed"> =>
  RostrumError.isInstance(error) && error.code === "model-call-failed";

/** After these errors, all other calls to the provider are expected to fail as well. */
const isRefused = (error: unknown): boolean => [401, 403].includes(statusOf(error) ?? 0) || hasNoCredit(error);

export const isFailedAlone = (error: unknown): error is RostrumError<"model-call-failed"> =>
  isFailedCall(error) && !isRefused(error);

/** In characters. Some providers send a whole page as their error message. */
const longestReason = 200;

/** One short line without secrets. */
export function reasonOf(error: unknown, language: Language): string {
  const { emptyAnswer, foreignAnswer, incompleteAnswer, onlyThinking, refused, webPage } =
    locales[language].errors.reasons;
  if (error instanceof EmptyAnswerError)
    return error.isTooLong ? onlyThinking : error.isRefused ? refused : emptyAnswer;
  const whole = messagesOf(error).findLast(Boolean) ?? String(fieldOf(error, "code") ?? error);
  const status = statusOf(error);
  const foreign = foreignIn(error);
  if (foreign?.isIncomplete) return incompleteAnswer;
  if (foreign && !foreign.isWebPage) return foreignAnswer(foreign.contentType.slice(0, longestReason));
  if (foreign || isPage(whole)) return status === undefined ? webPage : `HTTP ${status}`;
  const shown = [...withoutSecrets(whole.trim().split(/[\r\n]/)[0] ?? whole)];
  const cut = shown.length > longestReason ? `${shown.slice(0, longestReason).join("")}…` : shown.join("");
  // The reason becomes part of a sentence, which has its own period.
  return cut.replace(/[.。]$/, "");
}

/** If `thread` is given, the message explains how to resume the run. */
export function explainFailure(
  error: unknown,
  request: ModelRequest,
  { label: model, endpoint }: ResolvedModel,
  thread: string | undefined,
): RostrumError<"model-call-failed"> {
  const { purpose, turn, language } = request;
  const fault = isUnreachable(error) ? "unreachable" : isTooLong(error) ? "too-long" : "failed";
  const whose = "self" in request ? { participant: request.self.name } : {};
  const failure = { purpose, turn, model, endpoint, fault, thread, ...whose, cause: printable(error) } as const;
  const reason = reasonOf(error, language);
  return new RostrumError("model-call-failed", { ...failure, reason }, locales[language].errors);
}
