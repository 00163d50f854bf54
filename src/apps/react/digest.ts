import { type EventReader, type NumberedEvent, readEvent } from "../../core/state/events.js";
import type { Bid } from "../../records/bid.js";
import type { Decision } from "../../records/decision.js";
import type { Talk } from "./talk.js";

/** What a participant, the leader, the moderator or a listener has said or is saying. */
export interface ConversationMessage {
  /** The message's id, which is unique in the conversation and does not change when the speech ends. */
  readonly id: string;
  /**
   * `opening`: the moderator's question. `speech`: said by a participant or the leader. `interjection`: said by
   * somebody without the floor.
   */
  readonly kind: "opening" | "speech" | "interjection";
  readonly speaker: string;
  readonly text: string;
  /** The message's turn; 0 for an opening, and before the first turn. */
  readonly turn: number;
  /** Whether the speech has ended. A speech in progress may still start again or disappear. */
  readonly isComplete: boolean;
}

export interface Digest {
  readonly messages: readonly ConversationMessage[];
  /** The bids of the turn in progress, until its speaker is chosen; otherwise, the bids of the latest decision. */
  readonly bids: readonly Bid[];
  /** The latest choice of a speaker; null before the first choice. */
  readonly decision: Decision | null;
}

interface Saved {
  readonly messages: ConversationMessage[];
  readonly counts: Map<string, number>;
  decision: Decision | null;
}

const keyOf = (turn: number, speaker: string) => `${turn}-${speaker}`;
const idOf = ({ counts }: Saved, turn: number, speaker: string) =>
  `speech-${keyOf(turn, speaker)}-${(counts.get(keyOf(turn, speaker)) ?? 0) + 1}`;

const reader: EventReader<NumberedEvent, void, [saved: Saved]> = {
  opening({ sequence, speaker, text }, { messages }) {
    messages.push({ id: `opening-${sequence}`, kind: "opening", speaker, text, turn: 0, isComplete: true });
  },
  interjection({ turn, interjection: { id, messageId, from: speaker, text } }, { messages }) {
    if (messageId !== null)
      messages.push({ id: `interjection-${id}`, kind: "interjection", speaker, text, turn, isComplete: true });
  },
  decision({ decision }, saved) {
    saved.decision = decision;
  },
  "speech-end"({ turn, speaker, text }, saved) {
    const key = keyOf(turn, speaker);
    const id = idOf(saved, turn, speaker);
    saved.counts.set(key, (saved.counts.get(key) ?? 0) + 1);
    saved.messages.push({ id, kind: "speech", speaker, text, turn, isComplete: true });
  },
  "scene-set": null,
  control: null,
  "round-start": null,
  correction: null,
  task: null,
  plan: null,
  judgement: null,
  stopped: null,
  warning: null,
  verdict: null,
  "stop-draw": null,
};

/**
 * Returns a function that computes the digest of a conversation. When the conversation has grown, the function reads
 * only the new saved events.
 */
export function createDigester(): (talk: Talk) => Digest {
  let saved: Saved = { messages: [], counts: new Map(), decision: null };
  let read = 0;
  let latest: NumberedEvent | undefined;
  return ({ events, live }) => {
    if (events[read - 1] !== latest) [saved, read] = [{ messages: [], counts: new Map(), decision: null }, 0];
    for (; read < events.length; read += 1) readEvent(reader, events[read] as NumberedEvent, saved);
    latest = events.at(-1);
    const speaking = live.flatMap(({ turn, speeches }) =>
      speeches.map(
        ({ speaker, text, isComplete }): ConversationMessage => ({
          id: idOf(saved, turn, speaker),
          kind: "speech",
          speaker,
          text,
          turn,
          isComplete,
        }),
      ),
    );
    const current = live.at(-1);
    const decision = live.findLast((turn) => turn.decision)?.decision ?? saved.decision;
    return {
      messages: [...saved.messages, ...speaking],
      bids: (current && !current.decision && current.bids) || (decision?.bids ?? []),
      decision,
    };
  };
}
