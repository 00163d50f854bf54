import type { Mode } from "./any-mode.js";

type Shape = Readonly<Record<string, readonly string[]>>;

const turnGraph: Shape = {
  __start__: ["set-scene"],
  "set-scene": ["choose-speaker", "stop-check"],
  "choose-speaker": ["speak"],
  speak: ["stop-check"],
  "stop-check": ["__end__", "choose-speaker", "stop-check"],
};

const graphShapes: Readonly<Record<Mode, Shape>> = {
  bidding: {
    __start__: ["set-scene"],
    "set-scene": ["bid-collection", "choose-speaker", "stop-check"],
    "bid-collection": ["choose-speaker"],
    "choose-speaker": ["speak"],
    speak: ["choose-speaker", "stop-check"],
    "stop-check": ["__end__", "bid-collection", "choose-speaker", "stop-check"],
  },
  director: {
    __start__: ["set-scene"],
    "set-scene": ["stop-check"],
    "stop-check": ["director-reflect", "stop-check"],
    "director-reflect": ["__end__", "choose-speaker"],
    "choose-speaker": ["prompt-speaker"],
    "prompt-speaker": ["speak"],
    speak: ["stop-check"],
  },
  "group-chat": {
    __start__: ["set-scene"],
    "set-scene": ["bid-collection", "choose-speaker", "stop-check"],
    "bid-collection": ["choose-speaker"],
    "choose-speaker": ["decide", "speak"],
    speak: ["stop-check"],
    decide: ["stop-check"],
    "stop-check": ["__end__", "bid-collection", "choose-speaker", "judge-round", "stop-check"],
    "judge-round": ["__end__", "bid-collection", "choose-speaker"],
  },
  supervisor: {
    __start__: ["set-scene"],
    "set-scene": ["plan"],
    plan: ["choose-speaker", "stop-check"],
    "choose-speaker": ["execute", "speak", "stop-check"],
    execute: ["stop-check"],
    speak: ["stop-check"],
    "stop-check": ["choose-speaker", "look-at-results", "stop-check", "sum-up"],
    "look-at-results": ["choose-speaker", "sum-up"],
    "sum-up": ["__end__"],
  },
};

/** Modes without an entry in `graphShapes`, such as round-robin, have the shape `turnGraph`. */
export const shapeOf = (mode: Mode): Shape => graphShapes[mode] ?? turnGraph;
