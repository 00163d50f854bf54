/** What a conversation can be about besides its topic: money, safety, time and so on, and what each side says of it. */
import type { ModelRequest } from "../models/request.js";
import type { Participant } from "../state/participant.js";
import { withoutQuotations } from "../text/quotation.js";
import { chanceInConversation, shuffled } from "./luck.js";
import { type Stance, type Texts, type ThemeTexts, textsOf } from "./texts.js";
import { asksToKeep, kindOf } from "./topic.js";

/** A theme with its name. */
export interface Theme extends ThemeTexts {
  readonly name: string;
}

/** All themes that fit the topic. */
export function themesFor(request: ModelRequest): Theme[] {
  const themes = textsOf(request.language, "themes")[kindOf(request) === "claim" ? "claim" : "proposal"];
  const setting = [request.topic, ...request.cast.map(({ role, description }) => `${role} ${description}`)].join(" ");
  return Object.entries(themes)
    .map(([name, texts]) => ({ name, ...texts }))
    .filter((theme) => !theme.narrow || hits(theme, setting, request) > 0);
}

/** What somebody of a stance says about a theme. To keep things, supporters speak for leaving them as they are. */
export function argumentsOf(theme: Theme, stance: Stance, request: ModelRequest): Texts {
  if (stance === "unsure" || kindOf(request) === "open") return theme.weigh;
  if (theme[stance]) return theme[stance];
  return ((stance === "for") !== asksToKeep(request) ? theme.change : theme.stay) ?? theme.weigh;
}

const everyText = ({ change = [], stay = [], for: pro = [], against = [], weigh }: Theme): Texts => [
  ...change,
  ...stay,
  ...pro,
  ...against,
  ...weigh,
];

/** A sentence as it may stand behind other words. */
const bare = (sentence: string) => sentence.slice(1).replace(/[.。]$/u, "");

/** The argument of a theme that stands in a text, and its theme. */
export function argumentIn(said: string, request: ModelRequest): { theme: Theme; sentence: string } | undefined {
  const text = withoutQuotations(said);
  for (const theme of themesFor(request))
    for (const sentence of everyText(theme)) if (text.includes(bare(sentence))) return { theme, sentence };
  return undefined;
}

/** How often the words of a theme occur in a text. */
function hits({ words }: Theme, text: string, { language }: ModelRequest): number {
  const start = language === "zh" ? "" : "\\b";
  return text.slice(0, 4000).match(new RegExp(`${start}(?:${words})`, "giu"))?.length ?? 0;
}

function mostIn(text: string, request: ModelRequest): Theme | undefined {
  const [best] = themesFor(request)
    .map((theme) => ({ theme, count: hits(theme, text, request) }))
    .sort((one, other) => other.count - one.count);
  return best && best.count > 0 ? best.theme : undefined;
}

/** The theme that a text is about. A text that asks one of the themes' own questions, or names its point, is about that. */
export function themeIn(said: string, request: ModelRequest): Theme | undefined {
  const text = withoutQuotations(said);
  const question = (text.match(/[^.!?。！？]*[?？]/gu)?.at(-1) ?? "").toLowerCase();
  const told = themesFor(request).find(
    ({ point, questions }) =>
      question !== "" &&
      (question.includes(point.toLowerCase()) ||
        questions.some((one) =>
          question.includes(
            one
              .replace(/\{other\}|[,，?？]/gu, "")
              .trim()
              .toLowerCase(),
          ),
        )),
  );
  return told ?? argumentIn(text, request)?.theme ?? mostIn(text, request);
}

/** The themes that are somebody's own: by trade and description, filled up by chance. */
export function themesOf(self: Participant, request: ModelRequest): Theme[] {
  const text = `${self.role} ${self.role} ${self.description} ${request.topic.slice(0, 400)}`;
  const rank = new Map(
    themesFor(request).map((theme, index) => [
      theme.name,
      hits(theme, text, request) + 0.9 * chanceInConversation(request, `theme ${self.name}`, index),
    ]),
  );
  return themesFor(request)
    .sort((one, other) => (rank.get(other.name) ?? 0) - (rank.get(one.name) ?? 0))
    .slice(0, 4);
}

/** Themes that no message has spoken about yet, in an order of the conversation's own. */
export function unraised(texts: readonly string[], request: ModelRequest): Theme[] {
  const raised = new Set(texts.map((text) => themeIn(text, request)?.name));
  const mentioned = texts.join("\n").toLowerCase();
  return shuffled(themesFor(request), request, "unraised").filter(
    ({ name, point }) => !raised.has(name) && !mentioned.includes(point.toLowerCase()),
  );
}
