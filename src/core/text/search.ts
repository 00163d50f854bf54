/** Searches texts for words, ignoring case. */

/** Prepares a text for comparison. Removes null characters, which PostgreSQL cannot store. */
const fold = (text: string): string => text.normalize("NFKC").toLowerCase().replaceAll("\0", "");

/** Combines the texts that a search looks through. Skips values that are not text. */
export const searchableText = (...texts: readonly unknown[]): string =>
  fold(texts.filter((text) => typeof text === "string").join("\n"));

/** Returns the words of a search. A searchable text matches if it contains all of them. */
export const wordsOf = (search: string): string[] => fold(search).split(/\s+/).filter(Boolean);
