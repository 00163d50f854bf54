/** How much of the conversation a prompt holds. The latest message is always among it. */
import type { BaseMessage } from "@langchain/core/messages";
import type { Remembered } from "../../domain/brief.js";
import { memoize } from "../../domain/memoize.js";
import { type Line, lineOf } from "../../domain/message.js";
import type { MemorySettings } from "../../domain/settings.js";
import { estimateTokens } from "../../domain/tokens.js";

/** How many of the last lines fit into the window. */
function fitting(lines: readonly Line[], tokens: number): number {
  let used = 0;
  let count = 0;
  for (const { speaker, text } of [...lines].reverse()) {
    used += estimateTokens(`${speaker}: ${text}`);
    if (used > tokens && count > 0) break;
    count += 1;
  }
  return count;
}

function cut(messages: readonly BaseMessage[], memory: MemorySettings): Remembered {
  const lines = messages.map(lineOf);
  const kept = {
    all: () => lines.length,
    turns: () => Math.min(memory.turns, lines.length),
    tokens: () => fitting(lines, memory.tokens),
  }[memory.window]();
  return { lines: kept === 0 ? [] : lines.slice(-kept), omitted: lines.length - kept };
}

/** All bidders of a turn remember the same: it is worked out for the first of them. */
const memoryOf = memoize((messages: readonly BaseMessage[]) =>
  memoize((memory: MemorySettings) => cut(messages, memory)),
);

export function remember(messages: readonly BaseMessage[], memory: MemorySettings): Remembered {
  return memoryOf(messages)(memory);
}
