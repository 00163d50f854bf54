/** Names and roles as they can be said in a sentence. */
import type { Language } from "../language.js";
import type { ModelRequest } from "../models/request.js";
import type { Participant } from "../state/participant.js";
import { formPattern, nameForms } from "../text/name-forms.js";
import type { Slots } from "./phrasing.js";
import { reads, valueAt } from "./texts.js";

type People = Pick<ModelRequest, "cast" | "language" | "leader">;

/** Whether a text can stand in a sentence of the language. */
export const isInLanguage = (text: string, language: Language): boolean =>
  /\p{Script=Han}/u.test(text) === (language === "zh");

/** What somebody is called: by first name where nobody else has it; never with marks that would end the sentence. */
export function addressOf(name: string, { cast, language, leader }: People): string {
  const known = [...cast, ...(leader ? [leader] : [])].map((one) => one.name);
  const names = known.includes(name) ? known : [...known, name];
  const short = nameForms(names)[names.indexOf(name)]?.find((form) => form !== name && name.startsWith(`${form} `));
  const plain = (short ?? name)
    .replace(/[:：*“”"{}<>[\]#`?？!！。|\\\p{C}]/gu, " ")
    .replace(/\s+/gu, " ")
    .trim();
  const isName = /[\p{L}\p{N}]/u.test(plain) && plain.length <= 40;
  return isName ? plain : valueAt(language, "person.somebody");
}

/** Several people, joined as the language does it. */
export function namesIn(people: readonly Pick<Participant, "name">[], request: People): string | undefined {
  const [between = "", last = ""] = valueAt<string[]>(request.language, "director.joints");
  const called = people.map(({ name }) => addressOf(name, request));
  return called.length > 1 ? called.slice(0, -1).join(between) + last + called.at(-1) : called[0];
}

/** Whether a text names somebody of the cast. */
export function isNamed({ name }: Participant, text: string, { cast }: Pick<ModelRequest, "cast">): boolean {
  const names = cast.map((one) => one.name);
  const forms = nameForms(names)[names.indexOf(name)] ?? [];
  return forms.some((form) => form !== "" && new RegExp(formPattern(form), "u").test(text));
}

/** A noun with its article: “the” where there can only be one, else “a” or “an” by sound as far as spelling shows it. */
export function withArticle(noun: string): string {
  if (/ of (?:the|our) /u.test(noun)) return `the ${noun}`;
  const spoken = /^\p{Lu}\p{Ll}/u.test(noun) ? noun.toLowerCase() : noun;
  const isVowel =
    /^(?:[FHLMNRSX](?=[A-Z])|[AEIO][A-Z]|(?=[aeiou]|hon(?:est|ou?r)|hour|heir)(?!uni(?!n|m)|use|usu|util|eu|ewe|one\b|once))/u;
  return `${isVowel.test(spoken) ? "an" : "a"} ${noun}`;
}

/** The slots that speak of a role that is short enough. `trade` is one that somebody has learned and shares with others. */
export function roleSlots({ role: given }: Participant, language: Language): Slots {
  const plain = given.replace(/^(?:an?|the)\s+/iu, "").trim();
  const isShort = /^\p{L}[\p{L}\p{M}\p{N}'’ -]{1,39}$/u.test(plain) && plain.split(/\s+/u).length <= 6;
  const isUsable = isShort && isInLanguage(plain, language) && !reads(language, "notRole", plain);
  const role = isUsable ? plain : undefined;
  const trade = role !== undefined && !reads(language, "noTrade", role) ? role : undefined;
  const named = (noun: string | undefined) => (noun && language === "en" ? withArticle(noun) : noun);
  return { trade, aRole: named(role), aTrade: named(trade) };
}
