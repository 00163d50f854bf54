/** `rostrum fork`: starts a thread of its own from some turn of another, with other settings, or in another mode. */
import type { Language } from "../../domain/language.js";
import { RostrumError } from "../../errors.js";
import { fork, stateAfter } from "../../modes/fork.js";
import { modes } from "../../modes/index.js";
import type { ThreadRecord, Threads } from "../../persistence/threads.js";
import { checkScenario } from "../../scenario/check-scenario.js";
import type { Scenario } from "../../scenario/scenario.js";
import { commonFields } from "../../state/fields/common.js";
import { converse } from "../converse.js";
import type { ExitStatus } from "../exit-status.js";
import type { Io } from "../io.js";
import { overridesOf, type RunOptions } from "../options.js";
import { commandsAt, quote, settingWords } from "../repeat-command.js";
import { makeReady } from "../run.js";
import { cliTexts } from "../texts/in-language.js";
import { UsageError } from "../usage-error.js";
import { recordOf } from "./keep-as.js";
import { KeptConversation } from "./kept-conversation.js";
import { checkThreadName, findThread, withThreads } from "./open-kept.js";

type Values = Readonly<Record<string, unknown>>;

const pick = (values: Values, keys: readonly string[]) =>
  Object.fromEntries(Object.entries(values).filter(([key, value]) => keys.includes(key) && value !== undefined));

/** What of a participant every mode knows. */
const personKeys = ["name", "role", "location", "description", "instructions", "model", "human", "tools"];

/** The settings of one mode that another one has as well. */
function commonValues(values: Values): Values {
  const participants = (values["participants"] as readonly Values[]).map((participant) =>
    pick(participant, personKeys),
  );
  return { ...pick(values, Object.keys(commonFields)), participants };
}

/** The settings as they were after the turn, with what the options change. */
function scenarioFrom(
  record: ThreadRecord,
  values: Values,
  options: RunOptions,
  language: Language | undefined,
): Scenario {
  const mode = options.mode ?? record.mode;
  const isSame = mode === record.mode;
  const known = Object.keys(modes[mode]?.fields ?? {});
  const settings = isSame ? pick(values, known) : commonValues(values);
  const context = pick(record.context, Object.keys(modes[mode]?.context ?? {}));
  const title = record.title === null ? {} : { title: record.title };
  const fields = { mode, ...title, ...settings, ...context };
  return checkScenario({ fields }, { modes, overrides: overridesOf(options), language });
}

/** `talk-2`, or that with the next number that is free. */
async function freeName(threads: Threads, name: string): Promise<string> {
  for (let number = 2; ; number += 1) if (!(await threads.find(`${name}-${number}`))) return `${name}-${number}`;
}

function turnOf({ turn }: RunOptions, problem: string): number {
  if (turn === undefined || !/^\d+$/.test(turn.trim())) throw new UsageError(`--turn: ${problem}`);
  return Number(turn);
}

/** An error of the turn that was given, as one of the option that it was given by. */
function byOption(error: unknown): never {
  const problem = RostrumError.isInstance(error) && error.details.problems?.find(({ field }) => field === "turn");
  throw problem ? new UsageError(`--turn: ${problem.message}`) : error;
}

export async function forkThread(
  name: string,
  options: RunOptions,
  io: Io,
  asked: Language | undefined,
): Promise<ExitStatus> {
  const { threads: texts, usage } = cliTexts(asked ?? "en");
  const turn = turnOf(options, texts.badTurn);
  if (options.mode !== undefined && !Object.hasOwn(modes, options.mode))
    throw new UsageError(`--mode: ${usage.unknownSource(options.mode)}`);
  const command = commandsAt(io.env, options.db);
  return withThreads(options.db, texts, async (threads) => {
    const record = await findThread(threads, name, texts);
    const given = options.as === undefined ? await freeName(threads, name) : checkThreadName(options.as, texts);
    const release = await threads.take(given);
    try {
      if (await threads.find(given))
        throw new UsageError(
          `--as: ${texts.exists(given, command(`resume ${quote(given)}`), command(`show ${quote(given)}`))}`,
        );
      const graph = modes[record.mode]?.compile({}, { checkpointer: threads.checkpointer });
      if (!graph) throw new Error(`there is no mode ${record.mode}`);
      const from = { configurable: { thread_id: name } };
      const { values } = await stateAfter(graph, from, turn, asked).catch(byOption);
      const scenario = scenarioFrom(record, values, options, asked);
      const isSame = scenario.mode === record.mode;
      const begun = isSame ? scenario : { ...scenario, input: { ...scenario.input, messages: values["messages"] } };
      const mode = options.mode === undefined ? "" : ` --mode ${options.mode}`;
      const repeat = (seed: number) =>
        command(`fork ${quote(name)} --turn ${turn}${mode} ${settingWords(options, seed)}`);
      const ready = await makeReady(begun, { options, io, repeat });
      const changes = pick(
        scenario.input,
        overridesOf(options).map(({ path: [field] }) => field),
      );
      if (isSame) await fork(graph, from, { configurable: { thread_id: given } }, { turn, changes });
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
