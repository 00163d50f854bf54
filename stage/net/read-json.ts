/**
 * Reads JSON that a server or an exported file contains, and makes characters visible that would reorder the text around
 * them. They appear as in transcripts and prompts, for example as `\u{202e}`.
 */

/** Bidirectional overrides, embeddings and isolates. Marks such as U+200F, which ordinary text needs, are not among them. */
const reordering = /[\u202a-\u202e\u2066-\u2069]/g;

const show = (text: string): string =>
  text.replace(reordering, (character) => `\\u{${character.charCodeAt(0).toString(16)}}`);

/** Leaves threads as they are, because the server knows them by these names. */
const showValue = (key: string, value: unknown): unknown =>
  typeof value === "string" && key !== "thread" ? show(value) : value;

export const readJson = (text: string): unknown =>
  text.search(reordering) < 0 ? JSON.parse(text) : JSON.parse(text, showValue);
