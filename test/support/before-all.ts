/**
 * Compiles the sources once for all processes that tests start: compiled anew in each, they would take seconds to begin. The
 * runner calls it before all tests, and loads it by itself alone: it can import nothing of the project.
 */
import { copyFile, cp, mkdir, readdir, writeFile } from "node:fs/promises";
import { dirname, join, resolve } from "node:path";
import { transformFile } from "@swc/core";

/** Writes JavaScript into a folder of its own below the project, where the packages are found. */
export default async function build(): Promise<void> {
  const folder = resolve(".rostrum", `build-${process.pid}`);
  process.env["ROSTRUM_TEST_BUILD"] = folder;
  await mkdir(folder, { recursive: true });
  await copyFile("langgraph.json", resolve(folder, "langgraph.json"));
  for (const part of ["src", "graphs", "test/support"]) {
    await cp(part, resolve(folder, part), { recursive: true, filter: (path) => !path.endsWith(".ts") });
    const names = (await readdir(part, { recursive: true })).filter((name) => name.endsWith(".ts"));
    const files = names.map((name) => join(part, name));
    await Promise.all(
      files.map(async (file) => {
        const target = resolve(folder, file.replace(/\.ts$/, ".js"));
        await mkdir(dirname(target), { recursive: true });
        const { code } = await transformFile(resolve(file), {
          jsc: { parser: { syntax: "typescript" }, target: "es2022" },
          module: { type: "es6" },
        });
        return writeFile(target, code);
      }),
    );
  }
}
