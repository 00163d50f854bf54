/**
 * Recognizes an HTTP response that is not a model's answer, such as a proxy's login page with status 200. Clients read
 * such a response in different ways: as an empty answer, as broken JSON, or as an object without fields. Node.js
 * publishes the responses to `fetch` and `node:http`, so this file recognizes them for all clients that use these,
 * including a caller's own model.
 */
import { AsyncLocalStorage } from "node:async_hooks";
import { subscribe } from "node:diagnostics_channel";
import type { ClientRequest, IncomingMessage } from "node:http";
import { chainOf } from "../../base/causes.js";
import { isRecord } from "../../base/is-record.js";
import { lazy } from "../../base/lazy.js";
import { isPage } from "../../core/text/server-text.js";
import { RostrumError } from "../../errors/rostrum-error.js";

/** Matches the content types in which providers answer. */
const modelTypes = /json|event-?stream|grpc|protobuf|octet-stream/i;

/** Thrown if the response was not a model's answer, in place of the client's error or an empty answer. */
export class ForeignAnswerError extends Error {
  override readonly name = "ForeignAnswerError";

  /** `contentType`: the content type of the response; empty if the response had none. */
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

/**
 * The latest request of a call. `contentType`: the type of its response; undefined if no response has arrived, or if
 * its status is an error.
 */
interface Latest {
  request?: object;
  contentType?: string | undefined;
}

interface UndiciEvent {
  readonly request: object;
  readonly response: { readonly statusCode: number; readonly headers: readonly (Buffer | string)[] };
}

interface HttpEvent {
  readonly request: ClientRequest;
  readonly response: IncomingMessage;
}

const isSuccess = (status = 0) => status >= 200 && status < 300;

/** Returns the value of a header from a list in which names and values alternate. */
function headerIn(headers: readonly (Buffer | string)[], wanted: string): string {
  const at = headers.findIndex((name, index) => index % 2 === 0 && String(name).toLowerCase() === wanted);
  return at < 0 ? "" : String(headers[at + 1]);
}

/**
 * Subscribes to the responses of `fetch` and of `node:http`. A response arrives outside the call's asynchronous
 * context, so the call is remembered with its request.
 */
const calls = lazy(() => {
  const current = new AsyncLocalStorage<Latest>();
  const callOf = new WeakMap<object, Latest>();
  const remember = (message: unknown) => {
    const call = current.getStore();
    if (!call) return;
    const { request } = message as { request: object };
    callOf.set(request, call);
    Object.assign(call, { request, contentType: undefined });
  };
  const receive = (request: object, status: number | undefined, contentType: string) => {
    const call = callOf.get(request);
    if (call?.request === request) call.contentType = isSuccess(status) ? contentType : undefined;
  };
  subscribe("undici:request:create", remember);
  subscribe("http.client.request.start", remember);
  subscribe("undici:request:headers", (message) => {
    const { request, response } = message as UndiciEvent;
    receive(request, response.statusCode, headerIn(response.headers, "content-type"));
  });
  subscribe("http.client.response.finish", (message) => {
    const { request, response } = message as HttpEvent;
    receive(request, response.statusCode, response.headers["content-type"] ?? "");
  });
  return current;
});

/** Whether the error says that a client tried to parse a web page as JSON. */
const quotesPage = (error: unknown): boolean =>
  isPage(/Unexpected token '<', "(.*)/s.exec(isRecord(error) ? String(error["message"]) : "")?.[1] ?? "");

/** Whether a client failed because the response lacks a field. Most clients read `choices[0].message` unchecked. */
const missesField = (error: unknown): boolean =>
  chainOf(error).some(
    (each) =>
      each instanceof TypeError && /^Cannot read propert|(?:undefined|null)\b.* is not iterable/.test(each.message),
  );

/** Whether the error is not about the response: a timeout, a cancellation, or an error of Rostrum's own. */
const isUnrelated = (error: unknown): boolean =>
  RostrumError.isInstance(error) ||
  chainOf(error).some((each) => /abort|cancel|timeout/i.test(`${each.name} ${each.constructor?.name}`));

/**
 * Makes a call to a model. `call` returns an empty text if there is no answer. It must not call an agent, because an
 * agent's tools may request web pages.
 *
 * @throws {ForeignAnswerError} if the call fails or has no answer, and its latest request was not answered by a model
 * or was answered without the fields of a model's answer.
 */
export async function rejectForeignAnswer<Result>(call: () => Promise<Result>): Promise<Result> {
  const latest: Latest = {};
  const isForeign = () => latest.contentType !== undefined && !modelTypes.test(latest.contentType);
  let failure: unknown;
  try {
    const result = await calls().run(latest, call);
    if (result !== "" || !isForeign()) return result;
  } catch (error) {
    if (isUnrelated(error)) throw error;
    if (quotesPage(error)) throw new ForeignAnswerError("text/html", error);
    const isIncomplete = latest.contentType !== undefined && missesField(error);
    if (!isForeign() && !isIncomplete) throw error;
    failure = error;
  }
  throw new ForeignAnswerError(latest.contentType ?? "", failure);
}
