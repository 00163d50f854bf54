import { mkdtemp, readFile, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { basename, dirname, join } from "node:path";
import { afterAll, beforeAll, describe, expect, it } from "@jest/globals";
import { parse } from "yaml";
import { rostrum, withoutModels } from "../apps/cli/captured-io.js";
import { root } from "../package/pack.js";
import { codeBlocks, programs } from "./pages.js";

const path = join(root, "skills/rostrum/SKILL.md");
const skill = await readFile(path, "utf8");
const commands = codeBlocks(skill, "sh").flatMap((block) => block.split("\n").filter((line) => line.includes("npx ")));

let folder: string;
let restore = () => {};
beforeAll(async () => {
  restore = withoutModels();
  folder = await mkdtemp(join(tmpdir(), "rostrum-skill-"));
  const scenarios = codeBlocks(skill, "yaml");
  const names = [...skill.matchAll(/Save the\s+scenario as `(\S+\.yaml)`/g)].map(([, name = ""]) => name);
  expect(names).toHaveLength(scenarios.length);
  for (const [index, name] of names.entries()) await writeFile(join(folder, name), scenarios[index] ?? "");
});
afterAll(async () => {
  restore();
  await rm(folder, { recursive: true });
});

it("the skill has the fields that coding agents read before they load it", () => {
  const [, head = ""] = /^---\n([\s\S]*?)\n---\n/.exec(skill) ?? [];
  const { name, description, ...others } = parse(head);
  expect([name, others]).toEqual([basename(dirname(path)), {}]);
  expect(description.length).toBeLessThanOrEqual(1024);
  expect(description).toMatch(/Use it when/);
});

it("the skill's programs are programs of the documentation, which other tests run", () => {
  const known = programs.map(({ code }) => code);
  const own = codeBlocks(skill, "ts");
  expect(own.length).toBeGreaterThanOrEqual(5);
  expect(own.filter((code) => !known.includes(code))).toEqual([]);
});

describe("the skill's command runs", () => {
  it("at least four commands are tested", () => expect(commands.length).toBeGreaterThanOrEqual(4));

  it.each(commands)("%s", async (command) => {
    const [, line, written = ""] = /^(?:echo "(.*)" \| )?npx rostrum (.*)$/.exec(command) ?? [];
    const words = written.split(" ").map((word) => (/\.(?:yaml|md)$/.test(word) ? join(folder, word) : word));
    const { status, stdout, stderr } = await rostrum(words, line === undefined ? {} : { stdin: `${line}\n` });
    expect([status, status === 0 ? "" : stderr]).toEqual([0, ""]);
    expect(stdout.length).toBeGreaterThan(50);
    if (line !== undefined) expect(stdout).toContain(line);
    const out = words.find((_word, index) => words[index - 1] === "--out");
    if (out !== undefined) expect((await readFile(out, "utf8")).length).toBeGreaterThan(50);
  });
});
