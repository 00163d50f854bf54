/**
 * Conversations on a LangGraph server that serves Rostrum's graphs. Loads no graph and no model.
 * @module rostrum/client
 */

export { type InputProblem, RostrumError, type RostrumErrorCode, type RostrumErrorDetails } from "../errors.js";
export type { Control, ControlRecord } from "../state/control.js";
export type { Retry, RostrumEvent } from "../state/events.js";
export type { Answer, Approval, Lines, WaitingPerson } from "../state/people.js";
export type { Paused, YourTurn } from "../state/records.js";
export type { ControlOptions } from "../thread/control.js";
export type { ForkOptions } from "../thread/fork.js";
export type { InterjectOptions } from "../thread/interject.js";
export type { ConversationDocument } from "../transcript/json.js";
export type { RostrumClientOptions, RunRef } from "./connection.js";
export type { ListedConversation, ListOptions, ServerConversation } from "./conversation.js";
export type { FollowedEvent, FollowOptions } from "./follow.js";
export type { ServerInterjectResult } from "./fork-and-interject.js";
export { type ResumeOptions, RostrumClient, type StartOptions } from "./rostrum-client.js";
export type { RunContextOnServer } from "./runs.js";
export { connectConversations, type ServerOptions } from "./server-conversations.js";
