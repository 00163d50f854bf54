/** What a conversation shows, as one pure reducer over followed events. */
import type { Bid, Decision, EventReader, Followed, Numbered, Passing, Retry, Status } from "../port.js";
import { readEvent } from "./read-event.js";

/** A speech under way. */
export interface LiveSpeech {
  readonly speaker: string;
  readonly text: string;
  /** Over 1 when a broken call is made again. */
  readonly attempt: number;
  readonly isComplete: boolean;
}

/** A turn under way: what was told of it since it began. */
export interface LiveTurn {
  readonly turn: number;
  readonly bids: readonly Bid[];
  readonly decision: Decision | null;
  readonly speeches: readonly LiveSpeech[];
  readonly retries: readonly Retry[];
  /** Who called which tool, in order. */
  readonly tools: readonly { readonly speaker: string; readonly tool: string }[];
  /** Whose speech failed, and why. */
  readonly failed: readonly { readonly speaker: string; readonly reason: string }[];
}

export interface Talk {
  /** All that is kept, in order. */
  readonly events: readonly Numbered[];
  /** The number of the latest of them; 0 at first. Following continues after it. */
  readonly latest: number;
  /** The turns under way, in order; more than one where several speak at once. */
  readonly live: readonly LiveTurn[];
  /** Null until the server has said it. */
  readonly status: Status | null;
  /** Whether the server tells what happens now. */
  readonly isConnected: boolean;
}

export const newTalk: Talk = { events: [], latest: 0, live: [], status: null, isConnected: false };

/** The connection is made. It tells the status, and then the turn under way from its beginning. */
export const connected = (talk: Talk): Talk => ({ ...talk, isConnected: true });

/** Nothing is heard until the connection is made again. What was shown stays. */
export const disconnected = (talk: Talk): Talk => ({ ...talk, isConnected: false });

const isNumbered = (event: Followed): event is Numbered => event.sequence !== undefined;

/** What ends the turn under way. What still holds of it is told again. */
const ending: readonly Followed["type"][] = ["speech-end", "task", "scene-set", "stopped", "status"];

/** Takes up events in the order in which they came. What was heard before changes nothing. */
export function follow(talk: Talk, events: readonly Followed[]): Talk {
  const kept: Numbered[] = [];
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
  return { ...talk, latest, live, status, events: kept.length === 0 ? talk.events : [...talk.events, ...kept] };
}

const changeSpeech = (speaker: string, update: (speech: LiveSpeech) => LiveSpeech) => (turn: LiveTurn) => ({
  ...turn,
  speeches: turn.speeches.map((speech) => (speech.speaker === speaker ? update(speech) : speech)),
});

/** What each kind of event changes in the turns under way. */
export const liveReader: EventReader<Passing, readonly LiveTurn[], [live: readonly LiveTurn[]]> = {
  bid: (event, live) =>
    change(live, event.turn, (turn) => ({
      ...turn,
      bids: [...turn.bids.filter(({ seat }) => seat !== event.bid.seat), event.bid],
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
  // The page shows nothing of these before they are saved.
  warning: null,
  "round-start": null,
  judgement: null,
  task: null,
  "stop-draw": null,
  verdict: null,
};

const empty = { bids: [], decision: null, speeches: [], retries: [], tools: [], failed: [] };

function change(live: readonly LiveTurn[], turn: number, update: (turn: LiveTurn) => LiveTurn): readonly LiveTurn[] {
  const known = live.find((each) => each.turn === turn);
  if (known) return live.map((each) => (each === known ? update(each) : each));
  return [...live, update({ turn, ...empty })].sort((left, right) => left.turn - right.turn);
}
