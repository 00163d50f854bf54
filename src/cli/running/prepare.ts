/** The last checks before a run: after them, only models and servers can fail. */
import { type CliTexts, cliTexts } from "../../locales/command-line.js";
import { languageOf, type Scenario } from "../../scenario/scenario.js";
import type { Io } from "../io.js";
import type { Options } from "../options.js";
import { checkOutFile } from "../out-file.js";
import { UsageError } from "../usage-error.js";
import { checkModels, modelsOf, type RunModels } from "./models.js";

/** A conversation that can start or continue. */
export interface PreparedRun {
  readonly options: Options;
  readonly io: Io;
  readonly scenario: Scenario;
  readonly models: RunModels;
  /** In the conversation's language. */
  readonly texts: CliTexts;
  /** Milliseconds per word of rehearsed speech. */
  readonly pace: number;
  /** The command that runs the conversation again with this seed; undefined where there is none. */
  readonly repeat: ((seed: number) => string) | undefined;
}

/** About as fast as one reads. In milliseconds per word. */
const readingPace = 120;
const maxPace = 10_000;

function paceOf({ pace, json }: Options, io: Io, texts: CliTexts): number {
  if (pace === undefined) return io.stdout.isTTY && !json ? readingPace : 0;
  const milliseconds = pace.trim() === "" ? Number.NaN : Number(pace);
  if (!(milliseconds >= 0 && milliseconds <= maxPace))
    throw new UsageError(`--pace: ${texts.usage.pace(pace, maxPace)}`);
  return milliseconds;
}

/**
 * Checks everything that needs no model call. `isRemote`: the server chooses the models and their pace.
 *
 * @throws UsageError for the first mistake.
 */
export async function prepareRun(
  scenario: Scenario,
  { options, io, repeat, isRemote = false }: Pick<PreparedRun, "options" | "io" | "repeat"> & { isRemote?: boolean },
): Promise<PreparedRun> {
  const texts = cliTexts(languageOf(scenario));
  const pace = paceOf(options, io, texts);
  if (options.out !== undefined) await checkOutFile(options.out, texts.usage);
  const prepared = { options, io, scenario, texts, repeat };
  if (isRemote) {
    const speaking = scenario.context.model ?? texts.remote.serverModel;
    return { ...prepared, models: { ...modelsOf(scenario), speaking }, pace: 0 };
  }
  await checkModels(scenario, options);
  return { ...prepared, models: modelsOf(scenario), pace };
}
