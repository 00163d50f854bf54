import type { Named } from "../../base/is-record.js";
import { quote } from "../../base/quote.js";
import { invalidField, invalidInput, RostrumError } from "../../errors/rostrum-error.js";
import type { Override } from "../../talk/scenario/scenario.js";
import type { CliTexts } from "../../words/command-line.js";
import type { Language } from "../../words/registry.js";
import type { Environment, ExitStatus, Io } from "./io.js";

/** The options that take a value, with the placeholder that the help shows for each value. */
const valueNames = {
  topic: "TEXT",
  participants: "A,B,C",
  turns: "N",
  seed: "N",
  model: "NAME",
  bidModel: "NAME",
  temperature: "T",
  wordLimit: "N",
  rule: "RULE",
  criterion: "contradiction|urge|TEXT",
  budget: "calls=N,…",
  prices: "FILE|MODEL=IN,OUT",
  lang: "LANGUAGE",
  pace: "MS",
  out: "FILE",
  html: "FILE",
  thread: "NAME",
  db: "ADDRESS",
  extensions: "FILE",
  url: "URL",
  host: "ADDRESS",
  port: "PORT",
  from: "NAME",
  turn: "N",
  as: "NAME",
  speech: "TEXT",
  mode: "MODE",
  limit: "N",
  after: "CURSOR",
  search: "WORDS",
  status: "STATUS",
  concurrency: "N",
  grace: "SECONDS",
} as const;

type Switch =
  | "prepare"
  | "fair"
  | "queue"
  | "json"
  | "quiet"
  | "verbose"
  | "now"
  | "public"
  | "usage"
  | "yes"
  | "typescript"
  | "dryRun";

export type OptionName = keyof typeof valueNames | Switch;

export type Options = { readonly [Name in keyof typeof valueNames]?: string } & { readonly [Name in Switch]?: boolean };

