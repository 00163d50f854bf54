import { Client, type Run } from "@langchain/langgraph-sdk";
import { wait as sleep } from "#platform.js";
import { isRecord, type Named } from "../../../base/is-record.js";
import { parseJson } from "../../../base/parse-json.js";
import { isUuid } from "../../../base/uuid.js";
import { isPage } from "../../../core/text/server-text.js";
import {
  type InputProblem,
  invalidField,
  invalidInput,
  problemMessage,
  RostrumError,
} from "../../../errors/rostrum-error.js";
import type { ErrorParameters } from "../../../words/en/error-words.js";
import { english } from "../../../words/en/errors.js";

export interface ServerOptions {
  /** The server's address, such as `http://127.0.0.1:2024`. */
  readonly url: string;
  /** The token to send with each request as `Authorization: Bearer …`. Default: no token. */
  readonly token?: string | undefined;
  /**
   * How many times in a row `follow` tries to reconnect to a run, and then to read the conversation, before it gives
   * up. Default: 10, which takes about a minute while a run is active, and half a minute otherwise.
   */
  readonly reconnects?: number;
  /**
   * How long `follow` waits for the first entry of a run's event log before it checks the run's status, in
   * milliseconds. Default: 10,000.
   */
  readonly silenceMs?: number;
  /**
   * How often to check whether other clients have started runs in followed conversations, in milliseconds. Default:
   * 1000.
   */
  readonly pollMs?: number;
}

export interface Connection extends Required<Omit<ServerOptions, "token">> {
  readonly sdk: Client;
  /** Returns the token's owner; undefined unless the server separates its users with Rostrum's guard. */
  owner(): Promise<string | undefined>;
  /** Masks the token, which a server's error message may contain. */
  withoutToken(text: string): string;
}

export type RunRef = Pick<Run, "thread_id" | "run_id">;

/** The objects that a request is about. If the request fails, the error can name them. */
interface Subject {
  readonly thread?: string;
  readonly assistant?: string;
  readonly run?: string;
}

function readUrl(given: string): string {
  const url = URL.canParse(given) ? new URL(given) : undefined;
  if (!url || !/^https?:$/.test(url.protocol)) throw invalidField("url", "expected", { expected: "server-address" });
  if (url.username || url.password) throw invalidField("url", "login-in-url", {});
  return `${url.origin}${url.pathname}`.replace(/\/$/, "");
}

const transientStatuses: readonly unknown[] = [408, 429, 500, 502, 503, 504];

export const isTransient = (error: unknown) =>
  RostrumError.isInstance(error) &&
  (error.code === "server-unreachable" ||
    (error.code === "server-refused" && transientStatuses.includes(error.details.status)));

/** The HTTP status with which the server rejected a request. */
export const statusIn = (error: unknown) => (RostrumError.isInstance(error) ? error.details.status : undefined);

async function askOwner(url: string, token: string): Promise<string | undefined> {
  const headers = { Authorization: `Bearer ${token}` };
  const answer = await fetch(`${url}/owner`, { headers }).catch((cause: Error) => {
    throw new RostrumError("server-unreachable", { server: url, reason: cause.message, cause });
  });
  if (answer.status >= 500) throw new RostrumError("server-refused", { server: url, status: answer.status });
  const body: unknown = answer.ok ? await answer.json().catch(() => undefined) : undefined;
  const { owner } = isRecord(body) ? body : {};
  return typeof owner === "string" && owner !== "" ? owner : undefined;
}

/** Checks the options, but sends no request. */
export function connect(options: ServerOptions): Connection {
  const { token, reconnects = 10, silenceMs = 10_000, pollMs = 1000 } = options;
  const url = readUrl(options.url);
  // Checks the characters, because the error for an invalid header would contain the token.
  if (token !== undefined && !/^[\x21-\x7e]+$/.test(token))
    throw invalidField("token", "expected", { expected: "token" });
  const sdk = new Client({
    apiUrl: url,
    // Without this, the SDK would send a LangSmith key from the environment.
    apiKey: null,
    defaultHeaders: token === undefined ? {} : { Authorization: `Bearer ${token}` },
    // The SDK's own retries would also repeat requests that must not run twice. Concurrency is unlimited, because each
    // followed run keeps a request open.
    callerOptions: { maxRetries: 0, maxConcurrency: Number.POSITIVE_INFINITY },
  });
  const owner = async () => (token === undefined ? undefined : askOwner(url, token));
  const withoutToken = (text: string) => (token === undefined ? text : text.replaceAll(token, "[secret]"));
  return { sdk, url, owner, silenceMs, reconnects, pollMs, withoutToken };
}

