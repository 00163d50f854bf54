/** What a conversation can be about besides its topic: money, safety, time and so on, and what each side says of it. */
import type { ModelRequest } from "../models/request.js";
import type { Participant } from "../state/participant.js";
import { withoutQuotations } from "../text/quotation.js";
import { chanceInConversation, shuffled } from "./luck.js";
import { once, type Stance, type Texts, type Theme, valueAt } from "./texts.js";
import { asksToKeep, kindOf } from "./topic.js";

/** How often a text speaks about a theme. */
function hits({ words }: Theme, text: string, { language }: ModelRequest): number {
  const start = language === "zh" ? "" : "\\b";
  const pattern = once(`words ${language} ${words}`, () => new RegExp(`${start}(?:${words})`, "giu"));
  return text.slice(0, 4000).match(pattern)?.length ?? 0;
}

/** All themes of a kind of topic, and every argument with its theme. */
function libraryFor(request: ModelRequest) {
  const path = `themes.${kindOf(request) === "claim" ? "claim" : "proposal"}`;
  return once(`library ${request.language} ${path}`, () => {
    const entries = Object.entries(valueAt<Record<string, Theme>>(request.language, path));
    const themes = entries.map(([name, texts]): Theme => ({ ...texts, name }));
    const args = themes.flatMap((theme) =>
      [theme.change, theme.stay, theme.for, theme.against, theme.weigh].flatMap((texts = []) =>
        // Behind other words it begins with a small letter.
        texts.map((sentence) => ({ theme, sentence, rest: sentence.slice(1).replace(/[.。]$/u, "") })),
      ),
    );
    return { themes, args };
  });
}

/** All themes that fit the topic. */
export function themesFor(request: ModelRequest): Theme[] {
  const setting = [request.topic, ...request.cast.map(({ role, description }) => `${role} ${description}`)].join(" ");
  return libraryFor(request).themes.filter((theme) => !theme.narrow || hits(theme, setting, request) > 0);
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
  return libraryFor(request).args.find(({ rest }) => text.includes(rest));
}

/** The theme that a text is about: that of its question if it asks one, of an argument, or the one it speaks of most. */
export function themeIn(said: string, request: ModelRequest): Theme | undefined {
  const text = withoutQuotations(said).toLowerCase();
  const themes = themesFor(request);
  const question = /([^.!?。！？]*)[?？][^?？]*$/u.exec(text)?.[1] ?? "";
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

/** The themes that are somebody's own: by trade, description and topic, filled up by chance. */
export function themesOf(self: Participant, request: ModelRequest): Theme[] {
  const text = `${self.role} ${self.role} ${self.description} ${request.topic.slice(0, 400)}`;
  const ranked = themesFor(request).map((theme, index) => ({
    theme,
    rank: hits(theme, text, request) + 0.9 * chanceInConversation(request, `theme ${self.name}`, index),
  }));
  const inOrder = ranked.sort((one, other) => other.rank - one.rank).map(({ theme }) => theme);
  return inOrder.slice(0, 4);
}

/** Themes that no recent message has spoken about, in an order of the conversation's own. */
export function unraised(request: ModelRequest & { conversation: { lines: readonly { text: string }[] } }): Theme[] {
  const texts = request.conversation.lines.slice(-20).map(({ text }) => text);
  const raised = new Set(texts.map((text) => themeIn(text, request)?.name));
  const mentioned = texts.join("\n").toLowerCase();
  const isNew = ({ name, point }: Theme) => !raised.has(name) && !mentioned.includes(point.toLowerCase());
  return shuffled(themesFor(request), request, "unraised").filter(isNew);
}
