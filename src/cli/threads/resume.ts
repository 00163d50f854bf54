/** `rostrum resume`: goes on with a conversation that was broken off, or that waits for a person. */
import type { Language } from "../../language.js";
import { cliTexts } from "../../locales/command-line-texts.js";
import { modes } from "../../modes/registry.js";
import type { Scenario } from "../../scenario/scenario.js";
import type { ThreadRecord, Threads } from "../../storage/threads.js";
import type { ExportableState } from "../../transcript/json.js";
import { converse } from "../converse.js";
import type { ExitStatus } from "../exit-status.js";
import type { Io } from "../io.js";
import type { RunOptions } from "../options.js";
import { commandsAt, quote } from "../repeat-command.js";
import { makeReady } from "../run.js";
import { UsageError } from "../usage-error.js";
import { KeptConversation } from "./kept-conversation.js";
import { findThread, withThreads } from "./open-kept.js";

/** The conversation as its last checkpoint has it; undefined where none was saved. */
export async function stateOf(threads: Threads, { name, mode }: ThreadRecord): Promise<ExportableState | undefined> {
  const graph = modes[mode]?.compile({}, { checkpointer: threads.checkpointer });
  const { values } = (await graph?.getState({ configurable: { thread_id: name } })) ?? {};
  const state = values as Partial<ExportableState> | undefined;
  return state?.messages && state.messages.length > 0 ? (state as ExportableState) : undefined;
}

const scenarioOf = ({ mode, title, input, context }: ThreadRecord): Scenario => ({
  mode,
  title: title ?? undefined,
  input,
  context,
});

export async function resume(
  name: string,
  options: RunOptions,
  io: Io,
  asked: Language | undefined,
): Promise<ExitStatus> {
  if (options.url !== undefined) {
    const { resumeRemote } = await import("../remote/resume-remote.js");
    return resumeRemote(options.url, name, { options, io, texts: cliTexts(asked ?? "en") });
  }
  const texts = cliTexts(asked ?? "en").threads;
  const command = commandsAt(io.env, options.db);
  return withThreads(options.db, texts, async (threads) => {
    const release = await threads.take((await findThread(threads, name, texts)).name);
    try {
      const record = await findThread(threads, name, texts);
      const state = await stateOf(threads, record);
      if (state?.stopReason)
        throw new UsageError(texts.hasEnded(name, state.turn ?? 0, command(`show ${quote(name)}`)));
      const ready = await makeReady(scenarioOf(record), { options, io, repeat: undefined });
      // Whoever looks meanwhile is to see that somebody is at work on it.
      await threads.save({ ...record, state: "running", updatedAt: new Date().toISOString() });
      const kept = new KeptConversation({
        threads,
        record,
        goesOn: state !== undefined,
        texts: ready.texts.threads,
        command,
      });
      if (!options.quiet) io.stderr.write(`${ready.texts.threads.goesOn(name, state?.turn ?? 0)}\n`);
      return await converse({ ...ready, kept });
    } finally {
      await release();
    }
  });
}
