/** The answers to the questions, and those that count without a question. */
import type { ProjectChoices } from "../../../src/apps/project/choices.js";

/** What the options say. What they leave open is undefined. */
export type Answers = { readonly [Name in keyof ProjectChoices]: ProjectChoices[Name] | undefined };

export const defaults = {
  folder: "my-debate",
  kind: "program",
  isTypeScript: true,
  model: "rehearsal",
} as const satisfies Partial<ProjectChoices>;
