/** What a command of the command line is made of. Each has a folder of its own here, and a line in the registry. */
import type { Language } from "../../language.js";
import type { CliTexts } from "../../locales/command-line.js";
import type { ExitStatus, Io } from "../io.js";
import type { OptionName, Options } from "../options.js";

interface CommandContext {
  readonly options: Options;
  readonly io: Io;
  /** The language that `--lang` names; undefined without it. */
  readonly language: Language | undefined;
  readonly texts: CliTexts;
}

export type Action = (words: readonly string[], context: CommandContext) => Promise<ExitStatus>;

export interface CommandDefinition {
  readonly name: keyof CliTexts["help"]["commands"];
  readonly arguments: readonly (keyof CliTexts["help"]["arguments"])[];
  /** Its options but `--lang`, which every command has, in the order of its help. */
  readonly options: readonly OptionName[];
  /** Options that the command rejects with a reason, so that help does not show them. */
  readonly rejected?: readonly OptionName[];
  /** Imports the code that does the work, so that help and usage errors need not load it. */
  load(): Promise<Action>;
}
