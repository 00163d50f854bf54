/**
 * Prints the failed tests of several runs, then one line with the numbers of passed and failed tests. The arguments are
 * files that Jest wrote with `--json --outputFile`. A suite that could not run, or a file that cannot be read, counts
 * as a failed test. Fails if a test failed or none passed.
 */
import { readFileSync } from "node:fs";
import { failedTests, type Results } from "./support/failed-tests.js";

let passed = 0;
let failed = 0;
for (const path of process.argv.slice(2)) {
  try {
    const results: Results = JSON.parse(readFileSync(path, "utf8"));
    for (const text of failedTests(results)) console.log(`${text}\n`);
    passed += results.numPassedTests;
    // A suite that could not run at all counts as one failure, because it would otherwise not show up.
    failed += results.numFailedTests + results.numRuntimeErrorTestSuites;
  } catch {
    console.log(`no results in ${path}`);
    failed += 1;
  }
}
console.log(`${passed} passed, ${failed} failed`);
process.exitCode = failed > 0 || passed === 0 ? 1 : 0;
