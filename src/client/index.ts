/**
 * Conversations on a LangGraph server that serves Rostrum's graphs. Loads no graph and no model.
 * @module rostrum/client
 */

export type { HistoryState, NumberedEvent, SaidMessage } from "../conversations/history.js";
export type * from "../conversations/port.js";
export { type InputProblem, RostrumError, type RostrumErrorCode, type RostrumErrorDetails } from "../errors.js";
export type { Control, ControlRecord } from "../state/control.js";
export type { Retry, RostrumEvent } from "../state/events.js";
export type { Answer, Approval, Lines, WaitingPerson } from "../state/people.js";
export type { YourTurn } from "../state/records.js";
export type { ControlOptions } from "../thread/control.js";
export type { ForkOptions } from "../thread/fork.js";
export type { InterjectOptions, InterjectResult } from "../thread/interject.js";
export type { ConversationDocument } from "../transcript/json.js";
export type { ServerOptions } from "./connection.js";
export { connectConversations } from "./server-conversations.js";
