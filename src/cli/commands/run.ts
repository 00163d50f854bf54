/** `rostrum run`: checks everything, then runs a conversation. */
import { RostrumError } from "../../errors.js";
import { cliTexts } from "../../locales/command-line.js";
import { inLanguage, languageOf } from "../../scenario/scenario.js";
import { withSource } from "../conversations/saved-conversations.js";
import { UsageError } from "../io.js";
import { loadScenario, standardInput } from "../load-scenario.js";
import { type Action, overridesOf, programName, quote, settingWords } from "../options.js";
import { converse } from "../running/converse.js";
import { LocalRunner } from "../running/local-runner.js";
import { prepareRun } from "../running/prepare.js";

export const run: Action = async ([source = ""], { options, io, language }) => {
  const scenario = await loadScenario(source, { overrides: overridesOf(options), language }, io);
  const texts = cliTexts(languageOf(scenario));
  const { url, thread, db } = options;
  const repeat = (seed: number) => {
    const server = url === undefined ? "" : ` --url ${quote(url)}`;
    // The file behind standard input has no name here.
    const input = source === standardInput ? " < FILE" : "";
    return `${programName(io.env)} run ${quote(source)} ${settingWords(options, seed)}${server}${input}`;
  };
  if (url === undefined && thread === undefined) {
    if (db !== undefined) throw new UsageError(`--db: ${texts.usage.needsThread}`);
    const prepared = await prepareRun(scenario, { options, io, repeat });
    return converse(prepared, new LocalRunner(prepared));
  }
  try {
    return await withSource({ options, io, texts, create: true }, async (saved) => {
      const prepared = await prepareRun(scenario, { options, io, repeat, source: saved });
      return converse(prepared, await saved.start(thread, prepared));
    });
  } catch (error) {
    throw RostrumError.isInstance(error) ? inLanguage(error, languageOf(scenario)) : error;
  }
};
