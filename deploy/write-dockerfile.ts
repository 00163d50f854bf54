/** `npm run dockerfile`: has the LangGraph CLI generate a Dockerfile, and replaces the Dockerfile's `npm ci`. */
import { execFile } from "node:child_process";
import { readFile, writeFile } from "node:fs/promises";
import { fileURLToPath } from "node:url";
import { promisify } from "node:util";

const root = fileURLToPath(new URL("../", import.meta.url));
const cli = `${root}node_modules/@langchain/langgraph-cli/dist/cli/cli.mjs`;

/** The packages that the server imports but that `package.json` lists only as development or peer dependencies. */
const hostPackages = [
  ...["@langchain/core", "@langchain/langgraph", "@langchain/langgraph-checkpoint", "@langchain/openai"],
  ...["hono", "langchain", "zod"],
];

/**
 * npm treats a package that is both a peer and a development dependency as development only, so these commands make
 * `hostPackages` regular dependencies. They run `npm install`, because `npm ci` requires the lock file to match
 * `package.json`.
 */
export async function installCommands(): Promise<string[]> {
  const { dependencies, devDependencies } = JSON.parse(await readFile(`${root}package.json`, "utf8"));
  const versions: Readonly<Record<string, string>> = { ...devDependencies, ...dependencies };
  const settings = hostPackages.map((name) => `'dependencies[${name}]=${versions[name]}'`);
  return [
    "npm pkg delete devDependencies peerDependencies peerDependenciesMeta",
    `npm pkg set ${settings.join(" ")}`,
    "npm install --no-audit --no-fund",
  ];
}

export async function dockerfile(): Promise<string> {
  const { stdout } = await promisify(execFile)(process.execPath, [cli, "dockerfile", "-"], {
    cwd: root,
    env: { ...process.env, NODE_OPTIONS: "", LANGGRAPH_CLI_NO_ANALYTICS: "1" },
  });
  const install = /^RUN npm ci$/m;
  if (!install.test(stdout)) throw new Error("the CLI's Dockerfile no longer installs with `npm ci`");
  return stdout.replace(install, `RUN ${(await installCommands()).join(" && ")}`);
}

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  await writeFile(`${root}Dockerfile`, await dockerfile());
  console.error("Wrote Dockerfile. docs/guides/deploying.md has the next steps.");
}
