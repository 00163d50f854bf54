/** `rostrum resume`: continues a conversation that was stopped or waits for a person, or follows one that a server is running. */
import type { Scenario } from "../../scenario/scenario.js";
import { withSource } from "../conversations/saved-conversations.js";
import { UsageError } from "../io.js";
import { type Action, quote } from "../options.js";
import { converse } from "../running/converse.js";
import { prepareRun } from "../running/prepare.js";

export const resume: Action = ([name = ""], { options, io, texts }) =>
  withSource({ options, io, texts }, async (source) => {
    const saved = await source.read(name, { lock: true });
    const { mode, title, input, context, state, hasEnded, isUnderWay } = saved;
    const turn = state?.turn ?? 0;
    if (hasEnded) throw new UsageError(texts.threads.hasEnded(name, turn, source.command(`show ${quote(name)}`)));
    const scenario: Scenario = { mode, title, input, context };
    const prepared = await prepareRun(scenario, { options, io, source });
    const runner = await source.resume(saved, prepared);
    const { remote, threads } = prepared.texts;
    if (!options.quiet) io.stderr.write(`${isUnderWay ? remote.isUnderWay : threads.continues(name, turn)}\n`);
    return converse(prepared, runner);
  });
