/** What a description says that its participant can say: a stance, a wish, a reason, an experience, a question. */
import type { Language } from "../language.js";
import { countWords, languages } from "../locales/registry.js";
import type { Participant } from "../state/participant.js";
import { isInLanguage } from "./names.js";
import { patternAt, reads, type Stance } from "./texts.js";

/** The stance that a participant's own words declare, in whatever language, if they declare exactly one most clearly. */
export function declaredStance({ role, description, instructions }: Participant): Stance | undefined {
  const text = [role, description, instructions].join("\n").slice(0, 4000);
  const [first, second] = (["against", "for", "unsure"] as const)
    .map((stance) => {
      const found = languages.flatMap((language) => text.match(patternAt(language, `stance.${stance}`, "giu")) ?? []);
      return { stance, count: found.length };
    })
    .sort((one, other) => other.count - one.count);
  return first && second && first.count > second.count ? first.stance : undefined;
}

/** A piece that fits into somebody's mouth: short, without pronouns for them and without marks of its own. */
function speakable(piece: string | undefined, language: Language): string | undefined {
  const text = piece?.trim().replace(/“/gu, "‘").replace(/”/gu, "’");
  if (!text || !isInLanguage(text, language) || /[:：{}<>*#?？]|\band that\b/u.test(text)) return undefined;
  const words = countWords(text, language);
  const isShort = language === "zh" ? words >= 4 && words <= 40 : words >= 3 && words <= 22;
  return isShort && !reads(language, "description.person", text) ? text : undefined;
}

const plain = ({ description }: Participant) => description.slice(0, 2000).replace(/\s+/gu, " ").trim();

const found = (what: string, self: Participant, language: Language) =>
  patternAt(language, `description.${what}`).exec(plain(self))?.[1]?.trim();

/** What somebody wants, as a noun phrase. */
export function wishOf(self: Participant, language: Language): string | undefined {
  const wish = found("wish", self, language);
  return wish && wish.length <= 48 && isInLanguage(wish, language) ? wish : undefined;
}

/** A reason of somebody's own, as a sentence without its full stop. */
export const creedOf = (self: Participant, language: Language) => speakable(found("creed", self, language), language);

/** An indirect question that somebody keeps asking. */
export const askOf = (self: Participant, language: Language) => speakable(found("ask", self, language), language);

function englishFact(sentence: string): string | undefined {
  const [, verb = "", rest = ""] = patternAt("en", "description.fact", "u").exec(sentence) ?? [];
  const past = verb.toLowerCase().replace(/^has$/u, "have");
  if (!reads("en", "description.past", past) || reads("en", "description.unclear", rest)) return undefined;
  return speakable(`I ${past} ${rest.replace(/\b(?:his|her)\b/gu, "my").replace(/\b(?:he|she)\b/gu, "I")}`, "en");
}

function chineseFact(clause: string): string | undefined {
  const own = clause.replace(/[他她]/u, "我");
  if (reads("zh", "description.fact", clause)) return speakable(`我${own}`, "zh");
  return own === clause || /是我$|的我/u.test(own) || clause.length < 6 ? undefined : speakable(own, "zh");
}

/** Something that somebody has done or does, in the first person, without a full stop. */
export function factOf(self: Participant, language: Language): string | undefined {
  const pieces = plain(self).split(language === "zh" ? /[，。；：]/u : /(?<=[.;])\s+/u);
  const fact = language === "zh" ? chineseFact : englishFact;
  return pieces.map((piece) => fact(piece.trim())).find(Boolean);
}
