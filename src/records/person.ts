/** A participant or a leader. */
export interface Person {
  readonly name: string;
  /** Profession or function. */
  readonly role: string;
  readonly location: string;
  readonly description: string;
  /** The whole system prompt, instead of the one built from the fields above; empty otherwise. */
  readonly instructions: string;
  /** The model that answers for this person, as `provider:name`; empty for the run's model. */
  readonly model: string;
}
