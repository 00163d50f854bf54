/** The commands, their options and their help, in the language that `--lang` asks for. */
import { Command, Option } from "commander";
import stringWidth from "string-width";
import type { Language } from "../language.js";
import type { CliTexts, OptionName } from "../locales/command-line.js";
import { cliTexts } from "../locales/command-line-texts.js";
import type { ExitStatus } from "./exit-status.js";
import type { Io } from "./io.js";
import { optionFields, type RunOptions } from "./options.js";
import { readVersion } from "./version.js";

const helpWidth = 100;

/** Options that set no field of the scenario. */
const outputOptions: readonly { flag: string; option: OptionName }[] = [
  { flag: "--pace <MS>", option: "pace" },
  { flag: "--json", option: "json" },
  { flag: "--out <FILE>", option: "out" },
  { flag: "--quiet", option: "quiet" },
  { flag: "--verbose", option: "verbose" },
];

/** Options of what is kept. */
const databaseOption = { flag: "--db <FILE>", option: "db" } as const;
const keepingOptions = [{ flag: "--thread <NAME>", option: "thread" }, databaseOption] as const;

/** Where a conversation is that is on a server. */
const urlOption = { flag: "--url <URL>", option: "url" } as const;

/** What every command is made with. */
interface Setting {
  readonly texts: CliTexts;
  readonly io: Io;
  /** Is told how the command ended. */
  readonly finish: (status: ExitStatus) => void;
  /** The language that was asked for. */
  readonly asked: Language | undefined;
}

function describeHelp(command: Command, { help }: CliTexts, io: Io): Command {
  return command
    .helpOption("-h, --help", help.options.help)
    .configureHelp({
      displayWidth: stringWidth,
      styleTitle: (title: string) => help.titles[title] ?? title,
      subcommandTerm: (each) => `${each.name()} ${each.usage()}`,
    })
    .configureOutput({
      // A full-width colon brings its own space.
      writeOut: (text) => io.stdout.write(text.replace(/^(\S+：) /, "$1")),
      // Complaints are told by whoever catches them, in their own words and language.
      writeErr: () => {},
      getOutHelpWidth: () => Math.min(helpWidth, io.stdout.columns || helpWidth),
    })
    .exitOverride();
}

/** `--lang` may stand before the command or after it. */
const langOption = ({ help }: CliTexts) => new Option("--lang <LANGUAGE>", help.options.lang);

function runCommand({ texts, io, finish, asked }: Setting): Command {
  const { help } = texts;
  const command = describeHelp(new Command("run"), texts, io)
    .description(help.run)
    .argument("<source>", help.source)
    .usage(help.runUsage)
    .addHelpText("after", help.runEpilogue);
  for (const { flag, value, option } of optionFields)
    command.addOption(
      option === "lang" ? langOption(texts) : new Option(value ? `${flag} <${value}>` : flag, help.options[option]),
    );
  for (const { flag, option } of [...keepingOptions, urlOption, ...outputOptions])
    command.option(flag, help.options[option]);
  return command.action(async (source: string, _options: unknown, called: Command) => {
    const { run } = await import("./run.js");
    finish(await run(source, called.optsWithGlobals<RunOptions>(), io, asked));
  });
}

function modesCommand({ texts, io, finish, asked }: Setting): Command {
  return describeHelp(new Command("modes"), texts, io)
    .description(texts.help.modes)
    .usage(texts.help.modesUsage)
    .addOption(langOption(texts))
    .action(async () => {
      const { listModes } = await import("./modes.js");
      finish(await listModes(io, asked ?? "en"));
    });
}

/** Options that set a field of the scenario; the language stands for itself. Help is silent about those that a fork has to refuse. */
const settingOptions = optionFields
  .filter(({ option }) => option !== "lang")
  .map(({ flag, value, option, isSettledAtOpening = false }) => ({
    flag: value ? `${flag} <${value}>` : flag,
    option,
    isHidden: isSettledAtOpening,
  }));

type ThreadAct = (name: string, options: RunOptions, io: Io, asked: Language | undefined) => Promise<ExitStatus>;

interface ThreadCommand {
  readonly name: "resume" | "show" | "fork";
  readonly options: readonly { flag: string; option: OptionName; isHidden?: boolean }[];
  readonly act: () => Promise<ThreadAct>;
}

