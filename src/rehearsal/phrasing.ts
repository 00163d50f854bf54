/** Picks and fills sentence patterns so that none returns while listeners still remember it. */
import type { Language } from "../language.js";
import { countWords } from "../locales/word-count.js";
import type { ModelRequest, RememberedConversation } from "../models/request.js";
import { chanceInConversation } from "./luck.js";
import { type Texts, valueAt } from "./texts.js";

/** What fills a pattern's slots, by their names. */
export type Slots = Readonly<Record<string, string | undefined>>;

/** The pattern with its slots filled, or undefined when one has no value. One pass, so that a name like “{x}” stays. */
export function fill(pattern: string, slots: Slots): string | undefined {
  const filled = pattern.replace(/\{(\w+)\}/g, (_, name: string) => slots[name] ?? "\0");
  return filled.includes("\0") ? undefined : filled;
}

const fragments = new Map<string, string>();

/** The longest stretch between slots, in lower case: it shows that a pattern was used, whatever filled it. */
export function longestFragment(pattern: string): string {
  const known = fragments.get(pattern);
  if (known !== undefined) return known;
  const stretches = pattern.toLowerCase().split(/\{\w+\}/);
  const longest = stretches
    .map((stretch) => stretch.replace(/^[\s,.;，。；“”]+|[\s,.;，。；“”]+$/g, ""))
    .reduce((one, other) => (other.length > one.length ? other : one), "");
  fragments.set(pattern, longest);
  return longest;
}

/** Sentences put together as the language does it. */
export const joined = (sentences: readonly (string | undefined)[], language: Language): string =>
  sentences.filter(Boolean).join(language === "zh" ? "" : " ");

/** The text with a capital or a small letter at its beginning. */
export const capital = (text: string): string => text.charAt(0).toUpperCase() + text.slice(1);
export const small = (text: string): string =>
  /^(?:I\b|\p{Lu}\p{Lu})/u.test(text) ? text : text.charAt(0).toLowerCase() + text.slice(1);

function strideFor(length: number, chance: number): number {
  const divisor = (one: number, other: number): number => (other === 0 ? one : divisor(other, one % other));
  const strides = Array.from({ length }, (_, index) => index + 1).filter((step) => divisor(step, length) === 1);
  return strides[Math.floor(chance * strides.length)] ?? 1;
}

const recentLines = 24;
const knownLines = 80;
const tellingLength = { en: 8, zh: 4 } as const;

/** Patterns, or the path of some. */
export type Source = string | Texts;

interface SayOptions {
  /** Longest text, in words. */
  readonly limit?: number;
  /** Whether it is better left out than said again. */
  readonly isOptional?: boolean;
  readonly slots?: Slots;
}

/** A sentence of an answer: how soon it is given room, and where it comes from; a function gets the room that is left. */
export type Part = readonly [
  rank: number,
  source: Source | ((room: number) => string | undefined),
  isOptional?: boolean,
];

/** Says one answer. `shift` keeps those apart who speak at the same time. */
export class Voice {
  private readonly lines: readonly string[];
  private readonly said = new Set<string>();

  constructor(
    private readonly request: ModelRequest & { conversation?: RememberedConversation },
    private readonly slots: Slots = {},
    private readonly shift = 0,
  ) {
    this.lines = (request.conversation?.lines ?? []).slice(-knownLines).map(({ text }) => text.toLowerCase());
  }

  /** One of the patterns that can be filled and fit; the least recently used where all have been used. */
  say(source: Source, { limit, isOptional = false, slots = this.slots }: SayOptions = {}): string | undefined {
    const { language, turn, wordLimit } = this.request;
    const patterns = typeof source === "string" ? valueAt<Texts>(language, source) : source;
    const salt = `${patterns.length} ${patterns[0]}`;
    const begin = Math.floor(chanceInConversation(this.request, `start ${salt}`) * patterns.length) + turn + this.shift;
    const stride = strideFor(patterns.length, chanceInConversation(this.request, `stride ${salt}`));
    let best: { readonly text: string; readonly pattern: string; readonly used: number } | undefined;
    for (const index of patterns.keys()) {
      const pattern = patterns[((begin + index) * stride) % patterns.length] ?? "";
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
  speak(parts: readonly Part[], fallback: Source, limit = this.request.wordLimit): string {
    const { language } = this.request;
    let room = limit;
    const made = new Map<Part, string>();
    for (const part of [...parts].sort(([one], [other]) => one - other)) {
      const [, source, isOptional = false] = part;
      const text = typeof source === "function" ? source(room) : this.say(source, { limit: room, isOptional });
      const words = text ? countWords(text, language) : 0;
      if (!text || words > room) continue;
      made.set(part, text);
      room -= words;
    }
    const text = joined(
      parts.map((part) => made.get(part)),
      language,
    );
    const shortest = typeof fallback === "string" ? valueAt<Texts>(language, fallback) : fallback;
    return text || (this.say(shortest, { limit }) ?? shortest.at(-1) ?? "");
  }

  /** The place of the latest message that holds the pattern; -1 where none does. */
  private lastUse(pattern: string, text: string): number {
    if (this.said.has(pattern)) return this.lines.length;
    const fragment = longestFragment(pattern);
    const telling = fragment.length < tellingLength[this.request.language] ? text.toLowerCase() : fragment;
    return this.lines.findLastIndex((line) => line.includes(telling));
  }
}
