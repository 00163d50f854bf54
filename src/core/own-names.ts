import { inputProblem, invalidInput } from "../errors/rostrum-error.js";

/**
 * @param option - The option that defines the names, such as `rules`.
 * @throws `invalid-input` with a problem for each of `names` that is built in.
 */
export function refuseTaken(option: string, names: readonly string[], builtIn: readonly string[]): void {
  const taken = names.filter((name) => builtIn.includes(name));
  if (taken.length > 0) throw invalidInput(taken.map((name) => inputProblem(`${option}.${name}`, "built-in-name", {})));
}
