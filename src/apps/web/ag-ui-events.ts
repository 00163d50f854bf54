import type { Event, Message } from "@ag-ui/core";
import { isRecord } from "../../base/is-record.js";
import { type EventReader, readEvent } from "../../core/state/events.js";
import type { FollowedEvent, StatusEvent } from "../../talk/conversations/port/port.js";
import { isActive } from "../../talk/conversations/port/status-meanings.js";
import { reasonOf } from "../../talk/transcript/reason.js";
import { type Language, locales } from "../../words/registry.js";

/** An event in JSON form, with enums as strings. */
type Written<Kind> = Kind extends { readonly type: infer Type extends string }
  ? Omit<Kind, "type"> & { readonly type: `${Type}` }
  : never;
export type AgUiEvent = Written<Event>;

/** An AG-UI message. Messages with roles that conversations do not use are passed on unchanged. */
export interface AgUiMessage {
  readonly id: string;
  readonly role: string;
  readonly name?: string | undefined;
  readonly content?: unknown;
}

export const textOf = (content: unknown): string =>
  typeof content === "string"
    ? content
    : [content].flat().reduce((text: string, part) => text + (isRecord(part) ? (part["text"] ?? "") : ""), "");

interface Floor {
  readonly topic: string;
  readonly participants: readonly string[];
  readonly status: StatusEvent["status"];
  readonly turn: number;
  readonly stage: string | null;
  readonly round: number | null;
  readonly floor: string | null;
  /** A client that sends this sequence back receives only later `CUSTOM` events. */
  readonly sequence: number;
}

interface Speech {
  readonly id: string;
  /** Whether the client already had this message when it connected. If so, deltas would repeat its text. */
  readonly isHeld: boolean;
  /** The speaker's name if messages start with it; otherwise empty. */
  readonly label: string;
  text: string;
  isComplete: boolean;
}

type SavedSpeech = Extract<FollowedEvent, { readonly message: unknown }>;
type SpeechEvent = Extract<FollowedEvent, { readonly speaker: string; readonly turn: number }>;

/**
 * A speech's message id begins with this key, which is the same before and after the speech is saved, so that
 * reconnecting clients recognize the speech.
 */
const keyOf = ({ turn, speaker }: SpeechEvent) => `turn-${turn}-${speaker}`;

export class AgUiTranslator {
  private readonly messages: Map<string, AgUiMessage>;
  private readonly live = new Map<string, Speech[]>();
  private readonly saved = new Map<string, number>();
  /**
   * The unsaved `CUSTOM` events that were sent. If one of them arrives again, for example because it has been saved, it
   * is skipped.
   */
  private readonly sentUnsaved = new Set<string>();
  /**
   * The speeches that the client already had, until this stream contains them. If it never does, they were dropped
   * while the client was away.
   */
  private readonly unconfirmed: Set<string>;
  private hasSentState = false;
  private leader = "";
  private state: Floor = {
    topic: "",
    participants: [],
    status: "running",
    turn: 0,
    stage: null,
    round: null,
    floor: null,
    sequence: 0,
  };

  /**
   * @param after - The sequence of the latest saved event that the client received.
   * @param language - The language of reasons and remarks.
   * @param hasLabels - Whether each message begins with its speaker's name.
   */
  constructor(
    known: readonly AgUiMessage[],
    private readonly after: number,
    private readonly language: Language,
    private readonly hasLabels = false,
  ) {
    this.messages = new Map(known.map((message) => [message.id, message]));
    const speeches = known.filter(({ id, role }) => role === "assistant" && /^turn-\d+-/.test(id));
    this.unconfirmed = new Set(speeches.map(({ id }) => id));
  }

  take(event: FollowedEvent): AgUiEvent[] {
    const before = this.state;
    if (event.sequence !== undefined) this.change({ sequence: event.sequence });
    // A newer server can send kinds of events that this code does not know.
    const events = readEvent(this.reader, event) ?? this.custom(event);
    if (!this.hasSentState && event.type !== "status") return events;
    const changed = Object.entries(this.state).filter(([name, value]) => before[name as keyof Floor] !== value);
    const delta = changed.map(([name, value]) => ({ op: "replace" as const, path: `/${name}`, value }));
    const isFirst = !this.hasSentState;
    this.hasSentState = true;
    if (isFirst) return [...events, { type: "STATE_SNAPSHOT", snapshot: this.state }];
    return delta.length > 0 ? [...events, { type: "STATE_DELTA", delta }] : events;
  }

