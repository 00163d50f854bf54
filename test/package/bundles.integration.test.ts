import { spawn } from "node:child_process";
import { once } from "node:events";
import { mkdir, mkdtemp, readFile, rm, symlink, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { afterAll, beforeAll, describe, expect, it } from "@jest/globals";
import { codeBlocks, offline } from "../docs/pages.js";
import { launch, visit } from "../support/chromium.js";
import { compile, pack, root, run, tool } from "./pack.js";

const manifest = JSON.parse(await readFile(join(root, "package.json"), "utf8"));
const required = Object.keys({ ...manifest.dependencies, ...manifest.peerDependencies }).filter(
  (name) => !manifest.peerDependenciesMeta[name]?.optional,
);

const program = `
import { createBidding, openConversations } from "rostrum";

async function main() {
  const { messages } = await createBidding({ model: "rehearsal" }).compile().invoke({ maxTurns: 2, seed: 7 });
  console.log(messages.length);
  for (const options of [{}, { queue: true }])
    await openConversations("postgres://x@127.0.0.1:1/x", options).catch(({ code }) => console.log(code));
}
main();
`;

const pageProgram = `
import { StrictMode } from "react";
import { createRoot } from "react-dom/client";
import { Chat } from "./chat.js";
import { Talk } from "./talk.js";

const show = (id: string, page: React.ReactNode) =>
  createRoot(document.getElementById(id) as HTMLElement).render(<StrictMode>{page}</StrictMode>);
show("talk", <Talk topic="Should the ferry be free?" />);
show("chat", <Chat />);
`;
const pageText = `<!doctype html>
<html lang="en"><link rel="icon" href="data:,"><main id="talk"></main><aside id="chat"></aside>
<script type="module" src="/app/main.tsx"></script></html>`;
const serverProgram = `
import { serve } from "@hono/node-server";
import { serveStatic } from "@hono/node-server/serve-static";
import { Hono } from "hono";
import * as rostrum from "./out/rostrum/[...path]/route.js";
import * as chat from "./out/api/chat/route.js";

const app = new Hono()
  .all("/rostrum/*", ({ req }) => rostrum[req.method](req.raw))
  .post("/api/chat", ({ req }) => chat.POST(req.raw))
  .get("/*", serveStatic({ root: "site" }));
serve({ fetch: app.fetch, hostname: "127.0.0.1", port: 0 }, ({ port }) => console.log(port));
`;

const bundlers = {
  esbuild: (out: string) => ["esbuild", "program.js", "--bundle", "--platform=node", `--outfile=${out}/program.cjs`],
  rolldown: (out: string) => [
    ...["rolldown", "program.js", "--platform", "node", "--format", "cjs", "-d", out],
    ...["--entry-file-names", "program.cjs", "--chunk-file-names", "[name].cjs"],
  ],
};

let folder: string;
let tarball: string;

async function createHost(name: string, packages: readonly string[]): Promise<string> {
  const host = join(folder, name);
  const installed = join(host, "node_modules/rostrum");
  await mkdir(installed, { recursive: true });
  await run("tar", ["-xzf", tarball, "-C", installed, "--strip-components=1"]);
  for (const each of packages) {
    await mkdir(dirname(join(host, "node_modules", each)), { recursive: true });
    await symlink(join(root, "node_modules", each), join(host, "node_modules", each));
  }
  await writeFile(join(host, "package.json"), JSON.stringify({ type: "module" }));
  await writeFile(join(host, "program.js"), program);
  return host;
}

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), "rostrum-bundles-"));
  ({ tarball } = await pack("bundles"));
}, 300_000);
afterAll(() => rm(folder, { recursive: true, force: true }));

describe.each(Object.entries(bundlers))("bundling with %s", (name, bundler) => {
  /** Bundles the program, and runs the bundle in a folder in which Node.js finds no packages. */
  async function outputOf(packages: readonly string[]): Promise<string> {
    const host = await createHost(`${name}-${packages.length}`, packages);
    const out = join(folder, `${name}-${packages.length}-out`);
    const [command = "", ...args] = bundler(out);
    await run(join(root, "node_modules/.bin", command), args, { cwd: host });
    return (await run(process.execPath, ["program.cjs"], { cwd: out, env: offline })).stdout;
  }

  it("succeeds without the optional packages", async () => {
    expect(await outputOf(required)).toBe("3\nmissing-package\nmissing-package\n");
  }, 300_000);

  it("includes the packages for PostgreSQL if they are installed", async () => {
    const packages = ["pg", "pg-boss", "@langchain/langgraph-checkpoint-postgres", "@opentelemetry/api"];
    expect(await outputOf([...required, ...packages])).toBe("3\nstorage-failed\nstorage-failed\n");
  }, 300_000);
});

