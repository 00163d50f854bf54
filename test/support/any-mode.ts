/** Graphs of all modes, as the registry lists them, for tests of what they have in common. */
import type { createBidding } from "../../src/graph/modes/bidding/bidding.js";
import { modes } from "../../src/graph/modes/registry.js";
import { castOf, fixedClock } from "./conversation.js";

/** A mode's name, from the registry. */
export type Mode = string;
export const allModes = Object.keys(modes);

type AnyGraph = ReturnType<ReturnType<typeof createBidding>["compile"]>;
type Compile = (typeof modes)[string]["compile"];

/** The modes' state types differ; what these tests read they share. */
export function compileMode(mode: Mode, options: Parameters<Compile>[0], compiling?: Parameters<Compile>[1]): AnyGraph {
  const compile = modes[mode]?.compile as Compile;
  return compile({ clock: fixedClock, ...options }, compiling) as unknown as AnyGraph;
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
