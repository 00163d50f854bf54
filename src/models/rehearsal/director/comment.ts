/** What a director remarks before it asks somebody: what was said last, how it stands to the rest, that there is more. */

import { countWords } from "../../../locales/word-count.js";
import type { DirectorRequest } from "../../request.js";
import { type Chooser, createChooser } from "../chooser.js";
import { concernIn } from "../concerns.js";
import { calledIn } from "../listener/called.js";
import { chanceInDebate, chanceInTurn } from "../luck.js";
import { areRivals } from "../reply.js";
import { stancesOf } from "../stance.js";
import type { Slots } from "../template.js";
import { mostShared, staleness } from "./freshness.js";
import type { CommentTexts } from "./phrases.js";
import { guestsOf, nameOf, pointFor, quotedFrom, type Show, subjectOf, unraised } from "./show.js";
import { directorTextsOf } from "./texts.js";

type Part = "welcome" | "presentation" | "manners" | "reaction" | "contrast" | "bridge";

/** They go round, so that two comments in a row are never built alike. */
const shapes: readonly (readonly Part[])[] = [
  ["reaction", "bridge"],
  ["contrast", "bridge"],
  ["reaction"],
  ["reaction", "contrast"],
  ["contrast", "reaction"],
  ["reaction", "bridge"],
  ["reaction", "contrast", "bridge"],
];

/** So many drafts are made, where the first ones say too much again. */
const mostDrafts = 10;

/** From this limit on, most of the texts fit. */
const roomyLimit = { en: 25, zh: 40 } as const;

/** One to three sentences, none of them a question. */
export function comment(request: DirectorRequest, show: Show): string {
  const slots = slotsFor(request, show);
  let best = { text: "", stale: Number.POSITIVE_INFINITY };
  for (let attempt = 0; attempt < mostDrafts && best.stale > mostShared; attempt += 1) {
    const text = draft(request, show, slots, attempt);
    const stale = staleness(text, request, show);
    if (stale < best.stale) best = { text, stale };
  }
  return best.text;
}

function slotsFor(request: DirectorRequest, show: Show): Slots {
  const { latest, previous } = show;
  const concern = latest && concernIn(latest.text, request);
  const listener = latest && latest.guest === undefined ? calledIn(latest.name, request) : undefined;
  const quote = latest && quotedFrom(latest, request);
  const [missing] = unraised(request.cast, request, show);
  return {
    name: listener?.name ?? (latest && nameOf(latest.name, request)),
    Name: listener?.Name,
    other: previous && nameOf(previous.name, request),
    quote,
    // A quotation keeps its letters as they are, so one with a small letter cannot open a sentence.
    Quote: quote && /^\p{Ll}/u.test(quote) ? undefined : quote,
    point: concern && pointFor(concern, request, "point"),
    subject: subjectOf(request, show),
    missing: missing && pointFor(missing, request, "missing"),
    guests: guestsOf(request),
  };
}

function draft(request: DirectorRequest, show: Show, slots: Slots, attempt: number): string {
  const { comments } = directorTextsOf[request.language];
  const choose = createChooser(request, show.exchange + attempt);
  const parts: string[] = [];
  let room = request.wordLimit;
  for (const part of shapeFor(request, show, attempt)) {
    const groups = groupsFor(part, request, show, attempt);
    const from = (budget: number) => choose({ salt: part, groups, slots, budget });
    // A welcome leaves room for the topic, if it can.
    const text = (part === "welcome" ? from(room * 0.45) : undefined) ?? from(room);
    if (text === undefined) continue;
    parts.push(text);
    room -= countWords(text, request.language);
  }
  if (parts.length === 0) return shortest(comments, request, show, choose);
  return parts.join(request.language === "en" ? " " : "");
}

function shapeFor(request: DirectorRequest, show: Show, attempt: number): readonly Part[] {
  if (show.isNew) return ["welcome", "presentation", "manners"];
  if (show.latest === undefined) return ["bridge"];
  // What a listener has said is passed on, and nothing put between.
  if (show.latest.guest === undefined) return ["reaction"];
  const start = Math.floor(chanceInDebate(request, 0, "comment shape") * shapes.length);
  const shape = shapes[(start + show.exchange + attempt) % shapes.length] as readonly Part[];
  if (!shape.includes("contrast")) return shape;
  const contrast = contrastIn(request, show);
  if (contrast === undefined) return [...new Set(shape.map((part) => (part === "contrast" ? "reaction" : part)))];
  // Both would be about the one who hesitates.
  return contrast === "hesitation" ? shape.filter((part) => part !== "reaction") : shape;
}

/** Groups of texts for a part, the most welcome first. */
function groupsFor(part: Part, request: DirectorRequest, show: Show, attempt: number): (readonly string[])[] {
  const { welcomes, presentations, manners, reactions, listener, bridges, contrasts, short } =
    directorTextsOf[request.language].comments;
  const { quote, point, general } = reactions;
  // Few of the longer ones fit then, and they would return too soon.
  const others = request.wordLimit < roomyLimit[request.language] ? [short] : [];
  const chance = (chanceInTurn(request, part) + attempt * 0.37) % 1;
  switch (part) {
    case "welcome":
      return [welcomes];
    case "presentation":
      return [presentations];
    case "manners":
      return [manners];
    case "reaction":
      if (show.latest?.guest === undefined)
        return [...(chance < 0.7 ? [listener.quote, listener.general] : [listener.general, listener.quote]), ...others];
      if (chance < 0.5) return [quote, point, general, ...others];
      if (chance < 0.78) return [point, quote, general, ...others];
      return [general, quote, point, ...others];
    case "contrast": {
      const kind = contrastIn(request, show);
      return kind ? [contrasts[kind], ...others] : others;
    }
    case "bridge":
      return chance < 0.3 ? [bridges.missing, bridges.general] : [bridges.general];
  }
}

/** How the latest two guests stand to each other. */
function contrastIn(request: DirectorRequest, { latest, previous }: Show): keyof CommentTexts["contrasts"] | undefined {
  if (latest?.guest === undefined) return undefined;
  const stances = stancesOf(request);
  const mine = stances.get(latest.name);
  if (mine === "unsure") return "hesitation";
  if (previous?.guest === undefined) return undefined;
  if (areRivals(latest.guest, previous.guest, request)) return "disagreement";
  const theirs = stances.get(previous.name);
  if (theirs === "unsure") return undefined;
  return mine === theirs ? "agreement" : "disagreement";
}

/** For limits that leave room for nothing else. */
function shortest(texts: CommentTexts, request: DirectorRequest, { isNew }: Show, choose: Chooser): string {
  const groups = [isNew ? texts.shortWelcomes : texts.short, texts.tiny];
  return choose({ salt: "short", groups, slots: {}, budget: request.wordLimit }) ?? (texts.tiny[0] as string);
}
