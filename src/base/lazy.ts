/**
 * Creates a value on first use. For example, constructing an `Intl` object takes milliseconds, so creating all of them
 * at once would slow down every import of the library.
 */
export function lazy<Value extends object>(make: () => Value): () => Value {
  let made: Value | undefined;
  return () => {
    made ??= make();
    return made;
  };
}
