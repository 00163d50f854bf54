/** What English words tell: what somebody wants, and what they speak of. A reader of patterns, not of meaning. */
import { verbs } from "../verbs-en.js";
import type { Kind } from "./kind.js";

const listed = (words: string) => new Set(words.split(/\s+/));

/** Words that carry a sentence and name nothing. */
const loose = listed(
  `a an the my our your his her their its this that these those no any some every each i you we it he she they me us him
  them who what which how why when where am is are was were be been being do does did done have has had having will
  would can could may might shall should must ought not never always ever and or but nor if as than then so because since
  while though although unless until till about of on with without against for from to into onto at by in near behind
  before after over under between during through towards like off out up down there here now just only also too very
  really quite rather still again please today tomorrow tonight yesterday all both more most less least much many few
  nobody somebody anybody everyone everybody nothing something anything everything one ones let get got getting i'm it's
  don't doesn't didn't can't won't isn't aren't wasn't couldn't wouldn't shouldn't that's what's there's i've we've
  you're we're they're yes well maybe perhaps cold tired old
  once twice ago away back home alone together soon later early late instead even else`,
);
const determiners = listed("a an the my our your his her their its these those");
/** Nouns that name nothing worth coming back to. */
const dull = listed(
  `lot bit way time end same while idea opinion view point question answer thing things moment course day week year
  morning kind sort fact case other others rest first last next best worst problem matter`,
);
const afterWhich: Readonly<Record<string, number>> = {
  about: 3,
  regarding: 3,
  concerning: 3,
  against: 3,
  with: 2,
  without: 2,
};
const pronouns = listed("i you we it he she they me us him them");
const prepositions = listed("about regarding concerning against with without of on for to near behind like from into");
const auxiliaries = listed(
  "is are was were be has have had will would can could may might shall should must do does did isn't aren't won't can't",
);

