/** Derives values from lists that grow at their end. */

/** A list as it was read. It may have grown in place since then. */
interface ReadList<Item, Value> {
  readonly list: readonly Item[];
  readonly length: number;
  readonly setting: string;
  readonly value: Value;
}

/** Shorter lists are not remembered, because comparing their items is faster. */
const shortestRemembered = 64;

/**
 * The list that a list made by `grow` begins with, and its length then. A strong reference would keep all lists alive.
 */
const origins = new WeakMap<object, { readonly list: WeakRef<object>; readonly length: number }>();

/** Returns a list with more items at its end. Nobody may change the returned list. */
export function grow<Item>(list: Item[], added: Item[]): Item[] {
  // Copies a long list many times faster than spreading it does.
  const grown = list.concat(added);
  if (list.length >= shortestRemembered) origins.set(grown, { list: new WeakRef(list), length: list.length });
  return grown;
}

/** Whether `grow` made a list. */
export const isGrown = (list: object): boolean => origins.has(list);

/**
 * Whether a list made by `grow` is `earlier`, or was made from it when it had at least `length` items. Comparing the
 * items of long lists at each step would take longer than most steps.
 */
export function isGrownFrom(list: object, earlier: object | undefined, length: number): boolean {
  const origin = origins.get(list);
  return origin !== undefined && (list === earlier || (origin.length >= length && origin.list.deref() === earlier));
}

/** Whether a list begins with the items that were read from another one. */
function continues<Item>(list: readonly Item[], { list: read, length }: ReadList<Item, unknown>): boolean {
  if (length > list.length || length > read.length) return false;
  if (isGrownFrom(list, read, length)) return true;
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
