/** How much of the conversation a prompt holds. The latest message is always among it. */
import type { BaseMessage } from "@langchain/core/messages";
import type { Remembered } from "../../domain/brief.js";
import { memoize } from "../../domain/memoize.js";
import { lineOf } from "../../domain/message.js";
import type { Recap } from "../../domain/recap.js";
import type { MemorySettings } from "../../domain/settings.js";
import { fitting } from "../../domain/token-window.js";

function cut(messages: readonly BaseMessage[], memory: MemorySettings, recap: Recap | null): Remembered {
  const lines = messages.map(lineOf);
  if (memory.window === "summary") {
    // Messages that somebody has taken away since leave a summary of what is not there.
    if (!recap || recap.messages >= lines.length) return { lines, omitted: 0 };
    return { lines: lines.slice(recap.messages), omitted: recap.messages, recap: recap.text };
  }
  const kept = {
    all: () => lines.length,
    turns: () => Math.min(memory.turns, lines.length),
    tokens: () => fitting(lines, memory.tokens),
  }[memory.window]();
  return { lines: kept === 0 ? [] : lines.slice(-kept), omitted: lines.length - kept };
}

const nothing: Recap = { text: "", messages: 0 };

/** All bidders of a turn remember the same: it is worked out for the first of them. */
const memoryOf = memoize((messages: readonly BaseMessage[]) =>
  memoize((memory: MemorySettings) =>
    memoize((recap: Recap) => cut(messages, memory, recap === nothing ? null : recap)),
  ),
);

/** What a conversation is remembered by. */
export interface Memorable {
  readonly messages: readonly BaseMessage[];
  readonly memory: MemorySettings;
  /** Null where nothing has been summarised. */
  readonly recap: Recap | null;
}

export function remember({ messages, memory, recap }: Memorable): Remembered {
  return memoryOf(messages)(memory)(recap ?? nothing);
}

/** The earliest messages, once so many have come together that they should be summarised; undefined while they need not be. */
export function toCondense({ messages, memory, recap }: Memorable): Remembered | undefined {
  if (memory.window !== "summary") return undefined;
  const remembered = remember({ messages, memory, recap });
  // In one go rather than one by one: until the next time prompts begin alike, and providers need not read them anew.
  if (remembered.lines.length < 2 * memory.turns) return undefined;
  return { ...remembered, lines: remembered.lines.slice(0, -memory.turns) };
}
