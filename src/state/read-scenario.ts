/** A scenario that a run brings along, such as an assistant's: it counts wherever the input is left as it was. */
import { isDeepStrictEqual } from "node:util";
import type { z } from "zod";
import { invalidInput } from "../errors.js";
import { problemsOf, unknownField } from "./problems.js";

type Fields = Readonly<Record<string, z.ZodType>>;

/** Whether a field is as an untouched form has it, and as nobody has set it. */
export function isUntouched(field: z.ZodType, value: unknown): boolean {
  const untouched = field.safeParse(undefined);
  return isDeepStrictEqual(value, untouched.success ? untouched.data : undefined);
}

/** The fields of the scenario that count. Throws `invalid-input` for a field that there is none of, or a bad value. */
export function readScenario(
  fields: Fields,
  input: Readonly<Record<string, unknown>>,
  scenario: Readonly<Record<string, unknown>> = {},
): Record<string, unknown> {
  const counting = Object.entries(scenario).flatMap(([name, value]) => {
    const at = ["context", "scenario", name];
    const field = fields[name];
    if (!field) throw invalidInput([unknownField(at.join("."), name, Object.keys(fields))]);
    const read = field.safeParse(value, { reportInput: true });
    if (!read.success) throw invalidInput(problemsOf(read.error, field, { at }));
    return isUntouched(field, input[name]) ? [[name, read.data]] : [];
  });
  return Object.fromEntries(counting);
}
