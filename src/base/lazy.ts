/**
 * Creates a value on first use. For example, creating all `Intl` objects at once would slow down every import of the
 * library.
 */
export function lazy<Value extends object>(make: () => Value): () => Value {
  let made: Value | undefined;
  return () => {
    made ??= make();
    return made;
  };
}
