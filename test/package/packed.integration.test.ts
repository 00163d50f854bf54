/** The package as npm would publish it: well formed, small, and every program of the README compiles and runs with it. */
import { mkdir, rm, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, it } from "@jest/globals";
import { compile, type Packed, pack, root, run, tool } from "./pack.js";
import { offline, programs } from "./programs.js";

// Below the project, so that the package finds its peers.
const folder = join(root, ".rostrum/readme");
let packed: Packed;

beforeAll(async () => {
  packed = await pack();
  await rm(folder, { recursive: true, force: true });
  const installed = join(folder, "node_modules/rostrum");
  await mkdir(installed, { recursive: true });
  await run("tar", ["-xzf", packed.tarball, "-C", installed, "--strip-components=1"]);
  const compilerOptions = { noUnusedLocals: false, noEmit: false, outDir: "out", rootDir: "." };
  await writeFile(
    join(folder, "tsconfig.json"),
    JSON.stringify({ extends: "../../tsconfig.json", compilerOptions, include: ["*.ts"] }),
  );
  await writeFile(join(folder, "package.json"), JSON.stringify({ type: "module" }));
  for (const [index, program] of programs.entries()) await writeFile(join(folder, `program-${index}.ts`), program);
}, 180_000);

afterAll(() => rm(folder, { recursive: true, force: true }));

describe("the tarball", () => {
  it("has no problem that publint finds", async () => {
    const { ok, output } = await tool("publint/src/cli.js", ["run", "--strict", packed.tarball]);
    expect(ok ? "" : output).toBe("");
  });

  it("has no problem that “Are the types wrong?” finds", async () => {
    const options = ["--profile", "esm-only", "--format", "ascii", "--no-emoji"];
    const { ok, output } = await tool("@arethetypeswrong/cli/dist/index.js", [...options, packed.tarball]);
    expect(ok ? "" : output).toBe("");
  });

  it("is no larger than 500 KB", () => expect(packed.size).toBeLessThanOrEqual(500_000));

  it("holds no source, source map or test", () => {
    expect(packed.files.filter((path) => /\.map$|(?<!\.d)\.ts$|\.test\.|tsbuildinfo/.test(path))).toEqual([]);
  });
});

describe("the programs of the README", () => {
  it("are there", () => expect(programs.length).toBeGreaterThanOrEqual(5));

  it("compile as strictly as the project", async () => {
    expect((await compile(["-p", folder])).output).toBe("");
  }, 60_000);

  it.each(programs.map((program, index) => [program.split("\n")[0], index]))(
    "run: %s (%d)",
    async (_first, index) => {
      const { stdout } = await run(process.execPath, [join(folder, `out/program-${index}.js`)], {
        cwd: folder,
        env: offline,
      });
      expect(stdout.length > 0).toBe(programs[Number(index)]?.includes("console.log"));
    },
    60_000,
  );

  it("may be part of a library that emits declarations of what the factories return", async () => {
    const library = join(folder, "library");
    await mkdir(library);
    const factories = ["createBidding", "createDirector", "createGroupChat", "createRoundRobin", "createSupervisor"];
    const source = [
      `import { createConversation, ${factories.join(", ")} } from "rostrum";`,
      ...factories.flatMap((create) => [
        `export const ${create}Builder = ${create}();`,
        `export const ${create}Graph = () => ${create}().compile();`,
      ]),
      "export const own = createConversation({ selectSpeaker: ({ candidates }) => candidates[0] }).compile();",
    ].join("\n");
    await writeFile(join(library, "index.ts"), source);
    const compilerOptions = { declaration: true, outDir: "out", rootDir: "." };
    await writeFile(
      join(library, "tsconfig.json"),
      JSON.stringify({ extends: "../tsconfig.json", compilerOptions, include: ["*.ts"] }),
    );
    expect((await compile(["-p", library])).output).toBe("");
  }, 60_000);
});
