import { grammars } from "./grammar.js";

const partsOf = (name: string) => [...new Set(grammars.flatMap((grammar) => grammar.partsOfName(name)))];

/** Returns the forms of each name: the whole name, and then those of its parts that are not forms of another name. */
export function nameForms(names: readonly string[]): string[][] {
  const owners = new Map<string, Set<string>>();
  const claim = (form: string, name: string) => owners.set(form, (owners.get(form) ?? new Set()).add(name));
  for (const name of names) for (const form of [name, ...partsOf(name)]) claim(form, name);
  return names.map((name) => [name, ...partsOf(name)].filter((form) => form === name || owners.get(form)?.size === 1));
}

export interface NameMatch {
  readonly index: number;
  readonly form: string;
  /** The position in the text after the match. */
  readonly end: number;
}

interface Node {
  readonly next: Map<string, Node>;
  readonly ends: Omit<NameMatch, "end">[];
}

const newNode = (): Node => ({ next: new Map(), ends: [] });

/**
 * Ignores case by converting to upper case first, so that two lower-case forms of the same letter, such as σ and ς,
 * are equal. All white space becomes a space.
 */
const foldCase = (character: string) => (/\s/u.test(character) ? " " : character.toUpperCase().toLowerCase());

const isHan = (character: string) => /\p{Script=Han}/u.test(character);
const isLetter = (character: string) => /[\p{L}\p{N}]/u.test(character);

/**
 * A non-Chinese name must be a whole word. Chinese does not separate words with spaces, so a Chinese name may be next
 * to other Chinese characters, unless it is a single character, which could be part of another word.
 */
function standsAlone(form: string, before: string, after: string): boolean {
  const letters = [...form];
  const [first = "", last = ""] = [letters[0], letters.at(-1)];
  if (letters.length === 1 && isHan(first)) return !isHan(before) && !isHan(after);
  const isCut = (end: string, beside: string) => isLetter(end) && !isHan(end) && isLetter(beside);
  return !isCut(first, before) && !isCut(last, after);
}

const characterAt = (text: string, at: number) =>
  at < text.length ? String.fromCodePoint(text.codePointAt(at) ?? 0) : "";
const characterBefore = (text: string, at: number) => [...text.slice(Math.max(0, at - 2), at)].at(-1) ?? "";

/** Whether `written` equals `form`, including case. Only the white space between words can differ. */
export const isWrittenAs = (form: string, written: string) =>
  written.replace(/\s+/gu, " ") === form.replace(/\s+/gu, " ");

type Fold = (character: string) => string;

/** Uses a trie, so that a large cast does not slow it down. */
export class NameFinder {
  private readonly root = newNode();

  /**
   * @param forms - The forms of each name; see {@link nameForms}.
   * @param folds - The ways to compare characters; a match in any of them counts. Default: a comparison that ignores
   * case.
   */
  constructor(
    forms: readonly (readonly string[])[],
    private readonly folds: readonly Fold[] = [foldCase],
  ) {
    for (const [index, own] of forms.entries())
      for (const form of own) {
        const characters = [...form.replace(/\s+/gu, " ")];
        for (const folded of new Set(folds.map((fold) => characters.map(fold).join(""))))
          this.add(folded, { index, form });
      }
  }

  private add(folded: string, end: Omit<NameMatch, "end">): void {
    let node = this.root;
    for (const character of folded) {
      let next = node.next.get(character);
      if (!next) {
        next = newNode();
        node.next.set(character, next);
      }
      node = next;
    }
    if (node !== this.root) node.ends.push(end);
  }

  /**
   * Returns the names that start at `start`; for each fold, longest first. `isOpen`: whether the text ends at a point
   * where a name might continue.
   */
  at(text: string, start: number): { readonly names: readonly NameMatch[]; readonly isOpen: boolean } {
    const [first, ...others] = this.folds.map((fold) => this.walk(text, start, fold));
    if (!first || others.length === 0) return first ?? { names: [], isOpen: false };
    const found = [first, ...others];
    return { names: found.flatMap(({ names }) => names), isOpen: found.some(({ isOpen }) => isOpen) };
  }

  private walk(text: string, start: number, fold: Fold) {
    const names: NameMatch[] = [];
    let node: Node | undefined = this.root;
    let at = start;
    while (at < text.length) {
      const character = characterAt(text, at);
      const folded = fold(character);
      for (const each of folded) node = node?.next.get(each);
      if (!node) return { names, isOpen: false };
      at += character.length;
      if (folded === " ") while (/\s/u.test(characterAt(text, at))) at += 1;
      const end = at;
      const stand = ({ form }: { form: string }) =>
        standsAlone(form, characterBefore(text, start), characterAt(text, end));
      names.unshift(...node.ends.filter(stand).map((found) => ({ ...found, end })));
    }
    return { names, isOpen: node.next.size > 0 };
  }
}
