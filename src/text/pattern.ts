/** Patterns made of a cast's names, kept for the next speech: making one takes longer than most speeches take to clean. */

/** More casts than this are seldom at work in one process at once; the oldest pattern goes first. */
const mostKept = 300;

const kept = new Map<string, RegExp>();

/** The pattern as `new RegExp` makes it. Not for flags that keep a place (g, y): it is shared. */
export function pattern(source: string, flags: "u" | "iu"): RegExp {
  const key = `${flags}/${source}`;
  const found = kept.get(key) ?? new RegExp(source, flags);
  // What is used again goes to the end of the row.
  kept.delete(key);
  kept.set(key, found);
  const [oldest] = kept.keys();
  if (kept.size > mostKept && oldest !== undefined) kept.delete(oldest);
  return found;
}
