/** Finds the failures in the results that Jest writes with `--json`. */
import { stripVTControlCharacters } from "node:util";

export interface Results {
  readonly numPassedTests: number;
  readonly numFailedTests: number;
  /** The number of suites that could not run, or failed outside their tests. */
  readonly numRuntimeErrorTestSuites: number;
  readonly testResults: readonly { readonly name: string; readonly message: string }[];
}

/**
 * Returns one text for each failed test and each suite that could not run: the suite's path, the full name, and the
 * first lines of the message. A message can list failed tests of a run that the test started; each of these keeps its
 * own first lines.
 */
export function failedTests({ testResults }: Results, lines = 20): readonly string[] {
  return testResults.flatMap(({ name, message }) =>
    stripVTControlCharacters(message)
      .split(/^(?= *● )/m)
      .filter((text) => text.trim())
      .map((text) => `${name}\n${text.trimEnd().split("\n").slice(0, lines).join("\n")}`),
  );
}
