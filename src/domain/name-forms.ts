/** The ways people are called in speech: by the whole name, or by a part of it that nobody else in the room has. */

const han = /^\p{Script=Han}+$/u;

/** Words before a name that are nobody's name by themselves. */
const titles = new Set([
  "dr",
  "mr",
  "mrs",
  "ms",
  "miss",
  "prof",
  "professor",
  "captain",
  "sir",
  "the",
  "old",
  "von",
  "van",
]);

/** Parts of a name that may stand for it: its words, or a Chinese name's given name. */
function partsOf(name: string): string[] {
  if (han.test(name)) return name.length === 3 || name.length === 4 ? [name.slice(-2)] : [];
  const words = name.split(/\s+/).map((word) => word.replace(/[.,]+$/u, ""));
  return words.length < 2 ? [] : words.filter((word) => /^\p{Lu}.{2,}/u.test(word) && !titles.has(word.toLowerCase()));
}

/** Everything each name may be called by, the whole name first. A part that two names share stands for neither. */
export function nameForms(names: readonly string[]): string[][] {
  const owners = new Map<string, Set<string>>();
  const claim = (form: string, name: string) => owners.set(form, (owners.get(form) ?? new Set()).add(name));
  for (const name of names) for (const form of [name, ...partsOf(name)]) claim(form, name);
  return names.map((name) =>
    [name, ...new Set(partsOf(name))].filter((form) => form === name || owners.get(form)?.size === 1),
  );
}

const escapeForRegExp = (text: string) => text.replace(/[\\^$.*+?()[\]{}|/]/g, "\\$&");

/** Matches a form where it stands as a name: a Latin one only as whole words; Chinese has no spaces to tell words by. */
export function formPattern(form: string): string {
  const body = form.split(/\s+/).map(escapeForRegExp).join("\\s+");
  const letter = /[\p{L}\p{N}]/u;
  const before = letter.test(form.at(0) ?? "") && !/^\p{Script=Han}/u.test(form) ? "(?<![\\p{L}\\p{N}])" : "";
  const after = letter.test(form.at(-1) ?? "") && !/\p{Script=Han}$/u.test(form) ? "(?![\\p{L}\\p{N}])" : "";
  return `${before}${body}${after}`;
}
