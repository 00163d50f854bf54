import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "@jest/globals";
import { generate } from "../../docs/generate/generate.js";
import { commands } from "../../src/apps/cli/commands/registry.js";
import { flagOf } from "../../src/apps/cli/options.js";
import { eventKinds } from "../../src/core/state/events.js";
import { checkScenario } from "../../src/talk/scenario/check-scenario.js";
import { scenarioJsonSchema } from "../../src/talk/scenario/json-schema.js";
import { loadExtension } from "../../src/talk/scenario/load-extension.js";
import { parseScenarioDocument } from "../../src/talk/scenario/parse-document.js";
import { common } from "../../src/words/en/common.js";
import { english } from "../../src/words/en/errors.js";
import { root, run } from "../package/pack.js";
import { blocksOf } from "./pages.js";

const read = (path: string) => readFileSync(join(root, path), "utf8");

/** The names in the first column of a page's tables. Skips rows whose first cell is not code. */
const entriesOf = (page: string) => [...page.matchAll(/^\| `([^`]+)` \|/gm)].map(([, entry = ""]) => entry);

it("generated pages are up to date", async () => {
  const generated = await generate();
  expect(generated.size).toBeGreaterThan(10);
  const stale = [...generated].filter(([path, text]) => read(path) !== text).map(([path]) => path);
  // If this expectation fails, run `npm run generate`.
  expect(stale).toEqual([]);
}, 180_000);

interface Schema {
  readonly properties?: Readonly<Record<string, Schema>>;
  readonly items?: Schema & { readonly anyOf?: readonly Schema[] };
}

/** The paths of a JSON Schema's leaf fields, such as `participants[].name`. */
function leaves({ properties, items }: Schema, path: string): string[] {
  const inner = properties ?? items?.properties ?? items?.anyOf?.find((each) => each.properties)?.properties;
  if (!inner) return [path];
  const prefix = path && `${path}${properties ? "" : "[]"}.`;
  return Object.entries(inner).flatMap(([name, schema]) => leaves(schema, `${prefix}${name}`));
}

describe("the documentation", () => {
  it("names every setting that a scenario can have, except its mode, title and extensions", () => {
    const { allOf = [] } = scenarioJsonSchema() as { allOf?: { then: Schema }[] };
    const settings = [...new Set(allOf.flatMap(({ then }) => leaves(then, "")))];
    expect(settings.length).toBeGreaterThan(50);
    const named = new Set(entriesOf(read("docs/reference/settings.md")));
    const outside = ["mode", "title", "extensions"];
    expect(settings.filter((setting) => !named.has(setting) && !outside.includes(setting))).toEqual([]);
  });

  it("names every event, and leaves no cell of the table empty", () => {
    const page = read("docs/reference/events.md");
    expect(entriesOf(page)).toEqual(Object.keys(eventKinds));
    expect(page).not.toMatch(/\| {2}\|/);
  });

  it("names every error code, problem and detail", () => {
    const page = read("docs/reference/errors.md");
    const details = [...read("src/errors/rostrum-error.ts").matchAll(/^ {2}readonly (\w+)\?:/gm)].map(
      (match) => match[1],
    );
    const codes = ["invalid-input", ...Object.keys(english.errors)];
    expect(entriesOf(page)).toEqual([...codes, ...details, ...Object.keys(english.problems)]);
    expect(page).not.toMatch(/undefined|NaN|\[object/);
  });

  it("names every command with its arguments and options", () => {
    const page = read("docs/reference/command-line.md");
    for (const { name, options, arguments: given } of commands) {
      const section = page.slice(page.indexOf(`## rostrum ${name}`)).split("\n## ")[0] ?? "";
      const wanted = [...given.map((each) => `<${each}>`), ...options.map(flagOf)];
      const named = entriesOf(section).map((entry) => (entry.startsWith("-") ? (entry.split(" ")[0] ?? "") : entry));
      expect([name, ...named.toSorted()]).toEqual([name, ...wanted.toSorted()]);
    }
  });

  it("names the values that six entry points export", async () => {
    const page = read("docs/reference/README.md");
    const packages = await Promise.all([
      import("../../src/index.js"),
      import("../../src/client.js"),
      import("../../src/web.js"),
      import("../../src/react.js"),
      import("../../src/ai-sdk.js"),
      import("../../src/testing.js"),
    ]);
    const names = packages.flatMap((module) => Object.keys(module));
    expect(names.filter((name) => !page.includes(`- [\`${name}\`]`))).toEqual([]);
  });

  it("names every purpose of a call, in the guide to testing", () => {
    const page = read("docs/guides/testing.md");
    expect(Object.keys(common.purposes).filter((purpose) => !page.includes(`\`${purpose}\``))).toEqual([]);
  });

  it("names every option of modes and server connections, and every method of the port, in the guides", () => {
    const table = (path: string, heading: string) => {
      const page = read(path);
      return page.slice(page.indexOf(heading)).split("\n\n")[0] ?? "";
    };
    const options = [...read("src/graph/modes/options.ts").matchAll(/^ {2}readonly (\w+)\?/gm)].map(
      (match) => match[1],
    );
    expect(entriesOf(table("docs/guides/own-rules.md", "| Option | Meaning |"))).toEqual(options);
    const members = (path: string, of: string, pattern: RegExp) => {
      const [, text = ""] = read(path).split(`interface ${of} {\n`);
      return [...text.slice(0, text.indexOf("\n}")).matchAll(pattern)].map(([, name = ""]) => name);
    };
    const page = read("docs/guides/conversations.md");
    const methods = members("src/talk/conversations/port/port.ts", "Conversations", /^ {2}(\w+)\(/gm);
    expect(methods.length).toBeGreaterThan(10);
    expect(methods.filter((name) => !new RegExp(`(?:\`|conversations\\.)${name}\\(`).test(page))).toEqual([]);
    const connecting = members(
      "src/talk/conversations/remote/connection.ts",
      "ServerOptions",
      /^ {2}readonly (\w+)\??:/gm,
    );
    expect(entriesOf(table("docs/guides/server.md", "| Option | Default | Meaning |"))).toEqual(connecting);
  });

  it("names exactly the existing folders of src, in src/layers.json", async () => {
    const { stdout } = await run("git", ["ls-files", "src"], { cwd: root }).catch(() => ({ stdout: "" }));
    const files = stdout.split("\n");
    const layers: Record<string, Record<string, string>> = JSON.parse(read("src/layers.json"));
    for (const [parent, folders] of Object.entries(layers)) {
      const found = files.flatMap((file) => (file.startsWith(`${parent}/`) ? file.slice(parent.length + 1) : []));
      const names = found.filter((file) => file.includes("/")).map((file) => file.split("/")[0]);
      expect([...new Set(names)].sort()).toEqual(stdout === "" ? [] : Object.keys(folders).sort());
    }
  });

  it("names only existing top-level folders, on the map in CONTRIBUTING", async () => {
    const page = read("CONTRIBUTING.md");
    const map = page.slice(page.indexOf("## The map"));
    const top = [...map.matchAll(/^([\w-]+)\/ /gm)].map(([, name]) => name ?? "");
    const { stdout: files } = await run("git", ["ls-files"], { cwd: root }).catch(() => ({ stdout: "" }));
    expect(top.filter((folder) => files && !files.includes(`${folder}/`))).toEqual([]);
  });
});

