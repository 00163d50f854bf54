/** Places the seats around a superellipse, at equal distances along its edge. */

export interface Place {
  /** From -1 (left) to 1 (right). */
  readonly x: number;
  /** From -1 (top) to 1 (bottom). */
  readonly y: number;
}

/** An exponent of 2 gives an ellipse, and higher values approach a rectangle. */
const exponent = 2.5;
const steps = 720;

function pointAt(angle: number): Place {
  const [cos, sin] = [Math.cos(angle), Math.sin(angle)];
  const bend = (value: number) => Math.sign(value) * Math.abs(value) ** (2 / exponent);
  return { x: bend(cos), y: bend(sin) };
}

const edge = Array.from({ length: steps + 1 }, (_, index) => pointAt((index / steps) * 2 * Math.PI - Math.PI / 2));

const percent = (value: number) => `${(50 + 50 * value).toFixed(2)}%`;

export const edgePolygon = `polygon(${edge
  .filter((_, index) => index % 4 === 0)
  .map(({ x, y }) => `${percent(x)} ${percent(y)}`)
  .join(",")})`;

/**
 * The places are in clockwise order.
 * @param aspect - The table's width divided by its height.
 * @param hasHead - Whether the first seat is at the head, in the middle of the top. Otherwise the head stays free.
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
    // Floating-point sums are not exact. Without the tolerance, a seat in the middle could be one step off.
    const found = lengths.findIndex((length) => length >= along - 1e-6);
    return edge[Math.max(found, 0)] as Place;
  });
}
