/** Watches the responses to requests that `fetch` or `node:http` sends. Node.js publishes events for both. */
import { AsyncLocalStorage } from "node:async_hooks";
import { subscribe } from "node:diagnostics_channel";
import type { ClientRequest, IncomingMessage } from "node:http";

/** `contentType` is undefined until a successful response to `request` arrives. */
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

/** In `headers`, names and values alternate. */
function headerIn(headers: readonly (Buffer | string)[], wanted: string): string {
  const at = headers.findIndex((name, index) => index % 2 === 0 && String(name).toLowerCase() === wanted);
  return at < 0 ? "" : String(headers[at + 1]);
}

/** A response arrives outside the call's asynchronous context, so the call is stored with its request. */
function subscribeToResponses() {
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
}

/**
 * `contentType` returns the content type of the response to the call's latest request: empty if the response has none,
 * and undefined if there is no successful response.
 */
type Watcher = <Result>(call: () => Promise<Result>) => {
  readonly result: Promise<Result>;
  contentType(): string | undefined;
};

export function createWatcher(): Watcher {
  const calls = subscribeToResponses();
  return (call) => {
    const latest: Latest = {};
    return { result: calls.run(latest, call), contentType: () => latest.contentType };
  };
}
