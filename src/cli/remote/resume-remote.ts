/** `rostrum resume … --url`: goes on with a conversation of a server, or follows the run that is under way there. */
import { stateIn } from "../../client/conversation.js";
import type { ExitStatus } from "../exit-status.js";
import { checkOutFile } from "../out-file.js";
import { UsageError } from "../usage-error.js";
import { checkRemoteThread, commandFor, openServer, type RemoteCommand } from "./open-server.js";
import { converseRemotely } from "./run-remotely.js";

export async function resumeRemote(url: string, threadId: string, command: RemoteCommand): Promise<ExitStatus> {
  const { options, io, texts } = command;
  checkRemoteThread(threadId, texts);
  if (options.out !== undefined) await checkOutFile(options.out, texts.usage);
  const client = openServer(url, command);
  const { mode, title, values, next, waiting } = await client.read(threadId);
  const state = stateIn({ values });
  const underWay = await client.activeRun(threadId);
  if (!state && !underWay) throw new UsageError(texts.threads.nothingSaid(threadId));
  if (state && next.length === 0 && !underWay) {
    const show = commandFor(io, url)("show", threadId);
    throw new UsageError(texts.threads.hasEnded(threadId, state.turn, show));
  }
  const beginning = underWay ? texts.remote.isUnderWay : texts.threads.goesOn(threadId, state?.turn ?? 0);
  if (!options.quiet) io.stderr.write(`${beginning}\n`);
  const begin = async () => {
    const isWaiting = !underWay && waiting.length > 0;
    const run = isWaiting ? undefined : (underWay ?? (await client.resume(threadId)));
    return { threadId, run, waiting: isWaiting ? waiting : [], state, isOthers: underWay !== undefined };
  };
  const scenario = { mode, title, input: values, context: {} };
  return converseRemotely({ options, io, scenario, repeat: undefined, client, url, begin });
}
