import { stripVTControlCharacters } from "node:util";

export interface Results {
  readonly numPassedTests: number;
  readonly numFailedTests: number;
  readonly numRuntimeErrorTestSuites: number;
  readonly testResults: readonly { readonly name: string; readonly message: string }[];
}

/** The first lines of each failure. A suite's message can include the failures of a test run that the suite started. */
export function failedTests({ testResults }: Results, lines = 20): readonly string[] {
  return testResults.flatMap(({ name, message }) =>
    stripVTControlCharacters(message)
      .split(/^(?= *● )/m)
      .filter((text) => text.trim())
      .map((text) => `${name}\n${text.trimEnd().split("\n").slice(0, lines).join("\n")}`),
  );
}
