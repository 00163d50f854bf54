/**
 * Who a text speaks to: who is asked a question by name, who is called by name, who is only named, and who is talked about
 * in the third person. A reader of patterns, not of meaning: it looks at where a name stands between commas and verbs.
 */
import { isWrittenAs, NameFinder, nameForms } from "./name-forms.js";
import { blankQuotations, sentencesOf } from "./sentences.js";

/** Names as they stand in the cast, each at most once in a list. */
export interface Addresses {
  /** Asked a direct question by name, in the order of the questions. */
  readonly asked: readonly string[];
  /** Called by name, with or without a question. */
  readonly called: readonly string[];
  /** Named in passing; without those who are asked, and without those of whom only a third-person remark is made. */
  readonly mentioned: readonly string[];
  /** Named in whatever way. */
  readonly named: readonly string[];
}

/** Each name becomes one character from here on, so that what is in it (spaces, points) can mislead nobody. */
const firstMark = 0xe000;
const mark = "[\\ue000-\\uf8ff]";
const marks = new RegExp(mark, "gu");
/** Chinese calls people by name and title. */
const title = "(?:先生|女士|小姐|老师|师傅|大夫|老板|掌柜|教授|同学|同志)?";
const person = `(${mark})${title}`;

/** Little words that may stand before a name that is called. */
const littleWord =
  "(?:@|and|so|but|now|well|then|hi|hello|hey|oh|ah|yes|no|look|listen|please|okay|ok|right|true|dear|my dear|tell me|thank you|thanks|let me ask you|那么?|好|嗯|请问|想请|问问|问一下|有请|请教|请|来|不过|可是|但是?|谢谢|多谢)[\\s,，]*";
const mostLeads = 3;
const lead = `(?:${littleWord}){0,${mostLeads}}`;
const leadWord = new RegExp(`^${littleWord}`, "iu");
/** What may stand after a name that is called; “Bea, who …, …” tells of her. */
const pause = "(?:[:：—–-]|[,，、](?!\\s*(?:who|whose|which)\\b[^,]*,))";
const others = `(?:${mark}${title}\\s*(?:、|and|和|与)\\s*)*`;
const callings = [
  // “Bea, …”, “Bea?”, “So Ann and Bea: …”
  new RegExp(`^[\\s"'(（*]*${lead}${others}${person}\\s*(?:$|${pause})`, "giu"),
  // “…, Bea?”
  new RegExp(`[,，—–]\\s*(?:dear\\s+)?${person}\\s*$`, "giu"),
  // “And what, Bea, would you …”, but not the middle of a list of names.
  new RegExp(
    `(?<!${mark}\\s{0,3})[,，—–]\\s*${person}\\s*[,，—–](?!\\s*(?:(?:and|or|和|与)\\s*)?${mark})(?!\\s*(?:who|whose|which)\\b)`,
    "giu",
  ),
  // “I would like to ask Bea: …?”, “Over to Bea.”
  new RegExp(
    `\\b(?:ask|asking|turn to|turning to|over to|back to|question (?:is )?(?:for|to)|hear from)\\s+${person}\\s*(?:$|${pause})`,
    "giu",
  ),
  // “Could Bea tell us …?”
  new RegExp(
    `^(?:could|can|would|will)\\s+${person}\\s+(?:please\\s+)?(?:tell|explain|answer|help|show|give)\\b`,
    "giu",
  ),
  // 想请叶知秋
  new RegExp(`(?:想请|请问|问问|问一下|有请|请教)${person}`, "gu"),
  // 叶知秋怎么看
  new RegExp(`${person}(?=(?:怎么看|怎么想|觉得呢|认为呢|看呢|觉得怎么样|有什么看法|意下如何))`, "gu"),
  // 叶知秋你怎么看
  new RegExp(`${person}(?=您|你)`, "gu"),
  // 叶知秋呢
  new RegExp(`${person}呢\\s*$`, "gu"),
];

