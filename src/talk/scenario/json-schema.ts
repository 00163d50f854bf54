/** The JSON Schema of scenario files. Editors use it to complete, explain and check scenarios. */

import { z } from "zod/v4";
import { title } from "../../core/state/title.js";
import type { Mode } from "../../graph/modes/mode.js";
import { summaryOf } from "../../graph/modes/mode.js";
import { modes } from "../../graph/modes/registry.js";
import { defaultLanguage } from "../../words/registry.js";

type JsonSchema = z.core.JSONSchema.BaseSchema;

function allowNames({ items, ...cast }: JsonSchema): JsonSchema {
  const participant = items as JsonSchema;
  return { ...cast, items: { anyOf: [{ ...(participant.properties?.["name"] as JsonSchema) }, participant] } };
}

function plain(schema: z.ZodType, options: z.core.ToJSONSchemaParams = {}): JsonSchema {
  const { $schema: _draft, ...json } = z.toJSONSchema(schema, { io: "input", target: "draft-7", ...options });
  return json;
}

export function modeJsonSchema(name: string, { fields, context }: Mode): JsonSchema {
  const schema = plain(z.strictObject({ mode: z.literal(name), title, ...fields, ...context }), {
    unrepresentable: "any",
    override: ({ zodSchema, jsonSchema }) => {
      // LangGraph Studio's forms need `additionalProperties: true` for records, but this schema checks each value.
      const schema = zodSchema instanceof z.ZodDefault ? zodSchema.unwrap() : zodSchema;
      if (schema instanceof z.ZodRecord) jsonSchema.additionalProperties = plain(schema.valueType as z.ZodType);
      for (const formOnly of ["langgraph_nodes", "langgraph_type"]) delete jsonSchema[formOnly];
    },
  });
  const { participants, ...properties } = schema.properties as Record<string, JsonSchema>;
  return { ...schema, properties: { ...properties, ...(participants && { participants: allowNames(participants) }) } };
}

/** Adds the `extensions` field, which is allowed in files but not in forms. */
const withExtensions = (schema: JsonSchema): JsonSchema => ({
  ...schema,
  properties: {
    ...schema.properties,
    extensions: {
      type: "string",
      title: "Extensions",
      description:
        "The path, relative to the scenario file, of a file with your own rules, stop conditions and modes. Rostrum executes its code.",
    },
  },
});

export function scenarioJsonSchema(): JsonSchema {
  const described = Object.values(modes).map((mode) => `“${mode.name}”: ${summaryOf(mode, defaultLanguage)}.`);
  return {
    $schema: "http://json-schema.org/draft-07/schema#",
    title: "Rostrum scenario",
    type: "object",
    required: ["mode"],
    properties: {
      mode: {
        enum: Object.keys(modes),
        title: "Mode",
        description: `How the next speaker is chosen. ${described.join(" ")}`,
      },
    },
    allOf: Object.entries(modes).map(([name, mode]) => ({
      if: { required: ["mode"], properties: { mode: { const: name } } },
      // biome-ignore lint/suspicious/noThenProperty: a keyword of JSON Schema
      then: withExtensions(modeJsonSchema(name, mode)),
    })),
  };
}
