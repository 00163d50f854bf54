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

export const isInLanguage = (text: string, language: Language): boolean => locales[language].grammar.canQuote(text);

export const namesOf = (people: readonly Participant[]) => people.map(({ name }) => name);

/**
 * The first name if it is unique, otherwise the whole name, without characters that would break a sentence. If no
 * usable name is left, a phrase such as “the last speaker”.
 */
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

/** Replaces all slots in a single pass, so that a name like “{x}” is not changed. Undefined if a slot has no value. */
function fill(pattern: string, slots: Slots): string | undefined {
  const filled = pattern.replace(/\{(\w+)\}/g, (_, name: string) => slots[name] ?? "\0");
  return filled.includes("\0") ? undefined : filled;
}

/**
 * The longest part of a pattern between slots, in lower case. A text made from the pattern contains it, whatever filled
 * the slots.
 */
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

/** Puts the first letter in lower case, unless the first word is always capitalized. */
export const small = (text: string, language: Language): string =>
  patternAt(language, "phrase.capital", "u").test(text) ? text : text.charAt(0).toLowerCase() + text.slice(1);

const recentLines = 24;
const knownLines = 80;

type Source = string | Texts;

interface SayOptions {
  /** The maximum length, in words. */
  readonly limit?: number;
  /** Whether to return undefined instead of repeating a recent sentence. Default: false. */
  readonly isOptional?: boolean;
  readonly slots?: Slots;
}

/** Sentences with lower ranks get room first. If the source is a function, it receives the remaining room, in words. */
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

  /** Of the patterns that fit, prefers an unused one; if all have been used, takes the least recently used one. */
  say(source: Source, { limit, isOptional = false, slots = this.slots }: SayOptions = {}): string | undefined {
    const { language, turn, wordLimit } = this.request;
    const patterns = this.textsOf(source);
    // Participants who speak at the same time do not see each other's speeches, so the pattern to start with depends on
    // the seat. Tasks carried out at the same time already have different turns.
    const shift = turn + (this.request.purpose === "execute" ? 0 : 5 * seatOf(this.request));
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

  /** Joins the parts that fit, in the given order. Uses the `fallback` if no part fits. */
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

  /**
   * The index of the latest message that used the pattern, or -1. If this answer has used it, the number of messages.
   */
  private lastUse(pattern: string, text: string): number {
    if (this.said.has(pattern)) return this.lines.length;
    const fragment = longestFragment(pattern);
    const isTelling = fragment.length >= lengthOf(this.request.language, "tellingFragment");
    const telling = isTelling ? fragment : text.toLowerCase();
    return this.lines.findLastIndex((line) => line.includes(telling));
  }
}
