/** Names as they can be said in a sentence, and sentence patterns, of which none returns while listeners still remember it. */

import type { ModelRequest } from "../../core/model-request.js";
import type { Participant } from "../../core/state/participant.js";
import { nameForms } from "../../core/text/name-forms.js";
import { countWords } from "../../core/text/word-count.js";
import type { RememberedConversation } from "../../records/remembered-conversation.js";
import type { Language } from "../../words/registry.js";
import { locales } from "../../words/registry.js";
import { chanceInConversation, seatOf } from "./luck.js";
import { lengthOf, once, patternAt, type Texts, valueAt } from "./texts.js";

type People = Pick<ModelRequest, "cast" | "language" | "leader">;

/** Whether a text can stand in a sentence of the language. */
export const isInLanguage = (text: string, language: Language): boolean => locales[language].grammar.canQuote(text);

export const namesOf = (people: readonly Participant[]) => people.map(({ name }) => name);

/** What somebody is called: by first name where nobody else has it; never with marks that would end the sentence. */
export function addressOf(name: string, { cast, language, leader }: People): string {
  const known = [...cast, ...(leader ? [leader] : [])].map((one) => one.name);
  const names = known.includes(name) ? known : [...known, name];
  const short = nameForms(names)[names.indexOf(name)]?.find((form) => form !== name && name.startsWith(`${form} `));
  const plain = (short ?? name)
    .replace(/[:：*“”"{}<>[\]#`?？!！。|\\\p{C}]/gu, " ")
    .replace(/\s+/gu, " ")
    .trim();
  const isName = /[\p{L}\p{N}]/u.test(plain) && plain.length <= 40;
  return isName ? plain : valueAt(language, "person.somebody");
}

export function namesIn(people: readonly string[], request: People): string | undefined {
  const [between = "", last = ""] = valueAt<string[]>(request.language, "director.joints");
  const called = people.map((name) => addressOf(name, request));
  return called.length > 1 ? called.slice(0, -1).join(between) + last + called.at(-1) : called[0];
}

export type Slots = Readonly<Record<string, string | undefined>>;

/** The pattern with its slots filled, or undefined when one has no value. One pass, so that a name like “{x}” stays. */
function fill(pattern: string, slots: Slots): string | undefined {
  const filled = pattern.replace(/\{(\w+)\}/g, (_, name: string) => slots[name] ?? "\0");
  return filled.includes("\0") ? undefined : filled;
}

/** The longest stretch between slots, in lower case: it shows that a pattern was used, whatever filled it. */
export const longestFragment = (pattern: string): string =>
  once(`fragment ${pattern}`, () =>
    pattern
      .toLowerCase()
      .split(/\{\w+\}/)
      .map((stretch) => stretch.replace(/^[\s,.;，。；“”]+|(?<![\s,.;，。；“”])[\s,.;，。；“”]+$/g, ""))
      .reduce((one, other) => (other.length > one.length ? other : one)),
  );

export const joined = (sentences: readonly (string | undefined)[], language: Language): string =>
  locales[language].join(sentences.flatMap((sentence) => sentence || []));

/** The text with a small letter at its beginning. */
export const small = (text: string, language: Language): string =>
  patternAt(language, "phrase.capital", "u").test(text) ? text : text.charAt(0).toLowerCase() + text.slice(1);

const recentLines = 24;
const knownLines = 80;

/** Patterns, or the path of some. */
type Source = string | Texts;

interface SayOptions {
  /** Longest text, in words. */
  readonly limit?: number;
  /** Whether it is better left out than said again. */
  readonly isOptional?: boolean;
  readonly slots?: Slots;
}

/** A sentence of an answer: how soon it is given room, and where it comes from; a function gets the room that is left. */
export type Part = readonly [rank: number, source: Source | Say, options?: SayOptions];
type Say = (room: number) => string | undefined;

export class Voice {
  private readonly lines: readonly string[];
  private readonly said = new Set<string>();

  constructor(
    private readonly request: ModelRequest & { conversation?: RememberedConversation },
    private readonly slots: Slots = {},
  ) {
    this.lines = (request.conversation?.lines ?? []).slice(-knownLines).map(({ text }) => text.toLowerCase());
  }

  private textsOf(source: Source): Texts {
    return typeof source === "string" ? valueAt<Texts>(this.request.language, source) : source;
  }

  /** One of the patterns that can be filled and fit; the least recently used where all have been used. */
  say(source: Source, { limit, isOptional = false, slots = this.slots }: SayOptions = {}): string | undefined {
    const { language, turn, wordLimit } = this.request;
    const patterns = this.textsOf(source);
    // Those who speak at the same time hear nothing of each other, and must not choose alike.
    const shift = turn + 5 * seatOf(this.request);
    const begin = Math.floor(chanceInConversation(this.request, `start ${patterns[0]}`) * patterns.length) + shift;
    let best: { readonly text: string; readonly pattern: string; readonly used: number } | undefined;
    for (const index of patterns.keys()) {
      const pattern = patterns[(begin + index) % patterns.length] ?? "";
      const text = fill(pattern, slots);
      if (text === undefined || countWords(text, language) > (limit ?? wordLimit)) continue;
      const used = this.lastUse(pattern, text);
      if (used < (best?.used ?? Number.POSITIVE_INFINITY)) best = { text, pattern, used };
      if (used < 0) break;
    }
    if (!best || (isOptional && best.used >= Math.max(0, this.lines.length - recentLines))) return undefined;
    this.said.add(best.pattern);
    return best.text;
  }

  /** As many parts as fit, the most important first, in the order given; one of the `fallback`s where none does. */
  speak(fallback: Source, parts: readonly Part[], limit = this.request.wordLimit): string {
    const { language } = this.request;
    let room = limit;
    const made = new Map<Part, string>();
    for (const part of parts.toSorted(([one], [other]) => one - other)) {
      const [, source, options] = part;
      const text = typeof source === "function" ? source(room) : this.say(source, { limit: room, ...options });
      const words = text ? countWords(text, language) : 0;
      if (!text || words > room) continue;
      made.set(part, text);
      room -= words;
    }
    const sentences = parts.map((part) => made.get(part));
    return joined(sentences, language) || (this.say(fallback, { limit }) ?? this.textsOf(fallback).at(-1) ?? "");
  }

  /** The place of the latest message that holds the pattern; -1 where none does. */
  private lastUse(pattern: string, text: string): number {
    if (this.said.has(pattern)) return this.lines.length;
    const fragment = longestFragment(pattern);
    const isTelling = fragment.length >= lengthOf(this.request.language, "tellingFragment");
    const telling = isTelling ? fragment : text.toLowerCase();
    return this.lines.findLastIndex((line) => line.includes(telling));
  }
}
