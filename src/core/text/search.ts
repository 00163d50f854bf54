/** Removes null characters, which PostgreSQL cannot store. */
const fold = (text: string): string => text.normalize("NFKC").toLowerCase().replaceAll("\0", "");

export const searchableText = (...texts: readonly unknown[]): string =>
  fold(texts.filter((text) => typeof text === "string").join("\n"));

export const wordsOf = (search: string): string[] => fold(search).split(/\s+/).filter(Boolean);
