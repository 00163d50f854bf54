/** What a conversation was opened with. */
export interface Opening {
  /** The topic as it was given. */
  readonly topic: string;
  /** The topic as the moderator put it. */
  readonly question: string;
}
