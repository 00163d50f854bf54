/** Puts a message together out of parts that are found in the order of their weight and said in another. */
import type { Language } from "../../../language.js";
import { countWords } from "../../../locales/word-count.js";

export interface Assembly<Part extends string> {
  /** Takes the part if there is one and room for it. */
  put(part: Part, text: string | undefined): boolean;
  has(part: Part): boolean;
  /** How many words are left. */
  room(): number;
  inOrder(order: readonly Part[]): string;
}

export function assembled<Part extends string>(language: Language, limit: number): Assembly<Part> {
  const parts = new Map<Part, string>();
  // Counted together: marks between the parts may count as well.
  const words = (texts: Iterable<string>) => countWords([...texts].join(language === "en" ? " " : ""), language);
  return {
    put(part, text) {
      if (text === undefined || words([...parts.values(), text]) > limit) return false;
      parts.set(part, text);
      return true;
    },
    has: (part) => parts.has(part),
    room: () => limit - words(parts.values()),
    inOrder: (order) => order.flatMap((part) => parts.get(part) ?? []).join(language === "en" ? " " : ""),
  };
}
