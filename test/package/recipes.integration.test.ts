import { readdirSync, readFileSync } from "node:fs";
import { appendFile, cp, readFile, rm, writeFile } from "node:fs/promises";
import { dirname, join } from "node:path";
import { afterAll, beforeAll, describe, expect, it } from "@jest/globals";
import { offline } from "../docs/pages.js";
import { failedTests, type Results } from "../support/failed-tests.js";
import { compile, root, run, tool } from "./pack.js";
import { copyProject, follow, type Recipe, recipesOf } from "./project-copy.js";

const recipes = recipesOf(readFileSync(join(root, "CONTRIBUTING.md"), "utf8"));
let copy: string;

function recipe(name: string): Recipe {
  const found = recipes.get(name);
  if (!found) throw new Error(`CONTRIBUTING.md has no recipe for a ${name}`);
  return found;
}

/** Suites that read a registry, a declaration or a folder that a recipe changes. */
const suites = [
  ...["test/words", "test/stage/(words|talk|frame)", "test/offline", "test/errors", "test/package/patterns"],
  ...["test/core/(selection|state|stopping|usage)", "test/core/text/(address|clean-speech|name)"],
  ...["test/graph/state", "test/graph/modes/(registry|golden|options|own-rule|who-may|budget-midway)"],
  ...["test/graph/modes/bidding/(reasons|panel)", "test/deploy/graphs", "test/docs/(chinese|reference)"],
  ...["test/talk/(transcript|saved/formats|scenario|conversations/(feed|history))"],
  ...["test/apps/cli/(texts|every-mode|init|decisions)", "test/apps/web/(requests|openapi)"],
];

const isCode = (path: string) => path.endsWith(".ts") || path.endsWith(".tsx");
const filesOf = ({ added, changes }: Recipe) =>
  [...added, ...changes].map(({ path }) => path).filter((path) => isCode(path) && !path.startsWith("src/words/zh/"));
const linesAdded = ({ changes }: Recipe, path: string) =>
  changes
    .filter((change) => change.path === path)
    .flatMap(({ lines }) => {
      const removed = lines.filter((line) => line.startsWith("-")).map((line) => line.slice(1));
      const written = lines.filter((line) => line.startsWith("+")).map((line) => line.slice(1));
      return written.filter((line) => !removed.includes(line) && !line.startsWith("import "));
    });

const execute = (...args: string[]) =>
  run(process.execPath, [join(root, "node_modules/tsx/dist/cli.mjs"), ...args], { cwd: copy, env: offline });
const cli = (...args: string[]) => execute("src/apps/cli/main.ts", ...args);

async function talk(scenario: string) {
  const { stdout } = await cli("run", scenario, "--json");
  return JSON.parse(stdout);
}

const speakersOf = ({ messages }: { readonly messages: readonly { readonly name: string }[] }) =>
  messages.slice(1).map(({ name }) => name);

beforeAll(async () => {
  copy = await copyProject();
  for (const each of recipes.values()) await follow(each, copy);
  for (const part of ["rehearsal", "templates"])
    await cp(join(copy, "src/words/en", part), join(copy, "src/words/cy", part), { recursive: true });
  await appendFile(
    join(copy, "src/words/cy/templates/debate.yaml.mustache"),
    "{{#program}}\nlanguage: cy\n{{/program}}\n",
  );
  await run("npm", ["run", "--silent", "generate"], { cwd: copy });
}, 300_000);

afterAll(() => rm(copy, { recursive: true, force: true }));

it("every code block of a recipe names its file", () => {
  for (const { name, added, changes } of recipes.values())
    for (const { path } of [...added, ...changes])
      expect([name, path]).toEqual([name, expect.stringMatching(/\.\w+$/)]);
});

