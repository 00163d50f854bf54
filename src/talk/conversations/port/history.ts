/**
 * A conversation's history: numbered events, made from its saved state alone. As the state grows, the history only grows, so a number
 * names the same event after a restart, in another process, and on a server. What an interruption may still discard has no number yet.
 */
import type { BaseMessage } from "@langchain/core/messages";
import type { EventOf, PassingEvent, RostrumEvent, SavedType } from "../../../core/state/events.js";
import { lineOf, placeOf, speakerOf } from "../../../core/text/message.js";
import { countWords } from "../../../core/text/word-count.js";
import type { Conversation } from "../../../graph/state/conversation-state.js";
import type { Bid } from "../../../records/bid.js";
import type { Correction } from "../../../records/correction.js";
import type { Decision } from "../../../records/decision.js";
import type { Interjection } from "../../../records/interjection.js";
import type { Judgement } from "../../../records/meeting.js";
import type { MessagePlace } from "../../../records/message.js";
import type { TaskResult } from "../../../records/task.js";
import { defaultLanguage } from "../../../words/registry.js";

/** What the history is made from: the saved state of a conversation of any mode, or of one that has not opened yet. */
export type HistoryState = Partial<
  Omit<Conversation, "messages"> & {
    readonly messages: readonly BaseMessage[];
    readonly bids: readonly Bid[];
    readonly judgements: readonly Judgement[];
    readonly results: readonly TaskResult[];
  }
>;

/** A public message's id, and where it stands. */
export interface SaidMessage extends MessagePlace {
  readonly id: string;
}

/** Whatever participants and leaders have said comes with the public message that holds it. */
type HistoryEvent = {
  [Type in SavedType]: EventOf<Type> & (Type extends "speech-end" ? { readonly message: SaidMessage } : unknown);
}[SavedType];

/** An event that is saved. */
export type NumberedEvent = HistoryEvent & {
  /** Ascends within the conversation. Turn 3 starts at 30,001. */
  readonly sequence: number;
};

export interface Course {
  readonly numbered: readonly NumberedEvent[];
  /** What the saved state holds of the turn under way. An interruption may still discard it. */
  readonly underWay: readonly PassingEvent[];
}

export const turnWidth = 10_000;

function numberEvents(events: readonly (readonly [turn: number, event: HistoryEvent])[]): NumberedEvent[] {
  let sequence = 0;
  return events.map(([turn, event]) => {
    sequence = Math.max(turn * turnWidth + 1, sequence + 1);
    return { ...event, sequence };
  });
}

interface Heard {
  readonly event: Extract<RostrumEvent, { type: "interjection" | "control" }>;
  readonly messageId: string | null;
}

const tellInterjection = (interjection: Interjection) =>
  ({ type: "interjection", turn: interjection.turn, interjection }) as const;

function heardIn({ interjections = [], controls = [] }: HistoryState): Heard[] {
  const between = Map.groupBy(controls, (control) => control.interjections);
  const controlsAt = (index: number): Heard[] =>
    (between.get(index) ?? []).map((control) => ({
      event: { type: "control", turn: control.turn, control },
      messageId: null,
    }));
  const all = interjections.flatMap((each, index): Heard[] => [
    ...controlsAt(index),
    { event: tellInterjection(each), messageId: each.messageId },
  ]);
  return [...all, ...controlsAt(interjections.length)];
}

/**
 * Walks along the messages, which are in the order of saving, and puts all other records between them. Records without a message that
 * several steps of one turn may add come with the next speech, because their order among each other is not known before.
 */
class Walk {
  readonly events: (readonly [turn: number, event: HistoryEvent])[] = [];
  private readonly ids: ReadonlySet<string | undefined>;
  private readonly decisions: ReadonlyMap<number, Decision>;
  private readonly corrections: ReadonlyMap<number, readonly Correction[]>;
  private readonly decided = new Set<number>();
  /** Interjections and controls, in the order in which they were heard. */
  private readonly heard: readonly Heard[];
  private readonly next = { heard: 0, warnings: 0, results: 0, judgements: 0, verdicts: 0, stopDraws: 0 };
  /** The index of the current run's scene; -1 before the first. */
  private scene = -1;
  private hasClosing = false;
  private stageRound = "";

  constructor(private readonly state: HistoryState) {
    const { messages = [], decisions = [], corrections = [] } = state;
    this.ids = new Set(messages.map(({ id }) => id));
    this.heard = heardIn(state);
    this.decisions = new Map(decisions.map((decision) => [decision.turn, decision]));
    this.corrections = Map.groupBy(corrections, ({ turn }) => turn);
  }

