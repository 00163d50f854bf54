/** `rostrum run`: checks everything, then runs the conversation. */

import { RostrumError } from "../errors.js";
import type { Language } from "../language.js";
import type { CliTexts } from "../locales/command-line.js";
import { cliTexts } from "../locales/command-line-texts.js";
import { languageOf, type Scenario } from "../scenario/scenario.js";
import { inLanguage } from "../scenario/scenario-error.js";
import { converse, type Ready } from "./converse.js";
import type { ExitStatus } from "./exit-status.js";
import type { Io } from "./io.js";
import { loadScenario } from "./load-scenario.js";
import { checkModels, modelsOf } from "./model-check.js";
import { overridesOf, type RunOptions } from "./options.js";
import { checkOutFile } from "./out-file.js";
import { repeatCommand } from "./repeat-command.js";
import { UsageError } from "./usage-error.js";

/** Milliseconds between the pieces of a rehearsed speech in a terminal: about as fast as one reads. */
const readingPace = 15;
const slowestPace = 10_000;

function paceOf({ pace, json }: RunOptions, io: Io, texts: CliTexts): number {
  if (pace === undefined) return io.stdout.isTTY && !json ? readingPace : 0;
  const milliseconds = pace.trim() === "" ? Number.NaN : Number(pace);
  if (!(milliseconds >= 0 && milliseconds <= slowestPace)) throw new UsageError(`--pace: ${texts.usage.pace(pace)}`);
  return milliseconds;
}

/** Throws where anything does not fit; nothing has been called or written then. */
export async function makeReady(
  scenario: Scenario,
  { options, io, repeat }: Pick<Ready, "options" | "io" | "repeat">,
): Promise<Ready> {
  const texts = cliTexts(languageOf(scenario));
  const pace = paceOf(options, io, texts);
  if (options.out !== undefined) await checkOutFile(options.out, texts.usage);
  await checkModels(scenario, options);
  return { options, io, scenario, models: modelsOf(scenario), texts, pace, repeat };
}

/** An error that is told in the scenario's language where no other is asked for. */
const inLanguageOf = (scenario: Scenario) => (error: unknown) => {
  throw RostrumError.isInstance(error) ? inLanguage(error, languageOf(scenario)) : error;
};

export async function run(
  source: string,
  options: RunOptions,
  io: Io,
  asked: Language | undefined,
): Promise<ExitStatus> {
  const scenario = await loadScenario({ name: source, overrides: overridesOf(options), language: asked }, io);
  const repeat = (seed: number) => repeatCommand(source, options, seed, io.env);
  if (options.url !== undefined) {
    const { runRemotely } = await import("./remote/run-remotely.js");
    return runRemotely(options.url, { scenario, options, io, repeat });
  }
  const { usage } = cliTexts(languageOf(scenario));
  if (options.db !== undefined && options.thread === undefined) throw new UsageError(`--db: ${usage.needsThread}`);
  const ready = await makeReady(scenario, { options, io, repeat });
  if (options.thread === undefined) return converse(ready);
  const { keepAs } = await import("./threads/keep-as.js");
  return keepAs(options.thread, ready).catch(inLanguageOf(scenario));
}