  private readonly custom = <Sent extends Pick<FollowedEvent, "type" | "sequence">>(event: Sent): AgUiEvent[] => {
    const { sequence, ...value } = event;
    const text = JSON.stringify(value);
    const isKnown =
      sequence === undefined ? this.sentUnsaved.has(text) : sequence <= this.after || this.sentUnsaved.delete(text);
    if (isKnown) return [];
    if (sequence === undefined) this.sentUnsaved.add(text);
    return [{ type: "CUSTOM", name: event.type, value: event }];
  };

  /** What AG-UI has no event for becomes a `CUSTOM` event. */
  private readonly reader: EventReader<FollowedEvent, AgUiEvent[]> = {
    status: ({ status }) => {
      this.change({ status });
      return isActive(status) ? [] : this.dropUnfinished();
    },
    "scene-set": (event) => {
      this.leader = event.leader?.name ?? "";
      this.change({ topic: event.topic, participants: event.participants.map(({ name }) => name), floor: null });
      return this.custom(event);
    },
    opening: ({ sequence, speaker: name, text }) =>
      this.hasAsked(text) ? [] : this.say({ id: `opening-${sequence}`, role: "assistant", name }, text),
    interjection: (event) => {
      const { id, messageId, from: name, text } = event.interjection;
      if (messageId === null) return this.custom(event);
      const isHeld = this.messages.has(id) || this.messages.has(messageId);
      return isHeld ? [] : this.say({ id: messageId, role: "user", name }, text);
    },
    "round-start": (event) => {
      this.change({ stage: event.stage, round: event.round });
      return this.custom(event);
    },
    decision: (event) => {
      this.change({ turn: event.turn, floor: event.decision.speaker });
      const reason = reasonOf(event.decision, this.language, this.leader);
      return this.custom({ ...event, decision: { ...event.decision, reason } });
    },
    "speech-start": (event) => this.begin(event, event.attempt > 1),
    "speech-delta": (event) => this.add(event),
    "speech-failed": (event) => [...this.drop(event), ...this.custom(event)],
    "speech-end": (event) => {
      if (!("message" in event)) return this.complete(event);
      if (event.message.kind === "speech") this.change({ floor: null });
      return [...this.save(event), ...this.remarksOn(event)];
    },
    stopped: (event) => {
      this.change({ floor: null });
      return this.custom(event);
    },
    bid: this.custom,
    control: this.custom,
    correction: this.custom,
    judgement: this.custom,
    retry: this.custom,
    "stop-draw": this.custom,
    task: this.custom,
    plan: this.custom,
    "tool-call": this.custom,
    verdict: this.custom,
    warning: this.custom,
  };

  /** Whether an opening contains the topic, and the client already shows the topic as its user's messages. */
  private hasAsked(opening: string): boolean {
    const { topic } = this.state;
    const asked = [...this.messages.values()].flatMap(({ role, content }) => (role === "user" ? textOf(content) : []));
    const isFirst = `${asked.join("\n").trim()}\n`.startsWith(`${topic}\n`);
    return opening.includes(topic) && (isFirst || asked.some((text) => text.trim() === topic));
  }

