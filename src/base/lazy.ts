/**
 * Creates a value on first use. It is meant for `Intl` objects: each takes milliseconds to construct, which would slow
 * down every import of the library.
 */
export function lazy<Value extends object>(make: () => Value): () => Value {
  let made: Value | undefined;
  return () => {
    made ??= make();
    return made;
  };
}
