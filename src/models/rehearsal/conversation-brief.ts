/** A brief that is answered out of a conversation. */
import type { Brief, Remembered } from "../../domain/brief.js";
import type { Participant } from "../../domain/participant.js";

export type ConversationBrief = Brief & { readonly self: Participant; readonly conversation: Remembered };
