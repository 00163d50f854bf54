/** Where the seats stand: round a superellipse, at equal distances along its edge. */

export interface Place {
  /** From -1 (left) to 1 (right). */
  readonly x: number;
  /** From -1 (top) to 1 (bottom). */
  readonly y: number;
}

/** 2 is an ellipse; the higher, the squarer. */
const exponent = 2.5;
const steps = 720;

function pointAt(angle: number): Place {
  const [cos, sin] = [Math.cos(angle), Math.sin(angle)];
  const bend = (value: number) => Math.sign(value) * Math.abs(value) ** (2 / exponent);
  return { x: bend(cos), y: bend(sin) };
}

const edge = Array.from({ length: steps + 1 }, (_, index) => pointAt((index / steps) * 2 * Math.PI - Math.PI / 2));

const percent = (value: number) => `${(50 + 50 * value).toFixed(2)}%`;

/** The table's edge as a `clip-path` of its box. */
export const edgePolygon = `polygon(${edge
  .filter((_, index) => index % 4 === 0)
  .map(({ x, y }) => `${percent(x)} ${percent(y)}`)
  .join(",")})`;

/**
 * Places clockwise from the top. `aspect`: width by height of the table. `hasHead`: the first sits at the head, in the middle of
 * the top; otherwise nobody does, and the seats are the same on both sides.
 */
export function placesOf(count: number, aspect: number, hasHead: boolean): Place[] {
  const lengths = [0];
  for (const [index, { x, y }] of edge.entries()) {
    const before = edge[index - 1];
    if (before) lengths.push((lengths.at(-1) ?? 0) + Math.hypot((x - before.x) * aspect, y - before.y));
  }
  const whole = lengths.at(-1) ?? 0;
  return Array.from({ length: count }, (_, index) => {
    const along = ((index + (hasHead ? 0 : 0.5)) / count) * whole;
    // Sums of lengths are not exact: whoever sits in the middle is not to stand a step beside it.
    const found = lengths.findIndex((length) => length >= along - 1e-6);
    return edge[Math.max(found, 0)] as Place;
  });
}
