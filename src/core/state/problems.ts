import { z } from "zod/v4";
import { type InputProblem, inputProblem, invalidInput } from "../../errors/rostrum-error.js";
import type { Problem, ProblemCode } from "../../words/en/error-words.js";
import type { Expected } from "../../words/en/errors.js";
import type { Language } from "../../words/registry.js";
import { defaultLanguage, locales } from "../../words/registry.js";
import type { FieldIssue } from "../field-issue.js";
import { nearestName } from "../text/nearest-name.js";

function unwrap(schema: unknown): unknown {
  if (schema instanceof z.ZodDefault || schema instanceof z.ZodPrefault || schema instanceof z.ZodOptional)
    return unwrap(schema.unwrap());
  if (schema instanceof z.ZodPipe) return unwrap(schema.in);
  return schema;
}

export function schemaAt(schema: z.ZodType, path: readonly PropertyKey[]): unknown {
  let current = unwrap(schema);
  for (const key of path) {
    if (current instanceof z.ZodArray) current = unwrap(current.element);
    else if (current instanceof z.ZodObject) current = unwrap(current.shape[String(key)]);
    else if (current instanceof z.ZodRecord) current = unwrap(current.valueType);
    else return undefined;
  }
  return current;
}

const units: Readonly<Record<string, "characters" | "entries">> = { string: "characters", array: "entries" };

/** Rostrum's own issues are `custom`, with the problem's code in `params.rule`. */
function problemIn(issue: z.core.$ZodIssue, schema: z.ZodType): Problem {
  switch (issue.code) {
    case "too_small":
    case "too_big": {
      const isLow = issue.code === "too_small";
      if (isLow && (issue.origin === "string" || (issue.origin === "array" && issue.minimum === 1)))
        return { code: "empty", params: {} };
      const found = schemaAt(schema, issue.path);
      const { minValue: lowest, maxValue: highest } = found instanceof z.ZodNumber ? found : {};
      const isBetween = typeof lowest === "number" && typeof highest === "number";
      const bound = isLow ? { lowest: Number(issue.minimum) } : { highest: Number(issue.maximum) };
      const bounds = isBetween ? { lowest, highest } : bound;
      return { code: "out-of-range", params: { ...bounds, unit: units[issue.origin] } };
    }
    case "invalid_type":
      return {
        code: "expected",
        params: { expected: issue.expected as Expected, isMissing: issue.input === undefined },
      };
    case "invalid_value": {
      const values = issue.values.map(String);
      const nearest = typeof issue.input === "string" ? nearestName(issue.input, values) : undefined;
      return { code: "not-one-of", params: { values, ...(nearest && { nearest }) } };
    }
    default: {
      const { rule, ...params } = ((issue.code === "custom" && issue.params) || {}) as Partial<FieldIssue["params"]>;
      return rule ? ({ code: rule, params } as Problem) : { code: "other", params: { message: issue.message } };
    }
  }
}

const showPath = (path: readonly PropertyKey[]): string =>
  path.map((key, at) => (typeof key === "number" ? `[${key}]` : `${at > 0 ? "." : ""}${String(key)}`)).join("");

export function unknownField(
  path: readonly PropertyKey[],
  known: readonly string[],
  language: Language = defaultLanguage,
) {
  const nearest = nearestName(String(path.at(-1)), known);
  return inputProblem(showPath(path), "unknown-field", { nearest, known }, locales[language].errors);
}

export const problemOf = ({ path, params: { rule, ...params } }: FieldIssue, language: Language): InputProblem =>
  inputProblem<ProblemCode>(showPath(path), rule, params as Problem["params"], locales[language].errors);

/**
 * Converts Zod's issues to problems. Each unknown field becomes a separate problem.
 *
 * @param schema - The schema that found the issues.
 * @param at - The path of the value that the schema checked.
 */
export function problemsOf(
  error: z.ZodError,
  schema: z.ZodType,
  { at = [], language = defaultLanguage }: { at?: readonly PropertyKey[]; language?: Language } = {},
): InputProblem[] {
  return error.issues.flatMap((issue) => {
    const path = [...at, ...issue.path];
    if (issue.code === "unrecognized_keys") {
      const found = schemaAt(schema, issue.path);
      const known = found instanceof z.ZodObject ? Object.keys(found.shape) : [];
      return issue.keys.map((key) => unknownField([...path, key], known, language));
    }
    if (issue.code === "invalid_union") {
      // Reports the alternative whose problem is nested most deeply, because the user most likely meant that
      // alternative.
      const [nearest = []] = issue.errors.toSorted(
        (one, other) => (other[0]?.path.length ?? 0) - (one[0]?.path.length ?? 0),
      );
      return problemsOf(new z.ZodError(nearest), z.unknown(), { at: path, language });
    }
    const { code, params } = problemIn(issue, schema);
    return [inputProblem<ProblemCode>(showPath(path), code, params, locales[language].errors)];
  });
}

/**
 * @param at - The value's path in error messages.
 * @throws `invalid-input` with all problems.
 */
export function readWith<Schema extends z.ZodType>(schema: Schema, value: unknown, at: readonly PropertyKey[] = []) {
  const read = schema.safeParse(value, { reportInput: true });
  if (read.success) return read.data;
  throw invalidInput(problemsOf(read.error, schema, { at }));
}