describe("the programs for web apps", () => {
  const programs = async () => {
    const pages = ["docs/guides/web-apps.md", "docs/at-a-glance.md"].map((path) => readFile(join(root, path), "utf8"));
    return (await Promise.all(pages))
      .flatMap((page) => codeBlocks(page, "tsx"))
      .map((code) => ({ path: /^\/\/ app\/(\S+)\n/.exec(code)?.[1] ?? "", code }));
  };

  const libraries = ["react", "react-dom", "@types/react", "@types/react-dom", "csstype", "@types/node"];
  let host: string;
  beforeAll(async () => {
    const servers = ["hono", "@hono/node-server", "ai", "@ai-sdk/react"];
    host = await createHost("web", [...required, ...libraries, ...servers]);
    for (const { path, code } of [...(await programs()), { path: "main.tsx", code: pageProgram }]) {
      await mkdir(dirname(join(host, "app", path)), { recursive: true });
      await writeFile(join(host, "app", path), code);
    }
    await writeFile(join(host, "index.html"), pageText);
    await writeFile(join(host, "server.js"), serverProgram);
    const compilerOptions = {
      ...{ module: "nodenext", target: "es2024", lib: ["es2024", "dom", "dom.iterable"], jsx: "react-jsx" },
      ...{ strict: true, skipLibCheck: true, types: ["node"], rootDir: "app", outDir: "out" },
    };
    await writeFile(join(host, "tsconfig.json"), JSON.stringify({ compilerOptions, include: ["app"] }));
    expect((await compile(["-p", host], host)).output).toBe("");
  }, 300_000);

  it("compile, and the route streams events until the conversation ends", async () => {
    const request = `import { GET } from "./out/debate/route.js";
      const response = await GET(new Request("http://localhost/debate?topic=Tea"));
      console.log(response.headers.get("content-type"));
      console.log(await response.text());`;
    const { stdout } = await run(process.execPath, ["--input-type=module", "-e", request], { cwd: host, env: offline });
    const [type, ...lines] = stdout.trim().split(/\n+/);
    expect(type).toBe("text/event-stream");
    const events = lines.map((line) => JSON.parse(line.replace(/^data: /, "")));
    expect(events[0]).toMatchObject({ type: "scene-set", topic: "Tea" });
    expect(events.at(-1)).toMatchObject({ type: "stopped", reason: { kind: "turns" } });
    expect(events.filter(({ type }) => type === "speech-end")).toHaveLength(6);
  }, 300_000);

  it("the hook adds less than 15 kB to a page", async () => {
    await writeFile(join(host, "hook.js"), 'export { useConversation } from "rostrum/react";');
    const command = ["hook.js", "--bundle", "--minify", "--format=esm", "--external:react"];
    const { stdout } = await run(join(root, "node_modules/.bin/esbuild"), command, { cwd: host });
    expect(stdout).toContain("useSyncExternalStore");
    expect(stdout.length).toBeLessThan(15_000);
  });

  it("in a page built by Vite, React and the AI SDK show a conversation to its end, with the speakers' names", async () => {
    const built = await tool("vite/bin/vite.js", ["build", "--outDir", "site", "--logLevel", "error"], host);
    expect(built).toEqual({ ok: true, output: "" });
    const server = spawn(process.execPath, ["server.js"], { cwd: host, env: offline });
    const browser = await launch();
    try {
      const [port] = await once(server.stdout, "data");
      const { tab, errors } = await visit(browser, `http://127.0.0.1:${String(port).trim()}/`);
      await tab.getByRole("button", { name: "Start" }).click();
      await tab.locator("#talk").getByText("ended", { exact: true }).waitFor();
      const names = (part: string) => tab.locator(`${part} b`).allTextContents();
      const said = await names("#talk");
      expect(said[0]).toBe("Moderator:");
      expect(said.length).toBe(5);
      expect(new Set(said).size).toBeGreaterThan(2);

      await tab.locator("#chat input").fill("Should the ferry be free?");
      await tab.keyboard.press("Enter");
      await tab.locator("#chat b").nth(5).waitFor();
      await tab.locator("#chat input:enabled").waitFor();
      const [user, ...others] = await names("#chat");
      expect([user, others[0], others.length]).toEqual(["You:", "Moderator:", 5]);
      expect(others).not.toContain("You:");
      expect(await tab.locator("#chat p").nth(1).textContent()).toContain("Should the ferry be free?");
      expect(errors).toEqual([]);
    } finally {
      await browser.close();
      server.kill();
    }
  }, 300_000);
});

it("a test in CommonJS that loads the package as the documentation says passes with Jest", async () => {
  const host = await createHost("jest", required);
  const [test = ""] = codeBlocks(await readFile(join(root, "docs/guides/testing.md"), "utf8"), "js");
  await writeFile(join(host, "package.json"), JSON.stringify({ type: "commonjs" }));
  await writeFile(join(host, "debate.test.js"), test);
  const args = ["--rootDir", host, "--watchman=false"];
  const passed = await tool("jest/bin/jest.js", args, host, ["--experimental-vm-modules", "--no-warnings"]);
  expect(passed.output).toContain("1 passed");
  expect((await tool("jest/bin/jest.js", args, host)).ok).toBe(false);
}, 300_000);

it("in Node.js 20, every entry point fails with an error that names the oldest supported version", async () => {
  const host = await createHost("old", [...required, "hono", "react"]);
  const entries = Object.keys(manifest.exports)
    .filter((name) => !/[*]|json$/.test(name))
    .map((name) => name.replace(".", "rostrum"));
  expect(entries).toContain("rostrum/web");
  const script = `Object.defineProperty(process, "versions", { value: { ...process.versions, node: "20.20.2" } });
    for (const entry of ${JSON.stringify(entries)})
      await import(entry).then(() => console.log("loaded"), ({ message }) => console.log(message));`;
  const { stdout } = await run(process.execPath, ["--input-type=module", "-e", script], { cwd: host });
  const oldest = manifest.engines.node.replace(">=", "");
  const error = `rostrum needs Node.js ${oldest} or newer; this is v20.20.2\n`;
  expect(stdout).toBe(error.repeat(entries.length));
}, 300_000);
