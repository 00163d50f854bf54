/** Runs a conversation that is kept under a name from its beginning. */
import type { ThreadRecord } from "../../storage/threads.js";
import { converse, type Ready } from "../converse.js";
import type { ExitStatus } from "../exit-status.js";
import { commandsAt } from "../repeat-command.js";
import { KeptConversation } from "./kept-conversation.js";
import { checkThreadName, refuseTaken, withThreads } from "./open-kept.js";

/** What the thread is begun with. The models' names are settled now: a later process may have others in its environment. */
export function recordOf(name: string, { scenario, models }: Ready): ThreadRecord {
  const now = new Date().toISOString();
  const { mode, title = null, input, context } = scenario;
  return {
    name,
    mode,
    title,
    input,
    context: { ...context, model: models.speaking },
    state: "running",
    turn: 0,
    createdAt: now,
    updatedAt: now,
  };
}

export async function keepAs(given: string, ready: Ready): Promise<ExitStatus> {
  const { options, io } = ready;
  const texts = ready.texts.threads;
  const name = checkThreadName(given, "--thread", texts);
  const command = commandsAt(io.env, options.db);
  return withThreads(
    options.db,
    texts,
    async (threads) => {
      const release = await threads.take(name);
      try {
        await refuseTaken(threads, name, "--thread", { texts, command });
        const record = recordOf(name, ready);
        await threads.save(record);
        return await converse({
          ...ready,
          kept: new KeptConversation({ threads, record, goesOn: false, texts, command }),
        });
      } finally {
        await release();
      }
    },
    { mayBeMade: true },
  );
}
