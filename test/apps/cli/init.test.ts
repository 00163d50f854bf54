import { mkdir, mkdtemp, readdir, readFile, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, it } from "@jest/globals";
import { parseScenarioDocument } from "../../../src/talk/scenario/parse-document.js";
import { languages } from "../../../src/words/registry.js";
import { rostrum, withoutModels } from "./captured-io.js";

let folder: string;
let restore = () => {};
beforeAll(async () => {
  restore = withoutModels();
  folder = await mkdtemp(join(tmpdir(), "rostrum-init-"));
});
afterAll(async () => {
  restore();
  await rm(folder, { recursive: true });
});

describe.each(languages)("rostrum init in %s", (language) => {
  it("writes a project whose scenario runs, and prints the next steps", async () => {
    const project = join(folder, "new", language);
    const { status, stdout, stderr } = await rostrum(["init", project, "--lang", language]);
    expect([status, stderr]).toEqual([0, ""]);
    const files = [
      ".env.example",
      "AGENTS.md",
      "README.md",
      "debate.js",
      "debate.test.js",
      "debate.yaml",
      "package.json",
    ];
    expect((await readdir(project)).sort()).toEqual([".gitignore", ...files].sort());
    for (const said of [...files, `cd ${project}`, "npm install", "npm start", "npm run debate", "npm test"])
      expect(stdout).toContain(said);
    const manifest = JSON.parse(await readFile(join(project, "package.json"), "utf8"));
    const own = JSON.parse(await readFile("package.json", "utf8"));
    expect(manifest).toMatchObject({ name: language, scripts: { start: "rostrum run debate.yaml" } });
    expect(manifest.dependencies).toEqual({
      rostrum: `^${own.version}`,
      ...Object.fromEntries(
        [
          ...["core", "langgraph", "langgraph-checkpoint", "openai"].map((name) => `@langchain/${name}`),
          "zod",
          "hono",
          "@hono/node-server",
        ].map((name) => [name, own.peerDependencies[name]]),
      ),
    });
    const readme = await readFile(join(project, "README.md"), "utf8");
    for (const [, script] of readme.matchAll(/npm run (\w+)/g))
      expect(manifest.scripts).toHaveProperty([String(script)]);
    const scenario = await readFile(join(project, "debate.yaml"), "utf8");
    expect(scenario).toMatch(/^# yaml-language-server: \$schema=\.\/node_modules\/rostrum\/scenarios\/\S+\n/);
    expect(parseScenarioDocument(scenario, { file: "debate.yaml" }).fields["language"] ?? "en").toBe(language);
    const ran = await rostrum(["run", join(project, "debate.yaml"), "--json", "--quiet"]);
    expect(JSON.parse(ran.stdout)).toMatchObject({ language, stopReason: { kind: "turns", limit: 6 } });
  });
});

it.each(languages)(
  "rostrum init --typescript in %s writes the program and its test in TypeScript",
  async (language) => {
    const project = join(folder, "typed", language);
    const { status, stdout } = await rostrum(["init", project, "--typescript", "--lang", language]);
    expect(status).toBe(0);
    const files = await readdir(project);
    expect(files.filter((file) => /\.[jt]s$/.test(file)).sort()).toEqual(["debate.test.ts", "debate.ts"]);
    for (const said of ["debate.ts", "tsconfig.json", "npm run check"]) expect(stdout).toContain(said);
    const manifest = JSON.parse(await readFile(join(project, "package.json"), "utf8"));
    expect(Object.keys(manifest.devDependencies)).toEqual(["@types/node", "typescript"]);
    expect(manifest.scripts).toMatchObject({ check: "tsc", test: expect.stringContaining("--test") });
  },
);

it("rostrum init accepts a folder that contains only `.git`, and rejects a folder with other content", async () => {
  await mkdir(join(folder, "Empty One", ".git"), { recursive: true });
  expect((await rostrum(["init", join(folder, "Empty One")])).status).toBe(0);
  expect(JSON.parse(await readFile(join(folder, "Empty One/package.json"), "utf8")).name).toBe("empty-one");

  await mkdir(join(folder, "full"));
  await writeFile(join(folder, "full/notes.txt"), "mine");
  const { status, stderr } = await rostrum(["init", join(folder, "full")]);
  expect(status).toBe(2);
  expect(stderr).toContain("is not empty; name a new folder");
  expect(await readdir(join(folder, "full"))).toEqual(["notes.txt"]);

  const file = await rostrum(["init", join(folder, "full/notes.txt"), "--lang", "zh"]);
  expect([file.status, file.stderr]).toEqual([2, expect.stringContaining("无法写入")]);
});

it.each(["夜车", "rostrum"])("rostrum init names the project in the folder %s “debate”", async (name) => {
  await rostrum(["init", join(folder, name), "--lang=zh"]);
  expect(JSON.parse(await readFile(join(folder, name, "package.json"), "utf8")).name).toBe("debate");
});
