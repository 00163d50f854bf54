/**
 * Unless a conversation is rewound, new records only append events, so a number identifies the same event after a
 * restart, in another process, and on a server. The web page also runs this code, so this file imports little.
 */
import type { MessagePlace } from "../records/message.js";
import type { StopReason } from "../records/stop-reason.js";
import { CorrectionsByTurn } from "./corrections-by-turn.js";
import { indexOfTurn, lastOf } from "./sorted-by-turn.js";
import type { HistoryEvent, NumberedEvent, PassingEvent, SavedType } from "./state/events.js";
import { type HistoryMessage, type HistoryRecords, isSpoken, type Loose, looseKind } from "./state/history-records.js";
import type { Scene } from "./state/scene.js";

/** The sequence numbers of turn `n`'s events are greater than `n * turnWidth`. */
export const turnWidth = 10_000;

/**
 * Loose records have a turn but no message. Their events come before the next turn's speech, in the order of this
 * table, except that a task's result follows the speech in which its worker said it. If the value for a type is null,
 * `History` itself places the events.
 */
const looseKinds: { readonly [Type in SavedType]: Loose<HistoryEvent<Type> & PassingEvent> | null } = {
  warning: looseKind("warnings", (warning) => ({ type: "warning", warning })),
  judgement: looseKind("judgements", (judgement) => ({ type: "judgement", turn: judgement.turn, judgement })),
  verdict: looseKind("verdicts", (verdict) => ({ type: "verdict", turn: verdict.turn, verdict })),
  "stop-draw": looseKind("stopDraws", (drawn) => ({ type: "stop-draw", ...drawn })),
  task: looseKind("results", (result) => ({ type: "task", turn: result.turn, result })),
  plan: looseKind("plans", (plan) => ({ type: "plan", turn: plan.turn, plan })),
  "scene-set": null,
  opening: null,
  interjection: null,
  control: null,
  "round-start": null,
  decision: null,
  "speech-end": null,
  correction: null,
  stopped: null,
};

const looseKindList = Object.values(looseKinds).filter((kind) => kind !== null);

/** Turns saved records into numbered events. Each `read` continues where the previous `read` stopped. */
export class History {
  readonly numbered: NumberedEvent[] = [];
  /** The events that have no numbers yet: they can still be discarded, or others can still come before them. */
  underWay: readonly PassingEvent[] = [];
  private readonly next = {
    ...{ scenes: 0, messages: 0, interjections: 0, controls: 0 },
    ...{ warnings: 0, judgements: 0, verdicts: 0, stopDraws: 0, results: 0, plans: 0 },
  };
  private latestId: string | undefined;
  private readonly corrections = new CorrectionsByTurn();
  private readonly decided = new Set<number>();
  /** The stage and the round of the current run's latest speech, as JSON. */
  private agenda = "";
  private hasEnded = false;

  constructor(private records: HistoryRecords) {
    this.read(records);
  }

  /** Whether `records` seem to extend the records read so far, rather than to come from a rewound conversation. */
  isContinuedBy(records: HistoryRecords): boolean {
    const { messages, ...next } = this.next;
    if (this.hasEnded && !records.end && records.scenes.length === next.scenes) return false;
    const channels = Object.keys(next) as (keyof typeof next)[];
    if (channels.some((channel) => records[channel].length < next[channel])) return false;
    if (messages > records.messageCount || records.corrections.length < this.corrections.count) return false;
    return messages === 0 || records.messageAt(messages - 1).id === this.latestId;
  }

  read(records: HistoryRecords): void {
    this.records = records;
    this.corrections.read(records.corrections);
    const end = this.settledMessages();
    while (this.next.messages < end) {
      this.enterScenes();
      const message = records.messageAt(this.next.messages);
      if (message.place) this.visit(message, message.place);
      this.next.messages += 1;
      this.latestId = message.id;
    }
    this.enterScenes();
    this.hear();
    if (records.end && !this.hasEnded) this.finish(records.end);
    this.underWay = records.end ? [] : this.pending();
  }

