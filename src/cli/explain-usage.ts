/** What commander finds wrong with a command, in our own words. */
import type { Command, CommanderError } from "commander";
import type { CliTexts } from "../locales/command-line.js";
import { nearestName } from "../text/nearest-name.js";
import { UsageError } from "./usage-error.js";

/** The command that was being given: its help is where to look. */
function commandIn(argv: readonly string[], program: Command): Command {
  const commands = new Map(program.commands.map((command) => [command.name(), command]));
  return argv.map((word) => commands.get(word)).find((command) => command !== undefined) ?? program;
}

/** What commander quotes in its message is the word that was wrong. */
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
  texts: CliTexts,
): Promise<string> {
  const { usage } = texts;
  const word = quoted(error);
  switch (error.code) {
    case "commander.unknownCommand":
      return usage.unknownCommand(word, await nearestCommand(word, program));
    case "commander.unknownOption": {
      const known = commandIn(argv, program).options.flatMap(({ long }) => long ?? []);
      return usage.unknownOption(word, nearestName(word, [...known, "--help"]));
    }
    case "commander.missingArgument":
      if (word === "line") return usage.missingLine;
      if (word === "other") return usage.missingOther;
      return commandIn(argv, program).name() === "run" ? usage.missingSource : usage.missingThread;
    case "commander.optionMissingArgument":
      return usage.missingValue(word.split(" ")[0] ?? word);
    case "commander.excessArguments": {
      const command = commandIn(argv, program);
      const name = command.name();
      const { length: threads } = command.registeredArguments;
      if (name === "interject") return usage.lineInQuotes;
      if (name === "run") return usage.tooManySources;
      return threads === 0 ? usage.noArguments(name) : usage.tooManyThreads(name, threads);
    }
    case "commander.help": {
      const sought = argv[argv.indexOf("help") + 1] ?? "";
      return usage.unknownCommand(
        sought,
        nearestName(
          sought,
          program.commands.map((command) => command.name()),
        ),
      );
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
