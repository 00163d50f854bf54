/**
 * Checks the Dockerfile, because the LangGraph CLI, which writes it, silently drops the keys of langgraph.json that it
 * does not know.
 */
import { readFile } from "node:fs/promises";
import { join } from "node:path";
import { beforeAll, expect, it } from "@jest/globals";
import { dockerfile, installCommands } from "../../deploy/write-dockerfile.js";
import { root } from "../support/docker-context.js";

const read = async (file: string) => JSON.parse(await readFile(join(root, file), "utf8"));
let lines: string[];

beforeAll(async () => {
  lines = (await dockerfile()).trim().split("\n");
});

const settingOf = (name: string) =>
  JSON.parse(lines.find((line) => line.startsWith(`ENV ${name}=`))?.replace(/^[^']*'|'$/g, "") ?? "null");

it("the image is based on a pinned version of the LangGraph server", async () => {
  const { api_version, node_version } = await read("langgraph.json");
  expect(api_version).toMatch(/^\d+\.\d+\.\d+$/);
  expect(lines[0]).toBe(`FROM langchain/langgraphjs-api:${api_version}-node${node_version}`);
});

it("the Dockerfile passes on the graphs, authentication and HTTP settings of langgraph.json", async () => {
  const { graphs, auth, http } = await read("langgraph.json");
  expect(settingOf("LANGSERVE_GRAPHS")).toEqual(graphs);
  expect(settingOf("LANGGRAPH_AUTH")).toEqual(auth);
  expect(settingOf("LANGGRAPH_HTTP")).toMatchObject(http);
});

it("the Dockerfile installs the lock file's production packages, without running their scripts", async () => {
  const install = lines.findIndex((line) => line.startsWith("RUN npm"));
  expect(lines.filter((line) => line.startsWith("RUN npm"))).toEqual([`RUN ${(await installCommands()).join(" && ")}`]);
  expect(lines[install]).not.toContain("undefined");
  const settings = lines.findIndex((line) => /^ENV .*NPM_CONFIG_OMIT=dev .*NPM_CONFIG_IGNORE_SCRIPTS=true/.test(line));
  expect(settings).toBeGreaterThan(0);
  expect(install).toBeGreaterThan(settings);
});
