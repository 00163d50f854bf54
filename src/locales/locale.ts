/** The types of what languages have. English has the parameters and comments. */
import type { english } from "./en/locale.js";
import type { prompts } from "./en/prompts.js";
import type { transcript } from "./en/transcript.js";

/** The prompts of a language. */
export type PromptCatalog = typeof prompts;

/** The words of transcripts and terminals. */
export type TranscriptWords = typeof transcript;

/** Every sentence that people and models read in a language, and how it writes and counts words. */
export type Locale = Readonly<typeof english>;

/** One of an example's cast. */
export type ExampleMember = Locale["example"]["participants"][number];