  run(): Course {
    const { messages = [], scenes = [], turn = 0, opening, stopReason, budgetStop } = this.state;
    const lastSaid = messages.findLastIndex((message) => !["direction", undefined].includes(placeOf(message)?.kind));
    const lastScene = scenes.at(-1)?.before.messages ?? 0;
    const held: BaseMessage[] = [];
    for (const [index, message] of messages.entries()) {
      this.enterScenes(index);
      const place = placeOf(message);
      // An interruption may put another direction in the place of one that nobody has answered.
      const isOpen = place?.kind === "direction" && place.turn >= turn;
      if (isOpen && index > lastSaid && index >= lastScene) held.push(message);
      else if (place) this.visit(message, place);
    }
    this.enterScenes(messages.length);
    this.hear();
    // A leader has the last word, unless the budget does not cover it.
    const isOver = stopReason && (!opening?.leader || budgetStop || this.hasClosing);
    if (!isOver) return { numbered: numberEvents(this.events), underWay: this.underWay(held) };
    for (const message of held) this.say(message, placeOf(message) as MessagePlace);
    this.settle(Number.POSITIVE_INFINITY);
    this.tell(stopReason.turn, { type: "stopped", turn: stopReason.turn, reason: stopReason });
    return { numbered: numberEvents(this.events), underWay: [] };
  }

  private tell(turn: number, event: HistoryEvent): void {
    this.events.push([turn, event]);
  }

  private enterScenes(index: number): void {
    const { scenes = [] } = this.state;
    for (let scene = scenes[this.scene + 1]; scene && scene.before.messages <= index; scene = scenes[this.scene + 1]) {
      const { turn, ended, before, heard, ...begun } = scene;
      this.hear();
      this.settle(Number.POSITIVE_INFINITY);
      if (ended) this.tell(ended.turn, { type: "stopped", turn: ended.turn, reason: ended });
      this.scene += 1;
      this.hasClosing = false;
      this.stageRound = "";
      this.tell(turn, { type: "scene-set", ...begun });
      this.hear((_turn, index) => index < before.heard + heard);
    }
  }

  private visit(message: BaseMessage, place: MessagePlace): void {
    const { kind, turn } = place;
    if (kind === "opening") {
      this.tell(turn, { type: "opening", ...lineOf(message) });
    } else if (kind === "interjection") {
      this.hearMessage(message, place);
    } else if (kind === "closing") {
      this.hear();
      this.settle(Number.POSITIVE_INFINITY);
      this.hasClosing = true;
      this.say(message, place);
    } else {
      // A plan is announced before the first turn, a director's message within its turn.
      const isPlan = kind === "direction" && turn === this.state.scenes?.[this.scene]?.turn;
      this.hear((heardAt) => heardAt < (isPlan ? turn + 1 : turn));
      if (kind === "speech") this.takeTurn(message, place);
      else this.say(message, place);
    }
  }

  private takeTurn(message: BaseMessage, place: MessagePlace): void {
    const { turn, stage, round } = place;
    const { results = [] } = this.state;
    this.settle(turn - 1);
    const stageRound = JSON.stringify([stage, round]);
    if (stage !== null && stageRound !== this.stageRound)
      this.tell(turn, { type: "round-start", turn, stage, round: round ?? 0 });
    this.stageRound = stageRound;
    this.decide(turn);
    for (const correction of this.corrections.get(turn) ?? [])
      if (correction.messageId === null) this.tell(turn, { type: "correction", turn, correction });
    this.say(message, place);
    const result = results[this.next.results];
    if (result?.turn !== turn || result.outcome !== "done" || result.worker !== speakerOf(message)) return;
    this.next.results += 1;
    this.tell(turn, { type: "task", turn, result });
  }

  private decide(turn: number): void {
    const decision = this.decisions.get(turn);
    if (!decision || this.decided.has(turn)) return;
    this.decided.add(turn);
    this.tell(turn, { type: "decision", turn, decision });
  }

  /** A message, and the correction that it comes from. */
  private say(message: BaseMessage, place: MessagePlace): void {
    const { language = defaultLanguage } = this.state;
    const { turn } = place;
    const { speaker, text } = lineOf(message);
    const words = countWords(text, language);
    this.tell(turn, { type: "speech-end", turn, speaker, text, words, message: { id: message.id ?? "", ...place } });
    const correction = this.corrections.get(turn)?.find(({ messageId }) => messageId === message.id);
    if (correction) this.tell(turn, { type: "correction", turn, correction });
  }

