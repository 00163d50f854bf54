import { quote } from "../../../base/quote.js";
import { RostrumError } from "../../../errors/rostrum-error.js";
import { modes as builtIn, type Modes } from "../../../graph/modes/registry.js";
import { inLanguage, languageOf } from "../../../talk/scenario/scenario.js";
import { withoutPassword } from "../../../talk/storage/address.js";
import { cliTexts } from "../../../words/command-line.js";
import { defaultLanguage, type Language, languageNamed } from "../../../words/registry.js";
import { UsageError } from "../io.js";
import { type Action, type Options, overridesOf, programName, settingWords } from "../options.js";
import { loadScenario, standardInput } from "../preparing/load-scenario.js";
import { withPlace } from "../preparing/place.js";
import { prepareRun } from "../preparing/prepare.js";
import { modesOf } from "../preparing/setup.js";
import { converse } from "../running/converse.js";

/**
 * If a run starts from a mode and `--lang` is not given, adds the user's language to the options, unless it is the
 * default. The suggested command for repeating the conversation then includes the language.
 */
function inUserLanguage(source: string, options: Options, user: Language, modes: Modes): Options {
  const isSet = options.lang !== undefined || user === defaultLanguage || !Object.hasOwn(modes, source);
  return isSet ? options : { ...options, lang: user };
}

export const run: Action = async ([source = ""], context) => {
  const { io, texts: own } = context;
  const offered = await modesOf(context.options, context.language);
  const options = inUserLanguage(source, context.options, own.language, offered);
  const language = languageNamed(options.lang);
  const given = { overrides: overridesOf(options), language, userLanguage: own.language, modes: offered };
  const { scenario, modes, extension } = await loadScenario(source, given, io);
  const texts = cliTexts(languageOf(scenario));
  const { url, thread, db, queue = false } = options;
  if (url !== undefined && modes !== builtIn) throw new UsageError(`extensions: ${texts.usage.notBeside("--url")}`);
  const repeat = (seed: number) => {
    const server = url === undefined ? "" : ` --url ${quote(url)}`;
    const workers = queue ? ` --db ${quote(withoutPassword(db ?? ""))} --queue` : "";
    // The name of a file that is piped to standard input is unknown.
    const input = source === standardInput ? " < FILE" : "";
    const own = options.extensions === undefined ? "" : ` --extensions ${quote(options.extensions)}`;
    return `${programName(io.env)} run ${quote(source)} ${settingWords(options, seed)}${own}${server}${workers}${input}`;
  };
  const isSaved = url !== undefined || queue || thread !== undefined;
  // Suggested commands, such as `resume`, do not read the scenario, so they need the extension as an option.
  const placed = { ...options, ...(extension !== undefined && { extensions: extension }) };
  if (!isSaved && db !== undefined && !options.dryRun) throw new UsageError(`--db: ${texts.usage.needsThread}`);
  try {
    if (options.dryRun) {
      const { printEstimate } = await import("../running/print-estimate.js");
      return await printEstimate(scenario, modes, { options, io, texts });
    }
    return await withPlace(
      { options: placed, io, texts, modes, create: isSaved ? "database" : "memory" },
      async (place) => {
        const name = thread === undefined ? undefined : await place.freeName(thread, "--thread");
        const prepared = await prepareRun(scenario, { options, io, repeat, place });
        const { mode, title, input, context } = scenario;
        const start = { input, context, title, thread: name };
        return converse(prepared, (signal) => place.conversations.start(mode, { ...start, signal }), name);
      },
    );
  } catch (error) {
    throw RostrumError.isInstance(error) ? inLanguage(error, languageOf(scenario)) : error;
  }
};
