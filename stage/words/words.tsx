/** The page's language. A conversation has one of its own. */
import { createContext, useContext } from "react";
import { english, type Words } from "./en.js";

export type { Words };

export const WordsContext = createContext<Words>(english);

export const useWords = (): Words => useContext(WordsContext);