  private hearMessage(message: BaseMessage, { turn, time }: MessagePlace): void {
    const { id = "" } = message;
    const index = this.heard.findIndex(({ messageId }) => messageId === id);
    if (index < this.next.heard) {
      const { speaker: from, text } = lineOf(message);
      const handedIn = { id, messageId: id, from, text, turn, time };
      this.tell(turn, tellInterjection({ ...handedIn, to: null, raisesHand: false, problem: null }));
    }
    for (const { event } of this.heard.slice(this.next.heard, index + 1)) this.tell(event.turn, event);
    this.next.heard = Math.max(this.next.heard, index + 1);
  }

  /** Tells what is due of what the current run has heard without a message. Default: all, up to the next that has one. */
  private hear(isDue: (turn: number, index: number) => boolean = () => true): void {
    const { next } = this;
    const end = this.state.scenes?.[this.scene + 1]?.before.heard ?? this.heard.length;
    for (const { event, messageId } of this.heard.slice(next.heard, end)) {
      if (this.ids.has(messageId ?? undefined) || !isDue(event.turn, next.heard)) return;
      this.tell(event.turn, event);
      next.heard += 1;
    }
  }

  /** Tells what the current run has recorded up to a turn. */
  private settle(latest: number): void {
    const { warnings = [], judgements = [], verdicts = [], stopDraws = [], results = [], scenes = [] } = this.state;
    const { next } = this;
    const { turn: lastTurn, before } = scenes[this.scene + 1] ?? {};
    const due = <Entry extends { readonly turn: number }>(
      kind: Exclude<keyof typeof next, "heard">,
      all: readonly Entry[],
    ) => {
      const entries = all.slice(next[kind], before?.[kind]);
      const later = entries.findIndex(({ turn }) => turn > latest);
      const found = later === -1 ? entries : entries.slice(0, later);
      next[kind] += found.length;
      return found;
    };
    for (const warning of due("warnings", warnings)) this.tell(warning.turn, { type: "warning", warning });
    for (const judgement of due("judgements", judgements))
      this.tell(judgement.turn, { type: "judgement", turn: judgement.turn, judgement });
    for (const verdict of due("verdicts", verdicts))
      this.tell(verdict.turn, { type: "verdict", turn: verdict.turn, verdict });
    for (const drawn of due("stopDraws", stopDraws)) this.tell(drawn.turn, { type: "stop-draw", ...drawn });
    for (const result of due("results", results)) {
      const { turn, outcome } = result;
      // A task that the budget did not cover names a turn that may never have been taken.
      if (outcome === "failed" && turn <= (lastTurn ?? this.state.turn ?? 0)) this.decide(turn);
      this.tell(turn, { type: "task", turn, result });
    }
  }

  private underWay(held: readonly BaseMessage[]): PassingEvent[] {
    const { turn: now = 0, bids = [], decisions = [], warnings = [], judgements = [], results = [] } = this.state;
    const { verdicts = [], stopDraws = [] } = this.state;
    const { next, decided } = this;
    const language = this.state.language ?? defaultLanguage;
    return [
      ...warnings.slice(next.warnings).map((warning) => ({ type: "warning", warning }) as const),
      ...verdicts.slice(next.verdicts).map((verdict) => ({ type: "verdict", turn: verdict.turn, verdict }) as const),
      ...stopDraws.slice(next.stopDraws).map((drawn) => ({ type: "stop-draw", ...drawn }) as const),
      ...judgements.slice(next.judgements).map((judgement) => ({ type: "judgement", turn: now, judgement }) as const),
      ...results.slice(next.results).map((result) => ({ type: "task", turn: result.turn, result }) as const),
      ...bids.filter(({ turn }) => turn === now + 1).map((bid) => ({ type: "bid", turn: bid.turn, bid }) as const),
      ...decisions
        .filter(({ turn }) => turn > now && !decided.has(turn))
        .map((decision) => ({ type: "decision", turn: decision.turn, decision }) as const),
      ...held.flatMap((message) => {
        const { speaker, text } = lineOf(message);
        const { turn = now } = placeOf(message) ?? {};
        const words = countWords(text, language);
        return [
          { type: "speech-start", turn, speaker, attempt: 1 } as const,
          { type: "speech-end", turn, speaker, text, words } as const,
        ];
      }),
    ];
  }
}

/** The numbered events of a saved state, and what it holds of the turn under way. */
export const courseOf = (state: HistoryState): Course => new Walk(state).run();

/**
 * The history after an event.
 *
 * @param after - The sequence of the last known event. Default: 0, all events.
 */
export function historyOf(state: HistoryState, after = 0): NumberedEvent[] {
  return courseOf(state).numbered.filter(({ sequence }) => sequence > after);
}
