/** Who speaks, as chat clients show it. */

/** Who speaks, as a chat client shows it. Texts are in the conversation's language, and empty where there is nothing to say. */
export interface SpeakerCard {
  readonly name: string;
  readonly role: string;
  /** In a staged meeting: the stage and its round. */
  readonly stage: string;
  /** How the speaker was chosen, unless the bids show it. */
  readonly decision: string;
  readonly bids: readonly { readonly name: string; readonly bid: string }[];
  /** The notice that no language model is at work; empty otherwise. */
  readonly rehearsal: string;
}

/** A message of LangGraph's generative UI: the component `name` shows `props` beside the message with this id. */
export interface UiMessage {
  readonly type: "ui";
  readonly id: string;
  readonly name: "speaker";
  readonly props: SpeakerCard;
  readonly metadata: { readonly message_id: string };
}
