/**
 * Rostrum on a server: a client of LangGraph servers that have its graphs. Loads no graph and no model.
 * @module
 */

export {
  type InputProblem,
  RostrumError,
  type RostrumErrorCode,
  type RostrumErrorDetails,
} from "../errors.js";
export type { Retry, RostrumEvent } from "../state/events.js";
export type { YourTurn } from "../state/your-turn.js";
export type { ForkOptions } from "../thread/fork.js";
export type { InterjectOptions } from "../thread/leave-interjection.js";
export type { ConversationDocument } from "../transcript/json.js";
export type { Lines } from "./answer.js";
export type { ServerConversation } from "./conversation.js";
export type { FollowOptions } from "./follow.js";
export type { FollowedEvent, WaitingPerson } from "./followed-event.js";
export type { ServerInterjectResult } from "./interject.js";
export type { ListedConversation, ListOptions } from "./list.js";
export { type GoOnOptions, RostrumClient, type RostrumClientOptions } from "./rostrum-client.js";
export type { RunRef } from "./run-ref.js";
export type { RunContextOnServer } from "./runs.js";
export type { StartOptions } from "./start.js";
