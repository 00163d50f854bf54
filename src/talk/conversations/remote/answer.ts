import { ConstantBackoff, handleWhen, retry } from "cockatiel";
import type { Lines } from "../../../core/state/people.js";
import type { AnswerOptions } from "../port/port.js";
import { assignLines, checkOpen, questionsTo } from "../port/status.js";
import type { Connection } from "./connection.js";
import { readConversation } from "./conversation.js";
import { continueRun, isBusy } from "./runs.js";

const untilIdle = retry(handleWhen(isBusy), { maxAttempts: 20, backoff: new ConstantBackoff(250) });

/**
 * Starts a run with the answers. If the server rejects it because another run is active, for example with another
 * person's answer, tries again up to 20 times.
 */
export async function answerOpen(
  connection: Connection,
  thread: string,
  lines: Lines,
  options: AnswerOptions,
): Promise<void> {
  const found = await readConversation(connection, thread);
  const asked = questionsTo(found.open, options);
  const answers = assignLines(lines, thread, asked);
  const answered = asked.filter(({ id }) => id in answers);
  await untilIdle.execute(async ({ attempt }) => {
    const conversation = attempt === 0 ? found : await readConversation(connection, thread);
    checkOpen(answered, conversation.open);
    await continueRun(connection, conversation, { command: { resume: answers } });
  });
}
