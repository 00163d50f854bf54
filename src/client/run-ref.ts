/** Names of what is on a server. */
import { inputProblem, invalidInput } from "../errors.js";

/** A run of a conversation. */
export interface RunRef {
  readonly threadId: string;
  readonly runId: string;
}

const uuid = /^[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i;

/** Whether a server can have a thread of this name. */
export const isThreadId = (given: unknown): given is string => typeof given === "string" && uuid.test(given);

/** Throws `invalid-input` for what is no thread's id: servers complain of it in ways of their own. */
export function checkThreadId(given: unknown): void {
  if (isThreadId(given)) return;
  throw invalidInput([inputProblem("threadId", "expected", { expected: "uuid" })]);
}
