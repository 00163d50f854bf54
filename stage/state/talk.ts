/** What a conversation shows, as one pure reducer over followed events. */
import type { Bid, Decision, Followed, Numbered, Passing, Retry, Status } from "../port.js";

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
    else if (!isNumbered(event)) live = followPassing(live, event);
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

function followPassing(live: readonly LiveTurn[], event: Passing): readonly LiveTurn[] {
  switch (event.type) {
    case "bid":
      return change(live, event.turn, (turn) => ({
        ...turn,
        bids: [...turn.bids.filter(({ seat }) => seat !== event.bid.seat), event.bid],
      }));
    case "decision":
      return change(live, event.turn, (turn) => ({ ...turn, decision: event.decision }));
    case "speech-start":
      return change(live, event.turn, (turn) => {
        const { speaker, attempt } = event;
        const others = turn.speeches.filter((speech) => speech.speaker !== speaker);
        return { ...turn, speeches: [...others, { speaker, attempt, text: "", isComplete: false }] };
      });
    case "speech-delta":
      return change(
        live,
        event.turn,
        changeSpeech(event.speaker, (speech) => ({ ...speech, text: speech.text + event.text })),
      );
    case "speech-end": {
      const { speaker, text } = event;
      return change(
        live,
        event.turn,
        changeSpeech(speaker, (speech) => ({ ...speech, text, isComplete: true })),
      );
    }
    case "speech-failed":
      return change(live, event.turn, (turn) => ({
        ...turn,
        speeches: turn.speeches.filter(({ speaker }) => speaker !== event.speaker),
        failed: [...turn.failed, { speaker: event.speaker, reason: event.reason }],
      }));
    case "retry":
      return change(live, event.turn, (turn) => ({ ...turn, retries: [...turn.retries, event] }));
    case "tool-call": {
      const { participant: speaker, tool } = event.toolCall;
      return change(live, event.turn, (turn) => ({ ...turn, tools: [...turn.tools, { speaker, tool }] }));
    }
    default:
      return live;
  }
}

const empty = { bids: [], decision: null, speeches: [], retries: [], tools: [], failed: [] };

function change(live: readonly LiveTurn[], turn: number, update: (turn: LiveTurn) => LiveTurn): readonly LiveTurn[] {
  const known = live.find((each) => each.turn === turn);
  if (known) return live.map((each) => (each === known ? update(each) : each));
  return [...live, update({ turn, ...empty })].sort((left, right) => left.turn - right.turn);
}
