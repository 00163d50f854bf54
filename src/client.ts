/**
 * `rostrum/client`: starts, follows and steers conversations on a LangGraph server that serves Rostrum's graphs. Loads
 * no graphs and no models, because they run on the server.
 * @module rostrum/client
 */

import "./base/require-node.js";

export type { Control, ControlRecord } from "./core/state/control-record.js";
export type { RostrumEvent } from "./core/state/events.js";
export type { Answer, Approval, Lines, WaitingPerson, YourTurn } from "./core/state/people.js";
export {
  type InputProblem,
  RostrumError,
  type RostrumErrorCode,
  type RostrumErrorDetails,
} from "./errors/rostrum-error.js";
export type { InterjectOptions, InterjectResult } from "./records/interjection.js";
export type { Retry } from "./records/retry.js";
export type { ControlOptions } from "./talk/conversations/delivery/control.js";
export type { ForkOptions } from "./talk/conversations/delivery/fork.js";
export type { HistoryState, NumberedEvent, SaidMessage } from "./talk/conversations/port/history.js";
export type * from "./talk/conversations/port/port.js";
export type { ServerOptions } from "./talk/conversations/remote/connection.js";
export { connectConversations } from "./talk/conversations/remote/server-conversations.js";
export type { ConversationDocument } from "./talk/transcript/json.js";
