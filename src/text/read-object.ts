/** The fields of the JSON object in a text, also where a model fenced it in or wrote around it; none where there is none. Never throws. */
export function readObject(text: string): Record<string, unknown> {
  return parse(text) ?? parse(text.slice(text.indexOf("{"), text.lastIndexOf("}") + 1)) ?? {};
}

function parse(text: string): Record<string, unknown> | undefined {
  try {
    const value: unknown = JSON.parse(text);
    return typeof value === "object" && value !== null ? (value as Record<string, unknown>) : undefined;
  } catch {
    return undefined;
  }
}
