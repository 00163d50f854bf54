/** The header of a run: topic, cast and settings. */
import stringWidth from "string-width";
import type { RostrumEvent } from "../../state/events.js";
import type { Layout } from "./display.js";
import { safeLine, safeText, truncate, widest, wrapText } from "./text.js";

export interface HeaderOptions extends Layout {
  readonly mode: string;
  readonly title: string | undefined;
  readonly model: string;
  readonly bidModel: string | undefined;
  readonly criterion: string | undefined;
  readonly hint?: string | undefined;
}

type Scene = Extract<RostrumEvent, { type: "scene-set" }>;

/** Further members of a large cast are only counted. */
const maxMembers = 20;
/** A user's own criterion may be long. */
const maxCriterionWidth = 60;

/** The name in its column, with the details beside it. A name that is wider than the column gets lines of its own. */
function memberLines(
  name: string,
  about: string,
  column: number,
  width: number,
  paint: (text: string) => string,
): string[] {
  const hanging = " ".repeat(column + 4);
  const known = about === "" ? [] : wrapText(about, { width, indent: hanging }).split("\n");
  if (stringWidth(name) > column) {
    const nameLines = wrapText(name, { width, indent: "  " }).split("\n");
    return [...nameLines.map((line) => `  ${paint(line.slice(2))}`), ...known];
  }
  const [beside = "", ...below] = known;
  return [`  ${paint(name)}${" ".repeat(column - stringWidth(name))}${beside.slice(column + 2)}`.trimEnd(), ...below];
}

function castLines({ participants, leader }: Scene, { width, colours, words, texts }: HeaderOptions): string[] {
  const members = participants.slice(0, maxMembers).map((participant, seat) => ({ ...participant, seat, part: "" }));
  const shown = [...(leader ? [{ ...leader, seat: -1, part: words.leads }] : []), ...members];
  const column = Math.min(Math.floor(width / 2), widest(shown.map(({ name }) => safeLine(name))));
  const lines = shown.flatMap(({ name, role, model, human, seat, part }) => {
    const about = [role, part, human ? texts.person : model].filter(Boolean).map(safeLine).join(" · ");
    const paint = (text: string) => colours.bold(colours.seat(seat)(text));
    return memberLines(safeLine(name), about, column, width, paint);
  });
  const rest = participants.length - members.length;
  return rest > 0 ? [...lines, `  ${colours.dim(`+ ${words.number(rest)}`)}`] : lines;
}

export function headerLines(scene: Scene, options: HeaderOptions): string[] {
  const { mode, title, model, bidModel, criterion, width, colours, words, texts, hint } = options;
  const settings = [
    mode,
    criterion === undefined ? "" : texts.criterion(truncate(criterion, maxCriterionWidth)),
    model,
    bidModel === undefined ? "" : texts.bidModel(bidModel),
    words.seed(scene.seed),
    texts.atMostTurns(scene.maxTurns),
  ];
  const dimmed = (text: string) => colours.dim(wrapText(safeLine(text), { width, indent: "  " }));
  const heading = (text: string) => colours.bold(wrapText(safeText(text), { width, indent: "" }));
  return [
    "",
    ...(title ? [colours.dim(wrapText(safeLine(title), { width, indent: "" }))] : []),
    heading(scene.topic),
    "",
    ...castLines(scene, options),
    "",
    dimmed(settings.filter(Boolean).join(" · ")),
    ...(hint === undefined ? [] : [dimmed(hint)]),
    "",
  ];
}
