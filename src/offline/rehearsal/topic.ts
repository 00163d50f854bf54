/** Phrases from a topic are used verbatim or not at all. */

import type { ModelRequest } from "../../core/model-request.js";
import type { Participant } from "../../core/state/participant.js";
import { withoutQuotations } from "../../core/text/sentences.js";
import { countWords } from "../../core/text/word-count.js";
import type { Language } from "../../words/registry.js";
import { languages } from "../../words/registry.js";
import { chanceInConversation, shuffled } from "./luck.js";
import { isInLanguage } from "./phrasing.js";
import { lengthOf, once, patternAt, reads, type Stance, type Texts, type Theme, valueAt } from "./texts.js";

/** A `proposal` can be accepted or rejected, a `claim` is true or false, and an `open` question has many answers. */
export type TopicKind = "proposal" | "claim" | "open";

type TopicOf = { readonly topic: string; readonly language: Language };

function coreOf({ topic, language }: TopicOf): string {
  const sentences = (topic.slice(0, 400).match(/[^.!?。！？\n]+[.!?。！？]*/gu) ?? []).map((one) => one.trim());
  return sentences.findLast((one) => reads(language, "topic.asks", one)) ?? sentences[0] ?? "";
}

/**
 * If the topic's wording does not show its kind, the topic is a proposal if a participant declares a stance for or
 * against it, and an open question otherwise.
 */
export function kindOf(scene: TopicOf & { readonly cast: readonly Participant[] }): TopicKind {
  const core = coreOf(scene).replace(/[.。!！]$/u, "");
  const kind = (["open", "proposal", "claim"] as const).find((one) => reads(scene.language, `topic.${one}`, core));
  if (kind) return kind;
  return scene.cast.some((one) => ["for", "against"].includes(declaredStance(one) ?? "")) ? "proposal" : "open";
}

/**
 * A participant's stance, which stays the same for the whole conversation unless the topic or the cast changes. Among
 * participants who declare no stance, the first ones get the stances that nobody has declared. If the topic is an open
 * question, everybody is `unsure`.
 */
export function stanceOf(name: string, request: ModelRequest): Stance {
  if (kindOf(request) === "open") return "unsure";
  const seat = request.cast.findIndex((one) => one.name === name);
  const declared = request.cast.map(declaredStance);
  const isForFirst = chanceInConversation(request, "sides") < 0.5;
  const stances: readonly Stance[] = isForFirst ? ["for", "against", "unsure"] : ["against", "for", "unsure"];
  const free = [...stances.filter((stance) => !declared.includes(stance)), ...stances];
  const silentBefore = declared.slice(0, seat).filter((stance) => stance === undefined).length;
  return declared[seat] ?? free[silentBefore % free.length] ?? "unsure";
}

/** Whether answering “yes” to the topic means leaving things unchanged. */
export function asksToKeep(scene: TopicOf): boolean {
  const core = coreOf(scene);
  return reads(scene.language, "topic.keeps", core) && !reads(scene.language, "topic.drops", core);
}

/** A noun phrase from the topic, verbatim; undefined if no usable one is found. */
export function subjectOf(scene: TopicOf): string | undefined {
  const core = coreOf(scene);
  if (!isInLanguage(core, scene.language) || reads(scene.language, "phrase.unasked", core)) return undefined;
  const phrase = patternAt(scene.language, "phrase.subject").exec(core)?.slice(1).find(Boolean);
  return phrase && !reads(scene.language, "phrase.unusable", phrase) ? phrase : undefined;
}

/**
 * The topic in a form that can be quoted; undefined if there is none, or if the topic is longer than the equivalent of
 * `longest` English words.
 */
