/** Commands that the user can copy into a shell. */
import type { Environment } from "./io.js";
import { flagOf, type Options, settingOptions } from "./options.js";

/** A word as a shell reads it. */
export function quote(word: string): string {
  return /^[\p{L}\p{N}_@%+=:,./-]+$/u.test(word) ? word : `'${word.replaceAll("'", "'\\''")}'`;
}

/** How the user started the program: by its name, or through npm. */
export function programName({ npm_lifecycle_event: script }: Environment): string {
  if (script === undefined) return "rostrum";
  return script === "npx" ? "npx rostrum" : "npm run -s rostrum --";
}

/** The options that change settings, with the seed that was used. */
export function settingWords(options: Options, seed: number): string {
  const given: Options = { ...options, seed: String(seed) };
  const words = settingOptions.flatMap(({ option }) => {
    const value = given[option];
    if (value === undefined || value === false) return [];
    return value === true ? [flagOf(option)] : [flagOf(option), value];
  });
  return words.map(quote).join(" ");
}
