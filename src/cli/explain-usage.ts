/** The mistakes that commander finds in a command, in our own words. */
import type { Command, CommanderError } from "commander";
import type { CliTexts } from "../locales/command-line.js";
import { nearestName } from "../text/nearest-name.js";
import { UsageError } from "./usage-error.js";

/** The command that the user means, whose help explains it. */
function commandIn(argv: readonly string[], program: Command): Command {
  const commands = new Map(program.commands.map((command) => [command.name(), command]));
  return argv.map((word) => commands.get(word)).find((command) => command !== undefined) ?? program;
}

/** Commander quotes the wrong word in its message. */
const quoted = ({ message }: CommanderError) => /'([^']*)'/.exec(message)?.[1] ?? "";

async function nearestCommand(word: string, program: Command): Promise<string | undefined> {
  const { modes } = await import("../modes/registry.js");
  if (Object.hasOwn(modes, word) || /\.ya?ml$/i.test(word)) return `rostrum run ${word}`;
  const commands = [...program.commands.map((command) => command.name()), "help"];
  const mode = nearestName(word, Object.keys(modes));
  return nearestName(word, commands) ?? (mode && `rostrum run ${mode}`);
}

async function sentenceFor(
  error: CommanderError,
  argv: readonly string[],
  program: Command,
  { usage }: CliTexts,
): Promise<string> {
  const word = quoted(error);
  const command = commandIn(argv, program);
  switch (error.code) {
    case "commander.unknownCommand":
      return usage.unknownCommand(word, await nearestCommand(word, program));
    case "commander.unknownOption": {
      const known = command.options.flatMap(({ long, hidden }) => (long && !hidden ? long : []));
      return usage.unknownOption(word, nearestName(word, [...known, "--help"]));
    }
    case "commander.missingArgument":
      return usage.missingArgument[word as keyof typeof usage.missingArgument];
    case "commander.optionMissingArgument":
      return usage.missingValue(word.split(" ")[0] ?? word);
    case "commander.excessArguments":
      return usage.tooManyArguments(command.name(), command.registeredArguments.length);
    case "commander.help": {
      const sought = argv[argv.indexOf("help") + 1] ?? "";
      const names = program.commands.map((each) => each.name());
      return usage.unknownCommand(sought, nearestName(sought, names));
    }
    default:
      return error.message;
  }
}

export async function explainUsage(
  error: CommanderError,
  argv: readonly string[],
  program: Command,
  texts: CliTexts,
): Promise<UsageError> {
  const command = commandIn(argv, program);
  const name = command === program ? program.name() : `${program.name()} ${command.name()}`;
  return new UsageError(`${await sentenceFor(error, argv, program, texts)}\n${texts.usage.seeHelp(name)}`);
}
