/** What a conversation can be about besides its topic: money, safety, time and so on, and what each side says of it. */
import type { ModelRequest } from "../models/request.js";
import type { Participant } from "../state/participant.js";
import { withoutQuotations } from "../text/quotation.js";
import { chanceInConversation, shuffled } from "./luck.js";
import { type Stance, type Texts, type Theme, valueAt } from "./texts.js";
import { asksToKeep, kindOf } from "./topic.js";

/** How often the words of a theme occur in a text. */
function hits({ words }: Theme, text: string, { language }: ModelRequest): number {
  const start = language === "zh" ? "" : "\\b";
  return text.slice(0, 4000).match(new RegExp(`${start}(?:${words})`, "giu"))?.length ?? 0;
}

/** All themes that fit the topic. */
export function themesFor(request: ModelRequest): Theme[] {
  const group = kindOf(request) === "claim" ? "claim" : "proposal";
  const themes = valueAt<Record<string, Omit<Theme, "name">>>(request.language, `themes.${group}`);
  const setting = [request.topic, ...request.cast.map(({ role, description }) => `${role} ${description}`)].join(" ");
  return Object.entries(themes)
    .map(([name, texts]) => ({ name, ...texts }))
    .filter((theme) => !theme.narrow || hits(theme, setting, request) > 0);
}

/** What somebody of a stance says about a theme. To keep things, supporters speak for leaving them as they are. */
export function argumentsOf(theme: Theme, stance: Stance, request: ModelRequest): Texts {
  if (stance === "unsure" || kindOf(request) === "open") return theme.weigh;
  const practical = (stance === "for") !== asksToKeep(request) ? theme.change : theme.stay;
  return theme[stance] ?? practical ?? theme.weigh;
}

/** The argument that stands in a text, quotations aside, and its theme. */
export function argumentIn(said: string, request: ModelRequest): { theme: Theme; sentence: string } | undefined {
  const text = withoutQuotations(said);
  // Behind other words it begins with a small letter.
  for (const theme of themesFor(request))
    for (const group of [theme.change, theme.stay, theme.for, theme.against, theme.weigh])
      for (const sentence of group ?? [])
        if (text.includes(sentence.slice(1).replace(/[.。]$/u, ""))) return { theme, sentence };
  return undefined;
}

/** The theme that a text is about. A text that asks one of the themes' own questions, or names its point, is about that. */
export function themeIn(said: string, request: ModelRequest): Theme | undefined {
  const text = withoutQuotations(said);
  const themes = themesFor(request);
  const question = (text.match(/[^.!?。！？]*[?？]/gu)?.at(-1) ?? "").toLowerCase();
  const plain = (asked: string) =>
    asked
      .replace(/\{other\}|[,，?？]/gu, "")
      .trim()
      .toLowerCase();
  const told = themes.find(
    ({ point, questions }) =>
      question.includes(point.toLowerCase()) || questions.some((one) => question.includes(plain(one))),
  );
  if (question !== "" && told) return told;
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

/** Themes that no message has spoken about yet, in an order of the conversation's own. */
export function unraised(request: ModelRequest & { conversation: { lines: readonly { text: string }[] } }): Theme[] {
  const texts = request.conversation.lines.map(({ text }) => text);
  const raised = new Set(texts.map((text) => themeIn(text, request)?.name));
  const mentioned = texts.join("\n").toLowerCase();
  const isNew = ({ name, point }: Theme) => !raised.has(name) && !mentioned.includes(point.toLowerCase());
  return shuffled(themesFor(request), request, "unraised").filter(isNew);
}
