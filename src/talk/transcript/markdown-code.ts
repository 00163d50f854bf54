/** Finds the parts of a text that renderers agree are code. Characters such as `<` need no escaping in them. */
import { escapeText } from "../../base/escape-text.js";

const openingFence = /^( {0,3})(`{3,}(?=[^`]*$)|~{3,})/;
const closingFence = /^([ \t]*)(`{3,}|~{3,})$/;

/** Whether the line cannot be read back exactly as code, because transcripts escape it or editors trim its end. */
const isChanged = (line: string) => escapeText(line) !== line || /\s$/.test(line);

interface Fenced {
  readonly end: number;
  /** Whether renderers agree that the lines are code. */
  readonly isCode: boolean;
}

function findEnd(lines: readonly string[], start: number, indent: string, marks: string): Fenced | undefined {
  let isCode = !isChanged(lines[start] ?? "");
  for (let end = start + 1; end < lines.length; end += 1) {
    const line = lines[end] ?? "";
    // If the code is part of a list, a less indented line ends it.
    isCode &&= !isChanged(line) && (line === "" || line.startsWith(indent));
    const [, space = "", closing = ""] = closingFence.exec(line.trimEnd()) ?? [];
    if (closing.startsWith(marks)) return { end, isCode: isCode && /^ {0,3}$/.test(space) };
  }
  return undefined;
}

/** Returns for each line whether it belongs to fenced code, including its fences. */
export function findFencedCode(lines: readonly string[]): boolean[] {
  const found: boolean[] = [];
  /** The fences that are never closed. Searching for their ends again would take quadratic time. */
  const unclosed = new Set<string>();
  while (found.length < lines.length) {
    const start = found.length;
    const [fence, indent = "", marks = ""] = openingFence.exec(lines[start] ?? "") ?? [];
    const code = fence === undefined || unclosed.has(marks) ? undefined : findEnd(lines, start, indent, marks);
    if (fence !== undefined && !code) unclosed.add(marks);
    for (let index = start; index <= (code?.end ?? start); index += 1) found.push(code?.isCode ?? false);
  }
  return found;
}

/**
 * Maps the index of each run of backticks in a line to the end of the next run of the same length, which closes the
 * code that the first run opens.
 */
export function pairBackticks(line: string): ReadonlyMap<number, number> {
  const pairs = new Map<number, number>();
  const ends = new Map<number, number>();
  for (const { index, 0: run } of [...line.matchAll(/`+/g)].reverse()) {
    const end = ends.get(run.length);
    if (end !== undefined) pairs.set(index, end);
    ends.set(run.length, index + run.length);
  }
  return pairs;
}
