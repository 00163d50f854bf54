import { type EventReader, readEvent } from "../../core/state/events.js";
import type { StopReason } from "../../records/stop-reason.js";
import type { ConversationStatus, FollowedEvent } from "../../talk/conversations/port/port.js";

/** The data of the `data-speaker` part that precedes each text. */
export interface ChatSpeaker {
  readonly name: string;
  /**
   * `opening`: the moderator's question. `speech`: a speech by a participant or the leader. `interjection`: a remark by
   * somebody without the floor.
   */
  readonly kind: "opening" | "speech" | "interjection";
  /** The text's turn; 0 for an opening, and before the first turn. */
  readonly turn: number;
  /**
   * Whether the text no longer counts, because the speech failed, was broken off, started again or became a different
   * text. The text stays in the message.
   */
  readonly isDiscarded: boolean;
}

/** A person for whom the conversation is waiting. */
export interface ChatQuestion {
  readonly participant: string;
  readonly turn: number;
  /** The draft that is waiting for the person's approval. To approve it, the person sends the same text. */
  readonly draft?: string;
}

/** The metadata of each message that contains part of a conversation. */
export interface ChatMetadata {
  readonly thread: string;
  /** The number of the saved event after which the next message continues. */
  readonly sequence: number;
  readonly status?: ConversationStatus;
  /** The people for whom the conversation is waiting. The user's next message becomes the first person's answer. */
  readonly waiting?: readonly ChatQuestion[];
  /** Why the conversation ended. */
  readonly stopReason?: StopReason;
}

export type ChatChunk =
  | { readonly type: "start" | "message-metadata" | "finish"; readonly messageMetadata: Partial<ChatMetadata> }
  | { readonly type: "data-speaker"; readonly id: string; readonly data: ChatSpeaker }
  | { readonly type: "text-start" | "text-end"; readonly id: string }
  | { readonly type: "text-delta"; readonly id: string; readonly delta: string }
  | { readonly type: "error"; readonly errorText: string };

interface Text {
  readonly id: string;
  readonly data: ChatSpeaker;
  said: string;
  /** The number of characters received since the speech started or was repeated. */
  heard: number;
  isComplete: boolean;
  /**
   * Whether a status has arrived since the speech started or was last repeated. After a status, the events of a speech
   * that is still valid are repeated.
   */
  isRepeated: boolean;
}

type SpeechEvent = Extract<FollowedEvent, { readonly speaker: string; readonly turn: number }>;

const keyOf = ({ turn, speaker }: SpeechEvent) => `${turn}-${speaker}`;

export interface OwnMessages {
  readonly ids: ReadonlySet<string>;
  /** The turn in which the chat's user speaks for a participant. The chat already shows the user's text. */
  readonly turn?: { readonly turn: number; readonly participant: string } | undefined;
}

/**
 * After each of these saved events, the stream sends the event's number as the message's `sequence`, so that a client
 * that leaves early knows where to continue.
 */
const numbered: readonly FollowedEvent["type"][] = ["opening", "interjection", "speech-end", "stopped"];

export class ChatTranslator {
  private readonly open = new Map<string, Text[]>();
  private count = 0;

  constructor(
    private readonly thread: string,
    private readonly own: OwnMessages,
  ) {}

  take(event: FollowedEvent): ChatChunk[] {
    const chunks = readEvent(this.reader, event) ?? [];
    if (event.sequence === undefined || !numbered.includes(event.type)) return chunks;
    const messageMetadata = { thread: this.thread, sequence: event.sequence };
    return [...chunks, { type: "message-metadata", messageMetadata }];
  }

