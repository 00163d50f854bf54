/** `npm run dockerfile`: the LangGraph CLI's Dockerfile, with the one step changed that would fail. */
import { execFile } from "node:child_process";
import { writeFile } from "node:fs/promises";
import { fileURLToPath } from "node:url";
import { promisify } from "node:util";

const root = fileURLToPath(new URL("../", import.meta.url));
const cli = `${root}node_modules/@langchain/langgraph-cli/dist/cli/cli.mjs`;

/**
 * `npm ci` refuses a lock file that lacks the packages of other platforms, as one does that was written where the registry has
 * only some; `npm install` takes the versions from the same file, and what is missing from the registry.
 */
export async function dockerfile(): Promise<string> {
  const { stdout } = await promisify(execFile)(process.execPath, [cli, "dockerfile", "-"], {
    cwd: root,
    env: { ...process.env, NODE_OPTIONS: "", LANGGRAPH_CLI_NO_ANALYTICS: "1" },
  });
  const refused = /^RUN npm ci$/m;
  if (!refused.test(stdout)) throw new Error("the CLI installs in another way than it did: look at its Dockerfile");
  return stdout.replace(refused, "RUN npm install --no-audit --no-fund");
}

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  await writeFile(`${root}Dockerfile`, await dockerfile());
  console.error("Dockerfile is written. The README goes on from here: “Deploying”.");
}
