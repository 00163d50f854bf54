/**
 * `rostrum/modes`: what you need to define your own modes and use them alongside the built-in ones.
 *
 * Experimental: names and types may change in any minor version.
 *
 * @example
 * ```ts
 * import { defineMode, schemasOf, talkFields } from "rostrum/modes";
 *
 * export const relay = defineMode({
 *   name: "relay",
 *   summary: "everyone speaks once, from the last seat to the first",
 *   schemas: schemasOf(talkFields, {}),
 *   turn: {
 *     findSpeaker: ({ names, turnsThisRun }) => names.at(-1 - turnsThisRun),
 *     turnsOf: ({ participants }) => participants.length,
 *   },
 * });
 * ```
 * @module rostrum/modes
 */

import "./base/require-node.js";

export type { FieldCheck, FieldIssue } from "./core/field-issue.js";
export { commonFields, talkFields } from "./core/state/fields.js";
export { composePrompt } from "./graph/models/compose.js";
export { type Extension, extendModes } from "./graph/modes/extension.js";
export { defineMode, type Mode, type ModeDefinition, type ModeOptions } from "./graph/modes/mode.js";
export { servicesOf } from "./graph/modes/options.js";
export { type Offers, type OwnChoices, withOwnChoices } from "./graph/modes/own-choices.js";
export type { Modes } from "./graph/modes/registry.js";
export type { TurnRules } from "./graph/modes/turn-graph.js";
export { type ModeSchemas, type StateOf, schemasOf, type UpdateOf } from "./graph/state/conversation-state.js";
export { stepNames } from "./graph/state/step-names.js";
export { createSetScene } from "./graph/steps/boundary/set-scene.js";
export { createStopCheck, type StopRules, type Talk } from "./graph/steps/boundary/stop-check.js";
export { askRule, byRule, createChooseSpeaker, type FindSpeaker } from "./graph/steps/floor/choose-speaker.js";
export { bidsChannel, createCollectBids } from "./graph/steps/floor/collect-bids.js";
export type { FloorRules, OpenFloor } from "./graph/steps/floor/open-floor.js";
export { conversationGraph } from "./graph/steps/run/conversation-graph.js";
export { callsOfBidders, callsOfSpeakers, type SceneRules } from "./graph/steps/run/scene-rules.js";
export { createMeter, unlessPaused } from "./graph/steps/run/step.js";
export type { StepContext } from "./graph/steps/run/step-context.js";
export { createSpeak, type SpeakRules } from "./graph/steps/speaking/speak.js";
