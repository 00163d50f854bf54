/** What it means when a server does not answer, or answers that it will not. */
import { RostrumError } from "../errors.js";

/** What a server was asked for, for the words of its refusal. */
export interface Asked {
  readonly thread?: string;
  readonly assistant?: string;
}

/** Of a server's own words, in characters. */
const longestReason = 500;

const statusOf = (error: unknown): number | undefined => {
  const status: unknown = (error as { status?: unknown } | null)?.status;
  return typeof status === "number" ? status : undefined;
};

/** The server's own words, which come as text or within an object. */
function reasonOf(error: unknown): string {
  const text = String((error as { text?: unknown }).text ?? "").trim();
  try {
    const { message, detail, error: name } = JSON.parse(text);
    const said: unknown = message ?? detail ?? name ?? text;
    return (typeof said === "string" ? said : JSON.stringify(said)).slice(0, longestReason);
  } catch {
    return text.slice(0, longestReason);
  }
}

function refusal(status: number, reason: string, url: string, { thread, assistant }: Asked): string {
  if (status === 401) return `the server at ${url} lets nobody in without a valid token (401)`;
  if (status === 403) return `the server at ${url} does not allow this with the token that was given (403)`;
  if (status === 404 && assistant !== undefined) return `the server at ${url} has no mode or assistant “${assistant}”`;
  if (status === 404 && thread === undefined) return `what answers at ${url} is no LangGraph server (404)`;
  if (status === 404) return `there is no thread “${thread}” on the server at ${url}`;
  if (status === 409 || status === 422)
    return `the thread “${thread ?? ""}” is busy, or the server at ${url} cannot take this (${status}): ${reason}`;
  return `the server at ${url} answered ${status}${reason ? `: ${reason}` : ""}`;
}

/** A RostrumError that says what to do about it. One that is thrown already stays as it is. */
export function explainFailure(error: unknown, url: string, asked: Asked): RostrumError {
  if (RostrumError.isInstance(error)) return error;
  const status = statusOf(error);
  const details = { ...asked, server: url, cause: error };
  if (status !== undefined) {
    const reason = reasonOf(error);
    return new RostrumError("server-refused", refusal(status, reason, url, asked), { ...details, status, reason });
  }
  if ((error as Error | undefined)?.name === "SyntaxError")
    return new RostrumError("server-refused", `what answers at ${url} is no LangGraph server`, details);
  const reason = (error as Error | undefined)?.message ?? String(error);
  return new RostrumError("server-unreachable", `the server at ${url} does not answer: ${reason}`, details);
}
