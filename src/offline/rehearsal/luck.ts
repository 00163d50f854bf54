/** The rehearsal's random numbers are pure functions of the request. */
import { draw } from "../../base/chance.js";
import type { ModelRequest } from "../../core/model-request.js";

export function seatOf(request: ModelRequest): number {
  const seat = "self" in request ? request.cast.findIndex(({ name }) => name === request.self.name) : 0;
  return Math.max(0, seat);
}

function chance(request: ModelRequest, turn: number, seat: number, purpose: string): number {
  const { topic, cast, seed } = request;
  const salt = JSON.stringify([topic.slice(0, 300), cast.map(({ name }) => name), purpose]);
  return draw({ seed, turn, purpose: "rehearsal", seat, salt });
}

/** Returns a number in [0, 1) for a single decision by a speaker in a turn. */
export const chanceInTurn = (request: ModelRequest, purpose: string): number =>
  chance(request, request.turn, seatOf(request), purpose);

/** Returns a number in [0, 1) that is the same in every turn unless the topic or the cast's names change. */
export const chanceInConversation = (request: ModelRequest, purpose: string, index = 0): number =>
  chance(request, 0, index, purpose);

export const pickInTurn = <Item>(items: readonly Item[], request: ModelRequest, purpose: string): Item | undefined =>
  items[Math.floor(chanceInTurn(request, purpose) * items.length)];

export function shuffled<Item>(items: readonly Item[], request: ModelRequest, purpose: string): Item[] {
  const ranked = items.map((item, index) => ({ item, rank: chanceInConversation(request, purpose, index) }));
  return ranked.sort((one, other) => one.rank - other.rank).map(({ item }) => item);
}