/** “And Bea?”: a name and nothing else. */
const nameAlone = new RegExp(`^[\\s"'(（*]*${lead}${others}${person}\\s*(?:呢\\s*)?$`, "iu");

const secondPerson = /\b(?:you|your|yours|yourself)\b|您|你/iu;
const question = /[?？]/;

/** A question may come so many sentences after the name. */
export const longestCarry = 2;

const verb =
  "(?:may|might|will|would|can|could|shall|should|must|has|had|have|is|was|were|are|does|did|do|thought|said|told|knew|felt|went|came|made|kept|(?!(?:as|us|this|his|yes|perhaps|always|towards|unless|across|besides)\\b)[a-z]+(?:s|ed))";
const between = "(?:\\s+(?:also|never|always|still|just|only|once|then|perhaps|probably|[a-z]+ly))*";
const chineseVerb =
  "(?:可能|也许|大概|恐怕|肯定|一定|刚才|刚刚|已经|从来|总是|曾经|也|都|又|还|就|才|曾|常|总|会|要|想|能|该|不|没|说|讲|提|认为|觉得|以为|主张|是|有|在|反对|赞成|支持|担心|喜欢)";
const toldOf = [
  new RegExp(`(${mark})${between}\\s+${verb}\\b`, "gu"),
  new RegExp(`\\b(?:would|will|does|did|can|could|may|might|should|has|is|was|do)\\s+(${mark})`, "giu"),
  new RegExp(`(${mark})${title}${chineseVerb}`, "gu"),
];

