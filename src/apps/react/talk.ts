import { type EventReader, type NumberedEvent, type PassingEvent, readEvent } from "../../core/state/events.js";
import type { Bid } from "../../records/bid.js";
import type { Decision } from "../../records/decision.js";
import type { Retry } from "../../records/retry.js";
import type { FollowedEvent, StatusEvent } from "../../talk/conversations/port/port.js";

export interface LiveSpeech {
  readonly speaker: string;
  readonly text: string;
  /** The number of the attempt at the speech, counted from 1. */
  readonly attempt: number;
  readonly isComplete: boolean;
}

export interface LiveTurn {
  readonly turn: number;
  readonly bids: readonly Bid[];
  /** The number of bids that the turn collects; 0 while it is unknown. */
  readonly bidders: number;
  readonly decision: Decision | null;
  readonly speeches: readonly LiveSpeech[];
  readonly retries: readonly Retry[];
  readonly tools: readonly { readonly speaker: string; readonly tool: string }[];
  readonly failed: readonly { readonly speaker: string; readonly reason: string }[];
}

export interface Talk {
  readonly events: readonly NumberedEvent[];
  /** The sequence number of the latest saved event, or 0 if there is none. A new connection continues after it. */
  readonly latest: number;
  /** The turns in progress; several if participants speak at the same time. */
  readonly live: readonly LiveTurn[];
  /** The latest status; null until the first one arrives. */
  readonly status: StatusEvent | null;
}

export const newTalk: Talk = { events: [], latest: 0, live: [], status: null };

const isNumbered = (event: FollowedEvent): event is NumberedEvent => event.sequence !== undefined;

/**
 * The events that clear the turns in progress. Saved events replace the turns' unsaved events. After `status`, the
 * source repeats the unsaved events that are still valid.
 */
const ending: readonly FollowedEvent["type"][] = ["speech-end", "task", "scene-set", "stopped", "status"];

/** Applies events to a talk. Ignores saved events that the talk already contains. */
export function follow(talk: Talk, events: readonly FollowedEvent[]): Talk {
  const kept: NumberedEvent[] = [];
  let { latest, live, status } = talk;
  for (const event of events) {
    const isNew = isNumbered(event) && event.sequence > latest;
    if ((isNew || event.type === "status") && ending.includes(event.type)) live = [];
    if (event.type === "status") status = event;
    else if (!isNumbered(event)) live = readEvent(liveReader, event, live) ?? live;
    else if (isNew) {
      latest = event.sequence;
      kept.push(event);
    }
  }
  return { ...talk, latest, live, status, events: kept.length === 0 ? talk.events : talk.events.concat(kept) };
}

const changeSpeech = (speaker: string, update: (speech: LiveSpeech) => LiveSpeech) => (turn: LiveTurn) => ({
  ...turn,
  speeches: turn.speeches.map((speech) => (speech.speaker === speaker ? update(speech) : speech)),
});

export const liveReader: EventReader<PassingEvent, readonly LiveTurn[], [live: readonly LiveTurn[]]> = {
  bid: (event, live) =>
    change(live, event.turn, (turn) => ({
      ...turn,
      bids: [...turn.bids.filter(({ seat }) => seat !== event.bid.seat), event.bid],
      bidders: event.bidders,
    })),
  decision: ({ turn, decision }, live) => change(live, turn, (each) => ({ ...each, decision })),
  retry: (event, live) => change(live, event.turn, (turn) => ({ ...turn, retries: [...turn.retries, event] })),
  "speech-start": ({ turn, speaker, attempt }, live) =>
    change(live, turn, (each) => {
      const others = each.speeches.filter((speech) => speech.speaker !== speaker);
      return { ...each, speeches: [...others, { speaker, attempt, text: "", isComplete: false }] };
    }),
  "tool-call": ({ turn, toolCall: { participant: speaker, tool } }, live) =>
    change(live, turn, (each) => ({ ...each, tools: [...each.tools, { speaker, tool }] })),
  "speech-delta": ({ turn, speaker, text }, live) =>
    change(
      live,
      turn,
      changeSpeech(speaker, (speech) => ({ ...speech, text: speech.text + text })),
    ),
  "speech-failed": ({ turn, speaker, reason }, live) =>
    change(live, turn, (each) => ({
      ...each,
      speeches: each.speeches.filter((speech) => speech.speaker !== speaker),
      failed: [...each.failed, { speaker, reason }],
    })),
  "speech-end": ({ turn, speaker, text }, live) =>
    change(
      live,
      turn,
      changeSpeech(speaker, (speech) => ({ ...speech, text, isComplete: true })),
    ),
  // Unsaved events of these kinds do not change the turns in progress.
  warning: null,
  "round-start": null,
  judgement: null,
  task: null,
  plan: null,
  "stop-draw": null,
  verdict: null,
};

const empty = { bids: [], bidders: 0, decision: null, speeches: [], retries: [], tools: [], failed: [] };

function change(live: readonly LiveTurn[], turn: number, update: (turn: LiveTurn) => LiveTurn): readonly LiveTurn[] {
  const known = live.find((each) => each.turn === turn);
  if (known) return live.map((each) => (each === known ? update(each) : each));
  return [...live, update({ turn, ...empty })].sort((left, right) => left.turn - right.turn);
}
