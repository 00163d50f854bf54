/** The connection to a LangGraph server: how requests are sent and retried, and what their failures mean. */
import { setTimeout as sleep } from "node:timers/promises";
import { Client } from "@langchain/langgraph-sdk";
import { inputProblem, invalidInput, RostrumError } from "../errors.js";
import type { ErrorParameters } from "../locales/error-words.js";

export interface RostrumClientOptions {
  /** The server's address, such as `http://127.0.0.1:2024`. */
  readonly url: string;
  /** Sent with every request as `Authorization: Bearer …`. Default: none. */
  readonly token?: string | undefined;
  /** How often in a row a lost connection is restored before `follow` gives up. Default: 10, which takes about 30 seconds. */
  readonly reconnects?: number;
  /** How long a run's event log may stay silent after `follow` joins it, in milliseconds. Default: 10,000. */
  readonly silenceMs?: number;
}

export interface Connection extends Required<Omit<RostrumClientOptions, "token">> {
  readonly sdk: Client;
}

export interface RunRef {
  readonly threadId: string;
  readonly runId: string;
}

/** What a request is about, for the message of its failure. */
interface Subject {
  readonly thread?: string;
  readonly assistant?: string;
  readonly run?: string;
}

export const reject = (...problem: Parameters<typeof inputProblem>) => invalidInput([inputProblem(...problem)]);

function readUrl(given: string): string {
  const url = URL.canParse(given) ? new URL(given) : undefined;
  if (!url || !/^https?:$/.test(url.protocol)) throw reject("url", "expected", { expected: "server-address" });
  if (url.username || url.password) throw reject("url", "login-in-url", {});
  return `${url.origin}${url.pathname}`.replace(/\/$/, "");
}

const transientStatuses: readonly unknown[] = [408, 429, 500, 502, 503, 504];

export const isTransient = (error: unknown) =>
  RostrumError.isInstance(error) &&
  (error.code === "server-unreachable" ||
    (error.code === "server-refused" && transientStatuses.includes(error.details.status)));

/** Throws `invalid-input` for a bad address or token. Sends nothing. */
export function connect(options: RostrumClientOptions): Connection {
  const { token, reconnects = 10, silenceMs = 10_000 } = options;
  const url = readUrl(options.url);
  // The error of a header with other characters would show the token.
  if (token !== undefined && !/^[\x21-\x7e]+$/.test(token)) throw reject("token", "expected", { expected: "token" });
  const sdk = new Client({
    apiUrl: url,
    // Ignores LangSmith's keys in the environment.
    apiKey: null,
    defaultHeaders: token === undefined ? {} : { Authorization: `Bearer ${token}` },
    // The SDK would also repeat requests that must not run twice. Each followed run holds a request open: no limit on those.
    callerOptions: { maxRetries: 0, maxConcurrency: Number.POSITIVE_INFINITY },
  });
  return { sdk, url, silenceMs, reconnects };
}

/** Whether a server can have a thread with this id. */
export const isThreadId = (given: unknown): given is string =>
  typeof given === "string" && /^[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i.test(given);

/** Sends a request once. Throws `server-unreachable`, `server-refused`, or `invalid-input` for a bad thread id. */
export async function send<Answer>(
  { sdk, url }: Connection,
  subject: Subject,
  request: (sdk: Client) => Promise<Answer>,
): Promise<Answer> {
  // Servers report a bad id in different ways.
  if (subject.thread !== undefined && !isThreadId(subject.thread))
    throw reject("threadId", "expected", { expected: "uuid" });
  try {
    return await request(sdk);
  } catch (error) {
    throw explainFailure(error, url, subject);
  }
}

/**
 * Sends a request that is safe to repeat, and repeats it once after a transient failure: the server may have closed a connection
 * that was kept alive. Throws as `send` does.
 */
export function sendSafely<Answer>(...request: Parameters<typeof send<Answer>>): Promise<Answer> {
  return send(...request).catch(async (error: unknown) => {
    if (!isTransient(error)) throw error;
    await sleep(100);
    return send(...request);
  });
}

/** The server's own explanation, plain text or a field of a JSON object, in at most 500 characters. */
function reasonOf(error: unknown): string {
  const text = String((error as { text?: unknown }).text ?? "").trim();
  let reason: unknown = text;
  try {
    const { message, detail, error: name } = JSON.parse(text);
    reason = message ?? detail ?? name ?? text;
  } catch {}
  return (typeof reason === "string" ? reason : JSON.stringify(reason)).slice(0, 500);
}

/** The error that a failed request becomes. */
function explainFailure(error: unknown, url: string, { run, ...subject }: Subject): RostrumError {
  const { status, name, message = String(error) } = (error ?? {}) as Partial<Error> & { readonly status?: unknown };
  const details = { ...subject, server: url, cause: error };
  if (status === 404 && run) return new RostrumError("run-lost", { ...details, run, fault: "unknown" });
  if (typeof status === "number")
    return new RostrumError("server-refused", { ...details, status, reason: reasonOf(error) });
  if (name === "SyntaxError") return new RostrumError("server-refused", details);
  return new RostrumError("server-unreachable", { ...details, reason: message });
}

type Loss = ErrorParameters["run-lost"]["fault"];

export const runLost = ({ url }: Connection, { threadId, runId }: RunRef, fault: Loss) =>
  new RostrumError("run-lost", { server: url, thread: threadId, run: runId, fault });
