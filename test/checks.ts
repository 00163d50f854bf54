/**
 * Checks types, imports, unused code and style. Checks types in parallel with the other checks, which run one after
 * another. Prints the output of each check when the check ends. If a check fails, the others still run.
 */
import { spawn } from "node:child_process";

const lanes = [["check:types"], ["check:imports", "check:unused", "check:style"]];

/** Runs an npm script and prints its output. Resolves to whether the script succeeded. */
function passes(script: string): Promise<boolean> {
  const child = spawn("npm", ["run", "--silent", script], { shell: process.platform === "win32", stdio: "pipe" });
  let output = "";
  for (const stream of [child.stdout, child.stderr]) stream.on("data", (chunk) => (output += String(chunk)));
  return new Promise((resolve, reject) => {
    child.once("error", reject);
    child.once("close", (code) => {
      process.stdout.write(`${script}: ${code === 0 ? "passed" : "FAILED"}\n${output}`);
      resolve(code === 0);
    });
  });
}

const failed = await Promise.all(
  lanes.map(async (lane) => {
    const bad: string[] = [];
    for (const script of lane) if (!(await passes(script))) bad.push(script);
    return bad;
  }),
);
if (failed.flat().length > 0) {
  console.error(`Failed: ${failed.flat().join(", ")}`);
  process.exitCode = 1;
}
