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

/** A RostrumError that says what to do about it. One that is thrown already stays as it is. */
export function explainFailure(error: unknown, url: string, asked: Asked): RostrumError {
  if (RostrumError.isInstance(error)) return error;
  const status = statusOf(error);
  const details = { ...asked, server: url, cause: error };
  if (status !== undefined) {
    return new RostrumError("server-refused", { ...details, status, reason: reasonOf(error) });
  }
  if ((error as Error | undefined)?.name === "SyntaxError") return new RostrumError("server-refused", details);
  const reason = (error as Error | undefined)?.message ?? String(error);
  return new RostrumError("server-unreachable", { ...details, reason });
}
