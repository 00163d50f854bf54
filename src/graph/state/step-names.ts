/** The names of the nodes, which LangGraph Studio shows. */
import type { START } from "@langchain/langgraph";

export const stepNames = {
  setScene: "set-scene",
  bidCollection: "bid-collection",
  directorReflect: "director-reflect",
  chooseSpeaker: "choose-speaker",
  promptSpeaker: "prompt-speaker",
  speak: "speak",
  decide: "decide",
  judgeRound: "judge-round",
  plan: "plan",
  execute: "execute",
  lookAtResults: "look-at-results",
  sumUp: "sum-up",
  stopCheck: "stop-check",
} as const;

export type StepName = (typeof stepNames)[keyof typeof stepNames] | typeof START;
