/** The mistakes that commander finds in a command, in our own words. */
import type { Command, CommanderError } from "commander";
import type { CliTexts } from "../locales/command-line.js";
import { nearestName } from "../text/nearest-name.js";
import { UsageError } from "./usage-error.js";

async function nearestCommand(word: string, program: Command): Promise<string | undefined> {
  const { modes } = await import("../modes/registry.js");
  if (Object.hasOwn(modes, word) || /\.ya?ml$/i.test(word)) return `rostrum run ${word}`;
  const commands = [...program.commands.map((command) => command.name()), "help"];
  const mode = nearestName(word, Object.keys(modes));
  return nearestName(word, commands) ?? (mode && `rostrum run ${mode}`);
}

/** Explains a mistake and names the help to read. */
export async function explainUsage(
  error: CommanderError,
  argv: readonly string[],
  program: Command,
  { usage }: CliTexts,
): Promise<UsageError> {
  const named = argv.map((word) => program.commands.find((each) => each.name() === word));
  const command = named.find((found) => found !== undefined) ?? program;
  // Commander quotes the wrong word.
  const [, word = ""] = /'([^']*)'/.exec(error.message) ?? [];
  const sentences: Readonly<Record<string, () => string | Promise<string>>> = {
    "commander.unknownCommand": async () => usage.unknownCommand(word, await nearestCommand(word, program)),
    "commander.unknownOption": () => {
      const known = command.options.flatMap(({ long, hidden }) => (long && !hidden ? long : []));
      return usage.unknownOption(word, nearestName(word, [...known, "--help"]));
    },
    "commander.missingArgument": () => usage.missingArgument[word as keyof typeof usage.missingArgument],
    "commander.optionMissingArgument": () => usage.missingValue(word.split(" ")[0] ?? word),
    "commander.excessArguments": () => usage.tooManyArguments(command.name(), command.registeredArguments.length),
    // `rostrum help` of an unknown command.
    "commander.help": async () => {
      const sought = argv[argv.indexOf("help") + 1] ?? "";
      return usage.unknownCommand(sought, await nearestCommand(sought, program));
    },
  };
  const sentence = (await sentences[error.code]?.()) ?? error.message;
  const name = command === program ? program.name() : `${program.name()} ${command.name()}`;
  return new UsageError(`${sentence}\n${usage.seeHelp(name)}`);
}
