import { readEvent } from "../../src/core/state/events.js";
import type {
  ControlRecord,
  Correction,
  Decision,
  EventReader,
  Interjection,
  Judgement,
  MessageUsage,
  Numbered,
  Participant,
  PlanRecord,
  StopReason,
  TaskResult,
} from "../port.js";

type SceneSet = Extract<Numbered, { readonly type: "scene-set" }>;

/** One entry of the transcript. `key` is unique in the conversation. */
export type Item = { readonly key: number; readonly turn: number } & (
  | {
      readonly kind: "opening" | "line";
      readonly speaker: string;
      readonly text: string;
      readonly words: number;
      /** In ISO 8601; empty if it is unknown. */
      readonly time: string;
      readonly cut?: boolean | undefined;
      readonly usage?: MessageUsage | undefined;
      /** False for an opening, and for what a leader says. */
      readonly isSpeech: boolean;
    }
  | { readonly kind: "interjection"; readonly interjection: Interjection }
  | { readonly kind: "round"; readonly stage: string; readonly round: number }
  | { readonly kind: "judgement"; readonly judgement: Judgement }
  | { readonly kind: "task"; readonly result: TaskResult }
  | { readonly kind: "plan"; readonly plan: PlanRecord }
  | { readonly kind: "control"; readonly control: ControlRecord }
  | { readonly kind: "end"; readonly reason: StopReason }
);

export interface TurnRecord {
  readonly turn: number;
  readonly decision: Decision | null;
  readonly corrections: readonly Correction[];
  readonly stage: string | null;
  readonly round: number | null;
}

export interface ConversationRecord {
  readonly scene: Omit<SceneSet, "type" | "sequence"> | null;
  /** The number of the last turn that the latest round may take. Turns are counted from the first round on. */
  readonly lastTurn: number;
  readonly items: readonly Item[];
  /** In ascending order, without turn 0, the opening. */
  readonly turns: readonly TurnRecord[];
  /** Every version of the cast, with the turn after which it applies. */
  readonly casts: readonly { readonly after: number; readonly participants: readonly Participant[] }[];
}

type Mutable<Record> = { -readonly [Field in keyof Record]: Record[Field] };

/** Items and turns are never changed, only added and replaced. */
interface Draft extends Pick<Mutable<ConversationRecord>, "scene" | "lastTurn"> {
  readonly items: Item[];
  readonly casts: ConversationRecord["casts"][number][];
  readonly turns: Map<number, TurnRecord>;
  place: Pick<TurnRecord, "stage" | "round">;
}

const newDraft = (): Draft => ({
  scene: null,
  lastTurn: 0,
  items: [],
  casts: [],
  turns: new Map(),
  place: { stage: null, round: null },
});

function turnAt({ turns, place }: Draft, turn: number): TurnRecord {
  return turns.get(turn) ?? { turn, decision: null, corrections: [], ...place };
}

function changeTurn(draft: Draft, turn: number, change: Partial<TurnRecord>): void {
  draft.turns.set(turn, { ...turnAt(draft, turn), ...change });
}

export const recordReader: EventReader<Numbered, void, [draft: Draft]> = {
  "scene-set"(event, draft) {
    const after = draft.items.at(-1)?.turn ?? 0;
    draft.scene = event;
    draft.lastTurn = after + event.maxTurns;
    draft.casts.push({ after, participants: event.participants });
  },
  opening({ sequence: key, speaker, text }, { items }) {
    items.push({
      key,
      kind: "opening",
      turn: items.at(-1)?.turn ?? 0,
      speaker,
      text,
      words: 0,
      time: "",
      isSpeech: false,
    });
  },
  interjection({ sequence: key, turn, interjection }, { items }) {
    items.push({ key, kind: "interjection", turn, interjection });
  },
  control({ sequence: key, turn, control }, { items, casts }) {
    if (control.refusal === null)
      casts.push({ after: turn, participants: steer(casts.at(-1)?.participants ?? [], control.control) });
    items.push({ key, kind: "control", turn, control });
  },
  "round-start"({ sequence: key, turn, stage, round }, draft) {
    draft.place = { stage, round };
    draft.items.push({ key, kind: "round", turn, stage, round });
  },
  decision({ turn, decision }, draft) {
    changeTurn(draft, turn, { decision });
  },
  "speech-end"({ sequence: key, turn, speaker, text, words, cut, message: { kind, time, usage } }, draft) {
    const { items, place } = draft;
    const isSpeech = kind === "speech";
    items.push({ key, kind: "line", turn, speaker, text, words, time, usage, isSpeech, ...(cut && { cut }) });
    if (turn > 0) changeTurn(draft, turn, place);
  },
  correction({ turn, correction }, draft) {
    if (turn === 0) return;
    changeTurn(draft, turn, { corrections: [...turnAt(draft, turn).corrections, correction] });
  },
  task({ sequence: key, turn, result }, { items }) {
    items.push({ key, kind: "task", turn, result });
  },
  plan({ sequence: key, turn, plan }, { items }) {
    // The first version of the plan is already in the transcript, as a message.
    if (plan.outcome !== "made") items.push({ key, kind: "plan", turn, plan });
  },
  judgement({ sequence: key, turn, judgement }, { items }) {
    items.push({ key, kind: "judgement", turn, judgement });
  },
  stopped({ sequence: key, turn, reason }, { items }) {
    items.push({ key, kind: "end", turn, reason });
  },
  warning: null,
  verdict: null,
  "stop-draw": null,
};

