/** The lines of the people whom a run waits for. */
import { inputProblem, invalidInput } from "../errors.js";
import type { ProblemCode, ProblemParameters } from "../locales/error-words.js";
import { readConversation } from "./conversation.js";
import type { WaitingPerson } from "./followed-event.js";
import type { RunRef } from "./run-ref.js";
import { goOn, type RunContextOnServer } from "./runs.js";
import type { Server } from "./server.js";

/** One line where one person is waited for, or lines by the interrupts' ids. An empty line passes. */
export type Lines = string | Readonly<Record<string, string>>;

const refuse = <Code extends ProblemCode>(code: Code, params: ProblemParameters[Code]) =>
  invalidInput([inputProblem("lines", code, params)]);

function byInterrupt(lines: Lines, waiting: readonly WaitingPerson[], threadId: string): Record<string, string> {
  const [person, ...others] = waiting;
  if (!person) throw refuse("nobody-waits", { thread: threadId });
  const people = waiting.map(({ id, value: { participant } }) => ({ id, participant }));
  if (typeof lines === "string") {
    if (others.length > 0) throw refuse("several-wait", { waiting: people });
    return { [person.id]: lines };
  }
  const stray = Object.keys(lines).find((given) => !waiting.some(({ id }) => id === given));
  if (stray !== undefined) throw refuse("not-waiting", { id: stray, waiting: people });
  return lines;
}

export async function answerOnServer(
  server: Server,
  threadId: string,
  lines: Lines,
  context: RunContextOnServer | undefined,
): Promise<RunRef> {
  const conversation = await readConversation(server, threadId);
  const answers = Object.entries(byInterrupt(lines, conversation.waiting, threadId));
  // LangGraph takes a bare empty text for no answer at all.
  const resume = Object.fromEntries(answers.map(([id, text]) => [id, { text }]));
  return goOn(server, threadId, conversation, { command: { resume } }, context);
}
