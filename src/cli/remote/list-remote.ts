/** `rostrum threads --url`: the conversations of a server. */
import type { ExitStatus } from "../exit-status.js";
import { printList } from "../threads/thread-table.js";
import { openServer, type RemoteCommand } from "./open-server.js";

export async function listRemote(url: string, command: RemoteCommand): Promise<ExitStatus> {
  const { options, io, texts } = command;
  const listed = await openServer(url, command).list();
  const records = listed.map(({ threadId, ...each }) => ({ name: threadId, ...each }));
  return printList(records, options, io, texts.threads);
}
