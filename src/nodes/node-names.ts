/** The nodes' names, as Studio shows them. */
export const nodeNames = {
  setScene: "set-scene",
  bidCollection: "bid-collection",
  chooseSpeaker: "choose-speaker",
  speak: "speak",
  stopCheck: "stop-check",
} as const;
