/**
 * Builds the sources and the web page once for all suites. Otherwise each process that a test starts would take seconds
 * to compile them. Jest calls the exported function before all tests. Jest compiles only this file, not its imports, so
 * this file cannot import other TypeScript files.
 */
import { execFile } from "node:child_process";
import { chmod, copyFile, cp, mkdir, mkdtemp, readdir, readFile, statfs, symlink, writeFile } from "node:fs/promises";
import { basename, dirname, relative, resolve } from "node:path";
import { promisify } from "node:util";
import { transformFile } from "@swc/core";

/** Builds the page in a separate process, because Vite's configuration changes environment variables. */
const buildPage = (folder: string) => {
  const options = ["--config", "stage/vite.config.ts", "--logLevel", "warn", "--outDir", resolve(folder, "page")];
  return promisify(execFile)(process.execPath, ["node_modules/vite/bin/vite.js", "build", ...options]);
};

/** Keeps temporary files in memory where there is enough of it, because suites save to thousands of small databases. */
async function keepFilesInMemory(): Promise<void> {
  // If a test starts Jest, the inner Jest must not delete the folder of the outer one.
  delete process.env["ROSTRUM_TEST_FILES"];
  const memory = await statfs("/dev/shm").catch(() => undefined);
  const enough = 4 * 1024 ** 3;
  if (process.env["TMPDIR"] || !memory || memory.bavail * memory.bsize < enough) return;
  const folder = await mkdtemp("/dev/shm/tests-");
  // If the tests run as root, PostgreSQL runs as another user, who needs access to this folder.
  await chmod(folder, 0o755);
  process.env["TMPDIR"] = folder;
  process.env["ROSTRUM_TEST_FILES"] = folder;
}

/**
 * Builds the page and compiles the sources to JavaScript, in a new folder inside the project, where Node.js finds the
 * packages.
 */
export default async function build(): Promise<void> {
  await keepFilesInMemory();
  const folder = resolve(".rostrum", `build-${process.pid}`);
  process.env["ROSTRUM_TEST_BUILD"] = folder;
  await mkdir(folder, { recursive: true });
  const page = buildPage(folder);
  const { imports } = JSON.parse(await readFile("package.json", "utf8"));
  /** Replaces the import names that package.json maps to sources with paths of compiled files. */
  const withCompiledVariants = (code: string, file: string) =>
    code.replace(/(?<=from )"(#[^"]+)"/g, (_name, path) => {
      const source: string = imports[path].default.replace(/ts$/, "js");
      return JSON.stringify(`./${relative(dirname(file), resolve(folder, source))}`);
    });
  await copyFile("langgraph.json", resolve(folder, "langgraph.json"));
  for (const part of ["src", "graphs", "test/support", "examples"]) {
    // Copies texts and other data unchanged.
    await cp(part, resolve(folder, part), { recursive: true, filter: (path) => !path.endsWith(".ts") });
    const files = (await readdir(part, { recursive: true })).filter((file) => file.endsWith(".ts"));
    await Promise.all(
      files.map(async (file) => {
        const { code } = await transformFile(resolve(part, file), {
          jsc: {
            parser: { syntax: "typescript" },
            target: "es2022",
            // Node.js imports JSON only with the `type` attribute.
            experimental: { keepImportAttributes: true },
          },
          module: { type: "es6" },
        });
        const target = resolve(folder, part, file.replace(/ts$/, "js"));
        await mkdir(dirname(target), { recursive: true });
        await writeFile(target, withCompiledVariants(code, target));
      }),
    );
  }
  // Makes the examples a separate project that has the package installed.
  await writeFile(resolve(folder, "examples/package.json"), JSON.stringify({ type: "module" }));
  const installed = resolve(folder, "examples/node_modules/rostrum");
  await mkdir(installed, { recursive: true });
  const names = (await readdir("src")).filter((file) => file.endsWith(".ts")).map((file) => basename(file, ".ts"));
  const entries = names.map((name) => [name === "index" ? "." : `./${name}`, `./dist/src/${name}.js`]);
  const exports = Object.fromEntries(entries);
  await writeFile(resolve(installed, "package.json"), JSON.stringify({ name: "rostrum", type: "module", exports }));
  await symlink(folder, resolve(installed, "dist"), "junction");
  await page;
}
