/** A host's own LangChain is the only one: its packages are peers, and what is used by few is optional. */
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, it } from "@jest/globals";
import { root } from "./pack.js";
import { sources } from "./source.js";

const read = (file: string) => JSON.parse(readFileSync(join(root, file), "utf8"));
const { dependencies, peerDependencies, peerDependenciesMeta } = read("package.json");
const optional = Object.keys(peerDependenciesMeta);

/** The package that a specifier is in; undefined for a path or a module of Node's. */
function packageOf(specifier: string): string | undefined {
  if (/^(?:\.|node:)/.test(specifier)) return undefined;
  return specifier
    .split("/")
    .slice(0, specifier.startsWith("@") ? 2 : 1)
    .join("/");
}

it("the packages whose classes a host shares are peers, by range", () => {
  const shared = ["@langchain/core", "@langchain/langgraph", "@langchain/langgraph-checkpoint", "zod"];
  expect(shared.filter((name) => !(name in peerDependencies) || name in dependencies)).toEqual([]);
  expect(shared.filter((name) => /^\d/.test(peerDependencies[name]))).toEqual([]);
});

/** Not in the package, or an entry of its own. */
const isApart = ({ path }: (typeof sources)[number]) => /^(?:apps\/(?:server|web)|web\.ts$)/.test(path);

it("optional peers are only imported when they are used", () => {
  const together = sources.filter((source) => !isApart(source));
  const eager = together.flatMap(({ path, text }) =>
    [...text.matchAll(/^(?:import|export) (?!type\b)[^;]*?from "([^"]+)";/gm)]
      .map(([, specifier = ""]) => packageOf(specifier))
      .filter((name) => name !== undefined && optional.includes(name))
      .map((name) => `${path} imports ${name}`),
  );
  // A file may import one if only dynamic imports load that file.
  const lazily = new Set(
    sources.flatMap(({ text }) => [...text.matchAll(/import\("\.[^"]*?([\w-]+)\.js"\)/g)].map(([, name]) => name)),
  );
  expect(eager.filter((line) => !lazily.has(/([\w-]+)\.ts /.exec(line)?.[1]))).toEqual([]);
  // These files of the web server import nothing but types of it.
  const fromWeb = together.flatMap(({ text }) =>
    [...text.matchAll(/^import (?!type\b)[^;]*?from "[^"]*\/web\/([\w-]+)\.js";/gm)].map(([, file]) => file),
  );
  expect(fromWeb.filter((file) => !["page", "scenarios"].includes(String(file)))).toEqual([]);
});

it("no production dependency runs a script when it is installed", () => {
  const entries = Object.entries<{ dev?: boolean; hasInstallScript?: boolean }>(read("package-lock.json").packages);
  const scripted = entries.filter(([path, entry]) => path !== "" && !entry.dev && entry.hasInstallScript);
  expect(scripted.map(([path]) => path)).toEqual([]);
});
