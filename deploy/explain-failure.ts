/** Says in one line why a server did not do what was asked. */
import { RostrumError } from "../src/errors.js";
import { escapeText } from "../src/text/lines.js";

/** The end that failed, as far as the words depend on it. */
export interface Server {
  readonly url: string;
  readonly token: string | undefined;
}

const longestAnswer = 300;

/** By what it looks like: an error that the network raises may come from another realm. */
const isError = (error: unknown): error is Error =>
  typeof error === "object" && error !== null && "name" in error && "message" in error;

/** An answer that says no, as the SDK raises it. */
const statusOf = (error: Error): number | undefined =>
  "status" in error && typeof error.status === "number" ? error.status : undefined;

function explainRefusal(status: number, { message }: Error, { url, token }: Server): string {
  if (status === 401 && token === undefined) return `${url} wants a token (401): set ROSTRUM_TOKEN`;
  if (status === 401) return `${url} does not accept the token in ROSTRUM_TOKEN (401)`;
  if (status === 403) return `${url} does not let you create assistants (403)`;
  if (status === 404)
    return `${url} has no such assistants or graphs (404): is it a LangGraph server that runs Rostrum?`;
  return `${url} refused: ${escapeText(message).replaceAll("\n", " ").slice(0, longestAnswer)}`;
}

export function explainFailure(error: unknown, server: Server): string {
  if (!isError(error)) return String(error);
  if (RostrumError.isInstance(error)) return error.message;
  const status = statusOf(error);
  if (status !== undefined) return explainRefusal(status, error, server);
  if (error.name === "ConnectionError") return `no server answers at ${server.url}: is it running?`;
  if (error.name === "TimeoutError") return `${server.url} did not answer in time`;
  if (error.name === "SyntaxError") return `what answers at ${server.url} is no LangGraph server`;
  return error.message;
}
