/** The rehearsal's chance: a pure function of the request. */
import { createHash } from "node:crypto";
import { draw } from "../chance.js";
import type { ModelRequest } from "../models/request.js";

/** The place of a participant in the cast; 0 for somebody who isn't in it. */
export function seatOf({ cast }: Pick<ModelRequest, "cast">, name: string): number {
  const seat = cast.findIndex((participant) => participant.name === name);
  return Math.max(0, seat);
}

function sceneOf({ topic, cast }: ModelRequest): string {
  const scene = JSON.stringify([topic, cast.map(({ name }) => name)]);
  // Hashed once here where hashing all of it in every draw would be slow.
  return scene.length < 400 ? scene : createHash("sha256").update(scene).digest("hex");
}

/** A number in [0, 1) for one decision of one turn and one speaker. */
export function chanceInTurn(request: ModelRequest, salt: string): number {
  const seat = "self" in request ? seatOf(request, request.self.name) : 0;
  const { seed, turn } = request;
  return draw({ seed, turn, purpose: "rehearsal", seat, salt: `${sceneOf(request)} ${salt}` });
}

/** A number in [0, 1) that stays the same for the whole conversation. */
export function chanceInConversation(request: ModelRequest, salt: string, seat = 0): number {
  const { seed } = request;
  return draw({ seed, turn: 0, purpose: "rehearsal", seat, salt: `${sceneOf(request)} ${salt}` });
}

/** The items in an order that stays the same for the whole conversation. */
export function shuffled<Item>(items: readonly Item[], request: ModelRequest, salt: string): Item[] {
  return items
    .map((item, index) => ({ item, rank: chanceInConversation(request, salt, index) }))
    .sort((one, other) => one.rank - other.rank)
    .map(({ item }) => item);
}
