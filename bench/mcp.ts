/**
 * `npm run report:mcp`: checks the MCP server with the Inspector's command line, over stdio, and with the conformance
 * suite, over HTTP. Installs both from the npm registry into a temporary folder.
 */
import { execFile } from "node:child_process";
import { once } from "node:events";
import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { promisify } from "node:util";
import { StreamableHTTPServerTransport } from "@modelcontextprotocol/sdk/server/streamableHttp.js";
import { createMcpServer } from "../src/apps/cli/mcp/mcp-server.js";
import { openConversations } from "../src/talk/conversations/open.js";
import removeBuild from "../test/support/after-all.js";
import build from "../test/support/before-all.js";
import { compiled } from "../test/support/compiled.js";

const versions = ["@modelcontextprotocol/inspector@2.12.0", "@modelcontextprotocol/conformance@0.1.16"];

/** The suite expects a server with certain tools, resources and prompts; these scenarios need none of them. */
const applicable = ["server-initialize", "logging-set-level", "ping", "tools-list", "resources-list", "prompts-list"];

const requests: readonly (readonly string[])[] = [
  ["tools/list"],
  ["tools/call", "--tool-name", "list_scenarios"],
  ["tools/call", "--tool-name", "run_conversation", "--tool-arg", "thread=seen", "--tool-arg", "maxTurns=2"],
  ["resources/list"],
  ["resources/templates/list"],
  ["resources/read", "--uri", "rostrum://conversations/seen"],
  ["resources/read", "--uri", "rostrum://scenarios/drowned-bell"],
  ["prompts/list"],
  ["prompts/get", "--prompt-name", "review", "--prompt-args", "thread=seen"],
  ["logging/setLevel", "--log-level", "warning"],
];

const run = promisify(execFile);
const folder = await mkdtemp(join(tmpdir(), "rostrum-mcp-report-"));
const failures: string[] = [];

const tryTool = (name: string, args: readonly string[]) =>
  run("npx", ["--no-install", name, ...args], { cwd: folder, timeout: 180_000 }).then(
    ({ stdout }) => stdout,
    (error: { readonly stdout: string; readonly stderr: string }) => {
      console.error(error.stdout || error.stderr);
      return undefined;
    },
  );

async function inspect(): Promise<void> {
  const server = [process.execPath, compiled("src/apps/cli/main.ts"), "mcp", "--db", join(folder, "talks.db")];
  for (const [method = "", ...options] of requests) {
    const output = await tryTool("mcp-inspector", [
      "--cli",
      "--connect-timeout",
      "60000",
      ...server,
      "--method",
      method,
      ...options,
    ]);
    const isGood = output !== undefined && !output.includes('"isError": true');
    if (!isGood) failures.push(`Inspector: ${method}`);
    console.log(`Inspector  ${isGood ? "passed" : "FAILED"}  ${[method, ...options].join(" ")}`);
  }
}

async function serveHttp() {
  const conversations = await openConversations("memory", { model: "rehearsal" });
  const server = createServer(async (request, response) => {
    // Without session ids, requests are independent of each other.
    const transport = new StreamableHTTPServerTransport({});
    response.on("close", () => void transport.close());
    await createMcpServer(conversations).connect(transport as never);
    await transport.handleRequest(request, response);
  }).listen(0, "127.0.0.1");
  await once(server, "listening");
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/mcp`,
    async stop() {
      server.closeAllConnections();
      server.close();
      await conversations.close();
    },
  };
}

async function conform(): Promise<void> {
  const { url, stop } = await serveHttp();
  const listed = (await tryTool("conformance", ["list", "--server"])) ?? "";
  const all = [...listed.matchAll(/^ {2}- ([\w-]+)/gm)].map(([, name = ""]) => name);
  let passed = 0;
  for (const name of all) {
    if (!applicable.includes(name)) continue;
    const output = await tryTool("conformance", ["server", "--url", url, "--scenario", name]);
    if (output === undefined) failures.push(`conformance: ${name}`);
    else passed += 1;
    console.log(`Conformance  ${output === undefined ? "FAILED" : "passed"}  ${name}`);
  }
  await stop();
  console.log(`Of the suite's ${all.length} scenarios, ${applicable.length} apply; ${passed} of them passed.`);
}

await build();
try {
  await writeFile(join(folder, "package.json"), JSON.stringify({ private: true }));
  await run("npm", ["install", "--no-audit", "--no-fund", "--ignore-scripts", ...versions], { cwd: folder });
  await inspect();
  await conform();
} finally {
  await rm(folder, { recursive: true, force: true });
  await removeBuild();
}
console.log(failures.length === 0 ? "All checks passed." : `Failed: ${failures.join(", ")}`);
process.exitCode = failures.length === 0 ? 0 : 1;
