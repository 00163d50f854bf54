/** A brief that is answered out of a conversation. */
import type { Brief, Remembered } from "../../domain/brief.js";
import type { Participant } from "../../domain/participant.js";

/** The one who answers may be nobody of the conversation. */
export type HeardBrief = Brief & { readonly conversation: Remembered };

export type ConversationBrief = HeardBrief & { readonly self: Participant };
