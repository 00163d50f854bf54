/** Names that callers give to rules, conditions and modes of their own. */
import { inputProblem, invalidInput } from "../errors/rostrum-error.js";

/**
 * @param option - What holds the caller's own, such as `rules`.
 * @throws `invalid-input` for each name that a built-in one has.
 */
export function refuseTaken(option: string, names: readonly string[], builtIn: readonly string[]): void {
  const taken = names.filter((name) => builtIn.includes(name));
  if (taken.length > 0) throw invalidInput(taken.map((name) => inputProblem(`${option}.${name}`, "built-in-name", {})));
}
