/** The kept part of a conversation, arranged for reading: what stands where, and what belongs to which turn. */
import type {
  ControlRecord,
  Correction,
  Decision,
  Interjection,
  Judgement,
  Numbered,
  Participant,
  StopReason,
  TaskResult,
} from "../port.js";

type SceneSet = Extract<Numbered, { readonly type: "scene-set" }>;

/** One thing that a reader meets, in order. `key` is unique in the conversation. */
export type Item = { readonly key: number; readonly turn: number } & (
  | { readonly kind: "opening" | "line"; readonly speaker: string; readonly text: string; readonly words: number }
  | { readonly kind: "interjection"; readonly interjection: Interjection }
  | { readonly kind: "round"; readonly stage: string; readonly round: number }
  | { readonly kind: "judgement"; readonly judgement: Judgement }
  | { readonly kind: "task"; readonly result: TaskResult }
  | { readonly kind: "control"; readonly control: ControlRecord }
  | { readonly kind: "end"; readonly reason: StopReason }
);

export interface TurnRecord {
  readonly turn: number;
  readonly decision: Decision | null;
  /** The index of its first item, and of the one behind its last. */
  readonly from: number;
  readonly to: number;
  readonly corrections: readonly Correction[];
  readonly stage: string | null;
  readonly round: number | null;
}

export interface ConversationRecord {
  readonly scene: Omit<SceneSet, "type" | "sequence"> | null;
  readonly items: readonly Item[];
  /** Ascending; without turn 0, which is the opening. */
  readonly turns: readonly TurnRecord[];
  /** The cast, and from how many turns on it was this one. */
  readonly casts: readonly { readonly after: number; readonly participants: readonly Participant[] }[];
}

function itemOf(event: Numbered): Item | undefined {
  const key = event.sequence;
  switch (event.type) {
    case "opening":
      return { key, kind: "opening", turn: 0, speaker: event.speaker, text: event.text, words: 0 };
    case "speech-end":
      return { key, kind: "line", turn: event.turn, speaker: event.speaker, text: event.text, words: event.words };
    case "interjection":
      return { key, kind: "interjection", turn: event.turn, interjection: event.interjection };
    case "round-start":
      return { key, kind: "round", turn: event.turn, stage: event.stage, round: event.round };
    case "judgement":
      return { key, kind: "judgement", turn: event.turn, judgement: event.judgement };
    case "task":
      return { key, kind: "task", turn: event.turn, result: event.result };
    case "control":
      return { key, kind: "control", turn: event.turn, control: event.control };
    case "stopped":
      return { key, kind: "end", turn: event.turn, reason: event.reason };
    default:
      return undefined;
  }
}

/** Arranges all that is kept of a conversation. */
export function recordOf(events: readonly Numbered[]): ConversationRecord {
  let scene: ConversationRecord["scene"] = null;
  const items: Item[] = [];
  const casts: { readonly after: number; readonly participants: readonly Participant[] }[] = [];
  const turns = new Map<number, { -readonly [Field in keyof TurnRecord]: TurnRecord[Field] }>();
  let place: Pick<TurnRecord, "stage" | "round"> = { stage: null, round: null };
  const turnAt = (turn: number) => {
    const known = turns.get(turn);
    if (known) return known;
    const fresh = { turn, decision: null, from: items.length, to: items.length, corrections: [], ...place };
    turns.set(turn, fresh);
    return fresh;
  };
  for (const event of events) {
    if (event.type === "scene-set") {
      scene = event;
      casts.push({ after: items.at(-1)?.turn ?? 0, participants: event.participants });
    }
    if (event.type === "control" && event.control.refusal === null)
      casts.push({ after: event.turn, participants: steer(casts.at(-1)?.participants ?? [], event.control.control) });
    if (event.type === "round-start") place = { stage: event.stage, round: event.round };
    if (event.type === "decision") turnAt(event.turn).decision = event.decision;
    if (event.type === "correction" && event.turn > 0) {
      const record = turnAt(event.turn);
      record.corrections = [...record.corrections, event.correction];
    }
    const item = itemOf(event);
    if (!item) continue;
    items.push(item);
    if (item.kind === "line" && item.turn > 0) {
      const record = turnAt(item.turn);
      Object.assign(record, place, { to: items.length });
    }
  }
  const byTurn = [...turns.values()].sort((left, right) => left.turn - right.turn);
  return { scene, items, turns: byTurn, casts };
}

/** The lines of one turn, in order. */
export const linesOf = ({ items }: ConversationRecord, turn: number) =>
  items.filter(
    (item): item is Extract<Item, { kind: "opening" | "line" }> => item.kind === "line" && item.turn === turn,
  );

export const turnOf = ({ turns }: ConversationRecord, turn: number): TurnRecord | undefined =>
  turns[turn - 1]?.turn === turn ? turns[turn - 1] : turns.find((each) => each.turn === turn);

/** A cast after somebody has steered the conversation by hand. */
function steer(cast: readonly Participant[], control: ControlRecord["control"]): readonly Participant[] {
  if (!control) return cast;
  if ("add" in control) return [...cast, control.add as Participant];
  const become = (name: string, presence: "present" | "muted" | "removed") =>
    cast.map((each) => (each.name === name ? { ...each, presence } : each));
  if ("mute" in control) return become(control.mute, "muted");
  if ("unmute" in control) return become(control.unmute, "present");
  return "remove" in control ? become(control.remove, "removed") : cast;
}

/** The cast as it was in a turn, by default as it is now. */
export const castIn = ({ casts }: ConversationRecord, turn = Number.MAX_SAFE_INTEGER): readonly Participant[] =>
  casts.findLast(({ after }) => after < Math.max(1, turn))?.participants ?? [];

/** The same, with whoever leads in front. */
export const peopleOf = (record: ConversationRecord, turn?: number): readonly Participant[] =>
  [record.scene?.leader ?? [], castIn(record, turn)].flat();

/** Where each sits: its place in the cast, -1 for whoever leads, null for a guest. */
export function seatsIn(record: ConversationRecord): (name: string) => number | null {
  const people = peopleOf(record);
  const leads = record.scene?.leader ? 1 : 0;
  return (name) => {
    const index = people.findIndex((each) => each.name === name);
    return index < 0 ? null : index - leads;
  };
}
