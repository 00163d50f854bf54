/** A request that is answered out of a conversation. */

import type { Participant } from "../../state/participant.js";
import type { ModelRequest, RememberedConversation } from "../request.js";

/** The one who answers may be nobody of the conversation. */
export type HeardBrief = ModelRequest & { readonly conversation: RememberedConversation };

export type ConversationBrief = HeardBrief & { readonly self: Participant };
