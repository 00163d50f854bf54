/** The rehearsal's chance. Character is drawn once for the debate, everything else once a turn. */
import { createHash } from "node:crypto";
import type { Brief } from "../../domain/brief.js";
import { draw } from "../../domain/chance.js";

/** The place of a participant in the cast; 0 for somebody who isn't in it. */
export function seatOf(brief: Brief, name: string): number {
  return Math.max(
    0,
    brief.cast.findIndex((participant) => participant.name === name),
  );
}

/** Hashing a long topic for each of many draws would be slow. */
const scenes = new WeakMap<Brief, string>();

/** What tells this debate from another with the same seed, or two topics would get the same sentences. */
function sceneOf(brief: Brief): string {
  const known = scenes.get(brief);
  if (known !== undefined) return known;
  const scene = JSON.stringify([brief.topic, brief.cast.map(({ name }) => name)]);
  const digest = createHash("sha256").update(scene).digest("hex").slice(0, 16);
  scenes.set(brief, digest);
  return digest;
}

/** A number in [0, 1) for one decision of whoever answers the brief, in its turn. */
export function chanceInTurn(brief: Brief, salt: string): number {
  const seat = "self" in brief ? seatOf(brief, brief.self.name) : 0;
  return draw({ seed: brief.seed, turn: brief.turn, purpose: "rehearsal", seat, salt: `${sceneOf(brief)} ${salt}` });
}

/** A number in [0, 1) that stays the same for the whole debate. */
export function chanceInDebate(brief: Brief, seat: number, salt: string): number {
  return draw({ seed: brief.seed, turn: 0, purpose: "rehearsal", seat, salt: `${sceneOf(brief)} ${salt}` });
}

/** The items in an order that stays the same for the whole debate. */
export function shuffled<Item>(items: readonly Item[], brief: Brief, salt: string): Item[] {
  return items
    .map((item, index) => ({ item, rank: chanceInDebate(brief, index, salt) }))
    .sort((one, other) => one.rank - other.rank)
    .map(({ item }) => item);
}