  /**
   * Returns the number of messages that no longer change. Excludes directions of an incomplete turn, and unplaced
   * messages at the end.
   */
  private settledMessages(): number {
    const { messageCount, messageAt, scenes, turn, end } = this.records;
    const first = Math.max(this.next.messages, scenes.at(-1)?.before.messages ?? 0);
    let count = messageCount;
    for (let index = messageCount - 1; index >= first; index -= 1) {
      const { place } = messageAt(index);
      if (place && place.kind !== "direction") break;
      if (!place || (place.turn >= turn && !end)) count = index;
    }
    return count;
  }

  private get nextScene(): Scene | undefined {
    return this.records.scenes[this.next.scenes];
  }

  private tell(turn: number, event: HistoryEvent): void {
    const after = this.numbered.at(-1)?.sequence ?? 0;
    // Adds the number to the event itself, because copying the event would invoke the getter that counts its words.
    this.numbered.push(Object.assign(event, { sequence: Math.max(turn * turnWidth, after) + 1 }));
  }

  private enterScenes(): void {
    while (this.nextScene && this.nextScene.before.messages <= this.next.messages) this.enter(this.nextScene);
  }

  private enter({ turn, limit: _limit, ended, before, heard, ...scene }: Scene): void {
    this.hear();
    if (ended && !this.hasEnded) this.finish(ended);
    else this.settle();
    this.next.scenes += 1;
    this.hasEnded = false;
    this.agenda = "";
    this.tell(turn, { type: "scene-set", ...scene });
    this.hear({ until: before.heard + heard });
  }

  private finish(reason: StopReason): void {
    this.settle();
    this.tell(reason.turn, { type: "stopped", turn: reason.turn, reason });
    this.hasEnded = true;
  }

  private visit(message: HistoryMessage, place: MessagePlace): void {
    const { kind, turn } = place;
    const { speaker, text } = message;
    if (kind === "opening") this.tell(turn, { type: "opening", speaker, text });
    else if (kind === "interjection") this.hearMessage(message, place);
    else if (kind === "closing") {
      this.hear();
      this.settle();
      this.say(message, place);
    } else {
      // The `turn` of a run's first plan is the turn before the run's first turn. A changed plan belongs to the next
      // turn, and a director's message to its own turn.
      const isPlan = kind === "direction" && turn === this.records.scenes[this.next.scenes - 1]?.turn;
      this.hear({ before: isPlan ? turn + 1 : turn });
      if (kind === "speech") this.takeTurn(message, place);
      else this.say(message, place);
    }
  }

  private takeTurn(message: HistoryMessage, place: MessagePlace): void {
    const { turn, stage, round } = place;
    this.settle(turn - 1);
    const agenda = stage === null ? "" : JSON.stringify([stage, round]);
    if (stage !== null && agenda !== this.agenda)
      this.tell(turn, { type: "round-start", turn, stage, round: round ?? 0 });
    this.agenda = agenda;
    this.decide(turn);
    for (const correction of this.corrections.of(turn))
      if (correction.messageId === null) this.tell(turn, { type: "correction", turn, correction });
    this.say(message, place);
    const result = this.records.results[this.next.results];
    if (result?.turn !== turn || !isSpoken(result) || result.worker !== message.speaker) return;
    this.next.results += 1;
    this.tell(turn, { type: "task", turn, result });
  }

  private decide(turn: number): void {
    const decision = this.decided.has(turn) ? undefined : lastOf(this.records.decisions, turn);
    if (!decision) return;
    this.decided.add(turn);
    this.tell(turn, { type: "decision", turn, decision });
  }

  private say(message: HistoryMessage, place: MessagePlace): void {
    const { turn, cut } = place;
    const event = {
      type: "speech-end" as const,
      turn,
      speaker: message.speaker,
      text: message.text,
      get words() {
        return message.words;
      },
      message: { id: message.id, ...place },
    };
    this.tell(turn, cut ? Object.assign(event, { cut }) : event);
    const correction = this.corrections.of(turn).find(({ messageId }) => messageId === message.id);
    if (correction) this.tell(turn, { type: "correction", turn, correction });
  }

