/** Names of the caller's own rules, conditions and modes. */
import { inputProblem, invalidInput } from "../errors/rostrum-error.js";

/**
 * Rejects names that are already taken.
 *
 * @param option - The option that lists the caller's own, such as `rules`.
 * @throws `invalid-input` for each name that a built-in one has.
 */
export function refuseTaken(option: string, names: readonly string[], builtIn: readonly string[]): void {
  const taken = names.filter((name) => builtIn.includes(name));
  if (taken.length > 0) throw invalidInput(taken.map((name) => inputProblem(`${option}.${name}`, "built-in-name", {})));
}
