/** `rostrum interject`: adds a message to a conversation that somebody else runs. */
import { checkInterjection } from "../../../graph/inbox/interjection.js";
import { exitStatus, UsageError } from "../io.js";
import { type Action, quote } from "../options.js";
import { withPlace } from "../preparing/place.js";

export const interject: Action = async ([name = "", text = ""], { options, io, texts }) => {
  const { url, from, now, json } = options;
  // Only a server has a run go on that this command has interrupted.
  if (url === undefined && now) throw new UsageError(`--now: ${texts.remote.needsUrl}`);
  checkInterjection(text, {});
  return withPlace({ options, io, texts }, async (place) => {
    const { thread } = await place.read(name);
    const result = await place.conversations.interject(thread, text, { from, now });
    const told = texts.threads.heard[result.heard](place.command(`resume ${quote(thread)}`));
    io.stdout.write(`${json ? JSON.stringify(result) : told}\n`);
    return exitStatus.done;
  });
};
