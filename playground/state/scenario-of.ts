/** Writes the scenario of a conversation, without the settings that equal their defaults. */
import { isRecord } from "../../src/base/is-record.js";
import type { ModeInfo } from "../../stage/net/api.js";
import type { JsonSchema, Snapshot } from "../../stage/port.js";
import { type Fields, partOf } from "../../stage/state/form.js";
import { toYaml } from "../../stage/state/yaml.js";

const isSame = (one: unknown, other: unknown): boolean => JSON.stringify(one) === JSON.stringify(other);

function written(value: unknown, given: JsonSchema): unknown {
  const schema = partOf(given);
  if (value === null || isSame(value, given.default) || isSame(value, schema.default)) return undefined;
  if (Array.isArray(value)) {
    const items = value.map((item: unknown) => (schema.items ? written(item, schema.items) : item));
    return items.length > 0 ? items : undefined;
  }
  const { properties } = schema;
  if (!isRecord(value) || !properties) return value;
  const kept = writtenFields(value, properties);
  return Object.keys(kept).length > 0 ? kept : undefined;
}

const writtenFields = (fields: Fields, properties: Readonly<Record<string, JsonSchema>>): Fields =>
  Object.fromEntries(
    Object.entries(properties).flatMap(([name, schema]) => {
      const value = written(fields[name], schema);
      return value === undefined ? [] : [[name, value]];
    }),
  );

export function scenarioOf({ mode, title, settings, context }: Snapshot, modes: readonly ModeInfo[]): string {
  const { mode: _mode, ...properties } = modes.find(({ name }) => name === mode)?.schema.properties ?? {};
  return toYaml({ mode, ...writtenFields({ ...settings, ...context, title }, properties) });
}
