/** Derives values from lists to which items are only ever appended. */

/** A list with its length when it was read. It may have grown in place since then. */
interface ReadList<Item, Value> {
  readonly list: readonly Item[];
  readonly length: number;
  readonly setting: string;
  readonly value: Value;
}

/** For shorter lists, comparing the items is faster than remembering which list they grew from. */
const shortestRemembered = 64;

/** The references are weak, because strong references would keep all earlier lists alive. */
const origins = new WeakMap<object, { readonly list: WeakRef<object>; readonly length: number }>();

/** Returns a new list with the added items at its end. Callers must not change this list. */
export function grow<Item>(list: Item[], added: Item[]): Item[] {
  // For long lists, `concat` is usually faster than spreading.
  const grown = list.concat(added);
  if (list.length >= shortestRemembered) origins.set(grown, { list: new WeakRef(list), length: list.length });
  return grown;
}

export const isGrown = (list: object): boolean => origins.has(list);

/**
 * Whether `list` is `earlier`, or `grow` made it from `earlier` when `earlier` had at least `length` items. Always
 * false if `isGrown(list)` is false.
 */
export function isGrownFrom(list: object, earlier: object | undefined, length: number): boolean {
  const origin = origins.get(list);
  return origin !== undefined && (list === earlier || (origin.length >= length && origin.list.deref() === earlier));
}

function continues<Item>(list: readonly Item[], { list: read, length }: ReadList<Item, unknown>): boolean {
  if (length > list.length || length > read.length) return false;
  if (isGrownFrom(list, read, length)) return true;
  for (let index = 0; index < length; index += 1) if (list[index] !== read[index]) return false;
  return true;
}

/**
 * Returns a function that derives a value from a list. If the list continues the latest list with the same first item,
 * and the setting is still the same, the function derives the value from the earlier value and the new items, because
 * the turns of a long conversation would otherwise become slower and slower. Callers must not change the value.
 *
 * @param add - Returns the value that includes the `added` items. May change `before`, the value of the items before
 * these; `before` is undefined for a list's first items. `setting` is anything else that the value depends on.
 */
export function deriveFromGrown<Item extends object, Value>(
  add: (before: Value | undefined, added: readonly Item[], setting: string) => Value,
): (list: readonly Item[], setting?: string) => Value {
  /** The latest version of each list, by the list's first item. */
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
