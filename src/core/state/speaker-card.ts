/**
 * The card that chat clients show for a speaker. Its texts are in the conversation's language. A text that does not
 * apply is empty.
 */
export interface SpeakerCard {
  readonly name: string;
  readonly role: string;
  /** The stage and its round; empty outside staged meetings. */
  readonly stage: string;
  /** How the speaker was chosen; empty if the bids show it, and for a leader's message. */
  readonly decision: string;
  readonly bids: readonly { readonly name: string; readonly bid: string }[];
  /** The notice that no language model is in use, if the rehearsal speaks. */
  readonly rehearsal: string;
}

/**
 * A message for LangGraph's generative UI: the component `name` shows `props` beside the message with the id
 * `message_id`.
 */
export interface UiMessage {
  readonly type: "ui";
  readonly id: string;
  readonly name: "speaker";
  readonly props: SpeakerCard;
  readonly metadata: { readonly message_id: string };
}
