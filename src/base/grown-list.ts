/** Derives values from lists that grow at their end. */

/** A list as it was read. It may have grown in place since then. */
interface ReadList<Item, Value> {
  readonly list: readonly Item[];
  readonly length: number;
  readonly setting: string;
  readonly value: Value;
}

/** Whether a list begins with the items that were read from another one. */
function continues<Item>(list: readonly Item[], { list: read, length }: ReadList<Item, unknown>): boolean {
  if (length > list.length || length > read.length) return false;
  for (let index = 0; index < length; index += 1) if (list[index] !== read[index]) return false;
  return true;
}

/**
 * Returns a function that derives a value from a list. If the function has seen the beginning of the list before, it
 * reads only the items after it. Without this, each turn of a long conversation would read all messages again, so turns
 * would become slower and slower. The derived value belongs to the function, so callers must not change it.
 *
 * @param add - Adds items to the value of the items before them, which it may change. Gets undefined instead of the
 * value for the first items of a list. `setting`: what else the value depends on.
 */
export function deriveFromGrown<Item extends object, Value>(
  add: (before: Value | undefined, added: readonly Item[], setting: string) => Value,
): (list: readonly Item[], setting?: string) => Value {
  /** The latest version of each list, by its first item. */
  const known = new WeakMap<Item, ReadList<Item, Value>>();
  return (list, setting = "") => {
    const [first] = list;
    const before = first && known.get(first);
    const isContinued = before?.setting === setting && continues(list, before);
    if (isContinued && list.length === before.length) return before.value;
    const value = isContinued ? add(before.value, list.slice(before.length), setting) : add(undefined, list, setting);
    if (first) known.set(first, { list, length: list.length, setting, value });
    return value;
  };
}
