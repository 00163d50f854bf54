/** The server that a client speaks to, and how its failures are told. */
import type { Client } from "@langchain/langgraph-sdk";
import { ExponentialBackoff, handleWhen, type RetryPolicy, retry } from "cockatiel";
import { RostrumError } from "../errors.js";
import { type Asked, explainFailure } from "./explain-failure.js";

/** The wait before a broken connection is made again, in milliseconds; each further one is longer. */
const initialDelay = 100;
const maxDelay = 5_000;

export interface Server {
  readonly sdk: Client;
  /** Where it is, as it may be shown. */
  readonly url: string;
  /** How long a log of events that has been joined may stay silent before it is doubted, in milliseconds. */
  readonly silenceMs: number;
  /** Tries again what is safe to ask twice. */
  readonly patient: RetryPolicy;
}

/** Statuses of servers that may answer the next time. */
const passing = new Set([408, 429, 500, 502, 503, 504]);

function isPassing(error: Error): boolean {
  if (!RostrumError.isInstance(error)) return false;
  if (error.code === "server-unreachable") return true;
  return error.code === "server-refused" && passing.has(error.details.status ?? 0);
}

/** Tries `reconnects` times more where that can help. */
export function patienceOf(reconnects: number): RetryPolicy {
  return retry(handleWhen(isPassing), {
    maxAttempts: reconnects,
    backoff: new ExponentialBackoff({ initialDelay, maxDelay }),
  });
}

/** For a connection that was kept open and that the server has closed meanwhile: the next one is new. */
const onceMore = retry(handleWhen(isPassing), { maxAttempts: 1, backoff: new ExponentialBackoff({ initialDelay }) });

/** Asks the server what it may be asked twice. Throws as `call` does. */
export function callAgain<Answer>(
  server: Server,
  asked: Asked,
  ask: (sdk: Client) => Promise<Answer>,
): Promise<Answer> {
  return onceMore.execute(() => call(server, asked, ask));
}

/** Asks the server. Throws `server-unreachable` or `server-refused`. */
export async function call<Answer>(
  { sdk, url }: Server,
  asked: Asked,
  ask: (sdk: Client) => Promise<Answer>,
): Promise<Answer> {
  try {
    return await ask(sdk);
  } catch (error) {
    throw explainFailure(error, url, asked);
  }
}
