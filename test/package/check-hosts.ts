/**
 * `npm run check:hosts`: installs the packed tarball in two host applications, one with the newest and one with the
 * lowest versions that the peer ranges allow, and checks the package there. Needs a package registry, so `npm test`
 * does not run it.
 */
import { mkdir, mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { LLMock } from "@copilotkit/aimock";
import { offline, pages, selfContained } from "../docs/pages.js";
import { checkCreated, combinations } from "./created-projects.js";
import { pack, packCreate, run } from "./pack.js";

/** Packages that an application must have only once, because a second copy breaks `instanceof` checks and types. */
const shared = ["@langchain/core", "@langchain/langgraph", "@langchain/langgraph-checkpoint"];

const ranges = { "@langchain/core": "^1.2.13", "@langchain/langgraph": "^1.4.18" };
const hosts = {
  newest: { typescript: "7.0.2", dependencies: ranges },
  // Pins the SDK, because LangGraph 1.4.18 accepts any SDK 1.12.x, but the latest 1.12.x requires a newer core.
  lowest: {
    typescript: "5.9.3",
    dependencies: {
      "@langchain/core": "1.2.13",
      "@langchain/langgraph": "1.4.18",
      "@langchain/langgraph-checkpoint": "1.1.5",
      "@langchain/langgraph-sdk": "1.12.0",
    },
  },
};
type Host = (typeof hosts)[keyof typeof hosts];

/** Each module resolution has its own rules for finding a package's types. */
const resolutions = [
  { module: "node16", moduleResolution: "node16" },
  { module: "nodenext", moduleResolution: "nodenext" },
  { module: "esnext", moduleResolution: "bundler" },
];

const accepted = `
import assert from "node:assert";
import { Runnable } from "@langchain/core/runnables";
import { ChatOpenAI } from "@langchain/openai";
import { createBidding, createDirector, createGroupChat, createRoundRobin, createSupervisor } from "rostrum";

const model = new ChatOpenAI({ model: "gpt-4.1-mini", apiKey: "none", configuration: { baseURL: "http://127.0.0.1:9/v1" }, maxRetries: 0 });
for (const create of [createBidding, createDirector, createGroupChat, createRoundRobin, createSupervisor]) {
  const graph: Runnable = create({ model }).compile();
  assert(graph instanceof Runnable, "the compiled graph is not an instance of the host's Runnable");
}
// Rostrum accepts the model, so the first error is that of the call: nothing listens at the model's address.
const failure: unknown = await createRoundRobin({ model })
  .compile()
  .invoke({ maxTurns: 1 }, { context: { timeoutMs: 1000 } })
  .catch((error: unknown) => error);
assert.equal((failure as { code?: string }).code, "model-call-failed");
`;

const missing = `
import assert from "node:assert";
import { createRoundRobin } from "rostrum";

process.env["OPENAI_API_KEY"] = "none";
const failure = await createRoundRobin({ model: "openai:gpt-4.1-mini" }).compile().invoke({ maxTurns: 1 }).catch((error) => error);
assert.equal(failure.code, "missing-package");
assert.match(failure.message, /npm install @langchain\\/openai/);
`;

const problems: string[] = [];
const require = (ok: boolean, problem: string) => {
  if (!ok) problems.push(problem);
};

async function copiesOf(name: string, folder: string): Promise<string[]> {
  const { stdout } = await run("npm", ["ls", name, "--all", "--parseable", "--long"], { cwd: folder });
  return [...new Set(stdout.trim().split("\n"))].map((line) => line.slice(folder.length + 1));
}

/** In kilobytes. */
async function diskUse(folder: string): Promise<number> {
  const { stdout } = await run("du", ["-sk", folder]);
  return Number.parseInt(stdout, 10);
}

const install = (folder: string, packages: readonly string[] = []) =>
  run("npm", ["install", "--no-audit", "--no-fund", "--ignore-scripts", ...packages], { cwd: folder });

async function checkHost(name: string, { typescript, dependencies }: Host, tarball: string) {
  const folder = await mkdtemp(join(tmpdir(), `rostrum-host-${name}-`));
  const say = (problem: string) => `host with the ${name} versions: ${problem}`;
  const execute = (file: string) =>
    run(process.execPath, [file], { cwd: folder, env: offline, timeout: 60_000 }).then(
      () => "",
      (error: { stderr: string; message: string }) => error.stderr || error.message,
    );
  try {
    await writeFile(join(folder, "package.json"), JSON.stringify({ private: true, type: "module", dependencies }));
    await install(folder);
    const before = await diskUse(folder);
    await install(folder, [tarball]);
    const added = ((await diskUse(folder)) - before) / 1024;
    process.stdout.write(`${name}: ${added.toFixed(1)} MB on top of core and langgraph\n`);
    require(added <= 10, say(`rostrum adds ${added.toFixed(1)} MB, more than 10`));
    await writeFile(join(folder, "missing.js"), missing);
    const unmet = await execute("missing.js");
    require(unmet === "", say(`an absent @langchain/openai does not raise missing-package:\n${unmet}`));

    const mcp = await run("npx", ["rostrum", "mcp"], { cwd: folder }).then(() => "", String);
    require(mcp.includes("npm install @modelcontextprotocol/sdk"), say(`an absent MCP SDK is not named:\n${mcp}`));

    // The programs of the documentation need these packages.
    const tools = [
      `typescript@${typescript}`,
      "@types/node@22",
      "@langchain/openai@1.5.8",
      "hono@4",
      "@hono/node-server@2",
    ];
    await install(folder, tools);
    for (const peer of shared) {
      const copies = await copiesOf(peer, folder);
      process.stdout.write(`${name}: ${copies.join(" and ")}\n`);
      require(copies.length === 1, say(`${copies.length} copies of ${peer}`));
    }
    await mkdir(join(folder, "src"));
    const sources = [
      ...selfContained.map(({ code }, index) => [`program-${index}`, code]),
      ["accepted", accepted],
    ] as const;
    for (const [program = "", source = ""] of sources) await writeFile(join(folder, `src/${program}.ts`), source);
    for (const resolution of resolutions) {
      const compilerOptions = {
        ...resolution,
        target: "es2023",
        strict: true,
        skipLibCheck: false,
        types: ["node"],
        rootDir: "src",
        outDir: resolution.moduleResolution === "nodenext" ? "out" : "other",
      };
      await writeFile(join(folder, "tsconfig.json"), JSON.stringify({ compilerOptions, include: ["src"] }));
      const output = await run("npx", ["tsc"], { cwd: folder }).then(
        () => "",
        ({ stdout }) => String(stdout),
      );
      require(output === "", say(
        `types with moduleResolution ${resolution.moduleResolution}:\n${output.slice(0, 4000)}`,
      ));
    }
    for (const [program] of sources) {
      const failure = await execute(`out/${program}.js`);
      require(failure === "", say(`${program} fails:\n${failure}`));
    }
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}

/**
 * Checks the project that `rostrum init` writes, with `rostrum` from the tarball and other packages from the registry.
 */
async function checkProject(tarball: string) {
  const folder = await mkdtemp(join(tmpdir(), "rostrum-project-"));
  const project = join(folder, "debate");
  try {
    await install(folder, [tarball]);
    await run("npx", ["rostrum", "init", project], { cwd: folder });
    await install(project, [tarball]);
    for (const script of ["test", "start"]) {
      const failure = await run("npm", [script], { cwd: project, env: offline }).then(() => "", String);
      require(failure === "", `npm ${script} in a project that rostrum init wrote:\n${failure}`);
    }
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}

/** Creates Gemini's client itself, because no environment variable can set the client's address. */
const otherProviders = `
import { ChatGoogleGenerativeAI } from "@langchain/google-genai";
import { createRoundRobin } from "rostrum";

const settings = { apiKey: "none", baseUrl: process.env["OLLAMA_BASE_URL"], maxRetries: 0 };
const gemini = new ChatGoogleGenerativeAI({ model: "gemini-2.5-flash", ...settings });
for (const model of ["anthropic:claude-sonnet-4-5", "ollama:qwen3", gemini]) {
  const { messages } = await createRoundRobin({ model }).compile().invoke({ maxTurns: 1 });
  console.log(messages.at(-1).text);
}
`;

/** Calls a model of each provider that docs/at-a-glance.md names, except OpenAI. */
async function checkProviders(tarball: string) {
  const folder = await mkdtemp(join(tmpdir(), "rostrum-providers-"));
  const server = new LLMock({ host: "127.0.0.1", port: 0 });
  server.on({}, async ({ model }) => ({ content: `This is ${model}.` }));
  await server.start();
  try {
    const glance = pages.find(({ path }) => path === "docs/at-a-glance.md")?.text ?? "";
    const packages = [...glance.matchAll(/`langchain (@langchain\/[\w-]+)`/g)].map(([, name = ""]) => name);
    require(packages.length === 3, `the page at a glance names other providers' packages: ${packages.join(", ")}`);
    await writeFile(join(folder, "package.json"), JSON.stringify({ private: true, type: "module" }));
    await install(folder, [tarball, ...shared, "zod@4", "langchain", ...packages]);
    await writeFile(join(folder, "providers.js"), otherProviders);
    const addresses = { ANTHROPIC_BASE_URL: server.url, OLLAMA_BASE_URL: server.url };
    const env = { ...offline, ...addresses, ANTHROPIC_API_KEY: "none" };
    const printed = await run(process.execPath, ["providers.js"], { cwd: folder, env, timeout: 60_000 }).then(
      ({ stdout }) => stdout,
      String,
    );
    const expected = ["claude-sonnet-4-5", "qwen3", "gemini-2.5-flash"].map((model) => `This is ${model}.\n`).join("");
    require(printed === expected, `models of other providers:\n${printed}`);
  } finally {
    await server.stop();
    await rm(folder, { recursive: true, force: true });
  }
}

// Packs into separate folders, because `npm test` may pack at the same time.
const [{ tarball }, create] = await Promise.all([pack("hosts"), packCreate("hosts-create")]);
await checkProject(tarball);
await checkProviders(tarball);
const each = combinations.filter(
  ({ client, isTypeScript, model }) => client === "npm" && isTypeScript && model === "rehearsal",
);
const report = (line: string) => process.stdout.write(`${line}\n`);
problems.push(...(await checkCreated({ rostrum: tarball, create: create.tarball }, each, report)));
await Promise.all(Object.entries(hosts).map(([name, host]) => checkHost(name, host, tarball)));

for (const problem of problems) process.stderr.write(`${problem}\n`);
process.stdout.write(
  problems.length === 0
    ? "Both hosts, other providers' models, the project of rostrum init and those of create-rostrum work.\n"
    : "",
);
process.exitCode = problems.length > 0 ? 1 : 0;
