/** The commands of the README run, and its tables match the code. */
import { existsSync, mkdtempSync, readFileSync } from "node:fs";
import { mkdtemp, readFile, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, describe, expect, it } from "@jest/globals";
import { english } from "../../src/locales/en/errors.js";
import { compiled } from "../support/compiled.js";
import { root, run } from "./pack.js";
import { codeBlocks, offline, readme } from "./programs.js";

describe("the commands", () => {
  const commands = codeBlocks(readme, "sh")
    .flatMap((block) => block.split("\n"))
    .filter((line) => line.startsWith("npm run -s rostrum -- "));

  // Apart from the threads that the user of this clone keeps.
  const kept = mkdtempSync(join(tmpdir(), "rostrum-readme-kept-"));
  afterAll(() => rm(kept, { recursive: true }));
  const usesThreads = (command: string) => / -- (?:threads|show|fork|diff|resume)\b| --thread /.test(command);

  it("are there", () => expect(commands.length).toBeGreaterThanOrEqual(5));

  it.each(commands)(
    "%s",
    async (command) => {
      const folder = await mkdtemp(join(tmpdir(), "rostrum-readme-"));
      try {
        // The compiled command: compiling it anew would take seconds each time.
        const compiledCommand = command
          .replace("npm run -s rostrum --", `"${process.execPath}" "${compiled("src/cli/main.ts")}"`)
          .replace("--out ", `--out ${folder}/`)
          .replace("> ", `> ${folder}/`);
        const whole = usesThreads(command) ? `${compiledCommand} --db ${join(kept, "threads.db")}` : compiledCommand;
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
    expect(firstColumn("| code | meaning |")).toEqual(["invalid-input", ...Object.keys(english.errors)]);
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
