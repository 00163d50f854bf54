import type { Command, CommanderError } from "commander";
import { nearestName } from "../../core/text/nearest-name.js";
import type { CliTexts } from "../../words/command-line.js";
import { UsageError } from "./io.js";
import { findCommand } from "./program.js";

/** Includes the names of the parent commands, up to but not including `outer`. */
const nameOf = (command: Command, outer?: Command): string =>
  [command.parent && command.parent !== outer ? nameOf(command.parent, outer) : "", command.name()]
    .filter(Boolean)
    .join(" ");

async function nearestCommand(word: string, program: Command): Promise<string | undefined> {
  const { modes } = await import("../../graph/modes/registry.js");
  if (Object.hasOwn(modes, word) || /\.ya?ml$/i.test(word)) return `rostrum run ${word}`;
  const commands = [...program.commands.map((command) => command.name()), "help"];
  const mode = nearestName(word, Object.keys(modes));
  return nearestName(word, commands) ?? (mode && `rostrum run ${mode}`);
}

export async function explainUsage(
  error: CommanderError,
  argv: readonly string[],
  program: Command,
  { help, usage }: CliTexts,
): Promise<UsageError> {
  const known = program.commands.map((each) => each.name());
  const first = argv.findIndex((word) => known.includes(word));
  const command = findCommand(program, argv.slice(first));
  // Commander's message contains the incorrect word in quotes.
  const [, word = ""] = /'([^']*)'/.exec(error.message) ?? [];
  const sentences: Readonly<Record<string, () => string | Promise<string>>> = {
    "commander.unknownCommand": async () => usage.unknownCommand(word, await nearestCommand(word, program)),
    "commander.unknownOption": () => {
      if (/\s/.test(word)) return usage.textLikeOption(word);
      const known = command.options.flatMap(({ long, hidden }) => (long && !hidden ? long : []));
      return usage.unknownOption(word, nearestName(word, [...known, "--help"]));
    },
    "commander.missingArgument": () => usage.missingArgument(word, help.arguments[word as keyof typeof help.arguments]),
    "commander.optionMissingArgument": () => usage.missingValue(word.split(" ")[0] ?? word),
    "commander.excessArguments": () => {
      const own = nameOf(command, program);
      const [given = ""] = command.args;
      const inner = command.commands.map((each) => each.name());
      if (inner.length === 0) return usage.tooManyArguments(own, command.registeredArguments.length);
      const nearest = nearestName(given, inner);
      return usage.unknownCommand(`${own} ${given}`, nearest && `${own} ${nearest}`);
    },
    // Commander uses this code for `rostrum help` with an unknown command.
    "commander.help": async () => {
      const sought = argv[argv.indexOf("help") + 1] ?? "";
      return usage.unknownCommand(sought, await nearestCommand(sought, program));
    },
  };
  const sentence = (await sentences[error.code]?.()) ?? error.message;
  return new UsageError(`${sentence}\n${usage.seeHelp(nameOf(command))}`);
}
