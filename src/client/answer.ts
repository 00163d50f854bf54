/** The lines of the people whom a run waits for. */
import { invalidInput } from "../errors.js";
import { readConversation } from "./conversation.js";
import type { WaitingPerson } from "./followed-event.js";
import type { RunRef } from "./run-ref.js";
import { goOn, type RunContextOnServer } from "./runs.js";
import type { Server } from "./server.js";

/** One line where one person is waited for, or lines by the interrupts' ids. An empty line passes. */
export type Lines = string | Readonly<Record<string, string>>;

const refuse = (message: string) => invalidInput([{ field: "lines", message }]);

function byInterrupt(lines: Lines, waiting: readonly WaitingPerson[], threadId: string): Record<string, string> {
  const [person, ...others] = waiting;
  if (!person) throw refuse(`nobody is waited for in the thread “${threadId}”`);
  const ids = waiting.map(({ id, value }) => `${id} (${value.participant})`).join(", ");
  if (typeof lines === "string") {
    if (others.length > 0)
      throw refuse(`must be given by the interrupts' ids where several people are waited for: ${ids}`);
    return { [person.id]: lines };
  }
  const stray = Object.keys(lines).find((given) => !waiting.some(({ id }) => id === given));
  if (stray !== undefined) throw refuse(`nobody is waited for by “${stray}”, but by ${ids}`);
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
