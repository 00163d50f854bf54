/** What a fork is asked for: the turn it begins after, and the settings of its origin with what the options change. */

import { RostrumError } from "../../errors.js";
import type { Language } from "../../language.js";
import type { CliTexts, ThreadTexts } from "../../locales/command-line.js";
import { cliTexts } from "../../locales/command-line-texts.js";
import { describeProblem } from "../../locales/describe-error.js";
import { modes } from "../../modes/registry.js";
import { checkScenario } from "../../scenario/check-scenario.js";
import { languageOf, type Scenario } from "../../scenario/scenario.js";
import { commonFields } from "../../state/common-settings.js";
import { isUntouched } from "../../state/read-scenario.js";
import type { ThreadRecord } from "../../storage/threads.js";
import { nearestName } from "../../text/nearest-name.js";
import { refuseStrays } from "../load-scenario.js";
import { optionFields, overridesOf, type RunOptions } from "../options.js";
import { UsageError } from "../usage-error.js";

type Values = Readonly<Record<string, unknown>>;

const pick = (values: Values, keys: readonly string[]) =>
  Object.fromEntries(Object.entries(values).filter(([key, value]) => keys.includes(key) && value !== undefined));

/** What of a participant every mode knows. */
const personKeys = ["name", "role", "location", "description", "instructions", "model", "human", "tools"];

/** The settings of one mode that another one has as well; what was left as the one has it is as the other has it. */
function commonValues(mode: string, values: Values): Values {
  const participants = (values["participants"] as readonly Values[]).map((participant) =>
    pick(participant, personKeys),
  );
  const fields = modes[mode]?.fields ?? {};
  const set = Object.keys(commonFields).filter((name) => fields[name] && !isUntouched(fields[name], values[name]));
  return { ...pick(values, set), topic: values["topic"], participants };
}

/** What is known of the conversation that is forked, beside its state. */
export type Origin = Pick<ThreadRecord, "mode" | "context"> & { readonly title: string | null | undefined };

/** The settings as they were after the turn, with what the options change. */
export function scenarioFrom(
  { mode: origin, title, context: given }: Origin,
  values: Values,
  options: RunOptions,
  language: Language | undefined,
): Scenario {
  const mode = options.mode ?? origin;
  refuseStrays({ overrides: overridesOf(options), language }, { ...values, mode });
  const isSame = mode === origin;
  const known = Object.keys(modes[mode]?.fields ?? {});
  const settings = isSame ? pick(values, known) : commonValues(origin, values);
  const context = pick(given, Object.keys(modes[mode]?.context ?? {}));
  const fields = { mode, ...(title ? { title } : {}), ...settings, ...context };
  return checkScenario({ fields }, { modes, overrides: overridesOf(options), language });
}

function turnOf({ turn }: RunOptions, texts: ThreadTexts): number {
  if (turn === undefined) throw new UsageError(`--turn: ${texts.noTurn}`);
  if (!/^\d+$/.test(turn.trim())) throw new UsageError(`--turn: ${texts.badTurn(turn)}`);
  return Number(turn);
}

/** Throws an error about the turn, or about the thread, as one about what was typed. */
export const byOption =
  (language: Language) =>
  (error: unknown): never => {
    if (!RostrumError.isInstance(error)) throw error;
    const [problem] = error.details.problems ?? [];
    if (problem?.field !== "turn" && problem?.field !== "thread") throw error;
    throw new UsageError(`${problem.field === "turn" ? "--turn: " : ""}${describeProblem(problem, language)}`);
  };

/** What a command asks for, once it is known to be a fork that there can be. Throws a UsageError otherwise. */
export function checkFork(options: RunOptions, { threads, usage }: CliTexts): number {
  const settled = optionFields.find(
    ({ option, isSettledAtOpening }) => isSettledAtOpening && options[option] !== undefined,
  );
  if (settled) throw new UsageError(`${settled.flag}: ${usage.settled}`);
  const { mode } = options;
  const known = Object.keys(modes);
  if (mode !== undefined && !known.includes(mode))
    throw new UsageError(`--mode: ${usage.unknownMode(mode, known, nearestName(mode, known))}`);
  return turnOf(options, threads);
}

/** Throws a UsageError where the limit that is asked for had been reached by the turn that the fork begins after. */
export function checkLimit(options: RunOptions, scenario: Scenario, turn: number, { turnAtStart = 0 }: Values): void {
  const done = turn - Number(turnAtStart);
  // Of an earlier round than the latest it is not known here when it began.
  if (options.turns === undefined || done < 0 || Number(scenario.input["maxTurns"]) > done) return;
  throw new UsageError(`--turns: ${cliTexts(languageOf(scenario)).threads.limitReached(done)}`);
}

/** The fields that the options change. */
export const changesIn = ({ input }: Scenario, options: RunOptions) =>
  pick(
    input,
    overridesOf(options).map(({ path: [field] }) => field),
  );