export const flagOf = (option: OptionName): string =>
  `--${option.replace(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`)}`;

/** Options whose value can be omitted. An omitted value becomes an empty text. */
const optionalValues: readonly OptionName[] = ["html"];

export function formOf(option: OptionName): string {
  if (!(option in valueNames)) return flagOf(option);
  const value = valueNames[option as keyof typeof valueNames];
  return `${flagOf(option)} ${optionalValues.includes(option) ? `[${value}]` : `<${value}>`}`;
}

const looksLikeNumber = /^[+-]?(\d+(?:\.\d*)?|\.\d+)(e[+-]?\d+)?$/i;

/** If the text is not a number, returns it unchanged, so that a later check rejects it. */
const toNumber = (text: string): unknown => {
  const number = looksLikeNumber.test(text.trim()) ? Number(text) : Number.NaN;
  return Number.isFinite(number) ? number : text;
};

const toCast = (text: string): unknown =>
  text.trim() === "" ? [] : text.split(/[,，、]/).map((name) => ({ name: name.trim() }));

function entriesOnce<Value>(option: OptionName, entries: readonly (readonly [string, Value])[]): Record<string, Value> {
  const names = entries.map(([name]) => name);
  const twice = names.find((name, index) => names.indexOf(name) < index);
  if (twice !== undefined) throw invalidField(flagOf(option), "given-twice", { name: twice });
  return Object.fromEntries(entries);
}

const toLimits = (text: string): Record<string, unknown> =>
  entriesOnce(
    "budget",
    text.split(/[,，]/).map((limit) => {
      const [, kind, most = ""] = /^\s*([^\s=]+)\s*=(.*)$/.exec(limit) ?? [];
      if (kind === undefined)
        throw invalidField(flagOf("budget"), "expected", { expected: "limits", isMissing: false });
      return [kind, toNumber(most.trim())] as const;
    }),
  );

export const priceSeparator = ";";

/** Parses prices such as `openai:gpt-4.1-mini=0.40,1.60`, optionally with the price of cached input at the end. */
const toPrices = (text: string): Record<string, unknown> =>
  entriesOnce(
    "prices",
    text
      .split(/[;；]/)
      .filter((entry) => entry.trim() !== "")
      .map((entry) => {
        // A model name can contain equals signs and commas.
        const [, model, amounts = ""] = /^\s*(\S+?)\s*=([^=]*)$/.exec(entry) ?? [];
        const [input, output, cachedInput, ...others] = amounts.split(/[,，]/).map((amount) => toNumber(amount.trim()));
        const isRead = [input, output, cachedInput ?? 0].every((amount) => typeof amount === "number");
        if (model === undefined || !isRead || others.length > 0)
          throw invalidField(flagOf("prices"), "expected", { expected: "prices", isMissing: false });
        return [model, { input, output, ...(cachedInput !== undefined && { cachedInput }) }] as const;
      }),
  );

export function numberGiven(options: Options, option: keyof typeof valueNames): number | undefined {
  const given = options[option];
  const value = given === undefined ? undefined : toNumber(given);
  if (value === undefined || typeof value === "number") return value;
  const problem = { code: "expected", params: { expected: "number", isMissing: false } } as const;
  throw invalidField(flagOf(option), "given-instead", { given: String(given), problem });
}

/**
 * Returns the error with each field in `options`, such as `limit`, replaced by the option that the user types, such as
 * `--limit`.
 */
export function namingOptions(error: unknown, options: readonly OptionName[]): unknown {
  if (!RostrumError.isInstance(error) || !error.details.problems) return error;
  const flags = new Map<string, string>(options.map((option) => [option, flagOf(option)]));
  const named = error.details.problems.map((each) => ({ ...each, field: flags.get(each.field) ?? each.field }));
  return invalidInput(named);
}

export interface SettingOption {
  readonly option: OptionName;
  readonly path: readonly [string, ...string[]];
  /** Whether the setting is fixed once the conversation opens, so a fork cannot change it. */
  readonly isFixedByOpening?: true;
  /** Parses the option's text. Default: the text itself becomes the setting's value, or `true` for a switch. */
  readonly read?: (text: string) => unknown;
  /** Whether the option changes only the entries that it names. Default: it replaces the whole setting. */
  readonly changesEntries?: true;
}

export const settingOptions: readonly SettingOption[] = [
  { option: "topic", path: ["topic"], isFixedByOpening: true },
  { option: "participants", path: ["participants"], read: toCast, isFixedByOpening: true },
  { option: "turns", path: ["maxTurns"], read: toNumber },
  { option: "seed", path: ["seed"], read: toNumber },
  { option: "lang", path: ["language"] },
  { option: "model", path: ["model"] },
  { option: "bidModel", path: ["bidModel"] },
  { option: "temperature", path: ["temperature"], read: toNumber },
  { option: "wordLimit", path: ["wordLimit"], read: toNumber },
  { option: "prepare", path: ["prepare"], isFixedByOpening: true },
  { option: "rule", path: ["selection", "rule"] },
  { option: "fair", path: ["selection", "rule"], read: () => "proportional-fair" },
  { option: "criterion", path: ["bidding", "criterion"] },
  { option: "budget", path: ["budget"], read: toLimits },
  { option: "prices", path: ["prices"], read: toPrices, changesEntries: true },
];

/** The options that a fork and a round in another mode cannot change. */
export const openingOptions: readonly OptionName[] = settingOptions.flatMap(({ option, isFixedByOpening }) =>
  isFixedByOpening ? [option] : [],
);

export function overridesOf(options: Options): Override[] {
  return settingOptions.flatMap(({ option, path, read, changesEntries = false }): Override[] => {
    const given = options[option];
    if (given === undefined) return [];
    const [value, name] = [read ? read(String(given)) : given, flagOf(option)];
    if (!changesEntries) return [{ path, value, name }];
    return Object.entries(value as Named).map(([key, entry]) => ({ path: [...path, key], value: entry, name }));
  });
}

export function programName({ npm_lifecycle_event: script, npm_package_name: project }: Environment): string {
  if (script === undefined) return "rostrum";
  // Only this repository has the `rostrum` npm script; projects created by `init` do not.
  return script !== "npx" && project === "rostrum" ? "npm run -s rostrum --" : "npx rostrum";
}

export function settingWords(options: Options, seed: number): string {
  const given: Options = { ...options, seed: String(seed) };
  const words = settingOptions.flatMap(({ option }) => {
    const value = given[option];
    if (value === undefined || value === false) return [];
    return value === true ? [flagOf(option)] : [flagOf(option), value];
  });
  return words.map(quote).join(" ");
}

/** @param language - The value of `--lang`; undefined if the option is not given. */
export type Action = (
  words: readonly string[],
  context: { options: Options; io: Io; language: Language | undefined; texts: CliTexts },
) => Promise<ExitStatus>;

export interface CommandDefinition {
  /** A single word, or the name of an earlier command followed by another word. */
  readonly name: keyof CliTexts["help"]["commands"];
  readonly arguments: readonly (keyof CliTexts["help"]["arguments"])[];
  readonly takesMany?: true;
  /** The options, in the order in which the help lists them. `--lang` is omitted, because every command has it. */
  readonly options: readonly OptionName[];
  /** Options that the command rejects with an explanation. They are not listed in the help. */
  readonly rejected?: readonly OptionName[];
  /** Imports the command's code on demand, so that help and usage errors do not load it. */
  load(): Promise<Action>;
}