/** What may stand around a quotation that is no report: the beginning, the end, other sentences, gestures. */
const beforeOwnWords = /(?:^|[\n.!?。！？…*)）"”」])[ \t]*$/u;
const behindOwnWords = /^[ \t]*(?:$|[\n*(（"“「])/u;
/** How far this is looked at, in characters. */
const besideQuotation = 10;

/**
 * The text with blanks for what it reports. Prose puts a speaker's own words into quotation marks as well: those stay, and of
 * “I ask Bea: ‘Who pays?’” the mark of the question.
 */
function withoutReports(text: string): string {
  return blankQuotations(text, (quoted, start) => {
    const before = text.slice(Math.max(0, start - besideQuotation), start);
    const end = start + quoted.length;
    if (beforeOwnWords.test(before) && behindOwnWords.test(text.slice(end, end + besideQuotation)))
      return ` ${quoted.slice(1, -1)} `;
    const isAsked = /[:：]\s*$/u.test(before) && /[?？].$/u.test(quoted);
    return isAsked ? "?".padStart(quoted.length) : undefined;
  });
}

/** The text with every name, written as it is in the cast, as one mark; without reports and gestures. `places`: of each character. */
function withMarks(text: string, names: readonly string[]) {
  const plain = withoutReports(text.replace(/[\ue000-\uf8ff]/g, " ")).replace(/\*[^*\n]*\*/g, (gesture) =>
    " ".repeat(gesture.length),
  );
  const finder = new NameFinder(nameForms(names));
  let marked = "";
  const places: number[] = [];
  for (let at = 0; at < plain.length; ) {
    const found = finder.at(plain, at).names.find(({ form, end }) => isWrittenAs(form, plain.slice(at, end)));
    marked += found ? String.fromCharCode(firstMark + found.index) : plain[at];
    places.push(at);
    at = found?.end ?? at + 1;
  }
  return { marked, places };
}

/** Marks found by some patterns, in the order of the text. */
function find(patterns: readonly RegExp[], sentence: string): string[] {
  const found = patterns.flatMap((pattern) => [...sentence.matchAll(pattern)]);
  return found.sort((left, right) => left.index - right.index).map(([, who = ""]) => who);
}

/** Who is spoken to is said near the end or the beginning; of an endless text only so much is read. */
const longestRead = 12_000;

/** A question by name, and the place in the text where it ends. */
interface Question {
  readonly who: string;
  readonly end: number;
}

function read(text: string, names: readonly string[]) {
  const start = Math.max(0, text.length - longestRead);
  const { marked, places } = withMarks(text.slice(start), names);
  const sentences = [...marked.matchAll(/[^.!?;。！？；\n]+[.!?;。！？；]*/gu)].filter(
    ([whole]) => whole.trim() !== "",
  );
  const questions: Question[] = [];
  const called: string[] = [];
  const inPassing: string[] = [];
  let carried: { who: string; left: number } | undefined;
  for (const [index, { 0: whole, index: begin }] of sentences.entries()) {
    const sentence = whole.replace(/(?<![.!?;。！？；])[.!?;。！？；]+$/u, "").trim();
    const calls = find(callings, sentence);
    // Who is called first thing is the one who is spoken to, whoever is named later.
    const last = find(callings.slice(0, 1), sentence)[0] ?? calls.at(-1);
    called.push(...calls);
    const next = sentences[index + 1]?.[0] ?? "?";
    // “And Bea? Nice try.” asks for no answer.
    const isRhetorical = nameAlone.test(sentence) && !question.test(next) && !secondPerson.test(next);
    const ask = (who: string) => questions.push({ who, end: start + (places[begin + whole.length - 1] ?? 0) });
    if (question.test(whole) && !isRhetorical) {
      if (last) ask(last);
      else if (carried && secondPerson.test(sentence)) ask(carried.who);
    } else inPassing.push(...calls);
    if (last) carried = isRhetorical ? undefined : { who: last, left: longestCarry };
    else if (carried) carried = carried.left > 1 ? { ...carried, left: carried.left - 1 } : undefined;
    const aside = new Set([...calls, ...find(toldOf, sentence)]);
    inPassing.push(...(sentence.match(marks) ?? []).filter((who) => !aside.has(who)));
  }
  const namesOf = (found: Iterable<string>) =>
    [...new Set(found)].flatMap((who) => names[who.charCodeAt(0) - firstMark] ?? []);
  return { questions, called, inPassing, named: marked.match(marks) ?? [], namesOf };
}

export function readAddresses(text: string, names: readonly string[]): Addresses {
  const { questions, called, inPassing, named, namesOf } = read(text, names);
  const asked = questions.map(({ who }) => who);
  // Who is asked twice was asked last where the second question is.
  const inOrder = [...new Set(asked.toReversed())].toReversed();
  return {
    asked: namesOf(inOrder),
    called: namesOf(called),
    mentioned: namesOf(inPassing.filter((who) => !asked.includes(who))),
    named: namesOf(named),
  };
}

/** The text without the sentences that ask one of `names` by name, except `addressee`. */
export function withoutQuestions(text: string, names: readonly string[], addressee?: string): string {
  const { questions, namesOf } = read(text, names);
  const toOthers = questions.filter(({ who }) => namesOf([who])[0] !== addressee);
  if (toOthers.length === 0) return text;
  let end = 0;
  return sentencesOf(text)
    .map((sentence) => {
      const begin = end;
      end += sentence.length;
      const isToOthers = toOthers.some((each) => each.end >= begin && each.end < end);
      // A quotation that began before it still has to end.
      return isToOthers ? (/^[^"“「]*(["”」]\s*)$/u.exec(sentence)?.[1] ?? "") : sentence;
    })
    .join("")
    .replace(/(?<=[.!?。！？]) (["”」]\s*)$/u, "$1")
    .trim();
}

const behindCalling = new RegExp(`^${title}\\s*[,，:：、—–]+\\s*`, "u");

/** The text without the names that it begins by calling. */
export function withoutCalling(text: string, names: readonly string[]): string {
  const finder = new NameFinder(nameForms(names));
  const starts = [0];
  // A name may begin like a little word.
  for (
    let found = leadWord.exec(text);
    found && starts.length <= mostLeads;
    found = leadWord.exec(text.slice(starts[0]))
  )
    starts.unshift((starts[0] ?? 0) + found[0].length);
  for (const { end } of starts.flatMap((start) => finder.at(text, start).names)) {
    const rest = text.slice(end);
    if (behindCalling.test(rest)) return rest.replace(behindCalling, "");
  }
  return text;
}
