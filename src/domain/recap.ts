/** What was said first, in short: it stands in prompts in place of the messages. */
export interface Recap {
  readonly text: string;
  /** How many of the first messages it stands for. */
  readonly messages: number;
}
