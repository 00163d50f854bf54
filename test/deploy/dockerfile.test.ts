/** The Dockerfile that the LangGraph CLI writes from langgraph.json: the CLI drops in silence what it does not know. */
import { execFile } from "node:child_process";
import { readFile } from "node:fs/promises";
import { join } from "node:path";
import { promisify } from "node:util";
import { beforeAll, expect, it } from "@jest/globals";
import { root } from "../support/docker-context.js";

const read = async (file: string) => JSON.parse(await readFile(join(root, file), "utf8"));
let lines: string[];

beforeAll(async () => {
  const cli = join(root, "node_modules/@langchain/langgraph-cli/dist/cli/cli.mjs");
  const { stdout } = await promisify(execFile)(process.execPath, [cli, "dockerfile", "-"], {
    cwd: root,
    env: { ...process.env, NODE_OPTIONS: "", LANGGRAPH_CLI_NO_ANALYTICS: "1" },
  });
  lines = stdout.trim().split("\n");
});

const settingOf = (name: string) =>
  JSON.parse(lines.find((line) => line.startsWith(`ENV ${name}=`))?.replace(/^[^']*'|'$/g, "") ?? "null");

it("begins from a pinned version of the server", async () => {
  const { api_version, node_version } = await read("langgraph.json");
  expect(api_version).toMatch(/^\d+\.\d+\.\d+$/);
  expect(lines[0]).toBe(`FROM langchain/langgraphjs-api:${api_version}-node${node_version}`);
});

it("has every graph, who may use them, and what stands before them", async () => {
  const { graphs, auth, http } = await read("langgraph.json");
  expect(settingOf("LANGSERVE_GRAPHS")).toEqual(graphs);
  expect(settingOf("LANGGRAPH_AUTH")).toEqual(auth);
  expect(settingOf("LANGGRAPH_HTTP")).toMatchObject(http);
});

it("installs what the lock file has, for production, and runs none of the packages' scripts", () => {
  const install = lines.indexOf("RUN npm ci");
  const settings = lines.findIndex((line) => /^ENV .*NPM_CONFIG_OMIT=dev .*NPM_CONFIG_IGNORE_SCRIPTS=true/.test(line));
  expect(settings).toBeGreaterThan(0);
  expect(install).toBeGreaterThan(settings);
});
