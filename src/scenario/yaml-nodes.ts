/** Finds things in a parsed YAML document. */
import { type Document, isAlias, isMap, isNode, isScalar, isSeq, visit } from "yaml";

/** What stands at a path: the value, and its name where it is a field. */
interface Found {
  readonly name?: unknown;
  readonly value: unknown;
}

function lookInto(document: Document, value: unknown, key: PropertyKey): Found | undefined {
  const node = isAlias(value) ? value.resolve(document) : value;
  if (isSeq(node)) return { value: node.items[Number(key)] };
  const pair = isMap(node)
    ? node.items.find((item) => isScalar(item.key) && String(item.key.value) === key)
    : undefined;
  return pair && { name: pair.key, value: pair.value };
}

/** The node to point at for `path`, or the last one on the way to it. Lists of fields are pointed at by their name. */
export function nodeAt(document: Document, path: readonly PropertyKey[], wanted: "name" | "value"): unknown {
  let found: Found = { value: document.contents };
  for (const key of path) {
    const next = lookInto(document, found.value, key);
    if (next?.value === undefined) break;
    found = next;
  }
  const byName = wanted === "name" || !isNode(found.value) || isMap(found.value) || isSeq(found.value);
  return byName ? (found.name ?? found.value) : found.value;
}

/** Where an alias stands that no anchor before it explains. */
export function lostAlias(document: Document): number | undefined {
  const anchors = new Set<string>();
  let lost: number | undefined;
  visit(document, {
    Node(_key, node) {
      if (isAlias(node)) {
        if (anchors.has(node.source)) return undefined;
        lost = node.range?.[0] ?? 0;
        return visit.BREAK;
      }
      if (node.anchor) anchors.add(node.anchor);
      return undefined;
    },
  });
  return lost;
}
