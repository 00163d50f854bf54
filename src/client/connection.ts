/** The connection to a LangGraph server: how requests are sent and retried, and what their failures mean. */
import { Client } from "@langchain/langgraph-sdk";
import { ExponentialBackoff, handleWhen, type RetryPolicy, retry } from "cockatiel";
import { inputProblem, invalidInput, RostrumError } from "../errors.js";
import type { ErrorParameters } from "../locales/error-words.js";

export interface RostrumClientOptions {
  /** The server's address, such as `http://127.0.0.1:2024`. */
  readonly url: string;
  /** Sent with every request as `Authorization: Bearer …`. Default: none. */
  readonly token?: string | undefined;
  /** LangSmith's API key, for a deployment there. Default: none; keys in the environment are ignored. */
  readonly apiKey?: string | undefined;
  /** An SDK client to use in place of one made from the options above. */
  readonly client?: Client;
  /** How often in a row a lost connection is restored before `follow` gives up. Default: 10, which takes about 30 seconds. */
  readonly reconnects?: number;
  /** How long a run's event log may stay silent after `follow` joins it, in milliseconds. Default: 10,000. */
  readonly silenceMs?: number;
}

export interface Connection {
  readonly sdk: Client;
  /** The server's address, without anything secret. */
  readonly url: string;
  readonly silenceMs: number;
  /** Retries requests that are safe to repeat, as often as `reconnects` allows. */
  readonly patient: RetryPolicy;
}

export interface RunRef {
  readonly threadId: string;
  readonly runId: string;
}

/** What a request is about, for the message of its failure. */
interface Subject {
  readonly thread?: string;
  readonly assistant?: string;
  readonly run?: RunRef;
}

export const reject = (...problem: Parameters<typeof inputProblem>) => invalidInput([inputProblem(...problem)]);

function readUrl(url: string): string {
  if (!URL.canParse(url) || !/^https?:$/.test(new URL(url).protocol))
    throw reject("url", "expected", { expected: "server-address" });
  const { origin, pathname, username, password } = new URL(url);
  if (username || password) throw reject("url", "login-in-url", {});
  return `${origin}${pathname}`.replace(/\/$/, "");
}

const transientStatuses: readonly unknown[] = [408, 429, 500, 502, 503, 504];

const isTransient = (error: Error) =>
  RostrumError.isInstance(error) &&
  (error.code === "server-unreachable" ||
    (error.code === "server-refused" && transientStatuses.includes(error.details.status)));

const retryTransient = (maxAttempts: number) =>
  retry(handleWhen(isTransient), {
    maxAttempts,
    backoff: new ExponentialBackoff({ initialDelay: 100, maxDelay: 5_000 }),
  });

/** Throws `invalid-input` for a bad address or token. Sends nothing. */
export function connect(options: RostrumClientOptions): Connection {
  const { token, apiKey, reconnects = 10, silenceMs = 10_000 } = options;
  const url = readUrl(options.url);
  // The error of a header with other characters would show the token.
  if (token !== undefined && !/^[\x21-\x7e]+$/.test(token)) throw reject("token", "expected", { expected: "token" });
  const sdk =
    options.client ??
    new Client({
      apiUrl: options.url,
      apiKey: apiKey ?? null,
      defaultHeaders: token === undefined ? {} : { Authorization: `Bearer ${token}` },
      // The SDK would also repeat requests that must not run twice. Each followed run holds a request open: no limit on those.
      callerOptions: { maxRetries: 0, maxConcurrency: Number.POSITIVE_INFINITY },
    });
  return { sdk, url, silenceMs, patient: retryTransient(reconnects) };
}

/** Whether a server can have a thread with this id. */
export const isThreadId = (given: unknown): given is string =>
  typeof given === "string" && /^[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i.test(given);

/** Throws `invalid-input` for anything but a thread's id. Servers report a bad id in different ways. */
export function checkThreadId(given: unknown): void {
  if (!isThreadId(given)) throw reject("threadId", "expected", { expected: "uuid" });
}

/** Sends a request once. Throws `server-unreachable` or `server-refused`. */
export async function send<Answer>(
  { sdk, url }: Connection,
  subject: Subject,
  request: (sdk: Client) => Promise<Answer>,
): Promise<Answer> {
  try {
    return await request(sdk);
  } catch (error) {
    throw explainFailure(error, url, subject);
  }
}

/** For kept-alive connections that the server has closed in the meantime: the second attempt opens a new one. */
const once = retryTransient(1);

/** Sends a request that is safe to repeat, and repeats it once after a transient failure. Throws as `send` does. */
export function sendSafely<Answer>(
  connection: Connection,
  subject: Subject,
  request: (sdk: Client) => Promise<Answer>,
): Promise<Answer> {
  return once.execute(() => send(connection, subject, request));
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

/** The error that a failed request becomes. Leaves a RostrumError as it is. */
function explainFailure(error: unknown, url: string, { run, ...subject }: Subject): RostrumError {
  if (RostrumError.isInstance(error)) return error;
  const { status, name, message = String(error) } = (error ?? {}) as Partial<Error> & { readonly status?: unknown };
  const details = { ...subject, server: url, cause: error };
  if (status === 404 && run) return runLost({ url }, run, "unknown", error);
  if (typeof status === "number")
    return new RostrumError("server-refused", { ...details, status, reason: reasonOf(error) });
  if (name === "SyntaxError") return new RostrumError("server-refused", details);
  return new RostrumError("server-unreachable", { ...details, reason: message });
}

export function runLost(
  { url }: Pick<Connection, "url">,
  { threadId, runId }: RunRef,
  fault: ErrorParameters["run-lost"]["fault"],
  cause?: unknown,
): RostrumError {
  const details = { server: url, thread: threadId, run: runId, ...(cause ? { cause } : {}) };
  return new RostrumError("run-lost", { ...details, fault });
}
