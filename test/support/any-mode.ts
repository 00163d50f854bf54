/** Compiles graphs of all registered modes, for tests of the behavior that all modes share. */
import type { createBidding } from "../../src/graph/modes/bidding/bidding.js";
import { modes } from "../../src/graph/modes/registry.js";
import { castOf, fixedClock } from "./conversation.js";

export type Mode = string;
export const allModes = Object.keys(modes);

type AnyGraph = ReturnType<ReturnType<typeof createBidding>["compile"]>;
type Compile = (typeof modes)[string]["compile"];

/** The result has the type of a bidding graph, because a bidding state has the fields that most tests read. */
export function compileMode(mode: Mode, options: Parameters<Compile>[0], compiling?: Parameters<Compile>[1]): AnyGraph {
  const compile = modes[mode]?.compile as Compile;
  return compile({ clock: fixedClock, ...options }, compiling) as unknown as AnyGraph;
}

export const fourNames = ["Ann", "Bea", "Cid", "Dov"];

/** An input that every mode accepts. A director conversation with this input does not end by chance. */
export const inputFor = (mode: Mode, more: object = {}) => ({
  topic: "Shall we build the bridge?",
  participants: castOf(...fourNames),
  seed: 11,
  maxTurns: 6,
  ...(mode === "director" ? { director: { probability: 0 } } : {}),
  ...more,
});
