/** Names, roles and articles as they can be said in a sentence. */

import type { Language } from "../../language.js";
import type { Participant } from "../../state/participant.js";
import type { ModelRequest } from "../request.js";
import { phrasesOf } from "./texts.js";

/** A name without what would make a label, a gesture or a quotation of it. */
export function spokenName(name: string, language: Language): string {
  const plain = name
    .replace(/[:：*“”"{}<>[\]\p{C}]/gu, " ")
    .replace(/\s+/g, " ")
    .trim();
  return /[\p{L}\p{N}]/u.test(plain) && plain.length <= 40 ? plain : phrasesOf[language].stranger;
}

/** How one addresses somebody: by first name where that is enough, as colleagues do. */
export function addressOf(name: string, request: Pick<ModelRequest, "cast" | "language" | "leader">): string {
  const { cast, language, leader } = request;
  const [first = "", ...rest] = name.trim().split(/\s+/);
  const isGivenName = rest.length > 0 && /^\p{Lu}[\p{Ll}\p{M}'’-]{2,}$/u.test(first) && !titles.test(first);
  const present = leader ? [...cast, leader] : cast;
  const isUnique = present.filter((other) => other.name.split(/\s+/)[0] === first).length === 1;
  return spokenName(isGivenName && isUnique ? first : name, language);
}

const titles =
  /^(?:Mrs|Miss|Doctor|Prof|Professor|Judge|Captain|Mayor|President|Minister|General|Sir|Lady|Lord|Dame|Father|Mother|Sister|Aunt|Uncle|Old|Young|Little|The|Agent|Speaker|Councillor|Councilor|Alderman|Senator|Inspector|Sergeant|Constable|Officer|Colonel|Major|Chief|Nurse|Pastor|Reverend|Rabbi|Imam|Brother|Madame?|Monsieur|Herr|Frau|Se[nñ]ora?|Don|Do[nñ]a|Saint|King|Queen|Prince|Princess|Count|Skipper|Farmer|Participant)$/;

/** Whether a text can stand in a sentence of the language: pieces of the other one would break it. */
export function isInLanguage(text: string, language: Language): boolean {
  return /\p{Script=Han}/u.test(text) === (language === "zh");
}

/** The role, if it's a short one of the language that fits into a sentence. */
export function spokenRole({ role }: Participant, language: Language): string | undefined {
  if (!isInLanguage(role, language)) return undefined;
  const plain = role.replace(/^(?:an?|the)\s+/iu, "").trim();
  const usable = /^\p{L}[\p{L}\p{M}\p{N}'’ -]{1,39}$/u.test(plain) && plain.split(/\s+/).length <= 5;
  return usable && !/\b(?:opposes|supports|against|favou?r|who)\b|反对|支持|赞成/iu.test(plain) ? plain : undefined;
}

/** Whether the role is a living that one has learned, not something that one simply is. */
export function isTrade(role: string): boolean {
  return !/退休|学生|家长|居民|市民|妈妈|爸爸|父亲|母亲|孩子|顾客|老人|邻居|爱好者|志愿者|乘客|患者|代表|粉丝|\b(?:retired|former|student|pupil|parent|mother|father|resident|citizen|child|teenager|customer|neighbou?r|fan|passenger|patient|voter|user|critic|sceptic|skeptic|optimist|pessimist)\b/iu.test(
    role,
  );
}

/** A noun with its indefinite article, chosen by sound as far as spelling shows it. */
export function withArticle(noun: string): string {
  const vowelSound =
    /^(?:[FHLMNRSX](?=[A-Z])|(?=[aeiou]|hon(?:est|ou?r)|hour|heir)(?!uni(?!n|m)|use|usu|util|eu|ewe|one\b|once))/u;
  const spoken = /^\p{Lu}\p{Ll}/u.test(noun) ? noun.toLowerCase() : noun;
  return `${vowelSound.test(spoken) || /^[AEIO][A-Z]/u.test(spoken) ? "an" : "a"} ${noun}`;
}
