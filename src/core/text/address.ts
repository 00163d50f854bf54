/** Finds out whom a text addresses, from patterns such as a name between commas, without understanding the text. */
import { allOf, anyOf } from "./grammar.js";
import { isWrittenAs, NameFinder, nameForms } from "./name-forms.js";
import { blankQuotations, sentencesOf } from "./sentences.js";

/** Names are spelled as in the cast. Each list contains a name at most once. */
export interface Addresses {
  /**
   * The participants who are asked a direct question, by name or by “you” after their name, in the order of the
   * questions.
   */
  readonly asked: readonly string[];
  /** The participants who are addressed by name, with or without a question. */
  readonly called: readonly string[];
  /**
   * The participants who are named but not asked a question. Excludes those who are only the subject of a remark, as in
   * “Bea is right”.
   */
  readonly mentioned: readonly string[];
  readonly named: readonly string[];
}

/**
 * The patterns below match texts in which each name is replaced by one private-use character, called a mark. Otherwise,
 * spaces and periods in names would interfere with the patterns.
 */
const firstMark = 0xe000;
const mark = "[\\ue000-\\uf8ff]";
const marks = new RegExp(mark, "gu");
const title = `${anyOf(({ address }) => address.titles)}?`;
const person = `(${mark})${title}`;

const littleWord = `(?:@|${anyOf(({ address }) => address.leads)})[\\s,，]*`;
const mostLeads = 3;
const lead = `(?:${littleWord}){0,${mostLeads}}`;
const leadWord = new RegExp(`^${littleWord}`, "iu");
const and = anyOf(({ address }) => address.and);
const andOr = anyOf(({ address }) => [...address.and, ...address.or]);
const relative = anyOf(({ address }) => address.relativePronouns);
const endearment = anyOf(({ address }) => address.endearments);
const particle = anyOf(({ address }) => address.questionParticles);
/** The punctuation after the name of somebody who is addressed. Excludes “Bea, who …, …”, which only mentions Bea. */
const pause = `(?:[:：—–-]|[,，、](?!\\s*${relative}\\b[^,]*,))`;
const others = `(?:${mark}${title}\\s*(?:、|${and})\\s*)*`;
const namePatterns = { person, name: `(${mark})`, pause };
const callings = [
  // “Bea, …”, “Bea?”, “So Ann and Bea: …”
  new RegExp(`^[\\s"'(（*]*${lead}${others}${person}\\s*(?:$|${pause})`, "giu"),
  // “…, Bea?”
  new RegExp(`[,，—–]\\s*(?:${endearment}\\s+)?${person}\\s*$`, "giu"),
  // “And what, Bea, would you …”, but not the middle of a list of names.
  new RegExp(
    `(?<!${mark}\\s{0,3})[,，—–]\\s*${person}\\s*[,，—–](?!\\s*(?:${andOr}\\s*)?${mark})(?!\\s*${relative}\\b)`,
    "giu",
  ),
  ...allOf(({ address }) => address.callings(namePatterns)),
];

/** A sentence with nothing but one or more names and words that can go with a form of address, as in “And Bea?”. */
const nameAlone = new RegExp(`^[\\s"'(（*]*${lead}${others}${person}\\s*(?:${particle}\\s*)?$`, "iu");

const secondPerson = new RegExp(
  anyOf(({ address }) => address.secondPerson),
  "iu",
);
const question = /[?？]/;

/**
 * A question that contains “you” but addresses nobody by name counts as addressed to the person who was last addressed
 * by name, up to this many sentences earlier.
 */
export const longestCarry = 2;

const remarks = allOf(({ address }) => address.remarks(namePatterns));

