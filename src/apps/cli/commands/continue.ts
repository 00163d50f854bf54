import { quote } from "../../../base/quote.js";
import { modes as builtIn } from "../../../graph/modes/registry.js";
import { UsageError } from "../io.js";
import type { Action } from "../options.js";
import { changedScenario, changesIn } from "../preparing/changed-scenario.js";
import { withPlace } from "../preparing/place.js";
import { prepareRun } from "../preparing/prepare.js";
import { converse } from "../running/converse.js";
import { fork } from "./fork.js";

export const continueEnded: Action = ([name = ""], context) =>
  withPlace(context, async (place) => {
    const { options, io, language, texts } = context;
    const known = await place.read(name);
    const { thread, mode, state, status } = known;
    const { turn = 0 } = state;
    if (status !== "ended")
      throw new UsageError(texts.threads.hasNotEnded(name, place.command(`resume ${quote(name)}`)));
    if (options.mode !== undefined && options.mode !== mode)
      return fork([name], { ...context, options: { ...options, turn: String(turn) } });
    const scenario = changedScenario(place.modes ?? builtIn, known, options, language);
    const prepared = await prepareRun(scenario, { options, io, place });
    if (!options.quiet) io.stderr.write(`${prepared.texts.threads.continues(name, turn)}\n`);
    return converse(prepared, async (signal) => {
      await place.conversations.start(mode, { ...changesIn(scenario, options), thread, signal });
      return { thread, from: state, isAnotherRound: true };
    });
  });
