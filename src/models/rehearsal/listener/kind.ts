/** What a listener's words are: what kind of answer they want. */
export type Kind =
  | "doing"
  | "reason"
  | "yesOrNo"
  | "question"
  | "request"
  | "command"
  | "statement"
  | "foreign"
  | "wordless";
