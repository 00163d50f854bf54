/** `rostrum show … --url`: prints a conversation of a server. */
import { stateIn } from "../../client/conversation.js";
import { exportConversation } from "../../transcript/json.js";
import type { ExitStatus } from "../exit-status.js";
import { printConversation } from "../threads/print-conversation.js";
import { UsageError } from "../usage-error.js";
import { checkRemoteThread, openServer, type RemoteCommand } from "./open-server.js";

export async function showRemote(url: string, threadId: string, command: RemoteCommand): Promise<ExitStatus> {
  const { options, io, texts } = command;
  checkRemoteThread(threadId, texts);
  const client = openServer(url, command);
  const conversation = await client.read(threadId);
  const state = stateIn(conversation);
  if (!state) throw new UsageError(texts.threads.nothingSaid(threadId));
  if (await client.activeRun(threadId)) io.stderr.write(`${texts.remote.underWay(state.turn)}\n`);
  return printConversation(exportConversation(conversation.mode, state, conversation.title), options, io, texts);
}
