/**
 * Hides `getInputJsonSchema` from the `in` operator. If LangGraph's API server finds this method in a state schema, it
 * omits the graph's context schema, and LangGraph Studio shows no form for model and temperature. The method can still
 * be called.
 */
export function showContextForm<Schema extends object>(schema: Schema): Schema {
  return new Proxy(schema, { has: (target, key) => key !== "getInputJsonSchema" && Reflect.has(target, key) });
}
