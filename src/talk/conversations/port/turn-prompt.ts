import type { Purpose } from "../../../records/request.js";

export interface TurnPrompt {
  readonly purpose: Purpose;
  /**
   * The participant or leader for whom the model was called; empty for calls that belong to neither, such as
   * `judge-round`.
   */
  readonly participant: string;
  readonly messages: readonly { readonly role: string; readonly text: string }[];
}