  private readonly reader: EventReader<FollowedEvent, ChatChunk[]> = {
    opening: ({ speaker: name, text }) => this.say({ name, kind: "opening", turn: 0, isDiscarded: false }, text),
    interjection: ({ turn, interjection: { id, messageId, from: name, text } }) =>
      messageId === null || this.own.ids.has(id) || this.own.ids.has(messageId)
        ? []
        : this.say({ name, kind: "interjection", turn, isDiscarded: false }, text),
    "speech-start": (event) => (this.isOwn(event) ? [] : this.begin(event, event.attempt)),
    "speech-delta": (event) => {
      const text = this.latest(event);
      if (!text || text.isComplete) return [];
      const known = Math.max(0, text.said.length - text.heard);
      text.heard += event.text.length;
      return this.extend(text, event.text.slice(known));
    },
    "speech-failed": (event) => this.discard(event),
    "speech-end": (event) => {
      if (this.isOwn(event)) return [];
      if (!("message" in event)) return this.complete(event, this.latest(event));
      const chunks = this.complete(event, this.open.get(keyOf(event))?.[0]);
      this.open.get(keyOf(event))?.shift();
      return chunks;
    },
    status: () => {
      for (const text of [...this.open.values()].flat()) text.isRepeated = true;
      return [];
    },
    stopped: ({ reason: stopReason }) => [{ type: "message-metadata", messageMetadata: { stopReason } }],
    "scene-set": null,
    correction: null,
    warning: null,
    control: null,
    "round-start": null,
    judgement: null,
    task: null,
    plan: null,
    bid: null,
    decision: null,
    retry: null,
    "tool-call": null,
    "stop-draw": null,
    verdict: null,
  };

  end(): ChatChunk[] {
    const unfinished = [...this.open.values()].flat().filter(({ isComplete }) => !isComplete);
    this.open.clear();
    return unfinished.flatMap((text) => this.void(text));
  }

  private isOwn({ turn, speaker }: SpeechEvent): boolean {
    return this.own.turn?.turn === turn && this.own.turn.participant === speaker;
  }

  private latest(event: SpeechEvent): Text | undefined {
    return this.open.get(keyOf(event))?.at(-1);
  }

  private say(data: ChatSpeaker, said: string): ChatChunk[] {
    const text = this.textOf(data);
    return [...this.start(text), ...this.extend(text, said), { type: "text-end", id: text.id }];
  }

  private textOf(data: ChatSpeaker): Text {
    this.count += 1;
    return { id: `text-${this.count}`, data, said: "", heard: 0, isComplete: false, isRepeated: false };
  }

  private begin(event: SpeechEvent, attempt = 1): ChatChunk[] {
    const repeated = this.open.get(keyOf(event))?.find(({ isRepeated }) => isRepeated);
    if (repeated && attempt === 1) {
      Object.assign(repeated, { heard: 0, isRepeated: false });
      return [];
    }
    const isRestart = attempt > 1 || this.latest(event)?.isComplete === false;
    const discarded = isRestart ? this.discard(event) : [];
    const text = this.textOf({ name: event.speaker, kind: "speech", turn: event.turn, isDiscarded: false });
    this.open.set(keyOf(event), [...(this.open.get(keyOf(event)) ?? []), text]);
    return [...discarded, ...this.start(text)];
  }

  private start({ id, data }: Text): ChatChunk[] {
    return [
      { type: "data-speaker", id, data },
      { type: "text-start", id },
    ];
  }

  private extend(text: Text, delta: string): ChatChunk[] {
    text.said += delta;
    return delta === "" ? [] : [{ type: "text-delta", id: text.id, delta }];
  }

  /**
   * Sends the rest of the final text. If the final text does not start with the streamed text, discards the streamed
   * text and sends the final text as a separate part.
   */
  private complete(event: SpeechEvent & { readonly text: string }, text: Text | undefined): ChatChunk[] {
    if (text?.isComplete && text.said === event.text) return [];
    if (text && !text.isComplete && event.text.startsWith(text.said)) {
      text.isComplete = true;
      return [...this.extend(text, event.text.slice(text.said.length)), { type: "text-end", id: text.id }];
    }
    const discarded = text ? this.discard(event, text) : [];
    return [...discarded, ...this.begin(event), ...this.complete(event, this.latest(event))];
  }

  private discard(event: SpeechEvent, text = this.latest(event)): ChatChunk[] {
    if (!text) return [];
    const texts = this.open.get(keyOf(event)) ?? [];
    this.open.set(
      keyOf(event),
      texts.filter((each) => each !== text),
    );
    return this.void(text);
  }

  private void({ id, data, isComplete }: Text): ChatChunk[] {
    const end: readonly ChatChunk[] = isComplete ? [] : [{ type: "text-end", id }];
    return [...end, { type: "data-speaker", id, data: { ...data, isDiscarded: true } }];
  }
}