  /**
   * Adds the event of an interjection's message. If the interjection is recorded, first adds the events of the controls
   * and interjections recorded before it.
   */
  private hearMessage({ id, speaker: from, text }: HistoryMessage, { turn, time }: MessagePlace): void {
    const { interjections } = this.records;
    let index = this.next.interjections;
    while (index < interjections.length && interjections[index]?.messageId !== id) index += 1;
    if (index === interjections.length) {
      const added = { id, messageId: id, from, to: null, text, raisesHand: false, turn, time, problem: null };
      this.tell(turn, { type: "interjection", turn, interjection: added });
    } else while (this.next.interjections <= index) this.tellHeard();
  }

  /**
   * Adds the events of interjections and controls up to the next run, a record from turn `before` or later, or an
   * interjection whose message has not been reached. `until`: the total number of interjections and controls after
   * which it stops.
   */
  private hear({ until = Number.POSITIVE_INFINITY, before = Number.POSITIVE_INFINITY } = {}): void {
    const { next } = this;
    const end = Math.min(until, this.nextScene?.before.heard ?? Number.POSITIVE_INFINITY);
    while (next.interjections + next.controls < end) {
      const { control, interjection } = this.nextHeard;
      const heard = control ?? interjection;
      if (!heard || heard.turn >= before) return;
      if (!control && interjection?.messageId && this.isUnvisited(interjection.messageId)) return;
      this.tellHeard();
    }
  }

  private get nextHeard() {
    const { interjections, controls } = this.records;
    const control = controls[this.next.controls];
    const isFirst = control && control.interjections <= this.next.interjections;
    return { control: isFirst ? control : undefined, interjection: interjections[this.next.interjections] };
  }

  private tellHeard(): void {
    const { control, interjection } = this.nextHeard;
    if (control) {
      this.next.controls += 1;
      this.tell(control.turn, { type: "control", turn: control.turn, control });
    } else if (interjection) {
      this.next.interjections += 1;
      this.tell(interjection.turn, { type: "interjection", turn: interjection.turn, interjection });
    }
  }

  private isUnvisited(messageId: string): boolean {
    const { messageCount, messageAt } = this.records;
    for (let index = this.next.messages; index < messageCount; index += 1)
      if (messageAt(index).id === messageId) return true;
    return false;
  }

  private settle(latest = Number.POSITIVE_INFINITY): void {
    const { next, nextScene, records } = this;
    for (const { channel, eventAt } of looseKindList) {
      const end = nextScene ? (nextScene.before[channel] ?? 0) : records[channel].length;
      while (next[channel] < end) {
        const record = records[channel][next[channel]];
        if (!record || record.turn > latest) break;
        const event = eventAt(records, next[channel]);
        next[channel] += 1;
        // A failed task may have no speech, so its turn's decision is added here. A turn that never started has no
        // decision.
        if ("outcome" in record && record.outcome === "failed" && record.turn <= (nextScene?.turn ?? records.turn))
          this.decide(record.turn);
        this.tell(record.turn, event);
      }
    }
  }

  private pending(): PassingEvent[] {
    const { records, next, decided } = this;
    const { bids, decisions, messageAt, turn: now } = records;
    const unvisited = Array.from({ length: records.messageCount - next.messages }, (_, index) =>
      messageAt(next.messages + index),
    );
    const unsettled = looseKindList.flatMap((kind) =>
      records[kind.channel]
        .slice(next[kind.channel])
        .map((_, index) => kind.eventAt(records, next[kind.channel] + index)),
    );
    return [
      ...unsettled,
      ...bids
        .filter(({ turn }) => turn === now + 1)
        .map((bid, _index, { length: bidders }) => ({ type: "bid", turn: bid.turn, bid, bidders }) as const),
      ...decisions
        .slice(indexOfTurn(decisions, now + 1))
        .filter(({ turn }) => !decided.has(turn))
        .map((decision) => ({ type: "decision", turn: decision.turn, decision }) as const),
      ...unvisited.flatMap(({ place, speaker, text, words }): PassingEvent[] => {
        if (!place) return [];
        const { turn, cut } = place;
        return [
          { type: "speech-start", turn, speaker, attempt: 1 },
          { type: "speech-end", turn, speaker, text, words, ...(cut && { cut }) },
        ];
      }),
    ];
  }
}
