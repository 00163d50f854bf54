/** The top of a run: what it is about, who takes part, and how it is run. */
import type { RostrumEvent } from "../../domain/events.js";
import type { TranscriptWords } from "../../transcript/words/catalog.js";
import type { RunTexts } from "../texts/catalog.js";
import type { Colours } from "./colours.js";
import { padEnd, truncate, widest } from "./columns.js";
import { wrapText } from "./line-wrapper.js";
import { safeLine, safeText } from "./safe-text.js";

export interface HeaderOptions {
  readonly mode: string;
  readonly title: string | undefined;
  readonly model: string;
  readonly bidModel: string | undefined;
  readonly width: number;
  readonly colours: Colours;
  readonly words: TranscriptWords;
  readonly texts: RunTexts;
}

type Scene = Extract<RostrumEvent, { type: "scene-set" }>;

/** A large cast is counted from here on, not listed. */
const mostMembers = 20;

function castLines({ participants }: Scene, { width, colours, words }: HeaderOptions): string[] {
  const shown = participants.slice(0, mostMembers);
  const nameWidth = Math.min(Math.floor(width / 3), widest(shown.map(({ name }) => safeLine(name))));
  const lines = shown.map(({ name, role, model }, seat) => {
    const shownName = padEnd(truncate(safeLine(name), nameWidth), nameWidth);
    const about = [role, model].filter(Boolean).map(safeLine).join(" · ");
    return `  ${colours.bold(colours.seat(seat)(shownName))}  ${truncate(about, width - nameWidth - 4)}`.trimEnd();
  });
  const rest = participants.length - shown.length;
  return rest > 0 ? [...lines, `  ${colours.dim(`+ ${words.number(rest)}`)}`] : lines;
}

export function headerLines(scene: Scene, options: HeaderOptions): string[] {
  const { mode, title, model, bidModel, width, colours, words, texts } = options;
  const settings = [
    mode,
    model,
    bidModel === undefined ? "" : texts.bidModel(bidModel),
    words.seed(scene.seed),
    texts.atMostTurns(scene.maxTurns),
  ];
  const heading = (text: string) => colours.bold(wrapText(safeText(text), { width, indent: "" }));
  return [
    "",
    ...(title ? [colours.dim(safeLine(title))] : []),
    heading(scene.topic),
    "",
    ...castLines(scene, options),
    "",
    colours.dim(wrapText(safeLine(settings.filter(Boolean).join(" · ")), { width, indent: "  " })),
    "",
  ];
}
