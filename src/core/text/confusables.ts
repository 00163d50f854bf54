import { readFileSync } from "node:fs";

/** `npm run build` replaces this module with a module that contains the text. */
export const readConfusables = (): string => readFileSync(new URL("./confusables.txt", import.meta.url), "utf8");
