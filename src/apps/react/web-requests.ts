import type { FollowedEvent, FollowOptions } from "../../talk/conversations/port/port.js";
import type { TypingEvent } from "../web/typing.js";
import { everySecond } from "./every-second.js";
import { RequestError } from "./request-error.js";
import { readServerSent } from "./server-sent.js";
import type { ConnectionListener } from "./source.js";

/** How long the server may take to accept a request for events, in seconds. */
const patience = 8;

/** The heartbeat interval, in milliseconds, to assume for a server that does not announce one. */
const usualHeartbeat = 15_000;

export interface WebRequestOptions {
  /** Returns the next request's headers, in addition to those that Rostrum sets. Default: no further headers. */
  readonly headers?: (() => Readonly<Record<string, string>>) | undefined;
  readonly readJson?: (text: string) => unknown;
  readonly send?: (address: string, options: RequestInit) => Promise<Response>;
}

type Failed = Partial<Pick<RequestError, "message" | "problems" | "code">>;

function brokenOff(error: unknown): never {
  throw error instanceof RequestError ? error : new RequestError((error as Error).message, 0);
}

export const pathOf = (thread: string, path = ""): string =>
  `conversations/${encodeURIComponent(thread)}${path && `/${path}`}`;

const sendOverNetwork = (address: string, options: RequestInit) => fetch(address, options);

/** @param api - The address of the API, with a slash at its end. */
export function webRequests(
  api: string,
  { headers = () => ({}), readJson = JSON.parse, send = sendOverNetwork }: WebRequestOptions = {},
) {
  const errorOf = async (answer: Response): Promise<RequestError> => {
    const failed = (await answer
      .text()
      .then(readJson)
      .catch(() => ({}))) as Failed;
    // Over HTTP/2, a status has no text.
    const message = failed.message ?? (answer.statusText || String(answer.status));
    return new RequestError(message, answer.status, failed.problems, failed.code);
  };

  async function call<Answer>(path: string, method = "GET", body?: unknown): Promise<Answer> {
    const sent = body === undefined ? {} : { body: JSON.stringify(body) };
    const type = body === undefined ? {} : { "content-type": "application/json" };
    const answer = await send(api + path, { method, headers: { ...headers(), ...type }, ...sent }).catch(brokenOff);
    if (!answer.ok) throw await errorOf(answer);
    return (answer.status === 204 ? undefined : await answer.text().then(readJson).catch(brokenOff)) as Answer;
  }

  async function* follow(
    thread: string,
    { after = 0, signal, ...listener }: FollowOptions & ConnectionListener = {},
  ): AsyncGenerator<FollowedEvent, void> {
    const connection = new AbortController();
    const cut = () => connection.abort();
    if (signal?.aborted) cut();
    signal?.addEventListener("abort", cut);
    let stop = everySecond((seconds) => {
      if (seconds >= patience) cut();
    });
    try {
      const answer = await send(`${api}${pathOf(thread, "events")}?after=${after}`, {
        headers: { ...headers(), accept: "text/event-stream" },
        signal: connection.signal,
      });
      if (!answer.ok || !answer.body) throw await errorOf(answer);
      const heartbeat = Number(answer.headers.get("heartbeat-ms") ?? usualHeartbeat) / 1000;
      const [suspicious, dead] = [Math.ceil((heartbeat * 8) / 3), Math.ceil((heartbeat * 16) / 3)];
      let isQuiet = false;
      const count = () =>
        everySecond((seconds) => {
          if (seconds >= dead) return cut();
          isQuiet = seconds >= suspicious;
          if (isQuiet) listener.onQuiet?.({ kind: "quiet", seconds, left: dead - seconds });
        });
      stop();
      stop = count();
      for await (const data of readServerSent(textOf(answer.body))) {
        stop();
        stop = count();
        if (isQuiet) listener.onQuiet?.(null);
        isQuiet = false;
        if (data === null) continue;
        const event = readJson(data) as FollowedEvent | TypingEvent;
        if (event.type === "typing") listener.onTyping?.(event.participant);
        else yield event;
      }
    } catch (error) {
      if (!signal?.aborted) brokenOff(error);
    } finally {
      stop();
      cut();
      signal?.removeEventListener("abort", cut);
    }
  }

  return { call, follow };
}

/** Uses a reader, because some browsers cannot iterate over a stream. */
async function* textOf(body: ReadableStream<Uint8Array>): AsyncGenerator<string, void> {
  const decoder = new TextDecoder();
  const reader = body.getReader();
  for (let read = await reader.read(); !read.done; read = await reader.read())
    yield decoder.decode(read.value, { stream: true });
}
