/** Compares values that JSON can represent, and undefined. The order of an object's fields does not matter. */
export function isEqual(left: unknown, right: unknown): boolean {
  if (left === right || typeof left !== "object" || typeof right !== "object" || !left || !right) return left === right;
  const [some, others] = [Object.entries(left), new Map(Object.entries(right))];
  return (
    Array.isArray(left) === Array.isArray(right) &&
    some.length === others.size &&
    some.every(([name, value]) => others.has(name) && isEqual(value, others.get(name)))
  );
}
