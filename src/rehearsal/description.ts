/** What a description says that its participant can say: a stance, a wish, a reason, an experience, a question. */
import type { Language } from "../language.js";
import type { Participant } from "../state/participant.js";
import { countWords } from "../text/word-count.js";
import { isInLanguage } from "./names.js";
import type { Stance } from "./texts.js";

const declarations: Readonly<Record<Stance, RegExp>> = {
  against:
    /\b(?:oppos(?:e|es|ed|ing)|opponents?|against|rejects?|dislikes?|hates?|(?:not|n't) (?:support|favou?r|approve|like))\b|(?<!不|并不)反对|不(?:支持|赞成|同意)|抵制|讨厌/giu,
  for: /\b(?:supports|supporting|supporters?|in favou?r|favou?rs|advocates?|champions?|enthusiasts?|enthusiastic|proponents?|fan of|believes in)\b|(?<!不|不太)(?:支持|赞成|拥护)|提倡|主张|不反对|热心于/giu,
  unsure:
    /\b(?:scepti(?:c|cs|cal)|skepti(?:c|cs|cal)|undecided|unsure|neutral|doubts|doubtful|doubter|hesitant|no (?:wish|opinion|view|side) of (?:his|her|their) own|torn between|not yet convinced|unconvinced)\b|怀疑|中立|犹豫|未定|观望|拿不(?:准|定)|还没有被任何一方说服/giu,
};

/** The stance that a participant's own words declare, if they declare exactly one most clearly. */
export function declaredStance({ role, description, instructions }: Participant): Stance | undefined {
  const text = [role, description, instructions].join("\n").slice(0, 4000);
  const [first, second] = (Object.keys(declarations) as Stance[])
    .map((stance) => ({ stance, count: text.match(declarations[stance])?.length ?? 0 }))
    .sort((one, other) => other.count - one.count);
  return first && second && first.count > second.count ? first.stance : undefined;
}

/** Who is spoken of in the third person cannot say it. */
const thirdPerson = /\b(?:he|she|him|her|hers|his|himself|herself|yours?|you)\b|[他她您]/iu;

/** A piece that fits into somebody's mouth: short, without pronouns for them and without marks of its own. */
function speakable(piece: string | undefined, language: Language, allowed = /$^/u): string | undefined {
  const text = piece?.trim().replace(/“/gu, "‘").replace(/”/gu, "’");
  if (!text || !isInLanguage(text, language) || /[:：{}<>*#?？]/u.test(text)) return undefined;
  const words = countWords(text, language);
  const isShort = language === "zh" ? words >= 4 && words <= 40 : words >= 3 && words <= 22;
  return isShort && (allowed.test(text) || !thirdPerson.test(text)) ? text : undefined;
}

const plain = ({ description }: Participant) => description.slice(0, 2000).replace(/\s+/gu, " ").trim();

const wishes = {
  en: /\bwants (?!to\b|no\b|nothing\b|every|any|it\b|them\b|him\b|her\b|us\b|what\b|that\b)([\p{L}\p{N}'’-]+(?: [\p{L}\p{N}'’-]+){0,7}?)(?=[,.;:]|$| (?:she|he|they|it|I|we|you|who|which|that|before|because|and|but|to|so|where|when|while|put|done|finished)\b)/iu,
  zh: /想要(?:的是)?([\p{Script=Han}\p{L}\p{N}]{2,12})(?=[，。；、：]|$)/u,
} as const;

/** What somebody wants, as a noun phrase. */
export function wishOf(self: Participant, language: Language): string | undefined {
  const found = wishes[language].exec(plain(self))?.[1]?.trim();
  return found && found.length <= 48 && isInLanguage(found, language) ? found : undefined;
}

const reasons = {
  en: [
    /\b(?:supports?|opposes?|wants?|against|in favou?r|would)\b[^.;:]*?(?::|,? because|,? since) ([^.;:]+)/iu,
    /\b(?:thinks|believes|says|insists|is (?:sure|convinced)) (?:that |(?=every|nobody|people|all |no ))([^.;:]+)/iu,
  ],
  zh: [/(?:赞成|支持|反对|主张|想要)[^：。；]*?(?:：|，?因为)([^。；：]+)/u, /(?:认为|觉得|相信|总说)([^。；：]+)/u],
} as const;

/** A reason of somebody's own, as a sentence without its full stop. */
export function creedOf(self: Participant, language: Language): string | undefined {
  for (const reason of reasons[language]) {
    const found = speakable(reason.exec(plain(self))?.[1], language);
    if (found && !/\band that\b|^how\b/u.test(found)) return found;
  }
  return undefined;
}

const presentVerbs =
  /^(?:runs|drives|works|keeps|teaches|sells|builds|lives|comes|knows|owns|writes|leads|manages|grows|repairs|designs|studies|steers|cooks|plays|serves|carries|paints|bakes|farms|nurses|reads|collects|trains|represents|makes|looks)$/iu;
const pastVerbs =
  /^(?:drove|built|ran|wrote|kept|taught|sold|grew|spent|came|fought|lost|won|saw|left|began|(?!Need|Speed|Seed)[A-Z]?[a-z]{2,}ed)$/u;

/** A verb that follows “I”, of one that follows “she”; undefined where it is no verb that is known. */
function firstPerson(verb: string): string | undefined {
  const small = verb.toLowerCase();
  if (small === "has") return "have";
  if (pastVerbs.test(small)) return small;
  if (!presentVerbs.test(small)) return undefined;
  return /(?:ch|sh|ss|x)es$/u.test(small) ? small.slice(0, -2) : small.replace(/ies$/u, "ys").slice(0, -1);
}

function englishFact(sentence: string): string | undefined {
  const [, verb = "", rest = ""] =
    /^(?:(?:She|He) )?(\p{L}+) ([^.;:,]+?)(?=[.;:,]|$| and (?:still |also |never )?[a-z]+s )/u.exec(sentence) ?? [];
  const said = firstPerson(verb);
  if (said === undefined || /\b(?:he|she) \w+s\b|\b(?:him|himself|herself)\b/u.test(rest)) return undefined;
  const own = rest.replace(/\b(?:his|her)\b/gu, "my").replace(/\b(?:he|she)\b/gu, "I");
  return speakable(`I ${said} ${own}`, "en");
}

const chineseFact =
  /^(?:在[^，。]{1,12})?(?:每天|经营|开了|做了|卖了|写了|教了|守了|追了|干了|当了|管着|住在|带着|一天).{2,}/u;

function chineseFactIn(clause: string): string | undefined {
  if (chineseFact.test(clause)) return speakable(`我${clause.replace(/[他她]/gu, "我")}`, "zh");
  const own = clause.replace(/[他她]/u, "我");
  return own === clause || /是我$|的我/u.test(own) || clause.length < 6 ? undefined : speakable(own, "zh");
}

/** Something that somebody has done or does, in the first person, without a full stop. */
export function factOf(self: Participant, language: Language): string | undefined {
  const pieces = plain(self).split(language === "zh" ? /[，。；：]/u : /(?<=[.;])\s+/u);
  for (const piece of pieces) {
    const found = language === "zh" ? chineseFactIn(piece.trim()) : englishFact(piece.trim());
    if (found) return found;
  }
  return undefined;
}

const asked = {
  en: /\basks? (?:each |everybody )?((?:who|what|how|where|when|why|whether|which)\b[^.;:]+)/iu,
  zh: /(?:总要问|总问|爱问|追问|只问)([^。；：]{4,40})/u,
} as const;

/** An indirect question that somebody keeps asking. */
export function askOf(self: Participant, language: Language): string | undefined {
  return speakable(asked[language].exec(plain(self))?.[1], language);
}
