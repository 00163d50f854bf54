/** The settings of a fork: those of its origin, with what the options change. */
import type { Language } from "../../language.js";
import { type CliTexts, cliTexts } from "../../locales/command-line.js";
import { modes } from "../../modes/registry.js";
import { checkScenario } from "../../scenario/check-scenario.js";
import { languageOf, type Scenario } from "../../scenario/scenario.js";
import { commonFields } from "../../state/fields.js";
import { isUntouched } from "../../state/run-settings.js";
import { nearestName } from "../../text/nearest-name.js";
import type { SavedConversation } from "../conversations/source.js";
import { UsageError } from "../io.js";
import { rejectForeignSettings } from "../load-scenario.js";
import { flagOf, type Options, overridesOf, settingOptions } from "../options.js";

type Values = Readonly<Record<string, unknown>>;

const pick = (values: Values, keys: readonly string[]) =>
  Object.fromEntries(Object.entries(values).filter(([key, value]) => keys.includes(key) && value !== undefined));

/** The fields of a participant that every mode has. */
const participantKeys = ["name", "role", "location", "description", "instructions", "model", "human", "tools"];

/** The settings of a mode that every mode has. Those that still have their default get the other mode's default. */
function commonSettings(mode: string, values: Values): Values {
  const participants = (values["participants"] as readonly Values[]).map((each) => pick(each, participantKeys));
  const fields = modes[mode]?.fields ?? {};
  const set = Object.keys(commonFields).filter((name) => fields[name] && !isUntouched(fields[name], values[name]));
  return { ...pick(values, set), topic: values["topic"], participants };
}

/** The scenario of a fork of `origin`, as it was after the fork's turn. */
export function forkScenario(
  { mode: originalMode, title, context, input }: SavedConversation,
  options: Options,
  language: Language | undefined,
): Scenario {
  const { mode = originalMode } = options;
  const overrides = overridesOf(options);
  rejectForeignSettings({ overrides, language }, { ...input, mode });
  const known = Object.keys(modes[mode]?.fields ?? {});
  const settings = mode === originalMode ? pick(input, known) : commonSettings(originalMode, input);
  const kept = pick(context as Values, Object.keys(modes[mode]?.context ?? {}));
  const fields = { mode, ...(title ? { title } : {}), ...settings, ...kept };
  return checkScenario({ fields }, { modes, overrides, language });
}

/** Returns the turn. @throws UsageError where no fork can be made with these options. */
export function checkForkOptions(options: Options, { threads, usage }: CliTexts): number {
  const fixed = settingOptions.find(
    ({ option, isFixedByOpening }) => isFixedByOpening && options[option] !== undefined,
  );
  if (fixed) throw new UsageError(`${flagOf(fixed.option)}: ${usage.fixedByOpening}`);
  const { mode, turn } = options;
  const known = Object.keys(modes);
  if (mode !== undefined && !known.includes(mode))
    throw new UsageError(`--mode: ${usage.unknownMode(mode, known, nearestName(mode, known))}`);
  if (turn === undefined) throw new UsageError(`--turn: ${threads.missingTurn}`);
  if (!/^\d+$/.test(turn.trim())) throw new UsageError(`--turn: ${threads.invalidTurn(turn)}`);
  return Number(turn);
}

/** @throws UsageError where the fork would have reached the limit of turns at its start. */
export function checkTurnLimit(options: Options, scenario: Scenario, turn: number, origin: SavedConversation): void {
  // Another mode counts its turns anew.
  if (options.turns === undefined || scenario.mode !== origin.mode) return;
  const done = turn - Number(origin.input["turnAtStart"] ?? 0);
  // For rounds before the latest, the turn at which they started is unknown here.
  if (done < 0 || Number(scenario.input["maxTurns"]) > done) return;
  throw new UsageError(`--turns: ${cliTexts(languageOf(scenario)).threads.limitReached(done)}`);
}

export const changesIn = ({ input }: Scenario, options: Options) =>
  pick(
    input,
    overridesOf(options).map(({ path: [field] }) => field),
  );
