/** The recipe for a language works: a copy of the project with a third language type-checks, passes its suites, and the page offers it. */
import { readdirSync, readFileSync } from "node:fs";
import { appendFile, cp, mkdir, mkdtemp, readFile, rm, symlink, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { afterAll, beforeAll, expect, it } from "@jest/globals";
import { codeBlocks } from "../docs/pages.js";
import { compile, root, tool } from "./pack.js";

const [, recipe = ""] = readFileSync(join(root, "CONTRIBUTING.md"), "utf8").split("\n## Recipe: a language\n");
const section = recipe.split("\n## ")[0] ?? "";
let copy: string;

/** What the recipe adds, by path. */
const added = codeBlocks(section, "ts").map((text) => ({ path: /^\/\/ (\S+)\n/.exec(text)?.[1] ?? "", text }));

const [diff = ""] = codeBlocks(section, "diff");
const [head = "", ...changed] = diff.trimEnd().split("\n");
const registry = head.replace(/^--- /, "");

/** The registry with each “-” line replaced by the “+” lines below it. */
function withLanguage(source: string): string {
  const hunks = changed.join("\n").split(/\n(?=-)/);
  return hunks.reduce((text, hunk) => {
    const [old = "", ...lines] = hunk.split("\n").map((line) => line.slice(1));
    if (!text.includes(`${old}\n`)) throw new Error(`CONTRIBUTING.md changes a line that ${registry} lacks: ${old}`);
    return text.replace(old, lines.join("\n"));
  }, source);
}

/** Suites that go through all languages of the registry and take a few seconds at most. */
const suites = [
  ...[
    "test/words",
    "test/stage/words",
    "test/offline",
    "test/apps/cli/(texts|every-mode|init)",
    "test/talk/transcript",
  ],
  ...["test/core/state", "test/core/text/(address|clean-speech|name)", "test/core/stopping/(agreement|loops)"],
  ...["test/graph/modes/(registry|golden)", "test/graph/modes/bidding/(reasons|panel)", "test/package/patterns"],
];

const jest = (args: readonly string[]) =>
  tool("jest/bin/jest.js", args, copy, ["--experimental-vm-modules", "--no-warnings"]);

beforeAll(async () => {
  copy = await mkdtemp(join(tmpdir(), "rostrum-language-"));
  const left = /^(?:node_modules|\.git|\.rostrum|dist)$/;
  for (const entry of readdirSync(root).filter((name) => !left.test(name)))
    await cp(join(root, entry), join(copy, entry), { recursive: true });
  await symlink(join(root, "node_modules"), join(copy, "node_modules"));
  for (const { path, text } of added) {
    await mkdir(dirname(join(copy, path)), { recursive: true });
    await writeFile(join(copy, path), text);
  }
  await writeFile(join(copy, registry), withLanguage(await readFile(join(copy, registry), "utf8")));
  for (const part of ["rehearsal", "templates"])
    await cp(join(copy, "src/words/en", part), join(copy, "src/words/cy", part), { recursive: true });
  await appendFile(join(copy, "src/words/cy/templates/debate.yaml"), "language: cy\n");
}, 60_000);

afterAll(() => rm(copy, { recursive: true, force: true }));

it("a language takes one folder and one entry of the registry", () => {
  expect(added.map(({ path }) => dirname(path))).toEqual(["src/words/cy", "src/words/cy"]);
  expect(registry).toBe("src/words/registry.ts");
  const [imported, entry, ...more] = changed.filter((line) => line.startsWith("+") && /cy/.test(line));
  expect([imported, entry, more]).toEqual([expect.stringContaining("import"), "+  cy: welsh,", []]);
});

it("the copy type-checks, tests and page included", async () => {
  expect((await compile(["-p", "."], copy)).output).toBe("");
  expect((await compile(["-p", "stage"], copy)).output).toBe("");
}, 240_000);

it("the suites that go through all languages pass", async () => {
  const { ok, output } = await jest(["--maxWorkers=2", "--silent", ...suites]);
  expect(ok ? "" : output).toBe("");
  expect(output).toMatch(/^Tests: +\d{3,} passed/m);
}, 400_000);

it("the page offers it", async () => {
  const { ok, output } = await tool("vite/bin/vite.js", ["build", "--config", "stage/vite.config.ts"], copy);
  expect(ok ? "" : output).toBe("");
  const folder = join(copy, "dist/stage");
  const script = readdirSync(folder).find((file) => file.endsWith(".js")) ?? "";
  expect(await readFile(join(folder, script), "utf8")).toContain("Cymraeg: dangos y dudalen hon yn Gymraeg");
}, 60_000);
