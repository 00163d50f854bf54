/** `rostrum interject`: adds a message to a conversation on a server. */
import { ServerConversations } from "../conversations/server-conversations.js";
import { exitStatus, UsageError } from "../io.js";
import type { Action } from "../options.js";

export const interject: Action = async ([threadId = "", text = ""], { options, io, texts }) => {
  const { url, from, now, json } = options;
  if (url === undefined) throw new UsageError(texts.remote.interjectNeedsUrl);
  const server = new ServerConversations(url, { options, io, texts });
  server.checkId(threadId);
  const details = { ...(from === undefined ? {} : { from }), ...(now === undefined ? {} : { now }) };
  const result = await server.client.interject(threadId, text, details);
  const told = json ? JSON.stringify(result) : texts.remote.heard[result.heard](server.command(`resume ${threadId}`));
  io.stdout.write(`${told}\n`);
  return exitStatus.done;
};
