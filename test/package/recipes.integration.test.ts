/** The recipes of CONTRIBUTING.md work: followed in a copy of the project, they type-check and run. */
import { readFileSync } from "node:fs";
import { cp, mkdir, mkdtemp, rm, symlink, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { afterAll, beforeAll, expect, it } from "@jest/globals";
import { codeBlocks, offline } from "../docs/pages.js";
import { compile, root, run } from "./pack.js";

/** The recipe for a language has a test of its own. */
const [page = ""] = readFileSync(join(root, "CONTRIBUTING.md"), "utf8").split("\n## Recipe: a language\n");
let copy: string;

/** Files that a recipe adds, by path: code and scenarios whose first line names their file. */
const added = ["ts", "yaml"]
  .flatMap((language) => codeBlocks(page, language))
  .map((text) => ({ path: /^(?:\/\/|#) (\S+)\n/.exec(text)?.[1] ?? "", text }));

/** Lines that a recipe changes, by the path in the first line of its diff. */
const changes = codeBlocks(page, "diff").map((text) => {
  const [head = "", ...lines] = text.trimEnd().split("\n");
  return { path: head.replace(/^--- /, ""), lines };
});

/** Applies a diff that has no line numbers: each run of “-” lines is replaced by the “+” lines after it. */
function applied(source: string, lines: readonly string[], path: string): string {
  const hunks = lines.join("\n").match(/(?:^-.*\n?)+(?:^\+.*\n?)+/gm) ?? [];
  return hunks.reduce((text, hunk) => {
    const side = (sign: string) =>
      hunk
        .trimEnd()
        .split("\n")
        .filter((line) => line.startsWith(sign))
        .map((line) => line.slice(1))
        .join("\n");
    if (!text.includes(side("-"))) throw new Error(`CONTRIBUTING.md changes a line that ${path} lacks:\n${side("-")}`);
    return text.replace(side("-"), side("+"));
  }, source);
}

const cli = (...args: string[]) =>
  run(process.execPath, [join(copy, "dist/src/cli/main.js"), ...args], { cwd: copy, env: offline });

async function talk(scenario: string) {
  const { stdout } = await cli("run", scenario, "--json");
  return JSON.parse(stdout);
}

beforeAll(async () => {
  copy = await mkdtemp(join(tmpdir(), "rostrum-recipes-"));
  for (const path of ["src", "graphs", "scenarios", "stage", "package.json", "tsconfig.json"])
    await cp(join(root, path), join(copy, path), { recursive: true });
  await cp(join(root, "src"), join(copy, "dist/src"), { recursive: true, filter: (path) => !path.endsWith(".ts") });
  await symlink(join(root, "node_modules"), join(copy, "node_modules"));
  const compilerOptions = { noEmit: false, rootDir: ".", outDir: "dist" };
  const settings = { extends: "./tsconfig.json", compilerOptions, include: ["src", "graphs"] };
  await writeFile(join(copy, "tsconfig.emit.json"), JSON.stringify(settings));
  for (const { path, text } of added) {
    await mkdir(dirname(join(copy, path)), { recursive: true });
    await writeFile(join(copy, path), text);
  }
  for (const { path, lines } of changes)
    await writeFile(join(copy, path), applied(readFileSync(join(copy, path), "utf8"), lines, path));
}, 60_000);

afterAll(() => rm(copy, { recursive: true, force: true }));

it("every block names its file", () => {
  expect(added.filter(({ path }) => path === "").map(({ text }) => text)).toEqual([]);
  expect(added.length).toBeGreaterThanOrEqual(4);
});

it("a rule takes two files and fewer than 30 lines", () => {
  const rule = added.find(({ path }) => path === "src/core/selection/lowest-bid.ts");
  const registry = changes.find(({ path }) => path === "src/core/selection/registry.ts");
  const lines = (rule?.text.trimEnd().split("\n") ?? []).slice(1);
  expect(lines.length + (registry?.lines.filter((line) => line.startsWith("+")).length ?? 0)).toBeLessThan(30);
});

it("the copy type-checks", async () => {
  expect((await compile(["-p", join(copy, "tsconfig.emit.json")], copy)).output).toBe("");
}, 120_000);

it("“lowest bid wins” decides a conversation from YAML", async () => {
  const { decisions } = await talk("lowest-bid.yaml");
  expect(decisions.length).toBe(4);
  for (const { rule, speaker, bids } of decisions) {
    const lowest = Math.min(...bids.map(({ value }: { value: number }) => value));
    const winners = bids.filter(({ value }: { value: number }) => value === lowest);
    expect(rule).toBe("lowest-bid");
    expect(winners.map(({ participant }: { participant: string }) => participant)).toContain(speaker);
  }
}, 60_000);

it("“lowest bid wins” can be chosen in code", async () => {
  const program = `import { createBidding } from "./dist/src/index.js";
    const graph = createBidding({ model: "rehearsal" }).compile();
    const { decisions } = await graph.invoke({ maxTurns: 1, selection: { rule: "lowest-bid" } });
    console.log(decisions[0].rule);`;
  await writeFile(join(copy, "program.mjs"), program);
  const { stdout } = await run(process.execPath, ["program.mjs"], { cwd: copy, env: offline });
  expect(stdout.trim()).toBe("lowest-bid");
}, 60_000);

it("“lowest bid wins” is offered by forms and by --help", async () => {
  const program = `import { z } from "zod";
    import { modes } from "./dist/src/graph/modes/registry.js";
    console.log(JSON.stringify(z.toJSONSchema(modes.bidding.fields.selection, { io: "input" })));`;
  await writeFile(join(copy, "form.mjs"), program);
  const { stdout } = await run(process.execPath, ["form.mjs"], { cwd: copy, env: offline });
  expect(JSON.parse(stdout).properties.rule.enum).toContain("lowest-bid");
  expect((await cli("run", "--help")).stdout).toContain("lowest-bid");
}, 60_000);

it("the stop condition ends a conversation from YAML", async () => {
  const { stopReason } = await talk("brevity.yaml");
  expect(stopReason).toMatchObject({ kind: "custom", turn: 1 });
}, 60_000);

it("the mode “interview” runs from YAML, and `rostrum modes` lists it", async () => {
  const { messages } = await talk("interview.yaml");
  const speakers = messages.slice(1).map(({ name }: { name: string }) => name);
  expect(speakers).toEqual(["Ann", "Bo", "Ann", "Chen", "Ann", "Bo"]);
  expect((await cli("modes")).stdout).toContain("interview");
}, 60_000);

it("the event kind “milestone” is emitted, saved and exported", async () => {
  const program = `import { createRoundRobin, exportConversation, historyOf, renderMarkdown } from "./dist/src/index.js";
    const graph = createRoundRobin({ model: "rehearsal" }).compile();
    const live = [];
    let state;
    for await (const [mode, value] of await graph.stream({ maxTurns: 11 }, { streamMode: ["custom", "values"] }))
      if (mode === "values") state = value;
      else if (value.type === "milestone") live.push(value.turn);
    const saved = historyOf(state).filter(({ type }) => type === "milestone").map(({ turn }) => turn);
    const page = renderMarkdown(exportConversation("round-robin", state));
    console.log(JSON.stringify({ live, saved, isExported: page.includes("10 ✓") }));`;
  await writeFile(join(copy, "milestone.mjs"), program);
  const { stdout } = await run(process.execPath, ["milestone.mjs"], { cwd: copy, env: offline });
  expect(JSON.parse(stdout)).toEqual({ live: [10], saved: [10], isExported: true });
}, 60_000);

it("the page of the copy type-checks, and shows the event kind", async () => {
  expect((await compile(["-p", join(copy, "stage")], copy)).output).toBe("");
}, 120_000);
