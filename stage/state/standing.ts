import type { Bid, Decision, Exclusion, Participant } from "../port.js";
import { type ConversationRecord, peopleOf } from "./record.js";

export interface Seat {
  readonly participant: Participant;
  readonly isLeader: boolean;
  /** The index in the cast, or -1 for the leader. */
  readonly seat: number;
  readonly bid: Bid | null;
  readonly excluded: Exclusion["reason"] | null;
  readonly hasFloor: boolean;
  readonly isTied: boolean;
  /** The number of decided turns since the last one that gave this participant the floor, or since the beginning. */
  readonly waited: number;
  readonly raisesHand: boolean;
  /** Whether the conversation is waiting for a line from this participant. */
  readonly isAwaited: boolean;
}

/**
 * Returns, by name, the number of decided turns before `turn` since the participant last had the floor, or all of them
 * if the participant has not had the floor.
 */
function waitsBefore({ turns }: ConversationRecord, turn: number, names: readonly string[]): Map<string, number> {
  const waits = new Map<string, number>();
  const before = turns.filter((each) => each.turn < turn && each.decision);
  for (let index = before.length - 1; index >= 0 && waits.size < names.length; index -= 1) {
    const speaker = before[index]?.decision?.speaker ?? "";
    if (!waits.has(speaker)) waits.set(speaker, before.length - 1 - index);
  }
  return new Map(names.map((name) => [name, waits.get(name) ?? before.length]));
}

interface TurnState {
  readonly turn: number;
  readonly bids: readonly Bid[];
  readonly decision: Decision | null;
  readonly speaking: readonly string[];
  readonly awaited: readonly string[];
}

export function seatsOf(record: ConversationRecord, { turn, bids, decision, speaking, awaited }: TurnState): Seat[] {
  const people = peopleOf(record, turn);
  const leads = record.scene?.leader ? 1 : 0;
  const waits = waitsBefore(
    record,
    turn,
    people.map(({ name }) => name),
  );
  const hands = handsUp(record, turn);
  const places = people.map((participant, index) => ({ participant, index }));
  // Participants who have left keep their seat number, and therefore their color, but do not sit at the table.
  const seated = places.filter(({ participant: { presence } }) => presence !== "removed");
  return seated.map(({ participant, index }) => {
    const { name } = participant;
    const isLeader = index < leads;
    return {
      participant,
      isLeader,
      seat: index - leads,
      bid: isLeader ? null : (bids.find((bid) => bid.participant === name) ?? null),
      excluded: decision?.excluded.find((each) => each.participant === name)?.reason ?? null,
      hasFloor: speaking.includes(name),
      isTied: decision !== null && decision.tied.length > 1 && decision.tied.includes(name),
      waited: waits.get(name) ?? 0,
      raisesHand: hands.has(name),
      isAwaited: awaited.includes(name),
    };
  });
}

/** A hand stays raised until its owner speaks. */
function handsUp({ items }: ConversationRecord, turn: number): Set<string> {
  const hands = new Set<string>();
  for (const item of items) {
    if (item.turn > turn) break;
    if (item.kind === "interjection" && item.interjection.raisesHand) hands.add(item.interjection.from);
    if (item.kind === "line") hands.delete(item.speaker);
  }
  return hands;
}
