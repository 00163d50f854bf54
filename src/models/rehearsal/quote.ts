/** A short stretch of what somebody said, word for word: the surest way to show that one has listened. */
import type { Language } from "../../language.js";
import { countWords } from "../../locales/word-count.js";
import type { HeardBrief } from "./conversation-brief.js";
import { listenerTextsOf } from "./listener/texts.js";
import { meetingTextsOf } from "./meeting/texts.js";
import { concernNames } from "./phrases.js";
import { phrasesOf } from "./texts.js";

/** A quotation is a clause of a length that can be said in passing. */
const lengths = { en: { min: 3, max: 14 }, zh: { min: 5, max: 18 } } as const;

/** Clauses that begin so lean on another one and read badly alone. */
const dependent =
  /^(?:when|whenever|once|before|after|until|unless|half|not|if|as|on|with|about|to|in|for|but|and|or|although|though|because|since|whatever|which|who|that|than|where|while|so|then|yet|however|well|yes|no)\b|^(?:说到|谈|关于|回到|不管|就拿|放到|论起|撇开|可|但|而|因为|所以|如果|要是|要真是|那|也|还|就|才|哪怕|偏偏|只是|碰上|问到|要听)/iu;

/** A clause of `text`, or undefined when it holds none that would stand alone. `chance` picks among several. */
export function quoteFrom(text: string, request: HeardBrief, chance: number): string | undefined {
  // Gestures, others' words and questions are not what somebody holds.
  const own = text.replace(/“[^”]*”|"[^"]*"|「[^」]*」|\*[^*]*\*/gu, "\n").replace(/[^.!?。！？\n]*[?？]/gu, "\n");
  const known = request.conversation.lines.slice(-20).map((line) => line.text);
  const { min, max } = lengths[request.language];
  const clauses = own
    .split(/[,.;:!?，。；：！？、—…()（）[\]{}<>`*"“”\n]+/u)
    .map((clause) => clause.trim())
    // What is granted only to be taken back in the next breath is not what somebody holds.
    .filter(
      (_, index, all) =>
        !/^(?:but|yet|and yet|though|can one)\b|^(?:可|但|却|偏偏|只是|不等于|未必|顶多)/iu.test(all[index + 1] ?? ""),
    )
    .filter((clause) => {
      const length = countWords(clause, request.language);
      return length >= min && length <= max && clause.length <= 90 && !dependent.test(clause);
    })
    .filter((clause) => !request.cast.some(({ name }) => name && clause.includes(name)))
    .filter((clause) => !known.some((line) => line.includes(`“${clause}”`)));
  const arguing = clauses.filter((clause) => isArgument(clause, request));
  const choices = arguing.length > 0 ? arguing : clauses.filter((clause) => !isCourtesy(clause, request));
  return choices[Math.floor(chance * choices.length)];
}

/** Whether a clause of `text` begins a sentence or an argument, and can do without what stands before it. */
export function isBeginning(clause: string, text: string, request: HeardBrief): boolean {
  if (/(?:^|[.!?。！？*\n])\s*$/u.test(text.slice(0, Math.max(0, text.indexOf(clause))))) return true;
  const spoken = clause.toLowerCase();
  return argumentsIn(request).some((argument) => argument.toLowerCase().startsWith(spoken));
}

/** The last of the rehearsal's own arguments in a text, word for word, if it has not been quoted lately. */
export function argumentIn(text: string, request: HeardBrief, longest: number): string | undefined {
  const spoken = text.toLowerCase();
  const recent = request.conversation.lines.slice(-20).map((line) => line.text);
  return argumentsIn(request)
    .filter((argument) => !/[?？]/u.test(argument))
    .map((argument) => argument.replace(/[.。]$/u, ""))
    .map((argument) => ({ at: spoken.lastIndexOf(argument.toLowerCase()), length: argument.length }))
    .filter(({ at }) => at >= 0)
    .sort((one, other) => other.at - one.at)
    .map(({ at, length }) => text.slice(at, at + length))
    .filter((argument) => countWords(argument, request.language) <= longest)
    .find((argument) => !recent.some((line) => line.includes(`“${argument}”`)));
}

/** Part of one of the rehearsal's own arguments: worth more than the courtesies around it. */
function isArgument(clause: string, request: HeardBrief): boolean {
  const spoken = clause.toLowerCase();
  return argumentsIn(request).some((text) => text.toLowerCase().includes(spoken));
}

const argumentsBy = new Map<Language, readonly string[]>();

function argumentsIn({ language }: HeardBrief): readonly string[] {
  const known = argumentsBy.get(language);
  if (known !== undefined) return known;
  const { concerns } = phrasesOf[language];
  const all = concernNames.flatMap((name) =>
    [concerns[name].for, concerns[name].against, concerns[name].unsure].flat(),
  );
  argumentsBy.set(language, all);
  return all;
}

/** Part of a reaction, a closing or another turn of phrase of the rehearsal's. */
function isCourtesy(clause: string, request: HeardBrief): boolean {
  const phrases = phrasesOf[request.language];
  const spoken = clause.toLowerCase();
  return [
    ...Object.values(phrases.answers).flat(),
    ...phrases.openings,
    ...phrases.roleRemarks,
    ...phrases.concessions,
    ...phrases.questions,
    ...phrases.challenges,
    ...Object.values(phrases.positions).flat(),
    ...Object.values(phrases.keeping.positions).flat(),
    ...phrases.wishes,
    ...phrases.leadIns,
    ...meetingCourtesies(request),
    ...courtesiesToListeners(request),
  ].some((text: string) => {
    const template = text.toLowerCase();
    const fragments = template.split(/\{\w+\}|[,，]/).map((fragment) => fragment.trim());
    return template.includes(spoken) || fragments.some((fragment) => isTelling(fragment) && spoken.includes(fragment));
  });
}

/** What a meeting's speakers say around their arguments. */
function meetingCourtesies(request: HeardBrief): readonly string[] {
  if (!("stage" in request) || request.stage === undefined) return [];
  const { handovers, openLeadIns, questions, challenges } = meetingTextsOf[request.language].discussion;
  const texts = [Object.values(handovers), openLeadIns, questions, challenges].flat(2);
  // A clause has no mark at its end.
  return texts.map((text) => text.replace(/[.?。？]$/u, ""));
}

/** Around an answer to a listener. */
function courtesiesToListeners({ language }: HeardBrief): readonly string[] {
  const { personal, room, request, command, statement, foreign, wordless, tiny, short } = listenerTextsOf[language];
  return [personal, room, request, command, statement, foreign, wordless, tiny, ...Object.values(short)].flat();
}

/** Long enough not to be in a sentence by accident; a Chinese character says as much as a short word. */
function isTelling(fragment: string): boolean {
  return fragment.length > (/\p{Script=Han}/u.test(fragment) ? 2 : 5);
}
