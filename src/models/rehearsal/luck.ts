/** The rehearsal's chance. Character is drawn once for the debate, everything else once a turn. */
import { createHash } from "node:crypto";
import { draw } from "../../chance.js";
import type { ModelRequest } from "../request.js";

/** The place of a participant in the cast; 0 for somebody who isn't in it. */
export function seatOf(request: ModelRequest, name: string): number {
  return Math.max(
    0,
    request.cast.findIndex((participant) => participant.name === name),
  );
}

/** Hashing a long topic for each of many draws would be slow. */
const scenes = new WeakMap<ModelRequest, string>();

/** What tells this debate from another with the same seed, or two topics would get the same sentences. */
function sceneOf(request: ModelRequest): string {
  const known = scenes.get(request);
  if (known !== undefined) return known;
  const scene = JSON.stringify([request.topic, request.cast.map(({ name }) => name)]);
  const digest = createHash("sha256").update(scene).digest("hex").slice(0, 16);
  scenes.set(request, digest);
  return digest;
}

/** A number in [0, 1) for one decision of whoever answers the request, in its turn. */
export function chanceInTurn(request: ModelRequest, salt: string): number {
  const seat = "self" in request ? seatOf(request, request.self.name) : 0;
  return draw({
    seed: request.seed,
    turn: request.turn,
    purpose: "rehearsal",
    seat,
    salt: `${sceneOf(request)} ${salt}`,
  });
}

/** A number in [0, 1) that stays the same for the whole debate. */
export function chanceInDebate(request: ModelRequest, seat: number, salt: string): number {
  return draw({ seed: request.seed, turn: 0, purpose: "rehearsal", seat, salt: `${sceneOf(request)} ${salt}` });
}

/** The items in an order that stays the same for the whole debate. */
export function shuffled<Item>(items: readonly Item[], request: ModelRequest, salt: string): Item[] {
  return items
    .map((item, index) => ({ item, rank: chanceInDebate(request, index, salt) }))
    .sort((one, other) => one.rank - other.rank)
    .map(({ item }) => item);
}
