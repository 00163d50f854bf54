import type { BaseMessage } from "@langchain/core/messages";
import { z } from "zod/v4";
import { maxTurnLimit } from "../../base/limits.js";
import type { Line } from "../../records/message.js";
import type { RememberedConversation } from "../../records/remembered-conversation.js";
import type { Language } from "../../words/registry.js";
import { renderLines } from "../text/lines.js";
import { lineOf } from "../text/message.js";
import { fitWords } from "../text/word-count.js";
import { estimateTokens } from "../usage/usage.js";

const sizeOf = ({ speaker, text }: Line): number => estimateTokens(`${speaker}: ${text}`);

/** Returns the lowest index from which all items to the end fit into `tokens`. */
function firstFitting<Item>(items: readonly Item[], lineFor: (item: Item) => Line, tokens: number): number {
  let used = 0;
  const tooMuch = items.findLastIndex((item) => {
    used += sizeOf(lineFor(item));
    return used > tokens;
  });
  // The last item is kept even if it is too long.
  return Math.max(0, Math.min(tooMuch + 1, items.length - 1));
}

/**
 * Returns as many of the latest lines as fit into half of the estimated tokens of all lines, but at least the last
 * line.
 */
export function laterHalf(lines: readonly Line[]): readonly Line[] {
  const whole = lines.reduce((sum, line) => sum + sizeOf(line), 0);
  return lines.slice(firstFitting(lines, (line) => line, whole / 2));
}

export interface MemorySummary {
  readonly text: string;
  /** The number of messages that the summary covers, counted from the first message. */
  readonly messages: number;
}

export const summaryWords = ({ wordLimit }: { readonly wordLimit: number }): number => 2 * wordLimit;

/** Shortens a summary that is too long, at the end of a sentence if possible. */
export function fitMemorySummary(
  text: string,
  limits: { readonly wordLimit: number; readonly language: Language },
): string {
  const words = summaryWords(limits);
  // If even the first sentence is too long, cuts the text by characters. In every supported language, the average word
  // is shorter than 12 characters.
  return fitWords(text, words, limits.language) || text.slice(0, words * 12);
}

export const memoryField = z
  .strictObject({
    window: z.enum(["all", "turns", "tokens", "summary"]).default("all").meta({
      title: "Window",
      description:
        "How much of the conversation a prompt contains. “all”: everything. “turns”: the last messages. “tokens”: as many of the last messages as the token limit allows. “summary”: the last messages and a summary of the earlier ones. If a prompt is too long for the model, Rostrum repeats the call with less of the conversation.",
    }),
    turns: z.int().min(1).max(maxTurnLimit).default(20).meta({
      title: "Turns",
      description:
        "For “turns”: how many of the last messages a prompt contains. For “summary”: the minimum number; about twice as many accumulate before the next summary.",
    }),
    tokens: z.int().min(100).max(10_000_000).default(8000).meta({
      title: "Tokens",
      description:
        "For “tokens”: the size of the window. Rostrum estimates one token per Chinese, Japanese or Korean character, and one per four other characters.",
    }),
  })
  .prefault({})
  .meta({ title: "Memory", description: "How much of the conversation a prompt contains." });

export interface MemorySettings extends z.output<typeof memoryField> {}

/**
 * `text` is a getter of the class, so object spread does not copy it, and a copy with different lines cannot keep the
 * original's text.
 */
class Remembered implements RememberedConversation {
  #text: string | undefined;

  constructor(
    readonly lines: readonly Line[],
    readonly omitted: number,
    readonly summary?: string,
  ) {}

  get text(): string {
    this.#text ??= renderLines(this.lines);
    return this.#text;
  }
}

interface Memorable {
  readonly messages: readonly BaseMessage[];
  readonly memory: MemorySettings;
  readonly memorySummary: MemorySummary | null;
}

export function remember({ messages, memory, memorySummary }: Memorable): RememberedConversation {
  const from = (first: number, summary?: string) => new Remembered(messages.slice(first).map(lineOf), first, summary);
  switch (memory.window) {
    case "all":
      return from(0);
    case "turns":
      return from(Math.max(0, messages.length - memory.turns));
    case "tokens":
      return from(firstFitting(messages, lineOf, memory.tokens));
    case "summary":
      // If messages were removed, the summary may cover all remaining messages or more. In this case, it is ignored.
      if (!memorySummary || memorySummary.messages >= messages.length) return from(0);
      return from(memorySummary.messages, memorySummary.text);
  }
}

export function toSummarize(memorable: Memorable): RememberedConversation | undefined {
  const { window, turns } = memorable.memory;
  if (window !== "summary") return undefined;
  const { lines, omitted, summary } = remember(memorable);
  // Summarizes many messages at once, so that prompts start with the same text until the next summary, and providers
  // can cache it.
  return lines.length < 2 * turns ? undefined : new Remembered(lines.slice(0, -turns), omitted, summary);
}
