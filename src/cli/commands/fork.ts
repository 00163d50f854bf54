/** `rostrum fork`: starts a new conversation from a turn of a saved one, with other settings or in another mode. */
import { type InputProblem, RostrumError } from "../../errors.js";
import { cliTexts } from "../../locales/command-line.js";
import { languageOf } from "../../scenario/scenario.js";
import { languageOf as languageOfError } from "../../scenario/scenario-error.js";
import { withSource } from "../conversations/saved-conversations.js";
import { UsageError } from "../io.js";
import { quote, settingWords } from "../options.js";
import { converse } from "../running/converse.js";
import { prepareRun } from "../running/prepare.js";
import type { Action } from "./command.js";
import { changesIn, checkForkOptions, checkTurnLimit, forkScenario } from "./fork-settings.js";

/** Names the option in an error about the turn or the thread. */
function byOption(error: unknown): never {
  if (!RostrumError.isInstance(error)) throw error;
  const fields: Readonly<Record<string, string>> = { turn: "--turn", thread: "" };
  const rename = (problem: InputProblem) => ({ ...problem, field: fields[problem.field] ?? problem.field });
  const { problems = [] } = error.details;
  if (!problems.some(({ field }) => field in fields)) throw error;
  throw new UsageError(error.message, problems.map(rename), languageOfError(error));
}

export const fork: Action = async ([name = ""], { options, io, language, texts }) => {
  const turn = checkForkOptions(options, texts);
  return withSource({ options, io, texts }, async (source) => {
    const origin = await source.readAfter(name, turn).catch(byOption);
    const scenario = forkScenario(origin, options, language);
    checkTurnLimit(options, scenario, turn, origin);
    const mode = options.mode === undefined ? "" : ` --mode ${options.mode}`;
    const repeat = (seed: number) =>
      source.command(`fork ${quote(name)} --turn ${turn}${mode} ${settingWords(options, seed)}`);
    const prepared = await prepareRun(scenario, { options, io, repeat, isRemote: source.isRemote });
    const request = { turn, changes: changesIn(scenario, options) };
    const forked = await source.fork(origin, request, prepared).catch(byOption);
    const { threads } = cliTexts(language ?? languageOf(scenario));
    if (!options.quiet) io.stderr.write(`${threads.forked(forked.name, name, turn)}\n`);
    return converse(prepared, forked.runner);
  });
};