const threadCommands: readonly ThreadCommand[] = [
  {
    name: "resume",
    options: [databaseOption, urlOption, ...outputOptions],
    act: async () => (await import("./threads/resume.js")).resume,
  },
  {
    name: "fork",
    options: [
      { flag: "--turn <N>", option: "turn" },
      { flag: "--as <NAME>", option: "as" },
      { flag: "--mode <MODE>", option: "mode" },
      databaseOption,
      urlOption,
      ...settingOptions,
      ...outputOptions,
    ],
    act: async () => (await import("./threads/fork-thread.js")).forkThread,
  },
  {
    name: "show",
    options: [
      databaseOption,
      urlOption,
      { flag: "--decisions", option: "decisions" },
      { flag: "--usage", option: "usage" },
      ...outputOptions.filter(({ option }) => option === "json" || option === "out" || option === "quiet"),
    ],
    act: async () => (await import("./threads/show.js")).show,
  },
];

/** A command that does something with one thread. */
function threadCommand({ name, options, act }: ThreadCommand, { texts, io, finish, asked }: Setting): Command {
  const { help } = texts;
  const command = describeHelp(new Command(name), texts, io)
    .description(help[name])
    .argument("<thread>", help.thread)
    .usage(help.threadUsage)
    .addOption(langOption(texts));
  for (const { flag, option, isHidden } of options)
    command.addOption(new Option(flag, help.options[option]).hideHelp(isHidden === true));
  return command.action(async (thread: string, _options: unknown, called: Command) => {
    finish(await (await act())(thread, called.optsWithGlobals<RunOptions>(), io, asked));
  });
}

function threadsCommand({ texts, io, finish, asked }: Setting): Command {
  const { help } = texts;
  return describeHelp(new Command("threads"), texts, io)
    .description(help.threads)
    .usage(help.threadsUsage)
    .addOption(langOption(texts))
    .option(databaseOption.flag, help.options.db)
    .option(urlOption.flag, help.options.url)
    .option("--json", help.options.json)
    .action(async (_options: unknown, called: Command) => {
      const { listThreads } = await import("./threads/list-threads.js");
      finish(await listThreads(called.optsWithGlobals<RunOptions>(), io, asked));
    });
}

function diffCommand({ texts, io, finish, asked }: Setting): Command {
  const { help } = texts;
  return describeHelp(new Command("diff"), texts, io)
    .description(help.diff)
    .argument("<thread>", help.thread)
    .argument("<other>", help.otherThread)
    .usage(help.diffUsage)
    .addOption(langOption(texts))
    .option(databaseOption.flag, help.options.db)
    .action(async (thread: string, other: string, _options: unknown, called: Command) => {
      const { diffThreads } = await import("./threads/diff-threads.js");
      finish(await diffThreads([thread, other], called.optsWithGlobals<RunOptions>(), io, asked));
    });
}

function interjectCommand({ texts, io, finish, asked }: Setting): Command {
  const { help } = texts;
  const command = describeHelp(new Command("interject"), texts, io)
    .description(help.interject)
    .argument("<thread>", help.serverThread)
    .argument("<line>", help.line)
    .usage(help.interjectUsage)
    .addOption(langOption(texts));
  const options = [urlOption, { flag: "--from <NAME>", option: "from" }, { flag: "--now", option: "now" }] as const;
  const output = outputOptions.filter(({ option }) => option === "json" || option === "verbose");
  for (const { flag, option } of [...options, ...output]) command.option(flag, help.options[option]);
  return command.action(async (thread: string, line: string, _options: unknown, called: Command) => {
    const { interjectRemote } = await import("./remote/interject-remote.js");
    finish(await interjectRemote([thread, line], called.optsWithGlobals<RunOptions>(), io, asked));
  });
}

/** `finish` is told how the command ended. */
export function createProgram(io: Io, asked: Language | undefined, finish: (status: ExitStatus) => void): Command {
  const texts = cliTexts(asked ?? "en");
  const setting = { texts, io, finish, asked };
  const { help } = texts;
  const program = describeHelp(new Command("rostrum"), texts, io)
    .description(help.program)
    .usage(help.programUsage)
    .version(readVersion(), "-V, --version", help.options.version)
    .addOption(langOption(texts))
    .helpCommand("help [command]", help.help)
    .addHelpText("after", help.programEpilogue)
    .addCommand(runCommand(setting))
    .addCommand(threadsCommand(setting))
    .addCommand(modesCommand(setting));
  for (const each of threadCommands) program.addCommand(threadCommand(each, setting));
  return program.addCommand(diffCommand(setting)).addCommand(interjectCommand(setting));
}
