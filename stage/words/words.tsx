/** The page's language is independent of a conversation's. */
import { createContext, useContext } from "react";
import { page as english, type PageWords as Words } from "../../src/words/en/page.js";

export type { Words };

const folders = import.meta.glob<{ readonly page: Words }>("../../src/words/*/page.ts", { eager: true });

export const languages: readonly Words[] = Object.values(folders).map(({ page }) => page);

export const fallbackLanguage = english;

export const WordsContext = createContext<Words>(fallbackLanguage);

export const useWords = (): Words => useContext(WordsContext);
