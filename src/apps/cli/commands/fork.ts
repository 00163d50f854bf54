import { quote } from "../../../base/quote.js";
import { nearestName } from "../../../core/text/nearest-name.js";
import { invalidField, RostrumError } from "../../../errors/rostrum-error.js";
import { modes as builtIn, type Modes } from "../../../graph/modes/registry.js";
import type { ConversationSnapshot } from "../../../talk/conversations/port/port.js";
import { inLanguage, languageOf, type Scenario } from "../../../talk/scenario/scenario.js";
import type { CliTexts } from "../../../words/command-line.js";
import { cliTexts } from "../../../words/command-line.js";
import { UsageError } from "../io.js";
import { type Action, flagOf, namingOptions, type Options, openingOptions, settingWords } from "../options.js";
import { changedScenario, changesIn } from "../preparing/changed-scenario.js";
import { withPlace } from "../preparing/place.js";
import { prepareRun } from "../preparing/prepare.js";
import { converse } from "../running/converse.js";

function readTurn(options: Options, { threads, usage }: CliTexts): number {
  const fixed = openingOptions.find((option) => options[option] !== undefined);
  if (fixed) throw new UsageError(`${flagOf(fixed)}: ${usage.fixedByOpening}`);
  const { turn } = options;
  if (turn === undefined) throw new UsageError(`--turn: ${threads.missingTurn}`);
  if (!/^\d+$/.test(turn.trim())) throw new UsageError(`--turn: ${threads.invalidTurn(turn)}`);
  return Number(turn);
}

function checkMode(modes: Modes, mode: string | undefined): void {
  const known = Object.keys(modes);
  if (mode === undefined || known.includes(mode)) return;
  throw invalidField("--mode", "unknown-mode", { mode, known, nearest: nearestName(mode, known) });
}

function checkTurnLimit(options: Options, scenario: Scenario, turn: number, origin: ConversationSnapshot): void {
  // A fork into another mode starts a new round, and only the turns of this round count.
  if (options.turns === undefined || scenario.mode !== origin.mode) return;
  const done = turn - Number(origin.state.turnAtStart ?? 0);
  // The state contains only the turn at which the latest round started, so forks from earlier rounds are not checked.
  if (done < 0 || Number(scenario.input["maxTurns"]) > done) return;
  throw new UsageError(`--turns: ${cliTexts(languageOf(scenario)).threads.limitReached(done)}`);
}

export const fork: Action = async ([name = ""], { options, io, language, texts }) => {
  // Checks `--turn` and the rejected options first, because opening the database can change it, for example migrate it.
  const turn = readTurn(options, texts);
  return withPlace({ options, io, texts }, async (place) => {
    const { modes = builtIn } = place;
    checkMode(modes, options.mode);
    const origin = await place.read(name);
    if (!origin.state.messages) throw new UsageError(texts.threads.nothingSaid(name));
    const as = options.as === undefined ? {} : { as: await place.freeName(options.as, "--as") };
    const scenario = changedScenario(modes, origin, options, language);
    checkTurnLimit(options, scenario, turn, origin);
    const mode = options.mode === undefined ? "" : ` --mode ${options.mode}`;
    const speech = options.speech === undefined ? "" : ` --speech ${quote(options.speech)}`;
    const repeat = (seed: number) =>
      place.command(`fork ${quote(name)} --turn ${turn}${mode}${speech} ${settingWords(options, seed)}`);
    const prepared = await prepareRun(scenario, { options, io, repeat, place });
    const { input: changes, context } = changesIn(scenario, options);
    const edit = options.speech === undefined ? {} : { speech: options.speech };
    const request = {
      turn,
      changes,
      context,
      ...edit,
      ...as,
      ...(options.mode === undefined ? {} : { mode: options.mode }),
    };
    const thread = await place.conversations.fork(origin.thread, request).catch((error: unknown) => {
      const named = namingOptions(error, ["turn", "speech"]);
      throw RostrumError.isInstance(named) ? inLanguage(named, languageOf(scenario)) : named;
    });
    const { threads } = cliTexts(language ?? languageOf(scenario));
    if (!options.quiet) io.stderr.write(`${threads.forked(thread, name, turn)}\n`);
    const { state } = await place.read(thread);
    await place.conversations.resume(thread);
    return converse(prepared, async () => ({ thread, from: state }));
  });
};
