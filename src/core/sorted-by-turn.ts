/** Returns the index of the first entry that belongs to `turn` or a later turn. */
export function indexOfTurn(entries: readonly { readonly turn: number }[], turn: number): number {
  let [low, high] = [0, entries.length];
  while (low < high) {
    const middle = (low + high) >> 1;
    if ((entries[middle]?.turn ?? turn) < turn) low = middle + 1;
    else high = middle;
  }
  return low;
}

/** If no entry is left out, returns the list itself instead of a copy, because the list may be long. */
export function entriesBefore<Entry extends { readonly turn: number }>(
  entries: readonly Entry[],
  turn: number,
): readonly Entry[] {
  const end = indexOfTurn(entries, turn);
  return end === entries.length ? entries : entries.slice(0, end);
}

export function lastOf<Entry extends { readonly turn: number }>(
  entries: readonly Entry[],
  turn: number,
): Entry | undefined {
  const entry = entries[indexOfTurn(entries, turn + 1) - 1];
  return entry?.turn === turn ? entry : undefined;
}