  private labelOf(name: string): string {
    return this.hasLabels ? `**${name.replace(/[\\*_`[\]<]/g, "\\$&")}:** ` : "";
  }

  private change(change: Partial<Floor>): void {
    this.state = { ...this.state, ...change };
  }

  private say(message: AgUiMessage & { readonly name: string }, text: string): AgUiEvent[] {
    const { id: messageId } = message;
    const labelled = this.labelOf(message.name) + text;
    if (this.messages.has(messageId)) return this.restate(messageId, labelled);
    return [...this.open(message), ...this.extend(messageId, labelled), { type: "TEXT_MESSAGE_END", messageId }];
  }

  private open({ id: messageId, role, name }: AgUiMessage & { readonly name: string }): AgUiEvent[] {
    this.messages.set(messageId, { id: messageId, role, name, content: "" });
    return [{ type: "TEXT_MESSAGE_START", messageId, role: role as "assistant" | "user", name }];
  }

  private extend(messageId: string, delta: string): AgUiEvent[] {
    const message = this.messages.get(messageId);
    if (!message || delta === "") return [];
    this.messages.set(messageId, { ...message, content: `${message.content}${delta}` });
    return [{ type: "TEXT_MESSAGE_CONTENT", messageId, delta }];
  }

  private restate(id: string, content: string): AgUiEvent[] {
    const message = this.messages.get(id);
    if (!message || message.content === content) return [];
    this.messages.set(id, { ...message, content });
    return [this.snapshot()];
  }

  private snapshot(): AgUiEvent {
    return { type: "MESSAGES_SNAPSHOT", messages: [...this.messages.values()] as Message[] };
  }

  private begin(event: SpeechEvent, isRepeated = false): AgUiEvent[] {
    const key = keyOf(event);
    const isRestart = isRepeated || this.live.get(key)?.at(-1)?.isComplete === false;
    const dropped = isRestart ? this.drop(event) : [];
    const speeches = this.live.get(key) ?? [];
    const number = (this.saved.get(key) ?? 0) + speeches.length + 1;
    const id = number === 1 ? key : `${key}.${number}`;
    const isHeld = this.messages.has(id);
    this.unconfirmed.delete(id);
    const label = this.labelOf(event.speaker);
    this.live.set(key, [...speeches, { id, isHeld, label, text: "", isComplete: false }]);
    if (isHeld) return dropped;
    const opened = this.open({ id, role: "assistant", name: event.speaker });
    return [...dropped, ...opened, ...this.extend(id, label)];
  }

  private add(event: SpeechEvent & { readonly text: string }): AgUiEvent[] {
    const speech = this.live.get(keyOf(event))?.at(-1);
    if (!speech || speech.isComplete) return [];
    speech.text += event.text;
    return speech.isHeld ? [] : this.extend(speech.id, event.text);
  }

  private drop(event: SpeechEvent): AgUiEvent[] {
    const speech = this.live.get(keyOf(event))?.pop();
    return speech ? this.remove(speech) : [];
  }

  private remove({ id, isHeld, isComplete }: Speech): AgUiEvent[] {
    this.messages.delete(id);
    const isOpen = !isHeld && !isComplete;
    return [...(isOpen ? [{ type: "TEXT_MESSAGE_END", messageId: id } as const] : []), this.snapshot()];
  }

  private complete(event: SpeechEvent & { readonly text: string }): AgUiEvent[] {
    const latest = this.live.get(keyOf(event))?.at(-1);
    const start = latest && !latest.isComplete ? [] : this.begin(event);
    const speech = this.live.get(keyOf(event))?.at(-1) as Speech;
    return [...start, ...this.finish(speech, event.text)];
  }

  private finish(speech: Speech, text: string): AgUiEvent[] {
    const { id, isHeld, isComplete, label } = speech;
    speech.isComplete = true;
    if (isHeld || isComplete) return this.restate(id, label + text);
    const rest = text.startsWith(speech.text) ? this.extend(id, text.slice(speech.text.length)) : [];
    return [...rest, { type: "TEXT_MESSAGE_END", messageId: id }, ...this.restate(id, label + text)];
  }

  private save(event: SpeechEvent & { readonly text: string }): AgUiEvent[] {
    const key = keyOf(event);
    const start = this.live.get(key)?.length ? [] : this.begin(event);
    const speech = this.live.get(key)?.shift() as Speech;
    this.saved.set(key, (this.saved.get(key) ?? 0) + 1);
    return [...start, ...this.finish(speech, event.text)];
  }

  /** Uses `CUSTOM` events, because AG-UI messages have no fields for cuts and usage. */
  private remarksOn({ message: { id, turn, cut, usage }, sequence }: SavedSpeech): AgUiEvent[] {
    if (sequence <= this.after) return [];
    const { cut: remark } = locales[this.language].transcript;
    return [
      ...(cut ? [{ type: "CUSTOM", name: "speech-cut", value: { id, remark } } as const] : []),
      ...(usage ? [{ type: "CUSTOM", name: "speech-usage", value: { id, turn, ...usage } } as const] : []),
    ];
  }

  private dropUnfinished(): AgUiEvent[] {
    const unfinished = [...this.live.values()].flat().filter(({ isComplete }) => !isComplete);
    const dropped = [...this.unconfirmed].map((id) => this.messages.delete(id));
    this.unconfirmed.clear();
    return [...unfinished.flatMap((speech) => this.remove(speech)), ...(dropped.length > 0 ? [this.snapshot()] : [])];
  }
}
