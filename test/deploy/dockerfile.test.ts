/** The Dockerfile that the LangGraph CLI writes from langgraph.json: the CLI drops in silence what it does not know. */
import { readFile } from "node:fs/promises";
import { join } from "node:path";
import { beforeAll, expect, it } from "@jest/globals";
import { dockerfile } from "../../deploy/write-dockerfile.js";
import { root } from "../support/docker-context.js";

const read = async (file: string) => JSON.parse(await readFile(join(root, file), "utf8"));
let lines: string[];

beforeAll(async () => {
  lines = (await dockerfile()).trim().split("\n");
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
  const install = lines.findIndex((line) => line.startsWith("RUN npm install"));
  expect(lines.filter((line) => line.startsWith("RUN npm"))).toHaveLength(1);
  const settings = lines.findIndex((line) => /^ENV .*NPM_CONFIG_OMIT=dev .*NPM_CONFIG_IGNORE_SCRIPTS=true/.test(line));
  expect(settings).toBeGreaterThan(0);
  expect(install).toBeGreaterThan(settings);
});
