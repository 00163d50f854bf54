/**
 * Creates a value only on first use: creating all `Intl` objects at once, for example, would slow down every import of
 * the library.
 */
export function lazy<Value extends object>(make: () => Value): () => Value {
  let made: Value | undefined;
  return () => {
    made ??= make();
    return made;
  };
}
