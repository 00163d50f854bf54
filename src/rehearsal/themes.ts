/** What a conversation can be about besides its topic: money, safety, time and so on, and what each side says of it. */
import type { Language } from "../language.js";
import type { ModelRequest } from "../models/request.js";
import type { Participant } from "../state/participant.js";
import { withoutQuotations } from "../text/sentences.js";
import { chanceInConversation, shuffled } from "./luck.js";
import { once, type Stance, type Texts, type Theme, valueAt } from "./texts.js";
import { asksToKeep, kindOf } from "./topic.js";

function hits({ words }: Theme, text: string, { language }: ModelRequest): number {
  const start = language === "zh" ? "" : "\\b";
  const pattern = once(`words ${language} ${words}`, () => new RegExp(`${start}(?:${words})`, "giu"));
  return text.slice(0, 4000).match(pattern)?.length ?? 0;
}

const groupOf = (request: ModelRequest) => (kindOf(request) === "claim" ? "claim" : "proposal");

const themesIn = (language: Language, group: string): readonly Theme[] =>
  once(`themes ${language} ${group}`, () =>
    Object.entries(valueAt<Record<string, Theme>>(language, `themes.${group}`)).map(([name, texts]) => ({
      ...texts,
      name,
    })),
  );

/** All themes that fit the topic. */
export function themesFor(request: ModelRequest): Theme[] {
  const setting = [request.topic, ...request.cast.map(({ role, description }) => `${role} ${description}`)].join(" ");
  const isFit = (theme: Theme) => !theme.narrow || hits(theme, setting, request) > 0;
  return themesIn(request.language, groupOf(request)).filter(isFit);
}

/** What somebody of a stance says about a theme. To keep things, supporters speak for leaving them as they are. */
export function argumentsOf(theme: Theme, stance: Stance, request: ModelRequest): Texts {
  if (stance === "unsure" || kindOf(request) === "open") return theme.weigh;
  const practical = (stance === "for") !== asksToKeep(request) ? theme.change : theme.stay;
  return theme[stance] ?? practical ?? theme.weigh;
}

/** Every argument with its theme, and what is left of it behind other words: there it begins with a small letter. */
const argumentsIn = (language: Language, group: string) =>
  once(`arguments ${language} ${group}`, () =>
    themesIn(language, group).flatMap((theme) =>
      [theme.change, theme.stay, theme.for, theme.against, theme.weigh].flatMap((texts = []) =>
        texts.map((sentence) => ({ theme, sentence, rest: sentence.slice(1).replace(/[.。]$/u, "") })),
      ),
    ),
  );

/** The argument that stands in a text, quotations aside, and its theme. */
export function argumentIn(said: string, request: ModelRequest): { theme: Theme; sentence: string } | undefined {
  const text = withoutQuotations(said);
  return argumentsIn(request.language, groupOf(request)).find(({ rest }) => text.includes(rest));
}

/** The theme that a text is about. A text that asks one of the themes' own questions, or names its point, is about that. */
export function themeIn(said: string, request: ModelRequest): Theme | undefined {
  const text = withoutQuotations(said);
  const themes = themesFor(request);
  const end = Math.max(text.lastIndexOf("?"), text.lastIndexOf("？"));
  const question = end < 0 ? "" : (/[^.!?。！？]*$/u.exec(text.slice(0, end))?.[0] ?? "").toLowerCase();
  const plain = (asked: string) =>
    asked
      .replace(/\{other\}|[,，?？]/gu, "")
      .trim()
      .toLowerCase();
  const told =
    question &&
    themes.find(
      ({ point, questions }) =>
        question.includes(point.toLowerCase()) || questions.some((one) => question.includes(plain(one))),
    );
  if (told) return told;
  const counts = themes.map((theme) => hits(theme, text, request));
  const most = Math.max(...counts);
  return argumentIn(text, request)?.theme ?? (most > 0 ? themes[counts.indexOf(most)] : undefined);
}

/** The themes that are somebody's own: by trade, description and topic, filled up by chance. */
export function themesOf(self: Participant, request: ModelRequest): Theme[] {
  const text = `${self.role} ${self.role} ${self.description} ${request.topic.slice(0, 400)}`;
  const ranked = themesFor(request).map((theme, index) => ({
    theme,
    rank: hits(theme, text, request) + 0.9 * chanceInConversation(request, `theme ${self.name}`, index),
  }));
  const inOrder = ranked.sort((one, other) => other.rank - one.rank);
  return inOrder.slice(0, 4).map(({ theme }) => theme);
}

/** Themes that no recent message has spoken about, in an order of the conversation's own. */
export function unraised(request: ModelRequest & { conversation: { lines: readonly { text: string }[] } }): Theme[] {
  const texts = request.conversation.lines.slice(-20).map(({ text }) => text);
  const raised = new Set(texts.map((text) => themeIn(text, request)?.name));
  const mentioned = texts.join("\n").toLowerCase();
  const isNew = ({ name, point }: Theme) => !raised.has(name) && !mentioned.includes(point.toLowerCase());
  return shuffled(themesFor(request), request, "unraised").filter(isNew);
}
