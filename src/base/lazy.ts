/**
 * Makes a value on first use: `Intl` objects take milliseconds to construct, which would delay every import of the
 * library.
 */
export function lazy<Value extends object>(make: () => Value): () => Value {
  let made: Value | undefined;
  return () => {
    made ??= make();
    return made;
  };
}
