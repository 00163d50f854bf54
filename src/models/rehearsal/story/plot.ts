/** Where a story stands, read out of the conversation alone: what was last told, who did what about it, whose turn is next. */

import type { Line } from "../../../state/message.js";
import type { Participant } from "../../../state/participant.js";
import type { SpeechRequest } from "../../request.js";
import { longestFragment } from "../template.js";
import { isTeller, playersOf } from "./genre.js";
import { type Act, acts, type Beat, type Move, type StoryTexts } from "./story-texts.js";

interface Told {
  readonly act: Act;
  readonly beat: Beat;
}

export interface Plot {
  /** How often the storyteller has spoken. */
  readonly told: number;
  /** The latest beat, if one can be recognised. */
  readonly latest: Told | undefined;
  /** Whoever acted after the storyteller last spoke: the last of them. */
  readonly actor: Participant | undefined;
  /** What the actor did, if it can be recognised. */
  readonly move: Move | undefined;
  /** The player after the one who acted last, in seat order. */
  readonly next: Participant | undefined;
}

export function plotOf(request: SpeechRequest, texts: StoryTexts): Plot {
  const { lines } = request.conversation;
  const players = playersOf(request);
  const tellers = request.cast.filter(isTeller).map(({ name }) => name);
  const isTelling = ({ speaker }: Line) => tellers.includes(speaker);
  const narrations = lines.filter(isTelling);
  const latest = beatIn(narrations.at(-1)?.text ?? "", texts);
  const since = lines.slice(lines.findLastIndex(isTelling) + 1);
  const playerOf = (line: Line | undefined) => players.find(({ name }) => name === line?.speaker);
  const action = since.findLast((line) => playerOf(line) !== undefined);
  const lastActor = playerOf(lines.findLast((line) => playerOf(line) !== undefined));
  const seat = lastActor ? players.indexOf(lastActor) : -1;
  return {
    told: toldBefore(request, narrations.length, latest),
    latest,
    actor: playerOf(action),
    move: latest?.beat.moves.find(({ act }) => holds(action?.text ?? "", act)),
    next: players[(seat + 1) % players.length],
  };
}

/** The beat that a narration brings. */
function beatIn(text: string, { beats }: StoryTexts): Told | undefined {
  for (const [act, list] of Object.entries(beats) as [Act, readonly Beat[]][]) {
    const beat = list.find(({ scene }) => holds(text, scene[0]));
    if (beat) return { act, beat };
  }
  return undefined;
}

/** Whether a template was said, whatever filled its slots. */
export function holds(text: string, template: string): boolean {
  return text.toLowerCase().includes(longestFragment(template));
}

/**
 * How often the storyteller has spoken. Where the beginning is forgotten it is estimated by the share that the storyteller
 * has in the rest; the latest beat then tells where in a story that must be.
 */
function toldBefore({ conversation, turn }: SpeechRequest, remembered: number, latest: Told | undefined): number {
  const { lines, omitted } = conversation;
  if (omitted === 0) return remembered;
  const estimate = Math.max(remembered, Math.round(((turn - 1) * remembered) / Math.max(1, lines.length)));
  if (!latest) return estimate;
  const place = 1 + Math.max(0, acts.indexOf(latest.act as (typeof acts)[number]));
  const story = Math.max(0, Math.round((estimate - place) / acts.length));
  return story * acts.length + place;
}

/** Which story of the evening a narration belongs to, and what it does there. Counted from 0. */
export function placeOf(narration: number): { readonly story: number; readonly act: Act } {
  const story = Math.floor(narration / acts.length);
  const act = acts[narration % acts.length] ?? "arrival";
  return { story, act: story > 0 && act === "arrival" ? "thread" : act };
}
