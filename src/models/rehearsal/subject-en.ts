/** English topics: finds the nouns by the words between them, as there is no dictionary here to look them up in. */
import { gerundOf, orders, verbs } from "./verbs-en.js";

const words = (list: string): ReadonlySet<string> => new Set(list.split(/\s+/));
const articles = words("a an the our their his her its my your every all some any these those");
const modals = words("should shall can could may might must will would ought");
const openers = words(
  `whether if is are was were do does did has have had what how why when where who whose which should shall can could
  may might must will would`,
);
const pronouns = words("we they i you he she it one people everyone everybody anyone nobody somebody");
/** Words that end a phrase: they join phrases or say when, where and how. */
const joints = words(
  `and or but nor yet so if whether than as that this in on at by for from to with without into onto over under about
  against between among through during before after until since because while not no yes n't be been being am is are
  was were do does did done has have had having what how why when where who whom whose which again ever never always
  still really also just only now today tomorrow tonight soon far much many more most less least very too rather
  instead else there here then once let's lets discuss debate please consider question topic matter issue should shall
  can could may might must will would ought we they i you he she it us them me him`,
);
/** Adjectives that end a question ("make buses free") and are no part of the noun before them. */
const predicates = words(
  `free legal illegal mandatory compulsory obligatory optional banned allowed forbidden useful useless good bad better
  best worse worth right wrong fair unfair necessary safe dangerous possible impossible great early late open closed
  longer shorter lazy happy happier richer poorer safer cheaper together alone back away up down off out paid`,
);

/** What follows these says where, when or for whom; it is not what the question is about. */
const prepositions = words("in on at by for from to with without into onto over under against between among through");
/** Nouns that want an article when they stand alone; of most others the spelling does not tell. */
const countable = words(
  `age airport ban bridge bus camera cap car card carnival church city currency day election factory fee festival fine flag
  fountain garden hospital hour house language law library lighthouse limit machine market monarchy month museum night
  park pension phone pool quota robot road rule school square stadium station statue street tax theatre tower town train
  tram tunnel village wage wall week year zone`,
);
const longestPhrase = 5;

