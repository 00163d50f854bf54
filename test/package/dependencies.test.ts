/** Packages that the host also uses are peer dependencies. Optional peer dependencies are imported only when used. */
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, it } from "@jest/globals";
import { root } from "./pack.js";
import { sources } from "./source.js";

const read = (file: string) => JSON.parse(readFileSync(join(root, file), "utf8"));
const { dependencies, peerDependencies, peerDependenciesMeta } = read("package.json");
const optional = Object.keys(peerDependenciesMeta);

/** Returns the package that an import specifier names, or undefined for a relative path or a Node.js module. */
function packageOf(specifier: string): string | undefined {
  if (/^(?:\.|node:)/.test(specifier)) return undefined;
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

/** Whether a file belongs to the web app or the server, which the main entry point does not load. */
const isApart = ({ path }: (typeof sources)[number]) => /^(?:apps\/(?:server|web)|web\.ts$)/.test(path);

it("optional peer dependencies are imported only when they are used", () => {
  const together = sources.filter((source) => !isApart(source));
  const eager = together.flatMap(({ path, text }) =>
    [...text.matchAll(/^(?:import|export) (?!type\b)[^;]*?from "([^"]+)";/gm)]
      .map(([, specifier = ""]) => packageOf(specifier))
      .filter((name) => name !== undefined && optional.includes(name))
      .map((name) => `${path} imports ${name}`),
  );
  // A file that only dynamic imports load, or only such files, may import an optional peer dependency.
  const importedBy = (pattern: RegExp) =>
    sources.flatMap(({ path, text }) => [...text.matchAll(pattern)].map(([, name]) => ({ path, name: String(name) })));
  const lazily = new Set(importedBy(/import\("\.[^"]*?([\w-]+)\.js"\)/g).map(({ name }) => name));
  const eagerly = importedBy(/^(?:import|export) (?!type\b)[^;]*?from "\.[^"]*?([\w-]+)\.js";/gm);
  const nameOf = (path: string) => /([\w-]+)\.ts\b/.exec(path)?.[1] ?? "";
  const isLazy = (name: string): boolean => {
    const importers = eagerly.filter((each) => each.name === name);
    return lazily.has(name) || (importers.length > 0 && importers.every(({ path }) => lazily.has(nameOf(path))));
  };
  expect(eager.filter((line) => !isLazy(nameOf(line)))).toEqual([]);
  // Other files may import `page` and `scenarios` from the web app, because these two files import no values from
  // optional packages.
  const fromWeb = together.flatMap(({ text }) =>
    [...text.matchAll(/^import (?!type\b)[^;]*?from "[^"]*\/web\/([\w-]+)\.js";/gm)].map(([, file]) => file),
  );
  expect(fromWeb.filter((file) => !["page", "scenarios"].includes(String(file)))).toEqual([]);
});

it("no production dependency has an install script", () => {
  const entries = Object.entries<{ dev?: boolean; hasInstallScript?: boolean }>(read("package-lock.json").packages);
  const scripted = entries.filter(([path, entry]) => path !== "" && !entry.dev && entry.hasInstallScript);
  expect(scripted.map(([path]) => path)).toEqual([]);
});
