import { Command, Option } from "commander";
import stringWidth from "string-width";
import { nearestName } from "../../core/text/nearest-name.js";
import { invalidField } from "../../errors/rostrum-error.js";
import { conversationStatuses } from "../../talk/conversations/port/status-meanings.js";
import { type CliTexts, cliTexts } from "../../words/command-line.js";
import type { Language } from "../../words/registry.js";
import { languageNamed, languages } from "../../words/registry.js";
import { readVersion } from "../package-files.js";
import { commands } from "./commands/registry.js";
import { type ExitStatus, type Io, UsageError } from "./io.js";
import { type CommandDefinition, flagOf, formOf, type OptionName, type Options, programName } from "./options.js";
import { withPriceFile } from "./preparing/price-file.js";
import { wrapText } from "./terminal/text.js";

const maxHelpWidth = 100;
/** In narrower columns, descriptions are not wrapped. Commander has the same minimum. */
const minWidthToWrap = 40;
/** Takes as much space as a hyphen, but a line cannot break after it. */
const firmHyphen = "\u2011";

/** Unlike commander, also wraps Chinese text, which has no spaces. Does not break names such as `round-robin`. */
function wrapDescription(text: string, width: number): string {
  if (width < minWidthToWrap) return text;
  return wrapText(text.replaceAll("-", firmHyphen), { width, indent: "" }).replaceAll(firmHyphen, "-");
}

export interface ProgramSetup {
  readonly io: Io;
  readonly language: Language | undefined;
  readonly userLanguage: Language;
  /** Descriptions of the setting options. Only needed to show help. */
  readonly settingHelp: Readonly<Partial<Record<OptionName, string>>>;
  finish(status: ExitStatus): void;
}

/** Replaces `rostrum` in the help's examples with the command that the user would type, such as `npx rostrum`. */
const asTyped = (text: string, { env }: Io) =>
  text.replace(/(?<=^ {2}(?:cat .* \| )?)rostrum(?= )/gm, programName(env));

/** `command`: the command to which the option belongs. A command's help can describe an option in its own words. */
function optionFor(name: OptionName, { userLanguage, settingHelp }: ProgramSetup, command = ""): Option {
  const { help } = cliTexts(userLanguage);
  const described: Readonly<Record<string, string>> = {
    ...help.options,
    lang: `${help.options.lang}${help.choices(languages)}`,
    status: `${help.options.status}${help.choices(conversationStatuses)}`,
  };
  const option = new Option(formOf(name), described[`${command} ${name}`] ?? described[name] ?? settingHelp[name]);
  return option.optional ? option.preset("") : option;
}

function configure(command: Command, setup: ProgramSetup): Command {
  const { io, userLanguage } = setup;
  const { help } = cliTexts(userLanguage);
  return command
    .addOption(optionFor("lang", setup))
    .helpOption("-h, --help", help.options.help)
    .configureHelp({
      displayWidth: stringWidth,
      boxWrap: wrapDescription,
      styleTitle: (title: string) => (help.titles as Readonly<Record<string, string>>)[title] ?? title,
      subcommandTerm: (each) => `${each.name()} ${each.usage()}`,
    })
    .configureOutput({
      // Removes the space that commander adds after a title that ends with a full-width colon.
      writeOut: (text) => io.stdout.write(text.replace(/^(\S+：) /, "$1")),
      // `main` reports errors in the user's language.
      writeErr: () => {},
      getOutHelpWidth: () => Math.min(maxHelpWidth, io.stdout.columns || maxHelpWidth),
    })
    .exitOverride();
}

/** Rejects options that belong only to the parent command, because commander accepts them as well. */
function rejectForeign(given: Options, { name, options, rejected = [] }: CommandDefinition, { usage }: CliTexts): void {
  const known: readonly OptionName[] = ["lang", ...options, ...rejected];
  const foreign = (Object.keys(given) as OptionName[]).find((option) => !known.includes(option));
  if (foreign) throw new UsageError(`${flagOf(foreign)}: ${usage.notBeside(name)}`);
}

function checkLanguage({ lang }: Options): void {
  if (lang === undefined || languageNamed(lang)) return;
  const nearest = languages.find((each) => lang.toLowerCase().startsWith(each)) ?? nearestName(lang, languages);
  throw invalidField("--lang", "not-one-of", { values: languages, nearest });
}

function commandFrom(definition: CommandDefinition, setup: ProgramSetup): Command {
  const [word = ""] = definition.name.split(" ").slice(-1);
  const { io, language, userLanguage, finish } = setup;
  const texts = cliTexts(userLanguage);
  const { summary, usage } = texts.help.commands[definition.name];
  const command = new Command(word).description(summary).usage(usage);
  const dots = definition.takesMany ? "..." : "";
  for (const name of definition.arguments) command.argument(`<${name}${dots}>`, texts.help.arguments[name]);
  for (const name of definition.options) command.addOption(optionFor(name, setup, definition.name));
  for (const name of definition.rejected ?? []) command.addOption(optionFor(name, setup).hideHelp());
  configure(command, setup).addHelpText("after", asTyped(texts.help.epilogues[definition.name] ?? "", io));
  return command.action(async () => {
    const given = command.optsWithGlobals<Options>();
    rejectForeign(given, definition, texts);
    checkLanguage(given);
    const act = await definition.load();
    const options = await withPriceFile(given);
    finish(await act(command.args, { options, io, language, texts }));
  });
}

export function createProgram(setup: ProgramSetup): Command {
  const { help } = cliTexts(setup.userLanguage);
  const program = configure(new Command(programName(setup.io.env)), setup)
    .description(help.program)
    .usage(help.programUsage)
    .version(readVersion(), "-V, --version", help.options.version)
    .helpCommand(`help ${help.helpCommand.usage}`, help.helpCommand.summary)
    .addHelpText("after", asTyped(help.programEpilogue, setup.io));
  for (const definition of commands) {
    const parent = findCommand(program, definition.name.split(" ").slice(0, -1));
    parent.addCommand(commandFrom(definition, setup));
  }
  return program;
}

/** Returns the command that the words name. Ignores the first unknown word and all words after it. */
export function findCommand(parent: Command, [first, ...rest]: readonly string[]): Command {
  const found = parent.commands.find((each) => each.name() === first);
  return found ? findCommand(found, rest) : parent;
}
