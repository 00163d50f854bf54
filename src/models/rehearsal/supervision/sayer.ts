/** Says sentences one after the other, each of a length that is given. */

import { countWords } from "../../../locales/word-count.js";
import type { ExecuteRequest, PlanRequest, SumUpRequest } from "../../request.js";
import { createChooser } from "../chooser.js";
import { fill, type Slots } from "../template.js";

export type TeamBrief = PlanRequest | ExecuteRequest | SumUpRequest;

/** No list of texts that workers share has a length that it divides. */
const step = 3;

/** One of the texts, filled, of at most so many words; the empty string where none fits. */
export type Say = (salt: string, texts: readonly string[], slots: Slots, budget: number) => string;

export function createSay(request: TeamBrief): Say {
  // Who works at the same time hears nothing of each other: steps apart, neither takes what the other falls back on.
  const choose = createChooser(request, request.turn * step);
  const used = new Set<string>();
  return (salt, texts, slots, budget) => {
    // Texts that lack a value would leave their turn to the next one, which then comes twice as often.
    const usable = texts.filter((text) => fill(text, slots) !== undefined);
    const unused = usable.filter((text) => !used.has(text));
    const fresh = choose({ salt, groups: [unused, usable], slots, budget });
    // Better the same words again than none.
    const said = fresh ?? usable.map((text) => fill(text, slots) as string).find((text) => fits(text, budget, request));
    const template = usable.find((text) => fill(text, slots) === said);
    if (template !== undefined) used.add(template);
    return withCapital(said ?? "");
  };
}

export function fits(text: string, budget: number, { language }: TeamBrief): boolean {
  return countWords(text, language) <= budget;
}

export function joined(parts: readonly string[], { language }: TeamBrief): string {
  return parts.filter(Boolean).join(language === "en" ? " " : "");
}

/** What stands for a name may begin with a small letter. */
function withCapital(sentence: string): string {
  return sentence.replace(/^\p{Ll}/u, (letter) => letter.toUpperCase());
}