/** Words that hardly any other language written in Latin letters has. */
const telling =
  /\b(?:the|you|your|what|and|with|this|that|are|how|why|who|my|for|from|it|it's|i'm|be|have|has|does|did|don't|of|about|there|here|when|not|too|please|our|his|her|they|we|i|is|to|would|should|could|will|can|yes|no|thank|thanks|hello|stop|more|less|speak|tell|or|bravo)\b/iu;

export function isEnglish(sentence: string): boolean {
  const letters = sentence.match(/\p{L}/gu) ?? [];
  const latin = sentence.match(/\p{Script=Latin}/gu) ?? [];
  if (letters.length === 0) return /\p{N}/u.test(sentence);
  if (latin.length < letters.length * 0.8) return false;
  return (
    telling.test(sentence) || (sentence.split(/\s+/).length < 4 && !/[^\p{ASCII}]/u.test(sentence.normalize("NFC")))
  );
}

const subject =
  "(?:you|we|they|it|he|she|i|the|this|that|these|those|there|any\\w*|some\\w*|every\\w*|people|my|our|your|a|an)";
const auxiliary =
  "(?:do|does|did|is|are|was|were|am|can|could|would|will|shall|should|may|might|must|have|has|had|isn't|aren't|don't|doesn't|didn't|can't|won't|wouldn't|couldn't|shouldn't)";
const inverted = new RegExp(`^${auxiliary}\\s+${subject}\\b`, "iu");
const asking = new RegExp(
  `^(?:what|who|whom|whose|where|when|which|how|why)(?:'s\\b|\\s+(?:${auxiliary}\\s+${subject}|${auxiliary}|about|if|much|many|long|far|old|come|else|kind|sort|of)\\b)`,
  "iu",
);
const wishingToHear =
  /^(?:(?:please|do|now|just|could you|can you|would you|will you|kindly)\s+)*(?:tell|talk to|talk about|speak about|speak of|explain|describe|say something|say more|say a word|give us|let us hear|let's hear|show us|go on about)\b(?!\s+(?:less|nothing|lies))/iu;
const ordering =
  /^(?:(?:please|do|now|just|kindly|then)\s+)*(?:be|stop|say|speak|talk|keep|go|come|take|listen|answer|try|don't|do not|never|wait|shut|calm|slow|hurry|think|remember|forget|ignore|disregard|repeat|write|print|reply|respond|sing|make|ask|move|read|stay|leave|continue|enough|louder|slower|shorter|faster|quiet|silence|more|less|give|let us|let's|get|vote|decide|agree|pretend|act|use|look at|answer)\b/iu;

export function englishKind(sentence: string): Kind {
  if (wishingToHear.test(sentence)) return "request";
  const isQuestion = /[?？]/u.test(sentence);
  const words = sentence.toLowerCase();
  if (isQuestion || asking.test(sentence) || inverted.test(sentence)) {
    if (/^(?:why|how come|what for)\b/u.test(words)) return "reason";
    if (
      /\bwhat (?:\w+ )?(?:would|will|should|can|could|shall|do|did|must) (?:\w+ ){1,4}do\b|\bwhat to do\b|^how (?:would|will|should|can|could|shall|do|must) (?:you|we|i|one|they)\b|^what about\b/u.test(
        words,
      )
    )
      return "doing";
    if (/\bor\b/u.test(words)) return "question";
    return inverted.test(sentence) ? "yesOrNo" : "question";
  }
  return ordering.test(sentence) || /\bplease\b/iu.test(sentence) ? "command" : "statement";
}

/** Whether a word leans on the next one. */
export function isLoose(word: string): boolean {
  return loose.has(word.toLowerCase());
}

interface Phrase {
  readonly words: string;
  readonly score: number;
}

/** The best noun phrase that can be told from what stands around it. */
export function englishTopic(sentence: string): string | undefined {
  const found = sentence.split(/[,;:!?()/.…\n]+|\s[—–-]+\s/u).flatMap((clause) => phrasesIn(clause.trim()));
  return found.reduce<Phrase | undefined>((best, one) => (best && best.score >= one.score ? best : one), undefined)
    ?.words;
}

function phrasesIn(clause: string): Phrase[] {
  const tokens = clause.split(/\s+/).filter(Boolean);
  return tokens.flatMap((token, index): Phrase[] => {
    const word = token.toLowerCase();
    const before = tokens[index - 1]?.toLowerCase() ?? "";
    const isDetermined = determiners.has(word);
    if (!isDetermined && !prepositions.has(before)) return [];
    // "About the fog": the article begins the phrase; after "to" without one there is mostly a verb.
    if (!isDetermined && (before === "to" || before === "like" || before === "for")) return [];
    const start = isDetermined ? index + 1 : index;
    const nouns = nounsFrom(tokens, start);
    const isSubject = index === 0 || (index === 1 && auxiliaries.has(before));
    const kept = withoutVerb(nouns, tokens, start, isSubject);
    const last = kept.at(-1)?.toLowerCase();
    const isDeed = !isDetermined && /.{2}ing$/u.test(kept[0] ?? "");
    if (last === undefined || isDeed || dull.has(last) || dull.has(kept[0]?.toLowerCase() ?? "")) return [];
    const words = [...(isDetermined ? [turned(word)] : []), ...kept].join(" ");
    return [{ words, score: (afterWhich[before] ?? 1) + (isDetermined ? 0.5 : 0) + (index === 0 ? 0.2 : 0) }];
  });
}

function nounsFrom(tokens: readonly string[], start: number): string[] {
  const nouns: string[] = [];
  for (const [offset, token] of tokens.slice(start, start + 3).entries()) {
    const lower = token.toLowerCase();
    const isWord = /^\p{Script=Latin}[\p{Script=Latin}\p{M}'’-]{1,19}$/u.test(token);
    const isAdverb =
      /[a-z]{3}ly$/u.test(lower) &&
      !/^(?:family|supply|assembly|belly|bully|jelly|lily|butterfly|monopoly)$/u.test(lower);
    const isFirst = offset === 0;
    const canBe = isFirst && /^(?:old|cold|tired)$/u.test(lower) ? true : !loose.has(lower);
    const next = tokens[start + offset + 1]?.toLowerCase() ?? "";
    const isDone = !isFirst && /s$/u.test(lower) && (determiners.has(next) || pronouns.has(next));
    if (isDone || !isWord || isAdverb || !canBe || (!isFirst && verbs.has(lower))) break;
    nouns.push(token);
  }
  // An adjective alone names nothing.
  return nouns.length === 1 && /^(?:old|cold|tired)$/iu.test(nouns[0] as string) ? [] : nouns;
}

/** At the beginning of a clause a noun phrase may run into its verb: "the boats sink", "the cat hates it". */
function withoutVerb(
  nouns: readonly string[],
  tokens: readonly string[],
  start: number,
  isSubject: boolean,
): readonly string[] {
  if (!isSubject || nouns.length < 2) return nouns;
  const next = tokens[start + nouns.length]?.toLowerCase();
  const isSafe = next !== undefined && (auxiliaries.has(next) || next === "of");
  return isSafe ? nouns : nouns.slice(0, -1);
}

/** Whose it is depends on who speaks. */
function turned(determiner: string): string {
  if (determiner === "my") return "your";
  if (determiner === "your") return "our";
  return ["his", "her", "their", "its", "these", "those"].includes(determiner) ? "the" : determiner;
}
