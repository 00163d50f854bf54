import type { Language } from "../../words/registry.js";
import type { KindName } from "./kinds.js";
import type { ModelChoice } from "./models.js";

export interface ProjectChoices {
  readonly folder: string;
  readonly kind: KindName;
  /** The language of the conversation, and of the comments and texts in the project's files. */
  readonly language: Language;
  readonly isTypeScript: boolean;
  /** The model of the project. If undefined, the environment determines the model, and no `.env` is written. */
  readonly model?: ModelChoice | undefined;
}
