/** What a language has: every sentence that people and models read, and how it writes and counts words. */
import type { prompts } from "./en/prompts.js";
import type { transcript } from "./en/transcript.js";
import type { ErrorWords } from "./error-words.js";

/** What models are told. English has the parameters and comments. */
export type PromptCatalog = typeof prompts;

/** One of an example's cast. */
export interface ExampleMember {
  readonly name: string;
  readonly role: string;
  readonly description: string;
}

/** The debate that an unedited form runs, so that the first click or command already shows something. */
interface Example {
  readonly topic: string;
  readonly participants: readonly ExampleMember[];
  /** Who joins them in a meeting: one who sums up and one who decides. */
  readonly chairs: readonly ExampleMember[];
}

/** The words of transcripts and terminals. English has their parameters and comments. */
export type TranscriptWords = typeof transcript;

export interface Locale {
  readonly prompts: PromptCatalog;
  readonly transcript: TranscriptWords;
  readonly errors: ErrorWords;
  readonly example: Example;
  /** What each mode does, in one line. */
  readonly modes: Readonly<Record<string, string>>;
  /** The name of a listener who interjects without giving one. */
  readonly listener: string;
  /** Tells words apart. */
  readonly segmenter: Intl.Segmenter;
  /** Words so common that two texts may share them without repeating each other. */
  readonly commonWords: ReadonlySet<string>;
  /** The length of a text in the unit of word limits. */
  countWords(text: string): number;
  /** Joins sentences into a paragraph. */
  join(sentences: readonly string[]): string;
}
