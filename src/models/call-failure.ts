/** Why a model call failed, whether trying again can help, and what a person is told about it. */
import { isTaskCancelledError } from "cockatiel";
import { RostrumError } from "../errors.js";
import { locales } from "../locales/registry.js";
import type { Retry } from "../state/events.js";
import { isPage, withoutSecrets } from "../text/server-text.js";
import type { ResolvedModel } from "./model-call.js";
import type { ModelRequest } from "./request.js";

export class EmptyAnswerError extends Error {
  override readonly name = "EmptyAnswerError";
  override readonly message = "the answer was empty";
}

function chainOf(error: unknown): object[] {
  const chain: object[] = [];
  for (let at = error; typeof at === "object" && at !== null && !chain.includes(at); at = (at as Error).cause)
    chain.push(at);
  return chain;
}

function fieldOf(error: unknown, field: string): unknown {
  for (const each of chainOf(error)) if (field in each) return (each as Record<string, unknown>)[field];
  return undefined;
}

const connectionCodes = /^(?:ECONNREFUSED|ECONNRESET|ENOTFOUND|EAI_AGAIN|ETIMEDOUT|EPIPE|EHOSTUNREACH)$/;
const connectionNames = /^APIConnection(?:Timeout)?Error$/;

/** Whether no answer came at all: the address is wrong, or nobody listens there. */
const isUnreachable = (error: unknown): boolean =>
  chainOf(error).some((each) => {
    const { code, name = "" } = each as { code?: unknown; name?: string };
    return (
      connectionCodes.test(String(code)) || [name, each.constructor.name].some((known) => connectionNames.test(known))
    );
  });

function statusOf(error: unknown): number | undefined {
  const status = fieldOf(error, "status");
  return typeof status === "number" ? status : undefined;
}

const messagesOf = (error: unknown) => chainOf(error).map((each) => String((each as Error).message ?? ""));

/** The types and codes of a provider's errors that may pass. */
const passingTypes =
  /^(?:server|api|internal|internal_server|overloaded|rate_limit|timeout|unavailable)(?:_error)?$|^(?:429|5\d\d)$/;

/** Overload, a broken line or a slow answer may pass; a refused key or a request that is too long will not. */
export function isWorthRetrying(error: unknown): boolean {
  if (isTaskCancelledError(error) || error instanceof EmptyAnswerError) return true;
  const status = statusOf(error);
  if (status !== undefined) return status === 408 || status === 409 || status === 429 || status >= 500;
  // An error event in mid-stream has no status.
  if (["type", "code"].some((field) => passingTypes.test(String(fieldOf(error, field))))) return true;
  // What came was no whole answer: a server in trouble sends half of one, or a page.
  const isGarbled = chainOf(error).some(({ name }: { name?: string }) => name === "SyntaxError");
  const isBroken = /terminated|premature close|socket hang up|fetch failed|timed? ?out/i.test(
    messagesOf(error).join(" "),
  );
  return isUnreachable(error) || isGarbled || isBroken;
}

const tooLongCodes = new Set(["context_length_exceeded", "string_above_max_length"]);

/** How providers without a code of their own say it. */
const tooLongWords =
  /context (?:length|window|size)|maximum context|prompt is too long|input is too long|too many (?:input )?tokens|reduce the length/i;

export function isTooLong(error: unknown): boolean {
  if (![undefined, 400, 413, 422].includes(statusOf(error))) return false;
  const isNamed = chainOf(error).some((each) => (each as Error).name === "ContextOverflowError");
  return isNamed || tooLongCodes.has(String(fieldOf(error, "code"))) || tooLongWords.test(messagesOf(error).join("\n"));
}

function printable(error: unknown): Error {
  const { name, message, stack } = error instanceof Error ? error : new Error(String(error));
  const kept = ["status", "code"].map((field) => [field, fieldOf(error, field)]);
  const known = Object.fromEntries(kept.filter(([, value]) => value !== undefined));
  return Object.assign(new Error(withoutSecrets(message)), { name, stack: withoutSecrets(stack ?? ""), ...known });
}

/** Whether it is a model call that failed after all tries: a matter of luck or of the provider, and not of the input. */
export const isFailedCall = (error: unknown): error is RostrumError<"model-call-failed"> =>
  RostrumError.isInstance(error) && error.code === "model-call-failed";

/** Whether the provider refused the key: then every other call will fail as well. */
export const isRefused = (error: unknown): boolean => [401, 403].includes(statusOf(error) ?? 0);

/** A longer reason is told in part: some providers answer with a whole page. In characters. */
const longestReason = 200;

/** Why a try came to nothing, for whoever watches. */
export const causeOf = (error: unknown): Pick<Retry, "reason" | "status"> => ({
  reason: reasonOf(error),
  status: statusOf(error) ?? null,
});

/** The innermost reason of a failure, in one short line and without secrets. */
function reasonOf(error: unknown): string {
  const coded = fieldOf(error, "code");
  const whole = messagesOf(error).findLast(Boolean) ?? (typeof coded === "string" ? coded : String(error));
  const status = statusOf(error);
  const page = status === undefined ? "a page in place of an answer" : `HTTP ${status}`;
  const shown = [...withoutSecrets(isPage(whole) ? page : (whole.trim().split(/[\r\n]/)[0] ?? whole))];
  const cut = shown.length > longestReason ? `${shown.slice(0, longestReason).join("")}…` : shown.join("");
  // The sentence it becomes part of has a full stop of its own.
  return cut.replace(/[.。]$/, "");
}

/** The error that a failed call ends in: whose call, for what, where it went, and how to go on. */
export function explainFailure(
  error: unknown,
  request: ModelRequest,
  { label: model, endpoint }: ResolvedModel,
  thread: string | undefined,
): RostrumError<"model-call-failed"> {
  const { purpose, turn, language } = request;
  const fault = isUnreachable(error) ? "unreachable" : isTooLong(error) ? "too-long" : "failed";
  const whose = "self" in request ? { participant: request.self.name } : {};
  const failure = { purpose, turn, model, endpoint, fault, reason: reasonOf(error), thread, ...whose } as const;
  return new RostrumError("model-call-failed", { ...failure, cause: printable(error) }, locales[language].errors);
}
