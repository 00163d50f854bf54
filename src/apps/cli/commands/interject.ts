import { quote } from "../../../base/quote.js";
import { checkInterjection } from "../../../graph/inbox/interjection.js";
import { exitStatus, UsageError } from "../io.js";
import type { Action } from "../options.js";
import { withPlace } from "../preparing/place.js";
import { startRound } from "./continue.js";

export const interject: Action = async ([name = "", text = ""], context) => {
  const { options, io, texts } = context;
  const { from, now = false, json } = options;
  checkInterjection(text, {});
  return withPlace(context, async (place) => {
    const known = await place.read(name);
    const { thread, status } = known;
    const hasEnded = status === "ended";
    const deliver = () => place.conversations.interject(thread, text, { from, now: now && !hasEnded });
    if (now && hasEnded) return startRound(place, known, context, deliver);
    // `--now` interrupts a run, which must continue after this command exits. Only a server or a worker can continue
    // it.
    if (now && place.runsHere) throw new UsageError(`--now: ${texts.remote.needsUrl}`);
    const result = await deliver();
    const command = place.command(`${hasEnded ? "continue" : "resume"} ${quote(thread)}`);
    io.stdout.write(`${json ? JSON.stringify(result) : texts.threads.heard[result.heard](command)}\n`);
    return exitStatus.done;
  });
};