/** What a question or a noun phrase is about: first the act in question, then what it is done to and by whom. */
export function englishSubjects(sentence: string): string[] {
  const matter = matterOf(sentence);
  if (matter !== undefined) return [matter];
  const chunks = sentence
    .split(/[,;:!?.()[\]"“”«»\n]|\s[-–—]+\s|—/u)
    .map((chunk) => chunk.match(/[\p{L}\p{N}][\p{L}\p{M}\p{N}'’&+/-]*/gu) ?? []);
  const isTitle = chunks.flat().filter((word) => /^\p{Lu}/u.test(word)).length > chunks.flat().length / 2;
  const tokens = chunks.map((chunk, index) => (index === 0 && !isTitle ? withSmallStart(chunk) : chunk));
  // Of a question only the part that asks is read: what is set off by a comma tells when or why.
  const asking = tokens.find((chunk) => openers.has(chunk[0]?.toLowerCase() ?? ""));
  const found = (asking ? [asking] : tokens).map(partsOf);
  const subjects = [
    ...found.flatMap(wholeOf),
    ...found.flatMap(({ act }) => (act ? [act] : [])),
    ...found.flatMap(({ afterVerb }) => afterVerb),
    ...found.flatMap(({ act, beforeVerb }) => (act && beforeVerb.length === 1 ? [] : beforeVerb)),
  ];
  // "A child" in general is not what is talked about, unless the topic names nothing else.
  const definite = subjects.filter((subject) => !/^an? /i.test(subject) || subject.split(" ").length > 3);
  return definite.length > 0 || asking ? definite.filter((subject) => subject !== "people") : subjects;
}

/** "What should we do with an old mill?" is about the old mill. */
function matterOf(sentence: string): string | undefined {
  const [, noun] =
    /^what\b.* do (?:with|about) (?:the|an?|our|my|your) ([\p{L}\p{N}'’-]+(?: [\p{L}\p{N}'’-]+){0,4})\?$/iu.exec(
      sentence,
    ) ?? [];
  return noun && `the ${noun}`;
}

/** Of two choices in a short topic, both; else undefined, as no phrase would hold them. */
export function englishChoice(sentence: string): string | undefined {
  const act =
    /^(?:should|shall) we (use|buy|build|choose|eat|drink|learn|plant|play|read|teach|visit) ([^,;:]{3,34})\?$/iu.exec(
      sentence,
    );
  if (act) return `${gerundOf((act[1] as string).toLowerCase())} ${act[2]}`;
  const plain = sentence.replace(/[?.!\s]+$/u, "");
  const isPair =
    /^[\p{L}\p{M}'’ -]{3,40}$/u.test(plain) && !plain.split(" ").some((word) => openers.has(word.toLowerCase()));
  return isPair ? plain.charAt(0).toLowerCase() + plain.slice(1) : undefined;
}

/** Who does what as one short noun: "robots owning property". */
function wholeOf({ ownAct, beforeVerb }: Parts): string[] {
  const whole = ownAct && beforeVerb.length === 1 ? `${beforeVerb[0]} ${ownAct}` : "";
  return whole && whole.split(" ").length <= longestPhrase ? [whole] : [];
}

interface Parts {
  readonly act: string | undefined;
  /** The act as it reads after the one who acts, whose "its" it may keep. */
  readonly ownAct?: string | undefined;
  readonly beforeVerb: readonly string[];
  readonly afterVerb: readonly string[];
}

function partsOf(tokens: readonly string[]): Parts {
  const verbAt = verbPlace(tokens);
  if (verbAt < 0) {
    const phrases = hasHiddenVerb(tokens) ? [] : nounPhrases(tokens);
    return { act: undefined, beforeVerb: phrases.map(withOwnArticle), afterVerb: [] };
  }
  const verb = (tokens[verbAt] as string).toLowerCase();
  const rest = tokens.slice(verbAt + 1);
  return {
    act: actOf(verb, rest.map(inOurMouth)),
    ownAct: actOf(verb, rest.map(inAnyMouth)),
    beforeVerb: nounPhrases(tokens.slice(0, verbAt)),
    afterVerb: nounPhrases(rest),
  };
}

/** Where the question's main verb stands, or -1. Only a question or an order is taken to have one. */
function verbPlace(tokens: readonly string[]): number {
  const lower = tokens.map((token) => token.toLowerCase());
  const [first = ""] = lower;
  if (orders.has(first) && lower.length > 1) return 0;
  if (!openers.has(first) && !lower.some((token) => modals.has(token))) return -1;
  for (let index = 1; index < lower.length; index += 1) {
    const token = lower[index] as string;
    const before = lower[index - 1] as string;
    if (token === "have" && modals.has(first) && !articles.has(before)) return index;
    if (joints.has(token) || articles.has(token) || articles.has(before) || /.ly$|^the$/.test(token)) continue;
    // "Should the night train be …": the verb has been passed, or there is none but "be".
    if (lower.slice(0, index).includes("be") || (verbs.has(token) && lower[index + 1] === "be")) return -1;
    const asksAt = lower.findIndex((one) => modals.has(one));
    if (index === asksAt + 2 && openers.has(first) && isBarePlural(before) && index < lower.length - 1) return index;
    const subjectEnded =
      pronouns.has(before) || before === "to" || (modals.has(before) && index > 1 && !openers.has(first));
    if ((subjectEnded && !predicates.has(token)) || verbs.has(token)) return index;
  }
  return -1;
}

/** A modal asks for a verb: where none was found, it hides among the nouns, unless it is "be". */
function hasHiddenVerb(tokens: readonly string[]): boolean {
  const lower = tokens.map((token) => token.toLowerCase());
  return lower.some((token) => modals.has(token)) && !lower.includes("be") && !lower.includes("been");
}

/** "robots", but not "the bus"; such a word is a question's whole subject. */
function isBarePlural(word: string): boolean {
  return /[^sui]s$|people$|children$|women$|men$/.test(word);
}

/** "the four-day work week" for "four-day work week". */
function withOwnArticle(phrase: string): string {
  const [first = "", ...rest] = phrase.toLowerCase().split(" ");
  return !articles.has(first) && countable.has(rest.at(-1) ?? first) ? `the ${phrase}` : phrase;
}

/** The act as a noun: "running night trains", cut where the question turns to something else. */
function actOf(verb: string, rest: readonly string[]): string | undefined {
  const end = rest.findIndex((token) =>
    ["and", "or", "if", "when", "while", "because", "but"].includes(token.toLowerCase()),
  );
  const object = rest.slice(0, end < 0 ? rest.length : end);
  while (object.length > 0 && (joints.has(object.at(-1) as string) || articles.has(object.at(-1) as string)))
    object.pop();
  if (object.length > 6 || !/^[a-z]{3,}$/.test(verb)) return undefined;
  return [gerundOf(verb), ...object].join(" ");
}

/** Runs of words between joints, each with its article; not those that only say where, when or for whom. */
function nounPhrases(tokens: readonly string[]): string[] {
  const runs: { words: string[]; isAside: boolean }[] = [{ words: [], isAside: false }];
  // What follows "be" in a question is said of its subject, and is no noun.
  const be = tokens.findIndex((token) => token.toLowerCase() === "be");
  tokens.slice(0, be < 0 ? tokens.length : be).forEach((token, index) => {
    const lower = token.toLowerCase();
    const run = runs.at(-1) as (typeof runs)[number];
    if (lower === "of" && run.words.length > 0 && index < tokens.length - 1) run.words.push(token);
    else if (joints.has(lower) || verbIn(lower, tokens[index - 1]))
      runs.push({ words: [], isAside: prepositions.has(lower) });
    else if (articles.has(lower) && run.words.at(-1) !== "of")
      runs.push({ words: [inOurMouth(token)], isAside: run.isAside && run.words.length === 0 });
    else run.words.push(inOurMouth(token));
  });
  return runs
    .filter(({ isAside }) => !isAside)
    .map(({ words: run }) => trimmed(run))
    .filter((run) => run.length <= longestPhrase && isNoun(run))
    .map((run) => run.join(" "));
}

/** A verb right after "to". */
function verbIn(lower: string, before: string | undefined): boolean {
  return before?.toLowerCase() === "to" && verbs.has(lower);
}

function trimmed(run: readonly string[]): string[] {
  const kept = [...run];
  while (kept.length > 1 && isPredicate(kept.at(-1) as string)) kept.pop();
  if (kept.at(-1) === "of") kept.pop();
  if (kept.length > longestPhrase && !kept.includes("of")) kept.splice(0, kept.length - longestPhrase);
  return kept;
}

function isPredicate(word: string): boolean {
  return predicates.has(word.toLowerCase()) || /.{3}(?:able|ible|ful|ous)$/i.test(word);
}

function isNoun(run: readonly string[]): boolean {
  const nouns = run.filter((token) => !articles.has(token.toLowerCase()));
  return nouns.join("").length > 1 && !(nouns.length === 1 && isPredicate(nouns[0] as string));
}

/** Whose it is depends on who speaks; only "our" stays true in everybody's mouth. */
function inOurMouth(token: string): string {
  return ["my", "your", "their", "his", "her", "its"].includes(token.toLowerCase()) ? "the" : token;
}

/** The same where the owner has been named just before. */
function inAnyMouth(token: string): string {
  return ["my", "your"].includes(token.toLowerCase()) ? "the" : token;
}

/** Without the capital that only the start of a sentence gave it, as far as that can be told. */
function withSmallStart(tokens: readonly string[]): string[] {
  const [first = "", ...rest] = tokens;
  const isPlain = /^\p{Lu}\p{Ll}+(?:-\p{Ll}+)*$/u.test(first) && (rest.length > 0 || first.endsWith("s"));
  return [isPlain || /^[AI]$/.test(first) ? first.toLowerCase() : first, ...rest];
}
