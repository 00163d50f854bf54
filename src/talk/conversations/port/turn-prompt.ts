/** A prompt of a turn, as it was sent to a model. */
import type { Purpose } from "../../../records/request.js";

export interface TurnPrompt {
  readonly purpose: Purpose;
  /** Whose call it was; empty for the moderator's. */
  readonly participant: string;
  readonly messages: readonly { readonly role: string; readonly text: string }[];
}
