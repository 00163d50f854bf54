import type { ProjectChoices } from "../../../src/apps/project/choices.js";

/** The choices that the command line contains. All others are undefined. */
export type Answers = { readonly [Name in keyof ProjectChoices]: ProjectChoices[Name] | undefined };

export const defaults = {
  folder: "my-debate",
  kind: "program",
  isTypeScript: true,
  model: "rehearsal",
} as const satisfies Partial<ProjectChoices>;