describe("pages with programs", () => {
  it.each(blocksOf("yaml").map(({ page, code }, index) => [page, index, code] as const))(
    "%s: scenario %d is valid",
    async (_page, _index, code) => {
      const { fields } = parseScenarioDocument(code, { file: "page" });
      const { extensions, ...settings } = fields;
      const options =
        extensions === undefined ? {} : { modes: await loadExtension(join(root, "examples", `${extensions}`)) };
      expect(checkScenario({ fields: settings }, options).mode).toBeTruthy();
    },
  );

  it.each(blocksOf("json").map(({ page, code }, index) => [page, index, code] as const))(
    "%s: JSON block %d is valid",
    (_page, _index, code) => {
      expect(JSON.parse(code)).toBeTruthy();
    },
  );

  it("list every example program on the examples page", () => {
    const page = read("docs/guides/examples.md");
    const examples = readdirSync(join(root, "examples")).filter((file) => file.endsWith(".ts"));
    expect(examples.filter((file) => !page.includes(`<!-- generated: example ${file} -->\n\`\`\`ts\n`))).toEqual([]);
  });

  it("contain only rules shorter than 15 lines, in the guide to custom rules", () => {
    const rules = [
      ...read("docs/guides/own-rules.md").matchAll(
        /^const \w+: SelectionRule = [\s\S]*?^(?:};|\S.*;| {2}\S.*;\n(?=\n))/gm,
      ),
    ].map(([rule]) => rule);
    expect(rules).toHaveLength(3);
    for (const rule of rules) expect(rule.trim().split("\n").length).toBeLessThan(15);
  });
});
