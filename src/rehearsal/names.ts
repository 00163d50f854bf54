/** Names as they can be said in a sentence. */
import type { Language } from "../language.js";
import type { ModelRequest } from "../models/request.js";
import type { Participant } from "../state/participant.js";
import { nameForms } from "../text/name-forms.js";
import { valueAt } from "./texts.js";

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
