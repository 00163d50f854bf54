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
  const conversation = await openServer(url, command).read(threadId);
  const state = stateIn(conversation);
  if (!state) throw new UsageError(texts.threads.nothingSaid(threadId));
  return printConversation(exportConversation(conversation.mode, state, conversation.title), options, io, texts);
}
