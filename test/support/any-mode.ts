/** Graphs of all modes, for tests of what they have in common. */
import { createBidding } from "../../src/modes/bidding/bidding.js";
import { createDirector } from "../../src/modes/director/director.js";
import { createGroupChat } from "../../src/modes/group-chat/group-chat.js";
import type { ConversationOptions } from "../../src/modes/options.js";
import { createRoundRobin } from "../../src/modes/round-robin/round-robin.js";
import { createSupervisor } from "../../src/modes/supervisor/supervisor.js";
import { castOf, fixedClock } from "./conversation.js";

const creators = {
  bidding: createBidding,
  director: createDirector,
  "group-chat": createGroupChat,
  "round-robin": createRoundRobin,
  supervisor: createSupervisor,
} as const;

export type Mode = keyof typeof creators;
export const allModes = Object.keys(creators) as Mode[];

type AnyGraph = ReturnType<ReturnType<typeof createBidding>["compile"]>;
type AnyOptions = Omit<ConversationOptions<never>, "selectSpeaker" | "rules">;
type Compiling = Pick<
  NonNullable<Parameters<ReturnType<typeof createBidding>["compile"]>[0]>,
  "checkpointer" | "store"
>;

/** The modes' state types differ; what these tests read they share. */
export function compileMode(mode: Mode, options: AnyOptions, compiling: Compiling = {}): AnyGraph {
  return creators[mode]({ clock: fixedClock, ...options }).compile(compiling) as unknown as AnyGraph;
}

export const fourNames = ["Ann", "Bea", "Cid", "Dov"];

/** An input that every mode takes; a director's talk does not end by chance. */
export const inputFor = (mode: Mode, more: object = {}) => ({
  topic: "Shall we build the bridge?",
  participants: castOf(...fourNames),
  seed: 11,
  maxTurns: 6,
  ...(mode === "director" ? { director: { probability: 0 } } : {}),
  ...more,
});
