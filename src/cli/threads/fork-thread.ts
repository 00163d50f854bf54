/** `rostrum fork`: starts a thread of its own from some turn of another, with other settings, or in another mode. */
import type { Language } from "../../language.js";
import { cliTexts } from "../../locales/command-line-texts.js";
import { modes } from "../../modes/registry.js";
import type { Threads } from "../../storage/threads.js";
import { fork, stateAfter } from "../../thread/fork.js";
import { converse } from "../converse.js";
import type { ExitStatus } from "../exit-status.js";
import type { Io } from "../io.js";
import type { RunOptions } from "../options.js";
import { commandsAt, quote, settingWords } from "../repeat-command.js";
import { makeReady } from "../run.js";
import { byOption, changesIn, checkFork, checkLimit, scenarioFrom } from "./fork-settings.js";
import { recordOf } from "./keep-as.js";
import { KeptConversation } from "./kept-conversation.js";
import { checkThreadName, findThread, refuseTaken, withThreads } from "./open-kept.js";

/** `talk-2`, or that with the next number that is free. */
async function freeName(threads: Threads, name: string): Promise<string> {
  for (let number = 2; ; number += 1) if (!(await threads.find(`${name}-${number}`))) return `${name}-${number}`;
}

export async function forkThread(
  name: string,
  options: RunOptions,
  io: Io,
  asked: Language | undefined,
): Promise<ExitStatus> {
  const allTexts = cliTexts(asked ?? "en");
  const { threads: texts } = allTexts;
  const turn = checkFork(options, allTexts);
  if (options.url !== undefined) {
    const { forkRemote } = await import("../remote/fork-remote.js");
    return forkRemote(options.url, name, turn, { options, io, texts: allTexts, asked });
  }
  const command = commandsAt(io.env, options.db);
  return withThreads(options.db, texts, async (threads) => {
    const record = await findThread(threads, name, texts);
    const given = options.as === undefined ? await freeName(threads, name) : checkThreadName(options.as, "--as", texts);
    const release = await threads.take(given);
    try {
      await refuseTaken(threads, given, "--as", { texts, command });
      const graph = modes[record.mode]?.compile({}, { checkpointer: threads.checkpointer });
      if (!graph) throw new Error(`there is no mode ${record.mode}`);
      const spoken = asked ?? (record.input as { readonly language?: Language }).language ?? "en";
      const from = { configurable: { thread_id: name } };
      const { values } = await stateAfter(graph, from, turn).catch(byOption(spoken));
      const scenario = scenarioFrom(record, values, options, asked);
      const isSame = scenario.mode === record.mode;
      const begun = isSame ? scenario : { ...scenario, input: { ...scenario.input, messages: values["messages"] } };
      const mode = options.mode === undefined ? "" : ` --mode ${options.mode}`;
      const repeat = (seed: number) =>
        command(`fork ${quote(name)} --turn ${turn}${mode} ${settingWords(options, seed)}`);
      const ready = await makeReady(begun, { options, io, repeat });
      const to = { configurable: { thread_id: given } };
      if (isSame) checkLimit(options, scenario, turn, values);
      if (isSame) await fork(graph, from, to, { turn, changes: changesIn(scenario, options) });
      const kept = { ...recordOf(given, ready), input: scenario.input, turn: isSame ? turn : 0 };
      await threads.save(kept);
      if (!options.quiet) io.stderr.write(`${ready.texts.threads.forked(given, name, turn)}\n`);
      const conversation = { threads, record: kept, goesOn: isSame, texts: ready.texts.threads, command };
      return await converse({ ...ready, kept: new KeptConversation(conversation) });
    } finally {
      await release();
    }
  });
}
