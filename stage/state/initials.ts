/** Abbreviates names. Within a cast, every abbreviation is unique. */

const wide = /^[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Hangul}·]+$/u;
const segments = new Intl.Segmenter();
const lettersOf = (text: string) => [...segments.segment(text)].map(({ segment }) => segment);

const start = (word: string, length: number) => lettersOf(word).slice(0, length).join("");
const capital = (word: string) => start(word, 1).toLocaleUpperCase() + lettersOf(word).slice(1).join("");

/** The usual abbreviation comes first. The others distinguish similar names. */
function formsOf(name: string): string[] {
  const letters = lettersOf(name);
  const [one = "", end = ""] = [letters[0], letters.at(-1)];
  if (wide.test(name)) return [letters.slice(-2).join(""), one + end, start(name, 2), letters.slice(-3).join("")];
  const words = name.split(/[\s\-_.]+/u).filter((word) => /[\p{L}\p{N}]/u.test(word));
  const [first = name, last] = [words[0], words.length > 1 ? words.at(-1) : undefined];
  if (last === undefined) return [start(first, 2), start(first, 3), one + end, start(first, 4)].map(capital);
  const pairs = [
    [1, 1],
    [2, 1],
    [1, 2],
    [1, 3],
  ] as const;
  return pairs.map(([before, after]) => capital(start(first, before)) + capital(start(last, after)));
}

/** For example, `AT` for Agnes Thorvald. For a name in Chinese, Japanese or Korean script, the last two characters. */
export const initialsOf = (name: string): string => formsOf(name)[0] ?? "";

/** Ignores case, because `AG` and `Ag` are hard to tell apart. */
const fold = (text: string) => text.toLocaleLowerCase();

/**
 * Names that share initials get other ones, such as `Agn` and `Aga` for Agnes and Agatha; names that are too similar
 * get a number.
 */
export function initialsIn(names: readonly string[]): ReadonlyMap<string, string> {
  const chosen = new Map<string, string>();
  const taken = new Set<string>();
  const choose = (name: string, initials: string) => {
    chosen.set(name, initials);
    taken.add(fold(initials));
  };
  let left = [...new Set(names)].map((name) => ({ name, forms: formsOf(name) }));
  for (let level = 0; level < 4; level += 1) {
    const offered = left.map(({ forms }) => forms[level] ?? "");
    const folded = offered.map(fold);
    const isFree = (form: string) => !taken.has(form) && folded.indexOf(form) === folded.lastIndexOf(form);
    const free = folded.map(isFree);
    for (const [index, { name }] of left.entries()) if (free[index]) choose(name, offered[index] ?? "");
    left = left.filter((_, index) => !free[index]);
  }
  for (const { name, forms } of left) {
    let number = 1;
    while (taken.has(fold(`${start(forms[0] ?? "", 1)}${number}`))) number += 1;
    choose(name, `${start(forms[0] ?? "", 1)}${number}`);
  }
  return chosen;
}
