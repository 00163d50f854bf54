/** `rostrum interject`: adds a message to a saved conversation, which another process may be running. */
import { checkInterjection } from "../../../graph/inbox/interjection.js";
import { exitStatus, UsageError } from "../io.js";
import { type Action, quote } from "../options.js";
import { withPlace } from "../preparing/place.js";

export const interject: Action = async ([name = "", text = ""], { options, io, texts }) => {
  const { url, queue, from, now, json } = options;
  // `--now` interrupts a run, and only a server or a worker can continue that run after this command exits.
  if (url === undefined && !queue && now) throw new UsageError(`--now: ${texts.remote.needsUrl}`);
  checkInterjection(text, {});
  return withPlace({ options, io, texts }, async (place) => {
    const { thread } = await place.read(name);
    const result = await place.conversations.interject(thread, text, { from, now });
    const answer = texts.threads.heard[result.heard](place.command(`resume ${quote(thread)}`));
    io.stdout.write(`${json ? JSON.stringify(result) : answer}\n`);
    return exitStatus.done;
  });
};
