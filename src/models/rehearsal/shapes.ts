/** The shapes a speech can have. They go round, so that two speeches in a row are never built alike. */
import type { Reply } from "./reply.js";

/** What a part of a speech does. */
export type Part = "answer" | "position" | "argument" | "role" | "concession" | "question" | "challenge";

type Shape = readonly Part[];

const firstWords: readonly Shape[] = [
  ["answer", "position", "argument", "question"],
  ["answer", "argument", "challenge"],
  ["answer", "role", "argument", "position"],
  ["answer", "position", "argument"],
];

const contrary: readonly Shape[] = [
  ["answer", "argument"],
  ["answer", "argument", "question"],
  ["answer", "argument", "argument", "challenge"],
  ["answer", "role", "argument"],
  ["answer", "argument", "concession"],
  ["role", "answer", "argument", "question"],
  ["answer", "concession", "argument"],
  ["concession", "answer", "argument"],
  ["answer", "argument", "challenge"],
  ["answer", "argument", "argument"],
  ["role", "answer", "argument"],
];

const friendly: readonly Shape[] = [
  ["answer", "argument"],
  ["answer", "argument", "question"],
  ["answer", "role", "argument"],
  ["answer", "argument", "challenge"],
  ["role", "answer", "argument"],
  ["answer", "argument", "argument"],
  ["answer", "role", "argument", "question"],
];

/** Whoever was asked answers first; an odd number, as every other turn is the director's. */
const prompted: readonly Shape[] = [
  ["answer", "argument"],
  ["answer", "argument", "challenge"],
  ["argument", "challenge"],
  ["answer", "role", "argument"],
  ["answer", "argument", "question"],
  ["answer", "argument", "argument"],
  ["answer", "argument", "argument", "challenge"],
];

/** Whoever was asked for the first time says where it stands as well. */
const promptedFirst: readonly Shape[] = [
  ["answer", "position", "argument"],
  ["answer", "position", "argument", "challenge"],
  ["answer", "role", "position", "argument"],
];

/** Whoever answers a listener does that first. */
const listened: readonly Shape[] = [
  ["answer", "argument"],
  ["answer", "argument", "question"],
  ["answer", "argument", "challenge"],
  ["answer", "role", "argument"],
  ["answer", "argument", "argument"],
];

type ShapingReply = Pick<Reply, "relation" | "prompted">;

/** The shape of the speech of this turn; one's first speech says where one stands. */
export function shapeFor(turn: number, reply: ShapingReply, isFirst: boolean, isTight: boolean): Shape {
  const { relation } = reply;
  if (relation === "listener") {
    if (isTight) return ["answer", "argument"];
    return isFirst ? ["answer", "position", "argument"] : (listened[turn % listened.length] as Shape);
  }
  if (reply.prompted) {
    // Where there is room for one sentence, it has to be the answer itself.
    if (isTight) return isFirst ? ["position"] : ["argument"];
    const shapes = isFirst ? promptedFirst : prompted;
    return shapes[turn % shapes.length] as Shape;
  }
  const shapes = isFirst ? firstWords : relation === "disagree" || relation === "doubting" ? contrary : friendly;
  return shapes[(turn * 3 + 1) % shapes.length] as Shape;
}
