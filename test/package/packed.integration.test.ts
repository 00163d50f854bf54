import { readFileSync } from "node:fs";
import { cp, mkdir, readdir, readFile, rm, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { gzipSync } from "node:zlib";
import { afterAll, beforeAll, describe, expect, it } from "@jest/globals";
import { Client } from "@modelcontextprotocol/sdk/client/index.js";
import { StdioClientTransport } from "@modelcontextprotocol/sdk/client/stdio.js";
import { languages } from "../../src/words/registry.js";
import { blocksOf, codeBlocks, offline, programs } from "../docs/pages.js";
import { type ProgramServers, startProgramServers } from "../docs/running-programs.js";
import { compile, type Packed, pack, root, run, tool } from "./pack.js";

// The folder is inside the project, so that the package finds its peer dependencies.
const folder = join(root, ".rostrum/programs");
let packed: Packed;
let servers: ProgramServers;

const factories = ["createBidding", "createDirector", "createGroupChat", "createRoundRobin", "createSupervisor"];
const library = [
  `import { createConversation, ${factories.join(", ")} } from "rostrum";`,
  ...factories.flatMap((create) => [
    `export const ${create}Builder = ${create}();`,
    `export const ${create}Graph = () => ${create}().compile();`,
  ]),
  "export const own = createConversation({ selectSpeaker: ({ candidates }) => candidates[0] }).compile();",
].join("\n");

beforeAll(async () => {
  servers = await startProgramServers();
  packed = await pack();
  await rm(folder, { recursive: true, force: true });
  const installed = join(folder, "node_modules/rostrum");
  await mkdir(installed, { recursive: true });
  await run("tar", ["-xzf", packed.tarball, "-C", installed, "--strip-components=1"]);
  const compilerOptions = { noUnusedLocals: false, noEmit: false, outDir: "out", rootDir: ".", paths: {} };
  // Only `library.ts` needs declarations. To save time, it is compiled together with the programs.
  await writeFile(
    join(folder, "tsconfig.json"),
    JSON.stringify({
      extends: "../../tsconfig.json",
      compilerOptions: { ...compilerOptions, declaration: true },
      include: ["*.ts"],
    }),
  );
  await writeFile(join(folder, "library.ts"), library);
  await writeFile(
    join(folder, "package.json"),
    JSON.stringify({ type: "module", dependencies: { rostrum: "file:./rostrum.tgz" } }),
  );
  await servers.write(folder);
  await cp(join(root, "examples"), folder, { recursive: true, filter: (path) => !path.endsWith(".md") });
}, 300_000);

afterAll(async () => {
  await servers?.stop();
  await rm(folder, { recursive: true, force: true });
});

describe("the tarball", () => {
  it("passes publint", async () => {
    const { ok, output } = await tool("publint/src/cli.js", ["run", "--strict", packed.tarball]);
    expect(ok ? "" : output).toBe("");
  });

  it("passes “Are the types wrong?”", async () => {
    const options = ["--profile", "esm-only", "--format", "ascii", "--no-emoji"];
    const { ok, output } = await tool("@arethetypeswrong/cli/dist/index.js", [...options, packed.tarball]);
    expect(ok ? "" : output).toBe("");
  });

  it("takes at most 700 kB without the documentation, and the documentation at most 130 kB", async () => {
    const dist = join(folder, "node_modules/rostrum/dist");
    const texts = await Promise.all(["llms.txt", "llms-full.txt"].map((file) => readFile(join(dist, file))));
    const documentation = texts.reduce((sum, text) => sum + gzipSync(text).length, 0);
    expect(packed.size - documentation).toBeLessThanOrEqual(700_000);
    expect(documentation).toBeLessThanOrEqual(130_000);
  });

  it("contains the documentation, and a list that names the line on which a page begins", async () => {
    const dist = join(folder, "node_modules/rostrum/dist");
    const lines = (await readFile(join(dist, "llms-full.txt"), "utf8")).split("\n");
    const index = await readFile(join(dist, "llms.txt"), "utf8");
    const [, budgets] = /^- \[Budgets\]\(llms-full\.txt#L(\d+)\)/m.exec(index) ?? [];
    expect(lines.slice(Number(budgets) - 1, Number(budgets) + 2)).toEqual([
      "<!-- guides/budgets.md -->",
      "",
      "# Budgets",
    ]);
  });

  it("contains the files that the skill and the page for coding agents name", async () => {
    const texts = await Promise.all(
      ["skills/rostrum/SKILL.md", "docs/guides/coding-agents.md"].map((path) => readFile(join(root, path), "utf8")),
    );
    const named = texts.join().matchAll(/`node_modules\/rostrum\/([^`]+)`/g);
    const paths = [...new Set([...named].map(([, path = ""]) => path))];
    expect(paths).toContain("skills/rostrum/SKILL.md");
    expect(paths.filter((path) => !packed.files.includes(path))).toEqual([]);
  });

  it("contains the web page, which is smaller than 200 kB when compressed", async () => {
    const page = join(folder, "node_modules/rostrum/dist/stage");
    const files = await readdir(page);
    expect(files.map((file) => file.replace(/-[\w-]{8}(?=\.)/, "")).sort()).toEqual([
      ...["icon.svg", "index.html", "stage.css", "stage.js"],
    ]);
    const sizes = await Promise.all(files.map(async (file) => gzipSync(await readFile(join(page, file))).length));
    expect(sizes.reduce((sum, size) => sum + size, 0)).toBeLessThan(200_000);
  });

  it("has types that need no optional package, except `rostrum/web`, which needs Hono", async () => {
    const dist = join(folder, "node_modules/rostrum/dist");
    const { peerDependenciesMeta } = JSON.parse(await readFile(join(root, "package.json"), "utf8"));
    const optional = Object.keys(peerDependenciesMeta);
    const imports = packed.files.flatMap((path) => {
      const name = /^dist\/([\w-]+\.d\.ts)$/.exec(path)?.[1];
      if (name === undefined) return [];
      const found = readFileSync(join(dist, name), "utf8").matchAll(/(?:from|import|import\() ?"([^".][^"]*)"/g);
      return [...found].map(([, source]) => [name, source]);
    });
    expect(imports).toContainEqual(["web.d.ts", "hono"]);
    const needed = imports.filter(([, source]) =>
      optional.some((each) => source === each || source?.startsWith(`${each}/`)),
    );
    expect(needed).toEqual([["web.d.ts", "hono"]]);
  });

  it("contains no source files, source maps or tests, except in project templates", () => {
    const own = packed.files.filter((path) => !path.includes("/templates/"));
    expect(own.filter((path) => /\.map$|(?<!\.d)\.ts$|\.test\.|tsbuildinfo/.test(path))).toEqual([]);
  });
});

describe("with the packed package,", () => {
  it("at least 25 programs of the documentation are tested", () => expect(programs.length).toBeGreaterThanOrEqual(25));

  it("the documentation's programs, the examples, and the declarations of a library compile with strict settings", async () => {
    const { output } = await compile(["-p", folder]);
    const named = output.replace(
      /program-(\d+)\.ts/g,
      (_file, index) => `${programs[Number(index)]?.page}, program ${index}`,
    );
    expect(named).toBe("");
  }, 300_000);

  it("the documentation's programs run, and each prints output", async () => {
    expect(await servers.failures(folder, (index) => `out/program-${index}.js`)).toEqual([]);
  }, 300_000);

  it("the program on the start page also runs as plain JavaScript", async () => {
    const debate = programs.find(({ page, code }) => page === "docs/start.md" && code.includes("createBidding"));
    await writeFile(join(folder, "debate.mjs"), debate?.code ?? "");
    const { stdout } = await run(process.execPath, ["debate.mjs"], { cwd: folder, env: offline });
    expect(stdout).toContain("kind: 'turns'");
  }, 300_000);

  it("importing `rostrum` does not load SQLite, because Node.js 22 would print a warning", async () => {
    const program = `await import("rostrum"); console.log(process.moduleLoadList.filter((name) => name.includes("sqlite")));`;
    const { stdout } = await run(process.execPath, ["--input-type=module", "-e", program], { cwd: folder });
    expect(stdout).toBe("[]\n");
  }, 300_000);
});

it("scenario files and the command line load a rule, a stop condition and a mode from a file that imports the package", async () => {
  const program = join(folder, "node_modules/rostrum/dist/cli.js");
  const [scenario] = blocksOf("yaml").filter(({ page }) => page.endsWith("extensions.md"));
  await writeFile(join(folder, "ferry.yaml"), scenario?.code ?? "");
  const conversation = async (...words: string[]) => {
    const { stdout } = await run(process.execPath, [program, "run", ...words, "--json"], { cwd: folder, env: offline });
    return JSON.parse(stdout);
  };
  const ferry = await conversation("ferry.yaml");
  expect(ferry.decisions[0].rule).toBe("briefest");
  expect(ferry.stopReason).toMatchObject({ kind: "custom", description: "Chen had the final word" });
  const relay = await conversation("relay", "--participants", "Ann,Bo,Chen", "--extensions", "my-rules.ts");
  expect(relay.messages.map(({ name }: { name: string }) => name)).toEqual(["Moderator", "Chen", "Bo", "Ann"]);
}, 300_000);

it("`rostrum mcp` finds and returns pages of the documentation in the package", async () => {
  const client = new Client({ name: "test", version: "1.0.0" });
  const args = [join(folder, "node_modules/rostrum/dist/cli.js"), "mcp", "--db", join(folder, "talks.db")];
  const env = offline as Record<string, string>;
  await client.connect(new StdioClientTransport({ command: process.execPath, args, env, stderr: "ignore" }));
  const textOf = async (name: string, given: Record<string, unknown>) => {
    const { content } = await client.callTool({ name, arguments: given });
    return (content as readonly { readonly text: string }[])[0]?.text;
  };
  expect(await textOf("search_docs", { query: "budget of one dollar" })).toMatch(/^guides\/budgets\.md: Budgets › /);
  expect(await textOf("read_docs", { page: "guides/budgets.md" })).toMatch(/^# Budgets\n/);
  await client.close();
}, 300_000);

it.each(languages)(
  "a project that `rostrum init --lang %s` writes passes its own test, and its program runs",
  async (language) => {
    const project = join(folder, `project-${language}`);
    const program = join(folder, "node_modules/rostrum/dist/cli.js");
    await run(process.execPath, [program, "init", project, "--lang", language]);
    const { stdout } = await run("npm", ["test"], { cwd: project, env: offline });
    expect(stdout).toMatch(/pass 1\n/);
    const ran = await run("npm", ["run", "debate"], { cwd: project, env: offline });
    expect(ran.stdout).toContain("kind: 'custom'");
    const examples = codeBlocks(await readFile(join(project, "AGENTS.md"), "utf8"), "js");
    expect(examples).toHaveLength(5);
    const names = examples.map((_code, index) => `example-${index}.js`);
    for (const [index, name] of names.entries()) await writeFile(join(project, name), examples[index] ?? "");
    const script = `for (const name of ${JSON.stringify(names)}) { await import("./" + name); console.log(name); }`;
    const { stdout: printed } = await run(process.execPath, ["--input-type=module", "-e", script], { cwd: project });
    expect(printed.match(/^example-\d\.js$/gm)).toEqual(names);
    // The new project depends on the same tarball as the project in `folder`.
    const { dependencies } = JSON.parse(await readFile(join(project, "package.json"), "utf8"));
    expect(dependencies.rostrum).toBe(`file:${join(folder, "rostrum.tgz")}`);
  },
  60_000,
);

it.each(languages)(
  "a TypeScript project that `rostrum init --lang %s` writes compiles, passes its own test, and its program runs",
  async (language) => {
    const project = join(folder, `typed-project-${language}`);
    const program = join(folder, "node_modules/rostrum/dist/cli.js");
    await run(process.execPath, [program, "init", project, "--typescript", "--lang", language]);
    expect((await compile(["-p", project])).output).toBe("");
    expect((await run("npm", ["test"], { cwd: project, env: offline })).stdout).toMatch(/pass 1\n/);
    const ran = await run("npm", ["run", "debate"], { cwd: project, env: offline });
    expect(ran.stdout).toContain("kind: 'custom'");
  },
  60_000,
);
