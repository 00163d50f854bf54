import { readFileSync } from "node:fs";
import { join, posix } from "node:path";
import { expect, it } from "@jest/globals";
import { root } from "./pack.js";
import { sources } from "./source.js";

const read = (file: string) => JSON.parse(readFileSync(join(root, file), "utf8"));
const { dependencies, imports, peerDependencies, peerDependenciesMeta } = read("package.json");
const optional = Object.keys(peerDependenciesMeta);

function packageOf(specifier: string): string | undefined {
  if (/^(?:[.#]|node:)/.test(specifier)) return undefined;
  return specifier
    .split("/")
    .slice(0, specifier.startsWith("@") ? 2 : 1)
    .join("/");
}

it("packages whose classes the host also uses are peer dependencies with version ranges", () => {
  const shared = ["@langchain/core", "@langchain/langgraph", "@langchain/langgraph-checkpoint", "zod"];
  expect(shared.filter((name) => !(name in peerDependencies) || name in dependencies)).toEqual([]);
  expect(shared.filter((name) => /^\d/.test(peerDependencies[name]))).toEqual([]);
});

it("zod is imported only as `zod/v4`", () => {
  const specifiers = sources.flatMap(({ path, text }) =>
    [...text.matchAll(/from "(zod\b[^"]*)"/g)].map(([, specifier]) => [path, specifier]),
  );
  expect(specifiers.length).toBeGreaterThan(20);
  expect(specifiers.filter(([, specifier]) => specifier !== "zod/v4")).toEqual([]);
});

const loadedBy = (text: string): readonly string[] =>
  [...text.matchAll(/^(?:import|export) (?!type\b)[^;]*?from "([^"]+)";/gm)].map(([, specifier]) => String(specifier));

it("entry points and commands statically import no optional peer dependency, except those that need one", () => {
  const texts = new Map(sources.map(({ path, text }) => [path, text]));
  // These two commands and two entry points need optional packages.
  const needs = ["apps/cli/commands/ui.ts", "apps/cli/commands/mcp.ts", "react.ts", "web.ts"];
  const isEntry = (path: string) => /^(?:[\w-]+|apps\/cli\/(?:main|commands\/[\w-]+))\.ts$/.test(path);
  const entries = [...texts.keys()].filter((path) => isEntry(path) && !needs.includes(path));
  expect(entries).toEqual(expect.arrayContaining(["index.ts", "apps/cli/main.ts", "apps/cli/commands/init.ts"]));
  const found = new Set<string>();
  const visited = new Set<string>();
  const visit = (path: string): void => {
    if (visited.has(path)) return;
    visited.add(path);
    for (const specifier of loadedBy(texts.get(path) ?? "")) {
      const name = packageOf(specifier);
      if (specifier.startsWith("#")) visit(imports[specifier].default.replace("./src/", ""));
      else if (specifier.startsWith(".")) visit(posix.join(path, "..", specifier.replace(/js$/, "ts")));
      else if (name !== undefined && optional.includes(name)) found.add(`${path} imports ${name}`);
    }
  };
  entries.forEach(visit);
  expect([...found]).toEqual([]);
});

it("no production dependency has an install script", () => {
  const entries = Object.entries<{ dev?: boolean; hasInstallScript?: boolean }>(read("package-lock.json").packages);
  const scripted = entries.filter(([path, entry]) => path !== "" && !entry.dev && entry.hasInstallScript);
  expect(scripted.map(([path]) => path)).toEqual([]);
});
