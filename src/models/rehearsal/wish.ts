/** What a participant wants for itself, as its description says: a question that leaves the answer open is argued by it. */
import type { Language } from "../../language.js";
import type { Participant } from "../../state/participant.js";
import { isInLanguage } from "./spoken.js";

const english =
  /\bwants (?!to\b|no\b|nothing\b|every|any|it\b|them\b|him\b|her\b|us\b|what\b|that\b)([\p{L}\p{N}'’-]+(?: [\p{L}\p{N}'’-]+){0,7}?)(?=[,.;:]|$| (?:she|he|they|it|I|we|you|who|which|that|before|because|and|but|to|so|where|when|while|put|done|finished)\b)/iu;
const chinese = /想要(?:的是)?([\p{Script=Han}\p{L}\p{N}]{2,12})(?=[，。；、：]|$)/u;

/** The noun phrase after "wants" or 想要, where there is one that is short enough to be said. */
export function wishOf({ description }: Participant, language: Language): string | undefined {
  const found = (language === "zh" ? chinese : english).exec(description.replace(/\s+/g, " "))?.[1]?.trim();
  return found && found.length <= 48 && isInLanguage(found, language) ? found : undefined;
}
