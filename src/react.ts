/**
 * `rostrum/react`: a hook that follows a conversation and takes part in it, over HTTP or in the same process. Loads no
 * graph and no model.
 * @module rostrum/react
 */

export { connectWeb } from "./apps/react/connect-web.js";
export type { ConversationMessage } from "./apps/react/digest.js";
export type { Trouble } from "./apps/react/follow-thread.js";
export { RequestError, type RequestProblem } from "./apps/react/request-error.js";
export type { ConversationSource, StartRequest } from "./apps/react/source.js";
export { type FollowedConversation, useConversation } from "./apps/react/use-conversation.js";

import "./base/require-node.js";

export type { Control } from "./core/state/control-record.js";
export type { NumberedEvent } from "./core/state/events.js";
export type { Answer, Lines, WaitingPerson } from "./core/state/people.js";
export type { Bid } from "./records/bid.js";
export type { Decision } from "./records/decision.js";
export type { ConversationStatus } from "./talk/conversations/port/port.js";
