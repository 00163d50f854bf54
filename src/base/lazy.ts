/**
 * Returns a function that creates a value on its first call and returns the same value afterwards. For example,
 * constructing an `Intl` object takes milliseconds, so creating all of them at once would slow down every import of the
 * library.
 */
export function lazy<Value extends object>(make: () => Value): () => Value {
  let made: Value | undefined;
  return () => {
    made ??= make();
    return made;
  };
}
