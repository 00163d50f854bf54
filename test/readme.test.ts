/** The README is run: its programs are compiled and executed, its commands too, and its tables match the code. */
import { execFile } from "node:child_process";
import { existsSync, mkdtempSync, readFileSync } from "node:fs";
import { copyFile, cp, mkdir, mkdtemp, readdir, readFile, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { promisify } from "node:util";
import { afterAll, beforeAll, describe, expect, it } from "@jest/globals";
import { transformFile } from "@swc/core";
import { compiled } from "./support/compiled.js";

const root = fileURLToPath(new URL("../", import.meta.url));
const readme = readFileSync(join(root, "README.md"), "utf8");
const blocks = (language: string) =>
  [...readme.matchAll(/^```(\w*)\n([\s\S]*?)^```$/gm)].filter((m) => m[1] === language).map((m) => m[2] ?? "");
const run = promisify(execFile);
const offline = {
  ...process.env,
  NODE_OPTIONS: "",
  ROSTRUM_MODEL: "rehearsal",
  OPENAI_API_KEY: "",
  OPENAI_BASE_URL: "",
};

describe("the programs, with the package as it is published", () => {
  const programs = blocks("ts");
  // Below the project, so that the package finds the packages that it needs.
  const folder = join(root, ".rostrum/readme");
  const installed = join(folder, "node_modules/rostrum");
  // What was compiled stays for the next time, beside the record of what it was compiled from.
  const built = join(root, ".rostrum/readme-build");
  const fileOf = (index: number) => join(folder, `program-${index}.ts`);
  const compile = (...options: string[]) =>
    run(process.execPath, [join(root, "node_modules/typescript/bin/tsc"), ...options]).catch(
      (error: { stdout: string }) => error,
    );

  /** Compiles what has changed, and installs what there are sources of: no file that was left by one that is gone. */
  async function install() {
    const record = ["--incremental", "--tsBuildInfoFile", join(built, ".tsbuildinfo")];
    const { stdout } = await compile("-p", join(root, "tsconfig.build.json"), "--outDir", built, ...record);
    if (stdout) throw new Error(stdout);
    for (const part of ["src", "graphs"]) {
      const files = await readdir(join(root, part), { recursive: true });
      for (const source of files.filter((file) => file.endsWith(".ts")))
        for (const ending of ["js", "js.map", "d.ts"]) {
          const file = join(part, source.replace(/ts$/, ending));
          await cp(join(built, file), join(installed, "dist", file));
        }
    }
  }

  beforeAll(async () => {
    await rm(folder, { recursive: true, force: true });
    await mkdir(installed, { recursive: true });
    await copyFile(join(root, "package.json"), join(installed, "package.json"));
    await install();
    const config = { extends: "../../tsconfig.json", compilerOptions: { noUnusedLocals: false }, include: ["*.ts"] };
    await writeFile(join(folder, "tsconfig.json"), JSON.stringify(config));
    await writeFile(join(folder, "package.json"), JSON.stringify({ type: "module" }));
    await Promise.all(programs.map((program, index) => writeFile(fileOf(index), program)));
  }, 120_000);
  afterAll(() => rm(folder, { recursive: true, force: true }));

  it("are there", () => expect(programs.length).toBeGreaterThanOrEqual(5));

  it("compile as strictly as the project", async () => {
    expect((await compile("-p", folder)).stdout).toBe("");
  }, 60_000);

  it("a library can hand on what the factories make, with declarations of its own", async () => {
    const library = join(folder, "library");
    await mkdir(library);
    const factories = ["Bidding", "Director", "GroupChat", "RoundRobin", "Supervisor"].map((name) => `create${name}`);
    const source = [
      `import { createConversation, ${factories.join(", ")} } from "rostrum";`,
      ...factories.map(
        (name) => `export const of${name} = () => ${name}().compile();\nexport const builder${name} = ${name}();`,
      ),
      "export const own = createConversation({ selectSpeaker: ({ candidates }) => candidates[0] }).compile();",
    ].join("\n");
    await writeFile(join(library, "index.ts"), source);
    const compilerOptions = { declaration: true, noEmit: false, outDir: "out" };
    await writeFile(
      join(library, "tsconfig.json"),
      JSON.stringify({ extends: "../tsconfig.json", compilerOptions, include: ["*.ts"] }),
    );
    expect((await compile("-p", library)).stdout).toBe("");
  }, 60_000);

  it.each(programs.map((program, index) => [program.split("\n")[0], index]))(
    "run: %s (%d)",
    async (_first, index) => {
      // Its types have been checked: what is left is to take them away.
      const { code } = await transformFile(fileOf(Number(index)), {
        ...{ jsc: { parser: { syntax: "typescript" }, target: "es2022" }, module: { type: "es6" } },
      });
      const program = fileOf(Number(index)).replace(/ts$/, "js");
      await writeFile(program, code);
      const { stdout } = await run(process.execPath, [program], { cwd: folder, env: offline });
      const prints = programs[Number(index)]?.includes("console.log");
      expect(stdout.length > 0).toBe(prints);
    },
    60_000,
  );
});

describe("the commands", () => {
  const commands = blocks("sh")
    .flatMap((block) => block.split("\n"))
    .filter((line) => line.startsWith("npm run -s rostrum -- "));

  // What the commands keep is kept apart from what the user of this clone does.
  const kept = mkdtempSync(join(tmpdir(), "rostrum-readme-kept-"));
  afterAll(() => rm(kept, { recursive: true }));
  const usesThreads = (command: string) => / -- (?:threads|show|fork|diff|resume)\b| --thread /.test(command);

  it("are there", () => expect(commands.length).toBeGreaterThanOrEqual(5));

  it.each(commands)(
    "%s",
    async (command) => {
      const folder = await mkdtemp(join(tmpdir(), "rostrum-readme-"));
      try {
        // As npm starts it, but for the compiling, which would take seconds each time.
        const told = command
          .replace("npm run -s rostrum --", `"${process.execPath}" "${compiled("src/cli/main.ts")}"`)
          .replace("--out ", `--out ${folder}/`)
          .replace("> ", `> ${folder}/`);
        const whole = usesThreads(command) ? `${told} --db ${join(kept, "threads.db")}` : told;
        const { stdout } = await run("bash", ["-ec", whole], { cwd: root, env: offline });
        const written = /(?:--out|>) (\S+)/.exec(command)?.[1];
        const text = written ? await readFile(join(folder, written), "utf8") : stdout;
        expect(text.length).toBeGreaterThan(50);
        if (written?.endsWith(".json")) expect(JSON.parse(text)).toHaveProperty("stopReason.kind");
      } finally {
        await rm(folder, { recursive: true, force: true });
      }
    },
    60_000,
  );
});

describe("the tables and the map", () => {
  const source = (path: string) => readFileSync(join(root, path), "utf8");
  const firstColumn = (heading: string) => {
    const table = readme.slice(readme.indexOf(heading)).split("\n\n")[0] ?? "";
    return [...table.matchAll(/^\| `([^`]+)` \|/gm)].map((match) => match[1]);
  };

  it("list every error code", () => {
    const codes = [...source("src/errors.ts").matchAll(/^ {2}\| "([a-z-]+)"/gm)].map((match) => match[1]);
    expect(firstColumn("| code | meaning |")).toEqual(codes);
  });

  it("list every event", () => {
    const types = [...source("src/state/events.ts").matchAll(/readonly type: "([a-z-]+)"/g)].map((match) => match[1]);
    expect(firstColumn("| event | when |")).toEqual(types);
  });

  it("list every option", () => {
    const options = [...source("src/modes/options.ts").matchAll(/^ {2}readonly (\w+)\?/gm)].map((match) => match[1]);
    expect(firstColumn("| option | meaning |")).toEqual(options);
  });

  it("list every method of the client", () => {
    const table = readme.slice(readme.indexOf("| method | what it does |")).split("\n\n")[0] ?? "";
    const named = [...table.matchAll(/^\| (.+?) \|/gm)].flatMap(([, cell = ""]) =>
      [...cell.matchAll(/`(\w+)\(/g)].map((match) => match[1]),
    );
    const methods = [...source("src/client/rostrum-client.ts").matchAll(/^ {2}(?:async )?(\w+)\(/gm)].map(
      (match) => match[1],
    );
    expect(named.toSorted()).toEqual(methods.filter((name) => name !== "constructor").toSorted());
  });

  it("name only folders that exist, and every folder of src", async () => {
    const map = readme.slice(readme.indexOf("## The map"));
    const named = [...map.matchAll(/^( *)([\w-]+\/)/gm)].map(([, indent, name]) =>
      indent ? `src/${name}` : String(name),
    );
    expect(named.filter((folder) => !existsSync(join(root, folder)))).toEqual([]);
    const { stdout } = await run("git", ["ls-files", "src"], { cwd: root }).catch(() => ({ stdout: "" }));
    const folders = new Set([...stdout.matchAll(/^src\/([\w-]+)\//gm)].map((match) => `src/${match[1]}/`));
    expect([...folders].filter((folder) => !named.includes(folder))).toEqual([]);
  });

  it("show rules of one's own that are under 15 lines each", () => {
    const rules = [...readme.matchAll(/^const \w+: SelectionRule = [\s\S]*?^(?:};|\S.*;| {2}\S.*;\n(?=\n))/gm)].map(
      ([rule]) => rule,
    );
    expect(rules).toHaveLength(2);
    for (const rule of rules) expect(rule.trim().split("\n").length).toBeLessThan(15);
  });

  it("mention only scenarios that exist", () => {
    const scenarios = [...readme.matchAll(/(?<!deploy\/)\b([\w-]+\.yaml)\b/g)].map((match) => match[1]);
    expect(scenarios.length).toBeGreaterThan(3);
    for (const scenario of scenarios)
      expect([scenario, existsSync(join(root, "scenarios", String(scenario)))]).toEqual([scenario, true]);
  });
});
