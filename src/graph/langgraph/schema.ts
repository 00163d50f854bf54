/**
 * LangGraph's API server omits a graph's context schema if the state schema has `getInputJsonSchema`, and Studio then
 * shows no form for model and temperature. Hiding this property from the `in` operator shows both forms; calling it
 * still works.
 */
export function showContextForm<Schema extends object>(schema: Schema): Schema {
  return new Proxy(schema, { has: (target, key) => key !== "getInputJsonSchema" && Reflect.has(target, key) });
}
