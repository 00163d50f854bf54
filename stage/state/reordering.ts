/** Finds characters that reorder text, and shows them as escapes such as `\u{202e}`, as transcripts and prompts do. */

/** Directional overrides, embeddings and isolates, but not marks such as U+200F, which ordinary text needs. */
const reordering = /[\u202a-\u202e\u2066-\u2069]/g;

export const showReordering = (text: string): string =>
  text.replace(reordering, (character) => `\\u{${character.charCodeAt(0).toString(16)}}`);

export const isReordering = (text: string): boolean => text.search(reordering) >= 0;