/**
 * Returns a function that reads all saved events of a conversation. If events have been added when the function is
 * called again, it reads only the new ones, and keeps the items and turns that have not changed.
 */
export function createRecorder(): (events: readonly Numbered[]) => ConversationRecord {
  let draft = newDraft();
  let read = 0;
  let latest: Numbered | undefined;
  return (events) => {
    if (events[read - 1] !== latest) [draft, read] = [newDraft(), 0];
    for (const event of events.slice(read)) readEvent(recordReader, event, draft);
    [read, latest] = [events.length, events.at(-1)];
    const turns = [...draft.turns.values()].sort((left, right) => left.turn - right.turn);
    const { scene, lastTurn, items, casts } = draft;
    return { scene, lastTurn, items: [...items], turns, casts: [...casts] };
  };
}

export const recordOf = (events: readonly Numbered[]): ConversationRecord => createRecorder()(events);

export const linesOf = ({ items }: ConversationRecord, turn: number) =>
  items.filter(
    (item): item is Extract<Item, { kind: "opening" | "line" }> => item.kind === "line" && item.turn === turn,
  );

/** Whether the item is part of a turn that the table can show again. A later round's opening belongs to no turn. */
export const isPartOfTurn = ({ kind, turn }: Item): boolean => kind === "line" || (kind === "opening" && turn === 0);

export function lastLineOf({ items }: ConversationRecord, name: string, first: number): string | null {
  const line = items.findLast((item) => item.kind === "line" && item.speaker === name && item.turn >= first);
  return line?.kind === "line" ? line.text : null;
}

export const turnOf = ({ turns }: ConversationRecord, turn: number): TurnRecord | undefined =>
  turns[turn - 1]?.turn === turn ? turns[turn - 1] : turns.find((each) => each.turn === turn);

function steer(cast: readonly Participant[], control: ControlRecord["control"]): readonly Participant[] {
  if (!control) return cast;
  if ("add" in control) return [...cast, control.add as Participant];
  const withPresence = (name: string, presence: "present" | "muted" | "removed") =>
    cast.map((each) => (each.name === name ? { ...each, presence } : each));
  if ("mute" in control) return withPresence(control.mute, "muted");
  if ("unmute" in control) return withPresence(control.unmute, "present");
  return "remove" in control ? withPresence(control.remove, "removed") : cast;
}

export const castIn = ({ casts }: ConversationRecord, turn = Number.MAX_SAFE_INTEGER): readonly Participant[] =>
  casts.findLast(({ after }) => after < Math.max(1, turn))?.participants ?? [];

/** The leader, if there is one, comes first. */
export const peopleOf = (record: ConversationRecord, turn?: number): readonly Participant[] =>
  [record.scene?.leader ?? [], castIn(record, turn)].flat();

/** A seat is the index in the cast, -1 for the leader, or null for anybody else. */
export function seatsIn(record: ConversationRecord): (name: string) => number | null {
  const people = peopleOf(record);
  const leads = record.scene?.leader ? 1 : 0;
  return (name) => {
    const index = people.findIndex((each) => each.name === name);
    return index < 0 ? null : index - leads;
  };
}
