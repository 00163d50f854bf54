import { inputProblem, invalidInput } from "../errors/rostrum-error.js";

/**
 * Checks that the caller's own rules, conditions or modes do not have the names of built-in ones.
 *
 * @param option - The option that defines them, such as `rules`.
 * @throws `invalid-input` with a problem for each built-in name.
 */
export function refuseTaken(option: string, names: readonly string[], builtIn: readonly string[]): void {
  const taken = names.filter((name) => builtIn.includes(name));
  if (taken.length > 0) throw invalidInput(taken.map((name) => inputProblem(`${option}.${name}`, "built-in-name", {})));
}
