/** The command that runs a conversation again. */
import { standardInput } from "./load-scenario.js";
import { optionFields, type RunOptions } from "./options.js";

/** A word as a shell takes it for one. */
export function quote(word: string): string {
  return /^[\p{L}\p{N}_@%+=:,./-]+$/u.test(word) ? word : `'${word.replaceAll("'", "'\\''")}'`;
}

/** How the program was called: by its name, or through npm in a clone. */
export function programName({ npm_lifecycle_event: script }: Readonly<Record<string, string | undefined>>): string {
  if (script === undefined) return "rostrum";
  return script === "npx" ? "npx rostrum" : "npm run -s rostrum --";
}

/** Commands about conversations that are kept in `db`, where one was named; their words are given as a shell takes them. */
export function commandsAt(env: Readonly<Record<string, string | undefined>>, db: string | undefined) {
  return (words: string) => `${programName(env)} ${words}${db ? ` --db ${quote(db)}` : ""}`;
}

/** The options that set something, with the seed that was used. */
export function settingWords(options: RunOptions, seed: number): string {
  const settings: RunOptions = { ...options, seed: String(seed) };
  const words = optionFields.flatMap(({ option, flag, value }) => {
    const given = settings[option];
    if (given === undefined || given === false) return [];
    return value === undefined ? [flag] : [flag, String(given)];
  });
  return words.map(quote).join(" ");
}

/** The same source and settings, with the seed that was used. Where it is written to is left out. */
export function repeatCommand(
  source: string,
  options: RunOptions,
  seed: number,
  env: Readonly<Record<string, string | undefined>>,
): string {
  // What was read from stdin has no name that is known here.
  const input = source === standardInput ? " < FILE" : "";
  const server = options.url === undefined ? "" : ` --url ${quote(options.url)}`;
  return `${programName(env)} run ${quote(source)} ${settingWords(options, seed)}${server}${input}`;
}