describe("the recipe for", () => {
  it("a rule adds one file and one entry in the registry, apart from its Chinese texts", () => {
    const registry = "src/core/selection/registry.ts";
    expect(filesOf(recipe("selection rule"))).toEqual(["src/core/selection/lowest-bid.ts", registry]);
    expect(linesAdded(recipe("selection rule"), registry)).toEqual(["  lowestBid,"]);
  });

  it("a stop condition adds one file and one entry in the registry", () => {
    const registry = "src/core/stopping/registry.ts";
    expect(filesOf(recipe("stop condition"))).toEqual(["src/core/stopping/closing-speaker.ts", registry]);
    expect(linesAdded(recipe("stop condition"), registry)).toEqual(["  closingSpeaker,"]);
  });

  it("a mode adds one folder and one entry in the registry", () => {
    const registry = "src/graph/modes/registry.ts";
    const folders = filesOf(recipe("mode")).filter((path) => path !== registry);
    expect(new Set(folders.map(dirname))).toEqual(new Set(["src/graph/modes/interview"]));
    expect(linesAdded(recipe("mode"), registry)).toEqual(["  interviewMode,"]);
  });

  it("a language adds one folder and one entry in the registry", () => {
    const registry = "src/words/registry.ts";
    const folders = filesOf(recipe("language")).filter((path) => path !== registry);
    expect(new Set(folders.map(dirname))).toEqual(new Set(["src/words/cy"]));
    expect(linesAdded(recipe("language"), registry)).toEqual(["  cy: welsh,"]);
  });

  it("an event kind declares the kind in one file, and shows it in four files", () => {
    const { changes } = recipe("event kind");
    const shown = changes.filter(({ path }) => /^stage\/|transcript\//.test(path)).map(({ path }) => path);
    const deciding = (path: string) => linesAdded(recipe("event kind"), path).join().includes("null");
    expect(changes.filter(({ path }) => path === "src/core/state/events.ts")).toHaveLength(1);
    expect(shown.filter((path) => !deciding(path))).toHaveLength(4);
  });
});

it("the copy type-checks, including its tests and the page", async () => {
  const compilers = await Promise.all([".", "stage"].map((project) => compile(["-p", project], copy)));
  expect(compilers.map(({ output }) => output)).toEqual(["", ""]);
}, 300_000);

it("the copy passes the checks for style, imports and unused code", async () => {
  const folders = ["src", "graphs", "bench", "deploy", "docs", "examples", "packages", "test", "stage"];
  const checks = await Promise.all([
    tool("@biomejs/biome/bin/biome", ["check", "--error-on-warnings"], copy),
    tool("knip/bin/knip.js", [], copy),
    tool("dependency-cruiser/bin/dependency-cruise.mjs", folders, copy),
  ]);
  expect(checks.filter(({ ok }) => !ok).map(({ output }) => output)).toEqual([]);
}, 300_000);

describe("in the copy, after all recipes,", () => {
  it("the new rule chooses the speakers of a conversation from a scenario file", async () => {
    const { decisions } = await talk("lowest-bid.yaml");
    expect(decisions).toHaveLength(4);
    for (const { rule, speaker, bids } of decisions) {
      const lowest = Math.min(...bids.map(({ value }: { value: number }) => value));
      const winners = bids.filter(({ value }: { value: number }) => value === lowest);
      expect(rule).toBe("lowest-bid");
      expect(winners.map(({ participant }: { participant: string }) => participant)).toContain(speaker);
    }
  }, 300_000);

  it("the new rule is explained in English and Chinese, and listed by --help and the scenario schema", async () => {
    for (const [language, sentence] of [
      ["en", "The rule lowest-bid gives the floor to the lowest bid"],
      ["zh", "规则 lowest-bid 让出价最低者发言"],
    ] as const) {
      await cli(
        "run",
        "lowest-bid.yaml",
        "--lang",
        language,
        "--thread",
        language,
        "--db",
        join(copy, "t.db"),
        "--quiet",
      );
      const { stdout } = await cli("explain", language, "--turn", "1", "--db", join(copy, "t.db"));
      expect(stdout).toContain(sentence);
    }
    expect((await cli("run", "--help")).stdout).toContain("lowest-bid");
    expect(await readFile(join(copy, "scenarios/scenario.schema.json"), "utf8")).toContain('"lowest-bid"');
  }, 300_000);

  it("the new stop condition ends a conversation from a scenario file, and rejects a name that is not in the cast", async () => {
    const { stopReason } = await talk("closing-speaker.yaml");
    expect(stopReason).toMatchObject({ kind: "custom", description: "Bo had the final word" });
    const misspelt = (await readFile(join(copy, "closing-speaker.yaml"), "utf8")).replace(
      "closingSpeaker: Bo",
      "closingSpeaker: Boo",
    );
    await writeFile(join(copy, "misspelt.yaml"), misspelt);
    await expect(cli("run", "misspelt.yaml")).rejects.toMatchObject({
      code: 2,
      stderr: expect.stringMatching(/stopping\.closingSpeaker.*Boo/),
    });
  }, 300_000);

  it("the scenario with stages runs as a panel that the moderator opens and closes", async () => {
    expect(speakersOf(await talk("panel.yaml"))).toEqual(["Ann", expect.anything(), expect.anything(), "Ann"]);
  }, 300_000);

  it("the new mode runs from a scenario file, `rostrum modes` lists it, and langgraph.json contains its graph", async () => {
    expect(speakersOf(await talk("interview.yaml"))).toEqual(["Ann", "Bo", "Ann", "Chen"]);
    expect((await cli("modes")).stdout).toContain("interview");
    expect(await readFile(join(copy, "langgraph.json"), "utf8")).toContain("./graphs/interview.ts:graph");
  }, 300_000);

  it("the new event kind is emitted, saved and exported", async () => {
    const program = `import { createRoundRobin, exportConversation, historyOf, renderMarkdown } from "./src/index.js";
      const graph = createRoundRobin({ model: "rehearsal" }).compile();
      const live = [];
      let state;
      for await (const [mode, value] of await graph.stream({ maxTurns: 11 }, { streamMode: ["custom", "values"] }))
        if (mode === "values") state = value;
        else if (value.type === "milestone") live.push(value.turn);
      const saved = historyOf(state).filter(({ type }) => type === "milestone").map(({ turn }) => turn);
      const page = renderMarkdown(exportConversation("round-robin", state));
      console.log(JSON.stringify({ live, saved, isExported: page.includes("10 ✓") }));`;
    await writeFile(join(copy, "milestone.ts"), program);
    expect(JSON.parse((await execute("milestone.ts")).stdout)).toEqual({ live: [10], saved: [10], isExported: true });
  }, 300_000);

  it("the web page offers the new language", async () => {
    const { ok, output } = await tool("vite/bin/vite.js", ["build", "--config", "stage/vite.config.ts"], copy);
    expect(ok ? "" : output).toBe("");
    const folder = join(copy, "dist/stage");
    const script = readdirSync(folder).find((file) => file.endsWith(".js")) ?? "";
    expect(await readFile(join(folder, script), "utf8")).toContain("Cymraeg: dangos y dudalen hon yn Gymraeg");
  }, 300_000);

  it("the suites that depend on the changed files pass", async () => {
    const options = ["--maxWorkers=2", "--silent", "--json", "--outputFile=results.json"];
    const { ok, output } = await tool("jest/bin/jest.js", [...options, ...suites], copy, [
      "--experimental-vm-modules",
      "--no-warnings",
    ]);
    const written = await readFile(join(copy, "results.json"), "utf8").catch(() => undefined);
    if (written === undefined) throw new Error(`Jest wrote no results:\n${output}`);
    const results: Results = JSON.parse(written);
    const failed = failedTests(results);
    if (!ok) throw new Error(`${failed.length} failed in the copy\n${failed.join("\n") || output}`);
    expect(results.numPassedTests).toBeGreaterThan(100);
  }, 900_000);
});
