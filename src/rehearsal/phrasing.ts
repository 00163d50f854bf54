/** Picks and fills sentence patterns so that none returns while listeners still remember it. */
import type { Language } from "../language.js";
import type { ModelRequest, RememberedConversation } from "../models/request.js";
import { countWords } from "../text/word-count.js";
import { chanceInConversation } from "./luck.js";
import type { Texts } from "./texts.js";

/** What fills a pattern's slots, by their names. */
export type Slots = Readonly<Record<string, string | undefined>>;

/** The pattern with its slots filled, or undefined when one has no value. One pass, so that a name like “{x}” stays. */
export function fill(pattern: string, slots: Slots): string | undefined {
  let isComplete = true;
  const filled = pattern.replace(/\{(\w+)\}/g, (_, name: string) => {
    const value = slots[name];
    if (value === undefined) isComplete = false;
    return value ?? "";
  });
  return isComplete ? filled : undefined;
}

const fragments = new Map<string, string>();

/** The longest stretch between slots, in lower case: it shows that a pattern was used, whatever filled it. */
export function longestFragment(pattern: string): string {
  const known = fragments.get(pattern);
  if (known !== undefined) return known;
  const longest = pattern
    .toLowerCase()
    .split(/\{\w+\}/)
    .map((fragment) => fragment.replace(/^[\s,.;，。；“”]+|[\s,.;，。；“”]+$/g, ""))
    .reduce((one, other) => (other.length > one.length ? other : one), "");
  fragments.set(pattern, longest);
  return longest;
}

/** A step that visits all of `length` places before it returns to the first. */
function strideFor(length: number, chance: number): number {
  const divisor = (one: number, other: number): number => (other === 0 ? one : divisor(other, one % other));
  const strides = Array.from({ length }, (_, index) => index + 1).filter((step) => divisor(step, length) === 1);
  return strides[Math.floor(chance * strides.length)] ?? 1;
}

/** Messages in which a pattern must not return where it can be left out. */
const recentLines = 24;
/** Messages that are searched for a pattern. */
const knownLines = 80;
/** A shorter stretch is no proof that its pattern was used. */
const tellingLength = { en: 8, zh: 4 } as const;

export interface PickOptions {
  /** Longest text, in words. */
  readonly limit?: number;
  /** A text that is better left out than said again. */
  readonly isOptional?: boolean;
}
/** Picks one of the patterns that can be filled and fit; the least recently used where all have been used. */
export type Pick = (patterns: Texts, slots?: Slots, options?: PickOptions) => string | undefined;

/** Makes a picker for one answer. `shift` keeps those apart who speak at the same time. */
export function createPick(request: ModelRequest & { conversation?: RememberedConversation }, shift = 0): Pick {
  const lines = (request.conversation?.lines ?? []).slice(-knownLines).map(({ text }) => text.toLowerCase());
  const picked = new Set<string>();
  return (patterns, slots = {}, { limit = request.wordLimit, isOptional = false } = {}) => {
    const salt = `${patterns.length} ${patterns[0]}`;
    const start = Math.floor(chanceInConversation(request, `start ${salt}`) * patterns.length) + request.turn + shift;
    const stride = strideFor(patterns.length, chanceInConversation(request, `stride ${salt}`));
    let best: { readonly text: string; readonly pattern: string; readonly used: number } | undefined;
    for (const index of patterns.keys()) {
      const pattern = patterns[((start + index) * stride) % patterns.length] ?? "";
      const text = fill(pattern, slots);
      if (text === undefined || countWords(text, request.language) > limit) continue;
      const fragment = longestFragment(pattern);
      const telling = fragment.length < tellingLength[request.language] ? text.toLowerCase() : fragment;
      const used = picked.has(pattern)
        ? lines.length
        : lines.findLastIndex((line) => line.includes(telling));
      if (used < (best?.used ?? Number.POSITIVE_INFINITY)) best = { text, pattern, used };
      if (used < 0) break;
    }
    if (!best || (isOptional && best.used >= 0 && best.used >= lines.length - recentLines)) return undefined;
    picked.add(best.pattern);
    return best.text;
  };
}

/** Sentences put together as the language does it. */
export function joined(sentences: readonly (string | undefined)[], language: Language): string {
  return sentences.filter(Boolean).join(language === "zh" ? "" : " ");
}

/** A sentence of an answer; `make` gets the room that is left. */
export interface Part {
  /** The lower, the sooner it is given room. */
  readonly rank: number;
  readonly make: (room: number) => string | undefined;
}

/** As many parts as fit, in the order given. */
export function fitParts(parts: readonly Part[], request: ModelRequest): string[] {
  let room = request.wordLimit;
  const made = new Map<Part, string>();
  for (const part of [...parts].sort((one, other) => one.rank - other.rank)) {
    const text = part.make(room);
    const words = text ? countWords(text, request.language) : 0;
    if (!text || words > room) continue;
    made.set(part, text);
    room -= words;
  }
  return parts.flatMap((part) => made.get(part) ?? []);
}
