/** create-rostrum without a terminal. `npm run check:created` also installs the projects and runs their tests. */
import { mkdir, mkdtemp, readdir, readFile, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, it } from "@jest/globals";
import { create } from "../../packages/create-rostrum/src/create.js";
import { kindNames } from "../../src/apps/project/kinds.js";
import { modelChoices, projectModels } from "../../src/apps/project/models.js";
import { projectLanguages, projectWordsIn } from "../../src/words/projects.js";

let folder: string;
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), "rostrum-create-"));
});
afterAll(() => rm(folder, { recursive: true }));

async function run(argv: readonly string[], env: Record<string, string> = {}, isTTY = false) {
  const written = { stdout: "", stderr: "" };
  const writer = (stream: keyof typeof written) => ({
    write(text: string) {
      written[stream] += text;
    },
  });
  const io = { stdin: { isTTY }, stdout: writer("stdout"), stderr: writer("stderr"), env };
  return { status: await create(argv, io), ...written };
}

const filesIn = async (project: string) =>
  (await readdir(project, { recursive: true, withFileTypes: true }))
    .filter((entry) => entry.isFile())
    .map(({ parentPath, name }) => join(parentPath, name));
const manifestIn = async (project: string) => JSON.parse(await readFile(join(project, "package.json"), "utf8"));

describe.each(kindNames)("a project of the kind %s", (kind) => {
  it.each(projectLanguages)("in %s has all files that the message names, and no template tags", async (lang) => {
    const project = join(folder, `${kind}-${lang}`);
    const options = ["--template", kind, "--lang", lang];
    const { status, stdout, stderr } = await run([project, ...options], { LANG: lang });
    expect([status, stderr]).toEqual([0, ""]);
    const files = await filesIn(project);
    const named = [...stdout.matchAll(/[\w./[\]-]+\.(?:tsx?|yaml|json|md)\b/g)].map(([name]) => join(project, name));
    expect(named.filter((file) => !files.includes(file))).toEqual([]);
    for (const file of files) expect(await readFile(file, "utf8")).not.toMatch(/\{\{[#^/\w]/);
    const { scripts, dependencies } = await manifestIn(project);
    for (const script of Object.keys(scripts)) expect(stdout).toMatch(new RegExp(`npm (?:run )?${script} +\\S`));
    expect(Object.keys(dependencies)).toEqual(expect.arrayContaining(["rostrum", "zod"]));
    expect(await readFile(join(project, "debate.ts"), "utf8")).toContain(projectWordsIn(lang).cast[0]?.name);
  });
});

it.each(modelChoices)(
  "a project with the model %s has that model's packages and variables, and the rehearsal has no variables",
  async (model) => {
    const project = join(folder, `model-${model}`);
    await run([project, "--model", model]);
    const { dependencies } = await manifestIn(project);
    expect(Object.keys(dependencies)).toEqual(expect.arrayContaining([...projectModels[model].packages]));
    const environment = await readFile(join(project, ".env"), "utf8").catch(() => "");
    for (const [name, value] of Object.entries(projectModels[model].variables))
      expect(environment).toContain(`${name}=${value}\n`);
    expect(environment === "").toBe(model === "rehearsal");
  },
);

it("only programs can be written in JavaScript", async () => {
  expect((await run([join(folder, "script"), "--javascript"])).status).toBe(0);
  expect(await readdir(join(folder, "script"))).toEqual(expect.arrayContaining(["debate.js", "debate.test.js"]));
  const { status, stderr } = await run([join(folder, "none"), "--javascript", "--template", "react"]);
  expect([status, stderr]).toEqual([2, expect.stringContaining("--javascript is only for --template program")]);
});

it("a folder with content is left alone, and a folder with only `.git` is used", async () => {
  await mkdir(join(folder, "full"));
  await writeFile(join(folder, "full/notes.txt"), "mine");
  const refused = await run([join(folder, "full")], { LANG: "zh_CN.UTF-8" });
  expect([refused.status, refused.stderr]).toEqual([2, expect.stringContaining("不是空文件夹")]);
  expect(await readdir(join(folder, "full"))).toEqual(["notes.txt"]);
  // Even in a terminal, `create` asks no questions if it cannot use the folder.
  expect((await run([join(folder, "full")], {}, true)).status).toBe(2);
  await mkdir(join(folder, "cloned/.git"), { recursive: true });
  expect((await run([join(folder, "cloned")])).status).toBe(0);
});

it("wrong options are explained, and help and the version are printed", async () => {
  const { status, stderr } = await run(["--model", "clever"]);
  expect([status, stderr]).toEqual([2, expect.stringContaining(`--model must be one of ${modelChoices.join(", ")}`)]);
  for (const [options, english, chinese] of [
    [["--unknown"], "unknown option --unknown", "没有 --unknown 这个选项"],
    [["--lang", "--yes"], "--lang needs a value", "--lang 需要一个值"],
    [["--yes=no"], "--yes takes no value", "--yes 不带值"],
    [["my", "debate"], "unexpected argument debate: .*", "多余的参数 debate：文件夹名称中有空格时，请加引号"],
  ] as const) {
    expect(await run(options)).toMatchObject({ status: 2, stderr: expect.stringMatching(`^${english}\nSee `) });
    expect((await run(options, { LANG: "zh_CN.UTF-8" })).stderr).toMatch(`${chinese}\n`);
  }
  const help = await run(["--help"]);
  for (const kind of kindNames) expect(help.stdout).toContain(kind);
  const { version } = JSON.parse(await readFile("packages/create-rostrum/package.json", "utf8"));
  expect(await run(["--version"])).toMatchObject({ status: 0, stdout: `${version}\n` });
});

it.each([
  ["pnpm", "pnpm test"],
  ["yarn", "yarn test"],
  ["bun", "bun run test"],
])("the next steps and the files of a project name %s if it runs create-rostrum", async (client, test) => {
  const env = { npm_config_user_agent: `${client}/12.21.0 npm/? node/v24.21.0` };
  for (const kind of kindNames) {
    const project = join(folder, `${client}-${kind}`);
    const { stdout } = await run([project, "--template", kind], env);
    expect(stdout).toContain(`  ${client} install\n`);
    expect(await readFile(join(project, "AGENTS.md"), "utf8")).toContain(`- \`${test}\` needs no key`);
    const texts = await Promise.all((await filesIn(project)).map((file) => readFile(file, "utf8")));
    for (const text of [stdout, ...texts]) expect(text).not.toMatch(/\bnpm /);
  }
});

it("create-rostrum's package has Rostrum's version and engines, and the tests' version of @clack/prompts", async () => {
  const own = JSON.parse(await readFile("package.json", "utf8"));
  const { version, engines, dependencies } = JSON.parse(await readFile("packages/create-rostrum/package.json", "utf8"));
  expect({ version, engines }).toEqual({ version: own.version, engines: own.engines });
  expect(dependencies["@clack/prompts"]).toBe(`^${own.devDependencies["@clack/prompts"]}`);
});
