/** Why a model call failed, whether trying again can help, and what a person is told about it. */

import { isTaskCancelledError } from "cockatiel";
import { RostrumError } from "../errors.js";
import { locales } from "../locales/registry.js";
import type { Retry } from "../state/events.js";
import type { ResolvedModel } from "./model-call.js";
import type { ModelRequest } from "./request.js";

export class EmptyAnswerError extends Error {
  override readonly name = "EmptyAnswerError";
  constructor() {
    super("the answer was empty");
  }
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

const connectionCodes = new Set([
  "ECONNREFUSED",
  "ECONNRESET",
  "ENOTFOUND",
  "EAI_AGAIN",
  "ETIMEDOUT",
  "EPIPE",
  "EHOSTUNREACH",
]);
const connectionNames = new Set(["APIConnectionError", "APIConnectionTimeoutError"]);

/** Whether no answer came at all: the address is wrong, or nobody listens there. */
function isUnreachable(error: unknown): boolean {
  return chainOf(error).some((each) => {
    const { code, name } = each as { code?: unknown; name?: string };
    return (
      connectionCodes.has(String(code)) ||
      [name, each.constructor.name].some((known) => connectionNames.has(`${known}`))
    );
  });
}

/** Overload, a broken line or a slow answer may pass; a refused key or a request that is too long will not. */
export function isWorthRetrying(error: unknown): boolean {
  if (isTaskCancelledError(error) || error instanceof EmptyAnswerError) return true;
  const status = fieldOf(error, "status");
  if (typeof status === "number") return status === 408 || status === 409 || status === 429 || status >= 500;
  const text = chainOf(error)
    .map((each) => String((each as Error).message))
    .join(" ");
  // What came was no whole answer: a server in trouble sends half of one, or a page.
  const isGarbled = chainOf(error).some(({ name }: { name?: string }) => name === "SyntaxError");
  return (
    isUnreachable(error) ||
    isGarbled ||
    /terminated|premature close|socket hang up|fetch failed|timed? ?out/i.test(text)
  );
}

const tooLongCodes = new Set(["context_length_exceeded", "string_above_max_length"]);

/** How providers without a code of their own say it. */
const tooLongWords =
  /context (?:length|window|size)|maximum context|prompt is too long|input is too long|too many (?:input )?tokens|reduce the length/i;

export function isTooLong(error: unknown): boolean {
  const status = fieldOf(error, "status");
  if (status !== undefined && status !== 400 && status !== 413 && status !== 422) return false;
  if (tooLongCodes.has(String(fieldOf(error, "code")))) return true;
  return chainOf(error).some(
    (each) => (each as Error).name === "ContextOverflowError" || tooLongWords.test(String((each as Error).message)),
  );
}

/** What must not be shown: the environment's keys, which a server's complaint may echo, and passwords in addresses. */
function secretsInEnvironment(): string[] {
  const named = Object.entries(process.env).filter(([name]) => /(KEY|TOKEN|SECRET|PASSWORD)/i.test(name));
  const addresses = Object.entries(process.env).filter(
    ([name, value]) => /_URL$/.test(name) && URL.canParse(value ?? ""),
  );
  const inAddresses = addresses.flatMap(([, value]) => {
    const { password, searchParams } = new URL(value ?? "");
    return [password, ...searchParams.values()];
  });
  // A key is sent without the blanks around it.
  return [...named.map(([, value]) => value?.trim() ?? ""), ...inAddresses].filter((secret) => secret.length > 3);
}

function withoutSecrets(text: string, secrets = secretsInEnvironment()): string {
  return secrets.reduce((shown, secret) => shown.split(secret).join("[secret]"), text);
}

function printable(error: unknown): Error {
  const { name, message, stack } = error instanceof Error ? error : new Error(String(error));
  const secrets = secretsInEnvironment();
  const shown = { name, stack: withoutSecrets(stack ?? "", secrets) };
  const copy = Object.assign(new Error(withoutSecrets(message, secrets)), shown);
  const kept = ["status", "code"].map((field) => [field, fieldOf(error, field)]);
  return Object.assign(copy, Object.fromEntries(kept.filter(([, value]) => value !== undefined)));
}

/** Whether it is a model call that failed after all tries: a matter of luck or of the provider, and not of the input. */
export const isFailedCall = (error: unknown): error is RostrumError<"model-call-failed"> =>
  RostrumError.isInstance(error) && error.code === "model-call-failed";

/** Whether the provider refused the key: then every other call will fail as well. */
export function isRefused(error: unknown): boolean {
  const status = fieldOf(error, "status");
  return status === 401 || status === 403;
}

/** A longer reason is told in part: some providers answer with a whole page. In characters. */
const longestReason = 200;

/** Why a try came to nothing, for whoever watches. */
export function causeOf(error: unknown): Pick<Retry, "reason" | "status"> {
  const status = fieldOf(error, "status");
  return { reason: reasonOf(error), status: typeof status === "number" ? status : null };
}

/** The innermost reason of a failure, in one short line and without secrets. */
function reasonOf(error: unknown): string {
  const messages = chainOf(error)
    .map((each) => (each as Error).message)
    .filter(Boolean);
  const coded = fieldOf(error, "code");
  const whole = messages.at(-1) || (typeof coded === "string" ? coded : "") || String(error);
  const status = fieldOf(error, "status");
  const page = typeof status === "number" ? `HTTP ${status}` : "a page in place of an answer";
  const isPage = /^\s*<(?:!doctype|html|head|body)\b/i.test(whole);
  const shown = [...withoutSecrets(isPage ? page : (whole.trim().split(/[\r\n]/)[0] ?? whole))];
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
