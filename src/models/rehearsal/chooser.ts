/** Chooses texts so that nobody repeats what was said lately, in somebody else's mouth either. */
import { countWords } from "../../locales/word-count.js";
import type { HeardBrief } from "./conversation-brief.js";
import { chanceInDebate } from "./luck.js";
import { fill, framesOf, longestFragment, type Slots } from "./template.js";

/** So many messages back no sentence may return. */
const recentLines = 20;
/** So many messages back a text would rather not return, with other names either. */
const knownLines = 60;

/** So many messages back no text with the same frame may return: "Put me down in …", "Put me down as …". */
const nearLines = 2;

/** What a text is chosen for. */
interface Choice {
  /** Which decision it is: each goes through its texts in an order of its own. */
  readonly salt: string;
  /** Texts in groups, the most welcome first. */
  readonly groups: readonly (readonly string[])[];
  readonly slots: Slots;
  /** Longest text that fits, in words. */
  readonly budget: number;
}

/** Returns a filled text, or undefined when none fits or all have been said. */
export type Chooser = (choice: Choice) => string | undefined;

/** A chooser for one message, which knows what the conversation holds. In every `round` it begins at another text. */
export function createChooser(request: HeardBrief, round = request.turn): Chooser {
  const lines = request.conversation.lines.map(({ text }) => text.toLowerCase());
  const known = lines.slice(-knownLines).join("\n");
  const recent = lines.slice(-recentLines).join("\n");
  const near = lines.slice(-nearLines).join("\n");
  const chosen: string[] = [];

  return ({ salt, groups, slots, budget }) => {
    const filled = groups.flatMap((group, index) =>
      inTurn(group, request, round, `${salt} ${index}`).flatMap((template) => {
        const text = fill(template, slots);
        const spoken = text?.toLowerCase();
        if (text === undefined || spoken === undefined) return [];
        if (recent.includes(spoken) || chosen.includes(spoken)) return [];
        const isEcho = framesOf(template).some((frame) => near.includes(frame));
        return [{ text, spoken, fragment: longestFragment(template), isEcho }];
      }),
    );
    const fits = ({ text }: { text: string }) =>
      fewestWords(text) <= budget && countWords(text, request.language) <= budget;
    const found =
      filled.find((one) => !one.isEcho && !known.includes(one.fragment) && fits(one)) ??
      filled.find((one) => !one.isEcho && !recent.includes(one.fragment) && fits(one)) ??
      filled.find((one) => !known.includes(one.fragment) && fits(one)) ??
      filled.find((one) => !recent.includes(one.fragment) && fits(one)) ??
      filled.find(fits);
    if (found) chosen.push(found.spoken);
    return found?.text;
  };
}

/** Counting words is slow; what stands between spaces is never more than there are words, and tells most misfits. */
function fewestWords(text: string): number {
  return text.match(/\S*[\p{L}\p{N}]\S*/gu)?.length ?? 0;
}

/**
 * The texts in an order drawn for the debate, beginning one further each round: even a speaker that remembers nothing
 * then comes back to a text only after all the others.
 */
function inTurn(texts: readonly string[], request: HeardBrief, round: number, salt: string): string[] {
  const start = Math.floor(chanceInDebate(request, 0, `start ${salt}`) * texts.length) + round;
  const stride = strideFor(texts.length, chanceInDebate(request, 0, `stride ${salt}`));
  return texts.map((_, index) => texts[((start + index) * stride) % texts.length] as string);
}

/** A step that visits every one of `length` places before it comes back. */
function strideFor(length: number, chance: number): number {
  const divisor = (one: number, other: number): number => (other === 0 ? one : divisor(other, one % other));
  const strides = Array.from({ length }, (_, index) => index + 1).filter((step) => divisor(step, length) === 1);
  return strides[Math.floor(chance * strides.length)] ?? 1;
}
