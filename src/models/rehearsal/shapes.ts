/** The shapes a speech can have. They go round, so that two speeches in a row are never built alike. */
import type { Relation } from "./reply.js";

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

/** The shape of the speech of this turn; one's first speech says where one stands. */
export function shapeFor(turn: number, relation: Relation, isFirst: boolean): Shape {
  const shapes = isFirst ? firstWords : relation === "disagree" || relation === "doubting" ? contrary : friendly;
  return shapes[(turn * 3 + 1) % shapes.length] as Shape;
}
