import { isUuid } from "../../base/uuid.js";

/** Removes differences in case and character width, and null characters, which PostgreSQL cannot store. */
const fold = (text: string): string => text.normalize("NFKC").toLowerCase().replaceAll("\0", "");

/** Joins the texts to search. Leaves out generated names, because short search words can occur in them by chance. */
export const searchableText = (name: string, ...texts: readonly unknown[]): string =>
  fold([isUuid(name) ? null : name, ...texts].filter((text) => typeof text === "string").join("\n"));

export const wordsOf = (search: string): string[] => fold(search).split(/\s+/).filter(Boolean);