export function topicIn({ topic, language }: TopicOf, longest = 24): string | undefined {
  const text = topic.trim().replace(patternAt(language, "topic.unquoted"), "");
  const isPlain = text !== "" && !/[\n“”"*{}<>#`:：[\]\\|]/u.test(text) && /\p{L}/u.test(text);
  return isPlain && countWords(text, language) <= longest * lengthOf(language, "perEnglishWord") ? text : undefined;
}

function hits({ words }: Theme, text: string, { language }: ModelRequest): number {
  const start = valueAt<string>(language, "reading.wordStart");
  const pattern = once(`words ${language} ${words}`, () => new RegExp(`${start}(?:${words})`, "giu"));
  return text.slice(0, 4000).match(pattern)?.length ?? 0;
}

function libraryFor(request: ModelRequest) {
  const path = `themes.${kindOf(request) === "claim" ? "claim" : "proposal"}`;
  return once(`library ${request.language} ${path}`, () => {
    const entries = Object.entries(valueAt<Record<string, Theme>>(request.language, path));
    const themes = entries.map(([name, texts]): Theme => ({ ...texts, name }));
    const args = themes.flatMap((theme) =>
      [theme.change, theme.stay, theme.for, theme.against, theme.weigh].flatMap((texts = []) =>
        // `rest` omits the first letter, which is in lower case if the argument follows other words.
        texts.map((sentence) => ({ theme, sentence, rest: sentence.slice(1).replace(/[.。]$/u, "") })),
      ),
    );
    return { themes, args };
  });
}

export function themesFor(request: ModelRequest): Theme[] {
  const setting = [request.topic, ...request.cast.map(({ role, description }) => `${role} ${description}`)].join(" ");
  return libraryFor(request).themes.filter((theme) => !theme.narrow || hits(theme, setting, request) > 0);
}

/** If the topic asks to leave things unchanged, its supporters argue against a change. */
export function argumentsOf(theme: Theme, stance: Stance, request: ModelRequest): Texts {
  if (stance === "unsure" || kindOf(request) === "open") return theme.weigh;
  const practical = (stance === "for") !== asksToKeep(request) ? theme.change : theme.stay;
  return theme[stance] ?? practical ?? theme.weigh;
}

export function argumentIn(said: string, request: ModelRequest): { theme: Theme; sentence: string } | undefined {
  const text = withoutQuotations(said);
  return libraryFor(request).args.find(({ rest }) => text.includes(rest));
}

/**
 * The theme of the text's last question; if that question has no known theme, the theme of a known argument in the
 * text; otherwise, the theme that the text mentions most often.
 */
export function themeIn(said: string, request: ModelRequest): Theme | undefined {
  const text = withoutQuotations(said).toLowerCase();
  const themes = themesFor(request);
  const end = Math.max(0, text.lastIndexOf("?"), text.lastIndexOf("？"));
  const sentences = text.slice(0, end).split(/[.!?。！？]/u);
  const question = sentences.at(-1) ?? "";
  const core = (asked: string) =>
    asked
      .toLowerCase()
      .replace(/\{other\}|[,，?？]/gu, "")
      .trim();
  const asked = ({ point, questions }: Theme) => [point, ...questions].some((one) => question.includes(core(one)));
  const counts = themes.map((theme) => hits(theme, text, request));
  const most = Math.max(...counts);
  return (
    themes.find(asked) ?? argumentIn(said, request)?.theme ?? (most > 0 ? themes[counts.indexOf(most)] : undefined)
  );
}

/**
 * The participant's themes, at most four. Those that the role, the description and the topic mention most often come
 * first; the role counts twice, and ties are broken at random.
 */
export function themesOf(self: Participant, request: ModelRequest): Theme[] {
  const text = `${self.role} ${self.role} ${self.description} ${request.topic.slice(0, 400)}`;
  const ranked = themesFor(request).map((theme, index) => ({
    theme,
    rank: hits(theme, text, request) + 0.9 * chanceInConversation(request, `theme ${self.name}`, index),
  }));
  const inOrder = ranked.sort((one, other) => other.rank - one.rank);
  return inOrder.slice(0, 4).map(({ theme }) => theme);
}

/** Returns the themes in random order, without those that a recent message has mentioned. */
export function unraised(request: ModelRequest & { conversation: { lines: readonly { text: string }[] } }): Theme[] {
  const texts = request.conversation.lines.slice(-20).map(({ text }) => text);
  const raised = new Set(texts.map((text) => themeIn(text, request)?.name));
  const mentioned = texts.join("\n").toLowerCase();
  const isNew = ({ name, point }: Theme) => !raised.has(name) && !mentioned.includes(point.toLowerCase());
  return shuffled(themesFor(request), request, "unraised").filter(isNew);
}

/**
 * The stance that the participant's texts, in any language, declare more often than the others; undefined if there is
 * none.
 */
function declaredStance({ role, description, instructions }: Participant): Stance | undefined {
  const text = [role, description, instructions].join("\n").slice(0, 4000);
  const stances = ["against", "for", "unsure"] as const;
  const counts = stances.map(
    (stance) => languages.flatMap((each) => text.match(patternAt(each, `stance.${stance}`, "giu")) ?? []).length,
  );
  const most = Math.max(...counts);
  const leading = stances.filter((_, index) => counts[index] === most);
  return leading.length === 1 ? leading[0] : undefined;
}

const found = (what: string, { description }: Participant, language: Language) =>
  patternAt(language, `description.${what}`).exec(description.slice(0, 2000).replace(/\s+/gu, " "))?.[1]?.trim();

export function wishOf(self: Participant, language: Language): string | undefined {
  const wish = found("wish", self, language);
  return wish && wish.length <= 48 && isInLanguage(wish, language) ? wish : undefined;
}

/**
 * A creed is a sentence without its period; an `ask` is a question that the participant keeps asking, as an indirect
 * question.
 */
function wordsOf(kind: "creed" | "ask", self: Participant, language: Language): string | undefined {
  const text = found(kind, self, language)?.replace(/“/gu, "‘").replace(/”/gu, "’");
  if (!text || !isInLanguage(text, language) || /[:：{}<>*#?？]/u.test(text)) return undefined;
  const words = countWords(text, language);
  const isShort = words >= lengthOf(language, "shortestCreed") && words <= lengthOf(language, "longestCreed");
  return isShort && !reads(language, "description.person", text) ? text : undefined;
}

export const ownSlots = (self: Participant, request: ModelRequest) => ({
  subject: subjectOf(request),
  topic: topicIn(request, 16),
  wish: wishOf(self, request.language),
  creed: wordsOf("creed", self, request.language),
  ask: wordsOf("ask", self, request.language),
});
