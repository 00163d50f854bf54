/** A participant or a leader. */
export interface Person {
  readonly name: string;
  /** The person's profession or function. */
  readonly role: string;
  readonly location: string;
  readonly description: string;
  /** The whole system prompt. If empty, Rostrum builds the prompt from the fields above. */
  readonly instructions: string;
  /** The person's own model, as `provider:name`; empty for the usual one. */
  readonly model: string;
}
