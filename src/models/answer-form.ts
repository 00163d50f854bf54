/**
 * The form of a structured answer. A plain JSON schema: given a zod schema, some clients throw away what does not fit.
 * Strict providers want every property required and no other one.
 */
export function answerForm(properties: Readonly<Record<string, object>>): Record<string, unknown> {
  return { title: "answer", ...strictObject(properties) };
}

/** An object inside a form. */
export function strictObject(properties: Readonly<Record<string, object>>) {
  return { type: "object", properties, required: Object.keys(properties), additionalProperties: false };
}