/** Servers accept no thread ids other than UUIDs. */
export const isThreadId = (given: unknown): given is string => typeof given === "string" && isUuid(given);

/** Does not repeat the request; see `sendSafely`. */
export async function send<Answer>(
  connection: Connection,
  subject: Subject,
  request: (sdk: Client) => Promise<Answer>,
): Promise<Answer> {
  // Checks the id first, because servers report invalid ids in different ways.
  if (subject.thread !== undefined && !isThreadId(subject.thread))
    throw invalidField("thread", "expected", { expected: "uuid" });
  try {
    return await request(connection.sdk);
  } catch (error) {
    throw explainFailure(error, connection, subject);
  }
}

const isThreadRunOrState = (answer: unknown) =>
  isRecord(answer) && ["thread_id", "run_id", "values"].some((key) => key in answer);

/**
 * Throws `server-refused` unless the answer is a thread, a run, a state or a list of these. If a list is not
 * acceptable, wrap the answer: `checkAnswer(connection, [answer])`.
 */
export function checkAnswer<Answer>({ url }: Connection, answer: Answer): Answer {
  if ([answer].flat().every(isThreadRunOrState)) return answer;
  throw new RostrumError("server-refused", { server: url });
}

/**
 * For requests that are safe to repeat. After a transient failure, sends the request once more, because the server may
 * have closed a kept-alive connection.
 */
export async function sendSafely<Answer>(...request: Parameters<typeof send<Answer>>): Promise<Answer> {
  const answer = await send(...request).catch(async (error: unknown) => {
    if (!isTransient(error)) throw error;
    await sleep(100);
    return send(...request);
  });
  return checkAnswer(request[0], answer);
}

/** Returns the start of the server's explanation; an empty string if the server responded with a web page. */
function reasonOf(error: unknown, { withoutToken }: Connection): string {
  const text = withoutToken(String((error as { text?: unknown }).text ?? "").trim());
  if (isPage(text)) return "";
  let reason: unknown = text;
  try {
    const { message, detail, error: name } = JSON.parse(text);
    reason = message ?? detail ?? name ?? text;
  } catch {}
  return (typeof reason === "string" ? reason : JSON.stringify(reason)).slice(0, 500);
}

/** The longest answer, in characters, in which to look for problems. */
const longestReport = 20_000;

/** Whether this version of Rostrum can explain the problem. The server may run another version. */
function isProblem(each: unknown): each is InputProblem {
  if (!isRecord(each) || typeof each["field"] !== "string" || typeof each["message"] !== "string") return false;
  try {
    const isKnown = Object.hasOwn(english.problems, String(each["code"]));
    return isKnown && problemMessage(each as InputProblem, english) !== "";
  } catch {
    return false;
  }
}

/** Returns the problems that Rostrum's guard reports when a graph rejects a state. */
function problemsIn({ text }: { readonly text?: unknown }, { withoutToken }: Connection): readonly InputProblem[] {
  if (typeof text !== "string" || text.length > longestReport) return [];
  const { problems }: Named = Object(parseJson(withoutToken(text)));
  return Array.isArray(problems) ? problems.filter(isProblem) : [];
}

function explainFailure(error: unknown, connection: Connection, { run, ...subject }: Subject): RostrumError {
  const { status, name, message = String(error) } = (error ?? {}) as Partial<Error> & { readonly status?: unknown };
  const details = { ...subject, server: connection.url, cause: error };
  const problems = status === 422 ? problemsIn(error as object, connection) : [];
  if (problems.length > 0) return invalidInput(problems);
  if (status === 404 && run) return new RostrumError("run-lost", { ...details, run, fault: "unknown" });
  if (typeof status === "number")
    return new RostrumError("server-refused", { ...details, status, reason: reasonOf(error, connection) });
  if (name === "SyntaxError") return new RostrumError("server-refused", details);
  return new RostrumError("server-unreachable", { ...details, reason: message });
}

type Loss = ErrorParameters["run-lost"]["fault"];

export const runLost = ({ url }: Connection, run: RunRef, fault: Loss) =>
  new RostrumError("run-lost", { server: url, thread: run.thread_id, run: run.run_id, fault });
