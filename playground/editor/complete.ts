/** Suggests the fields and values that the JSON Schema of a mode allows at a place in a scenario. */
import type { JsonSchema } from "../../stage/port.js";
import { partOf } from "../../stage/state/form.js";

interface Suggestion {
  readonly label: string;
  readonly text: string;
  readonly description: string;
}

export interface Suggestions {
  /** The offset at which the text to replace starts. */
  readonly from: number;
  readonly all: readonly Suggestion[];
}

/** A step into a value: the name of a field, or null for an item of a list. */
type Step = string | null;

interface Line {
  readonly indent: number;
  /** The number of list items that start on this line, such as 1 in `- name: Ada`. */
  readonly items: number;
  readonly key: string | undefined;
}

function readLine(text: string): Line | undefined {
  const [, spaces = "", dashes = "", rest = ""] = /^( *)((?:- +|-$)*)(.*)$/.exec(text) ?? [];
  if (dashes === "" && (rest === "" || rest.startsWith("#"))) return undefined;
  const [, key] = /^["']?([\w-]+)["']?:(?: |$)/.exec(rest) ?? [];
  return { indent: spaces.length, items: dashes.split("-").length - 1, key };
}

/** Finds the steps to the value whose fields have the indentation `wanted`. `lines`: the lines before these fields. */
function stepsTo(lines: readonly string[], wanted: number): Step[] {
  const steps: Step[] = [];
  let indent = wanted;
  for (const text of [...lines].reverse()) {
    const line = readLine(text);
    if (!line) continue;
    const content = line.indent + 2 * line.items;
    if (line.items > 0 && content === indent && steps[0] !== null) {
      steps.unshift(...Array.from({ length: line.items }, () => null));
      indent = line.indent;
    } else if (
      line.key !== undefined &&
      (content < indent || (steps[0] === null && content === indent && !line.items))
    ) {
      steps.unshift(line.key);
      if (line.items > 0) steps.unshift(...Array.from({ length: line.items }, () => null));
      indent = line.indent;
    }
    if (indent === 0 && steps[0] !== null) break;
  }
  return steps;
}

function schemaAt(schema: JsonSchema | undefined, steps: readonly Step[]): JsonSchema | undefined {
  return steps.reduce<JsonSchema | undefined>((outer, step) => {
    if (!outer) return undefined;
    const inner = partOf(outer);
    if (step === null) return inner.items;
    const { properties, additionalProperties } = inner;
    return properties?.[step] ?? (typeof additionalProperties === "object" ? additionalProperties : undefined);
  }, schema);
}

export interface Vocabulary {
  readonly schemas: Readonly<Record<string, JsonSchema>>;
  /** Returns a setting's title and help; undefined if the schema's own title and description apply. */
  readonly setting: (path: readonly string[]) => readonly [title: string, help: string] | undefined;
}

const describe = (steps: readonly Step[], { title = "", description = "" }: JsonSchema, { setting }: Vocabulary) => {
  const [ownTitle = title, ownHelp = description] = setting(steps.filter((step) => step !== null)) ?? [];
  return ownHelp || ownTitle;
};

function valuesOf(given: JsonSchema, help: string): readonly Suggestion[] {
  const schemas = [given, ...(given.anyOf ?? [])];
  const values = schemas.flatMap((schema) => [
    ...(schema.enum ?? []),
    ...(schema.const === undefined ? [] : [schema.const]),
    ...(schema.type === "boolean" ? [true, false] : []),
  ]);
  return [...new Set(values)].map((value) => ({
    label: String(value),
    text: String(value),
    description: value === given.default ? help : "",
  }));
}

function fieldsOf(
  given: JsonSchema,
  indent: number,
  describeField: (name: string, schema: JsonSchema) => string,
): readonly Suggestion[] {
  return Object.entries(partOf(given).properties ?? {}).map(([name, schema]) => {
    const { type } = partOf(schema);
    const inner = " ".repeat(indent + 2);
    const rest = type === "object" ? `\n${inner}` : type === "array" ? `\n${inner}- ` : " ";
    return { label: name, text: `${name}:${rest}`, description: describeField(name, schema) };
  });
}

export function suggest(text: string, at: number, vocabulary: Vocabulary): Suggestions | null {
  const { schemas } = vocabulary;
  const lines = text.slice(0, at).split("\n");
  const line = lines.pop() ?? "";
  const [, mode = ""] = /^mode: *["']?([\w-]+)/m.exec(text) ?? [];
  const schema = schemas[mode] ?? Object.values(schemas)[0];
  const [, spaces = "", dashes = "", rest = ""] = /^( *)((?:- +)*)(.*)$/.exec(line) ?? [];
  const indent = spaces.length + dashes.length;
  const steps = stepsTo(dashes === "" ? lines : [...lines, `${spaces}${dashes}x`], indent);
  const [, key, value = ""] = /^([\w-]+): +["']?(\S*)$/.exec(rest) ?? [];
  if (key !== undefined) {
    const from = at - value.length;
    if (steps.length === 0 && key === "mode")
      return { from, all: Object.keys(schemas).map((name) => ({ label: name, text: name, description: "" })) };
    const inner = schemaAt(schema, [...steps, key]);
    return inner ? { from, all: valuesOf(inner, describe([...steps, key], inner, vocabulary)) } : null;
  }
  if (!/^[\w-]*$/.test(rest)) return null;
  const outer = schemaAt(schema, steps);
  if (!outer) return null;
  const fields = fieldsOf(outer, indent, (name, field) => describe([...steps, name], field, vocabulary));
  const all = fields.length > 0 ? fields : valuesOf(outer, describe(steps, outer, vocabulary));
  return { from: at - rest.length, all };
}
