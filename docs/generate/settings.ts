import { existsSync } from "node:fs";
import { z } from "zod";
import { modes } from "../../src/graph/modes/registry.js";
import { code, generatedBy, root, table } from "./markdown.js";

type Schema = z.core.JSONSchema.BaseSchema;

interface Setting {
  readonly path: string;
  readonly values: string;
  readonly fallback: string;
  readonly description: string;
}

const jsonOf = (schema: z.ZodType): Schema => z.toJSONSchema(schema, { io: "input", unrepresentable: "any" });

const number = (value: number) => value.toLocaleString("en", { maximumFractionDigits: 6 });

function valuesOf(schema: Schema): string {
  const { type, enum: choices, anyOf, minimum, maximum, maxLength, maxItems, items } = schema;
  if (choices) return choices.map((choice) => code(String(choice))).join(", ");
  if (anyOf) return anyOf.map((each) => valuesOf(each as Schema)).join(", or ");
  if (type === "boolean") return "`true`, `false`";
  if (type === "integer" || type === "number") {
    const kind = type === "integer" ? "integer" : "number";
    return maximum === undefined || maximum >= Number.MAX_SAFE_INTEGER
      ? `${kind}, at least ${number(minimum ?? 0)}`
      : `${kind}, ${number(minimum ?? 0)} to ${number(maximum)}`;
  }
  if (type === "array") {
    const each = (items as Schema | undefined)?.type === "object" ? "objects" : "texts";
    return `list of ${maxItems ? `at most ${maxItems} ` : ""}${each}`;
  }
  if (type === "object") return "object";
  return maxLength ? `text, at most ${number(maxLength)} characters` : "text";
}

/** The default as code, or as words if the value itself would not be informative. */
function fallbackOf(path: string, { default: fallback }: Schema): string {
  if (path === "topic" || path === "participants") return "an example";
  if (path.endsWith("Rules")) return "built-in rules";
  if (
    fallback === undefined ||
    fallback === "" ||
    JSON.stringify(fallback) === "[]" ||
    JSON.stringify(fallback) === "{}"
  )
    return "none";
  return code(typeof fallback === "string" ? fallback : JSON.stringify(fallback));
}

/** Replaces an object with its fields, if they are known. After a list, adds the fields of the list's objects. */
function flatten(path: string, schema: Schema): Setting[] {
  const { description = "" } = schema;
  const inner = (schema.type === "array" ? (schema.items as Schema) : schema).properties as
    | Readonly<Record<string, Schema>>
    | undefined;
  const prefix = schema.type === "array" ? `${path}[].` : `${path}.`;
  const parts = Object.entries(inner ?? {}).flatMap(([name, part]) => flatten(`${prefix}${name}`, part));
  if (parts.length > 0 && schema.type === "object") return parts;
  return [{ path, values: valuesOf(schema), fallback: fallbackOf(path, schema), description }, ...parts];
}

const flattenAll = (fields: Readonly<Record<string, z.ZodType>>) =>
  Object.entries(fields).flatMap(([name, field]) => flatten(name, jsonOf(field)));

const settingsByMode = Object.fromEntries(Object.values(modes).map(({ name, fields }) => [name, flattenAll(fields)]));

const runSettingsByMode = Object.fromEntries(
  Object.values(modes).map(({ name, context }) => [name, flattenAll(context)]),
);

const isSame = (left: Setting, right: Setting) => JSON.stringify(left) === JSON.stringify(right);
const isIn = (settings: readonly Setting[] | undefined, setting: Setting) =>
  settings?.some((each) => isSame(each, setting)) ?? false;

const everywhere = (Object.values(settingsByMode)[0] ?? []).filter((setting) =>
  Object.values(settingsByMode).every((settings) => isIn(settings, setting)),
);

const valuesCell = ({ values, fallback }: Setting) =>
  fallback === "none" ? values : `${values}; default: ${fallback}`;

const settingTable = (settings: readonly Setting[]) =>
  table(
    ["Setting", "Meaning", "Values"],
    settings.map((setting) => [code(setting.path), setting.description, valuesCell(setting)]),
  );

export const modeTable = (mode: string): string =>
  settingTable((settingsByMode[mode] ?? []).filter((setting) => !isIn(everywhere, setting)));

function runTable(): string {
  const all = Object.values(runSettingsByMode).flat();
  const distinct = all.filter((setting, index) => all.findIndex((other) => isSame(other, setting)) === index);
  return table(
    ["Setting", "Meaning", "Values", "Modes"],
    distinct.map((setting) => {
      const having = Object.keys(modes).filter((name) => isIn(runSettingsByMode[name], setting));
      const shown = having.length === Object.keys(modes).length ? "all" : having.map(code).join(", ");
      return [code(setting.path), setting.description, valuesCell(setting), shown];
    }),
  );
}

/** A new mode may not have a page yet. */
const introductionTo = (mode: string): string =>
  existsSync(`${root}docs/modes/${mode}.md`)
    ? `These settings are in addition to those of every mode. [The mode's page](../modes/${mode}.md) explains them.`
    : "These settings are in addition to those of every mode.";

export const settingsPage = (): string => `${generatedBy}
# Settings

A mode's settings are the input of its graph, the fields of a [scenario](../guides/scenarios.md), and the fields of Studio's form. An unknown field or
an invalid value raises an \`invalid-input\` error, which lists the problems found.

## Every mode

${settingTable(everywhere)}

${Object.keys(modes)
  .map(
    (name) => `## ${name}

${introductionTo(name)}

${modeTable(name)}
`,
  )
  .join("\n")}
## One run

These settings control how a run is carried out. They are the \`context\` of the run, which a graph does not save with the thread. A scenario file can also
contain them.

${runTable()}

## Next

[Events](events.md) lists the events of a run. [Errors](errors.md) lists the errors.
`;