/** The text beside a quotation of the speaker's own words. Any other quotation counts as reported speech. */
const beforeOwnWords = /(?:^|[\n.!?。！？…*)）"”」])[ \t]*$/u;
const afterOwnWords = /^[ \t]*(?:$|[\n*(（"“「])/u;
const besideQuotation = 10;

/**
 * Blanks out quotations, but keeps the question mark of a reported question after a colon, as in “I ask Bea: ‘Who
 * pays?’”. Keeps the speaker's own words, which a story can put in quotation marks.
 */
function withoutReports(text: string): string {
  return blankQuotations(text, (quoted, start) => {
    const before = text.slice(Math.max(0, start - besideQuotation), start);
    const end = start + quoted.length;
    if (beforeOwnWords.test(before) && afterOwnWords.test(text.slice(end, end + besideQuotation)))
      return ` ${quoted.slice(1, -1)} `;
    const isAsked = /[:：]\s*$/u.test(before) && /[?？].$/u.test(quoted);
    return isAsked ? "?".padStart(quoted.length) : undefined;
  });
}

/** `places`: the position in `text` of each character of `marked`. */
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

function find(patterns: readonly RegExp[], sentence: string): string[] {
  // Every pattern needs a mark, but most sentences have none, and the patterns are slow.
  if (sentence.search(marks) < 0) return [];
  const found = patterns.flatMap((pattern) => [...sentence.matchAll(pattern)]);
  return found.sort((left, right) => left.index - right.index).map(([, who = ""]) => who);
}

/** In characters. If a text is longer, only its end is read, because speakers usually address others there. */
const longestRead = 12_000;

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
    // If a sentence starts by addressing somebody by name, it addresses that person, even if other names follow.
    const last = find(callings.slice(0, 1), sentence)[0] ?? calls.at(-1);
    called.push(...calls);
    const next = sentences[index + 1]?.[0] ?? "?";
    // “And Bea? Nice try.” expects no answer.
    const isRhetorical = nameAlone.test(sentence) && !question.test(next) && !secondPerson.test(next);
    const ask = (who: string) => questions.push({ who, end: start + (places[begin + whole.length - 1] ?? 0) });
    if (question.test(whole) && !isRhetorical) {
      if (last) ask(last);
      else if (carried && secondPerson.test(sentence)) ask(carried.who);
    } else inPassing.push(...calls);
    if (last) carried = isRhetorical ? undefined : { who: last, left: longestCarry };
    else if (carried) carried = carried.left > 1 ? { ...carried, left: carried.left - 1 } : undefined;
    const aside = new Set([...calls, ...find(remarks, sentence)]);
    inPassing.push(...(sentence.match(marks) ?? []).filter((who) => !aside.has(who)));
  }
  const namesOf = (found: Iterable<string>) =>
    [...new Set(found)].flatMap((who) => names[who.charCodeAt(0) - firstMark] ?? []);
  return { questions, called, inPassing, named: marked.match(marks) ?? [], namesOf };
}

export function readAddresses(text: string, names: readonly string[]): Addresses {
  const { questions, called, inPassing, named, namesOf } = read(text, names);
  const asked = questions.map(({ who }) => who);
  // If a participant is asked twice, the later question determines the participant's position in the list.
  const inOrder = [...new Set(asked.toReversed())].toReversed();
  return {
    asked: namesOf(inOrder),
    called: namesOf(called),
    mentioned: namesOf(inPassing.filter((who) => !asked.includes(who))),
    named: namesOf(named),
  };
}

/** Removes the sentences that ask somebody in `names` a question, except questions to `addressee`. */
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
      // Keeps the closing mark of a quotation that started earlier.
      return isToOthers ? (/^[^"“「]*(["”」]\s*)$/u.exec(sentence)?.[1] ?? "") : sentence;
    })
    .join("")
    .replace(/(?<=[.!?。！？]) (["”」]\s*)$/u, "$1")
    .trim();
}

const afterCalling = new RegExp(`^${title}\\s*[,，:：、—–]+\\s*`, "u");

/** Removes the words that address somebody by name, such as “So, Bea,”, from the start of a text. */
export function withoutCalling(text: string, names: readonly string[]): string {
  const finder = new NameFinder(nameForms(names));
  const starts = [0];
  // A name can itself start with a lead word, so this tries every possible start of the name, the latest first.
  for (
    let found = leadWord.exec(text);
    found && starts.length <= mostLeads;
    found = leadWord.exec(text.slice(starts[0]))
  )
    starts.unshift((starts[0] ?? 0) + found[0].length);
  for (const { end } of starts.flatMap((start) => finder.at(text, start).names)) {
    const rest = text.slice(end);
    if (afterCalling.test(rest)) return rest.replace(afterCalling, "");
  }
  return text;
}
