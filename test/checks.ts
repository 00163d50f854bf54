/**
 * Every check but the tests. The compiler's takes as long as all others together, and each keeps only one core at work: so they
 * go side by side. What a check says is printed when it has ended; all of them are run, also when one fails.
 */
import { spawn } from "node:child_process";

const lanes = [["check:types"], ["check:imports", "check:unused", "check:style"]];

/** Whether a script of the package ended well. */
function passes(script: string): Promise<boolean> {
  const child = spawn("npm", ["run", "--silent", script], { shell: process.platform === "win32", stdio: "pipe" });
  let said = "";
  for (const stream of [child.stdout, child.stderr]) stream.on("data", (chunk) => (said += String(chunk)));
  return new Promise((resolve, reject) => {
    child.once("error", reject);
    child.once("close", (code) => {
      process.stdout.write(`${script}: ${code === 0 ? "passed" : "FAILED"}\n${said}`);
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
