/**
 * LangGraph's API server leaves out a graph's context schema when its state schema shows `getInputJsonSchema`, and Studio
 * then has no form for model and temperature. Hiding that one property from `in` gives both forms; calling it still works.
 */
export function showContextForm<Schema extends object>(schema: Schema): Schema {
  return new Proxy(schema, { has: (target, key) => key !== "getInputJsonSchema" && Reflect.has(target, key) });
}
