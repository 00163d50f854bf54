/** The types of what languages have. English has the parameters and comments. */
import type { english } from "./en/locale.js";
import type { prompts } from "./en/prompts.js";
import type { transcript } from "./en/transcript.js";

/** The prompts of a language. */
export interface PromptCatalog extends Readonly<typeof prompts> {}

/** The words of transcripts and terminals. */
export interface TranscriptWords extends Readonly<typeof transcript> {}

/** Every sentence that people and models read in a language, and how it writes and counts words. */
export interface Locale extends Readonly<typeof english> {}

/** One of an example's cast. */
export type ExampleMember = Locale["example"]["participants"][number];
