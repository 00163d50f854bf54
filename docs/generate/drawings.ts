/**
 * Draws a mode's compiled graph as SVG. Edges back to earlier steps run on the left, edges that skip steps on the
 * right.
 */
import { modes } from "../../src/graph/modes/registry.js";

const width = 560;
const box = { width: 168, height: 36, gap: 30 };
const colours = { paper: "#fbfaf7", line: "#8a8577", box: "#fff", text: "#2b2a27", ends: "#e8e3d6" };
const centre = width / 2;

interface Edge {
  readonly source: string;
  readonly target: string;
  readonly conditional?: boolean;
}

const names: Readonly<Record<string, string>> = { __start__: "start", __end__: "end" };
const top = (row: number) => 20 + row * (box.height + box.gap);
const middle = (row: number) => top(row) + box.height / 2;

const widthOf = (id: string) => (id in names ? 72 : box.width);

function node(id: string, row: number): string {
  const isEnd = id in names;
  const size = widthOf(id);
  const shape = `<rect x="${centre - size / 2}" y="${top(row)}" width="${size}" height="${box.height}" rx="${isEnd ? 18 : 6}" fill="${isEnd ? colours.ends : colours.box}" stroke="${colours.line}"/>`;
  return `${shape}<text x="${centre}" y="${middle(row) + 5}" text-anchor="middle">${names[id] ?? id}</text>`;
}

interface Way {
  readonly from: number;
  readonly to: number;
  readonly conditional: boolean;
  readonly targetWidth: number;
}

/** @param lane - How far the edge is from the steps that it passes; 0 is the nearest. */
function edge({ from, to, conditional, targetWidth }: Way, lane: number): string {
  const style = `${conditional ? ' stroke-dasharray="5 4"' : ""} marker-end="url(#arrow)"`;
  if (to === from + 1) return `<path d="M${centre} ${top(from) + box.height} V${top(to) - 2}"${style}/>`;
  const side = to > from ? 1 : -1;
  const leave = centre + (side * box.width) / 2;
  const arrive = centre + side * (targetWidth / 2 + 2);
  const out = leave + side * (22 + lane * 20);
  // Edges leave from the lower half of a step and arrive at the upper half, so that they do not overlap.
  const start = middle(from) + 7;
  const end = middle(to) - 7;
  const bend = (end > start ? 1 : -1) * 8;
  return `<path d="M${leave} ${start} H${out - side * 8} Q${out} ${start} ${out} ${start + bend} V${end - bend} Q${out} ${end} ${out - side * 8} ${end} H${arrive}"${style}/>`;
}

/** Places each step after one that leads to it, so that most edges lead downwards. */
function ordered(nodes: readonly string[], edges: readonly Edge[]): string[] {
  const order = nodes.filter((id) => id !== "__end__");
  const isReached = (id: string, before: readonly string[]) =>
    id === "__start__" || edges.some(({ source, target }) => target === id && before.includes(source));
  const placed: string[] = [];
  while (placed.length < order.length) {
    const next = order.find((id) => !placed.includes(id) && isReached(id, placed));
    if (next === undefined) throw new Error("a step cannot be reached");
    placed.push(next);
  }
  return [...placed, "__end__"];
}

/** Edges that overlap get different lanes. The shortest edges get the nearest lanes. */
function lanesOf(spans: readonly { readonly low: number; readonly high: number; readonly side: number }[]): number[] {
  const lanes = spans.map(() => 0);
  const byLength = spans
    .map((_span, index) => index)
    .sort((one, other) => {
      const length = (index: number) => (spans[index]?.high ?? 0) - (spans[index]?.low ?? 0);
      return length(one) - length(other);
    });
  byLength.forEach((index, place) => {
    const span = spans[index];
    const taken = byLength.slice(0, place).flatMap((other) => {
      const its = spans[other];
      return span && its && its.side === span.side && its.low <= span.high && its.high >= span.low
        ? [lanes[other] ?? 0]
        : [];
    });
    let lane = 0;
    while (taken.includes(lane)) lane += 1;
    lanes[index] = lane;
  });
  return lanes;
}

export async function drawing(mode: string): Promise<string> {
  const graph = await modes[mode]?.compile({ model: "rehearsal" }).getGraphAsync();
  if (!graph) throw new Error(`there is no mode ${mode}`);
  const edges = graph.edges as readonly Edge[];
  const rows = ordered(Object.keys(graph.nodes), edges);
  const ways = edges.map(
    ({ source, target, conditional = false }): Way => ({
      from: rows.indexOf(source),
      to: rows.indexOf(target),
      conditional,
      targetWidth: widthOf(target),
    }),
  );
  const passing = ways.filter(({ from, to }) => to !== from + 1);
  const lanes = lanesOf(
    passing.map(({ from, to }) => ({ low: Math.min(from, to), high: Math.max(from, to), side: to > from ? 1 : -1 })),
  );
  const lines = ways.map((way) => edge(way, lanes[passing.indexOf(way)] ?? 0));
  const height = top(rows.length) - box.gap + 20;
  return `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${width} ${height}" width="${width}" height="${height}" role="img" font-family="system-ui, sans-serif" font-size="14">
<title>The graph of the ${mode} mode</title>
<defs><marker id="arrow" viewBox="0 0 10 10" refX="9" refY="5" markerWidth="7" markerHeight="7" orient="auto"><path d="M0 0 L10 5 L0 10 z" fill="${colours.line}"/></marker></defs>
<rect width="${width}" height="${height}" rx="10" fill="${colours.paper}"/>
<g fill="none" stroke="${colours.line}" stroke-width="1.4">
${lines.join("\n")}
</g>
<g fill="${colours.text}">
${rows.map(node).join("\n")}
</g>
</svg>
`;
}
