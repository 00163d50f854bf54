/** Why a model call failed, whether a retry can help, and the error that users see. */
import { isTaskCancelledError } from "cockatiel";
import { isRecord, type Named } from "../../base/is-record.js";
import type { ModelRequest } from "../../core/model-request.js";
import { isPage, withoutSecrets } from "../../core/text/server-text.js";
import { RostrumError } from "../../errors/rostrum-error.js";
import type { Language } from "../../words/registry.js";
import { locales } from "../../words/registry.js";
import type { ResolvedModel } from "./resolved-model.js";

export class EmptyAnswerError extends Error {
  override readonly name = "EmptyAnswerError";
}

/** The response was a web page with a success status: the address is wrong, or a proxy requires a login. */
export class WebPageError extends Error {
  override readonly name = "WebPageError";
}

type Thrown = Error & Named;

/** The error and its chain of causes. */
const chainOf = (error: unknown, outer: readonly Thrown[] = []): readonly Thrown[] =>
  isRecord(error) && !outer.includes(error as Thrown) ? chainOf(error["cause"], [...outer, error as Thrown]) : outer;

const isWebPage = (error: unknown): boolean => chainOf(error).some((each) => each instanceof WebPageError);

const fieldOf = (error: unknown, field: string) => chainOf(error).find((each) => field in each)?.[field];

/** Codes and classes of errors that mean no answer arrived. */
const noAnswer =
  /^(?:ECONNREFUSED|ECONNRESET|ENOTFOUND|EAI_AGAIN|ETIMEDOUT|EPIPE|EHOSTUNREACH|APIConnection(?:Timeout)?Error)$/;

/** Whether the address is wrong, or no server listens there. */
const isUnreachable = (error: unknown): boolean =>
  !isWebPage(error) &&
  chainOf(error).some((each) =>
    [each["code"], each.name, each.constructor.name].some((known) => noAnswer.test(String(known))),
  );

export function statusOf(error: unknown): number | undefined {
  const status = fieldOf(error, "status");
  return typeof status === "number" ? status : undefined;
}

const messagesOf = (error: unknown) => chainOf(error).map(({ message }) => String(message ?? ""));

/** The types and codes of temporary provider errors. */
const passingTypes =
  /^(?:server|api|internal|internal_server|overloaded|rate_limit|timeout|unavailable)(?:_error)?$|^(?:429|5\d\d)$/;

/** Whether the account has no credit left, which OpenAI reports with the status of a rate limit. */
const hasNoCredit = (error: unknown): boolean => chainOf(error).some(({ code }) => code === "insufficient_quota");

/**
 * Whether a retry may succeed, as after overload, a broken connection or a timeout. A rejected key or a prompt that is
 * too long fails again.
 */
export function isWorthRetrying(error: unknown): boolean {
  if (isTaskCancelledError(error) || error instanceof EmptyAnswerError) return true;
  if (hasNoCredit(error)) return false;
  const status = statusOf(error);
  if (status !== undefined) return status === 408 || status === 409 || status === 429 || status >= 500;
  // An error event in the middle of a stream has no status.
  if (["type", "code"].some((field) => passingTypes.test(String(fieldOf(error, field))))) return true;
  // The answer was incomplete: a server in trouble may send half of one, or a web page.
  const isGarbled = chainOf(error).some(({ name }) => name === "SyntaxError");
  const isBroken = /terminated|premature close|socket hang up|fetch failed|timed? ?out/i.test(
    messagesOf(error).join(" "),
  );
  return isUnreachable(error) || isGarbled || isBroken;
}

const tooLongCodes = new Set(["context_length_exceeded", "string_above_max_length"]);

/** The error messages of providers that have no code for this. */
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

/** Whether the error is a model call that failed after all attempts. The input did not cause it. */
export const isFailedCall = (error: unknown): error is RostrumError<"model-call-failed"> =>
  RostrumError.isInstance(error) && error.code === "model-call-failed";

/** Whether the provider rejected the key, or its credit is used up. Every other call would fail as well. */
export const isRefused = (error: unknown): boolean => [401, 403].includes(statusOf(error) ?? 0) || hasNoCredit(error);

/** The maximum length of a reason, in characters. Some providers answer with a whole page. */
const longestReason = 200;

/** The innermost reason of a failure, on one short line and without secrets. */
export function reasonOf(error: unknown, language: Language): string {
  const { emptyAnswer, webPage } = locales[language].errors.reasons;
  if (error instanceof EmptyAnswerError) return emptyAnswer;
  const whole = messagesOf(error).findLast(Boolean) ?? String(fieldOf(error, "code") ?? error);
  const status = statusOf(error);
  if (isWebPage(error) || isPage(whole)) return status === undefined ? webPage : `HTTP ${status}`;
  const shown = [...withoutSecrets(whole.trim().split(/[\r\n]/)[0] ?? whole)];
  const cut = shown.length > longestReason ? `${shown.slice(0, longestReason).join("")}…` : shown.join("");
  // The reason becomes part of a sentence, which has its own full stop.
  return cut.replace(/[.。]$/, "");
}

/** Creates the error of a failed call: whose call it was, its purpose and address, and how to continue. */
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
