/**
 * Makes Node.js load TypeScript, and load the modules in `test/` again for each suite: a test file's address ends with
 * its suite's number, and so do the addresses of all modules in `test/` that the file imports.
 */
import { transformFileSync } from "@swc/core";
import { existsSync, mkdirSync, writeFileSync } from "node:fs";
import { registerHooks } from "node:module";
import { join } from "node:path";
import { fileURLToPath, pathToFileURL } from "node:url";

const root = new URL("../../", import.meta.url).href;
const { href: globals } = new URL("globals.js", import.meta.url);

const isOwn = (address) => address?.startsWith(root) && !address.includes("/node_modules/");
const isTypeScript = (address) => /\.ts(?:\?|$)/.test(address);

/** The source maps' files, by module address. Jest reads them when it prints a stack trace. */
export const sourceMaps = new Map();
const folder = join(process.env.ROSTRUM_TEST_BUILD, "source-maps");
mkdirSync(folder, { recursive: true });

/** Loads a test file for a suite. */
export const loadSuite = (path, suite) => import(`${pathToFileURL(path)}?suite=${suite}`);

function addressOf(specifier, parent) {
  // As in tsconfig.json, examples that a test imports use the sources and not the build.
  const entry = /^rostrum(?:\/([\w-]+))?$/.exec(specifier);
  if (entry) return `${root}src/${entry[1] ?? "index"}.ts`;
  if (!specifier.startsWith(".")) return undefined;
  const { href } = new URL(specifier, parent);
  const source = href.replace(/\.js(?=\?|$)/, ".ts");
  return existsSync(fileURLToPath(source)) ? source : href;
}

registerHooks({
  resolve(specifier, context, next) {
    const { parentURL: parent } = context;
    if (!isOwn(parent)) return next(specifier, context);
    const { search } = new URL(parent);
    if (specifier === "@jest/globals") return next(globals + search, context);
    const address = addressOf(specifier, parent);
    if (address === undefined) return next(specifier, context);
    return next(address.startsWith(`${root}test/`) && isTypeScript(address) ? address + search : address, context);
  },
  load(address, context, next) {
    if (!isOwn(address) || !isTypeScript(address)) return next(address, context);
    return { format: "module", source: compile(address), shortCircuit: true };
  },
});

function compile(address) {
  const path = fileURLToPath(address);
  const { code, map } = transformFileSync(path, {
    jsc: {
      parser: { syntax: "typescript" },
      target: "es2022",
      // Node.js imports JSON only with the attribute `type`.
      experimental: { keepImportAttributes: true },
    },
    sourceMaps: true,
  });
  const file = join(folder, path.replaceAll(/[^\w.]/g, "-"));
  if (!existsSync(file)) writeFileSync(file, map);
  sourceMaps.set(address, file);
  return code;
}
