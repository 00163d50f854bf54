import { quote } from "../../../base/quote.js";
import { modes as builtIn } from "../../../graph/modes/registry.js";
import type { ConversationSnapshot } from "../../../talk/conversations/port/port.js";
import { type ExitStatus, UsageError } from "../io.js";
import { type Action, openingOptions } from "../options.js";
import { changedScenario, changesIn } from "../preparing/changed-scenario.js";
import { type Place, withPlace } from "../preparing/place.js";
import { prepareRun } from "../preparing/prepare.js";
import { rejectBeside } from "../preparing/setup.js";
import { converse } from "../running/converse.js";
import { fork } from "./fork.js";

export const continueEnded: Action = ([name = ""], context) =>
  withPlace(context, async (place) => {
    const { options, texts } = context;
    const known = await place.read(name);
    const { mode, state, status } = known;
    if (status !== "ended")
      throw new UsageError(texts.threads.hasNotEnded(name, place.command(`resume ${quote(name)}`)));
    if (options.mode !== undefined && options.mode !== mode) {
      rejectBeside("mode", openingOptions, options, texts);
      return fork([name], { ...context, options: { ...options, turn: String(state.turn ?? 0) } });
    }
    return startRound(place, known, context);
  });

/** @param deliver - Called after the checks of `prepareRun`, before the round starts. */
export async function startRound(
  place: Place,
  known: ConversationSnapshot,
  { options, io, language }: Parameters<Action>[1],
  deliver?: () => Promise<unknown>,
): Promise<ExitStatus> {
  const { thread, mode, state } = known;
  const scenario = changedScenario(place.modes ?? builtIn, known, options, language);
  const prepared = await prepareRun(scenario, { options, io, place });
  await deliver?.();
  if (!options.quiet) io.stderr.write(`${prepared.texts.threads.continues(thread, state.turn ?? 0)}\n`);
  return converse(prepared, async (signal) => {
    await place.conversations.start(mode, { ...changesIn(scenario, options), thread, signal });
    return { thread, from: state, isAnotherRound: true };
  });
}
