/**
 * Fails each test that writes to the console. A test that expects output mocks the console's method with `jest.spyOn`.
 */
import { format } from "node:util";
import { afterAll, afterEach } from "@jest/globals";

const written: string[] = [];
for (const method of ["debug", "error", "info", "log", "trace", "warn"] as const)
  console[method] = (...values: unknown[]) => {
    written.push(`console.${method}: ${format(...values)}`);
  };

function expectSilence(): void {
  const lines = written.splice(0);
  if (lines.length > 0) throw new Error(`unexpected output:\n${lines.join("\n")}`);
}

afterEach(expectSilence);
afterAll(expectSilence);
