/** Packs the project as `npm publish` would, but builds in `.rostrum` instead of `dist`. */
import { execFile } from "node:child_process";
import { existsSync } from "node:fs";
import { cp, readFile, rename, rm, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { promisify } from "node:util";
import { compiledPage } from "../support/compiled.js";

export const root = fileURLToPath(new URL("../../", import.meta.url));
export const run = promisify(execFile);

/** Resolves to the program's output, even if the program fails. */
export async function tool(
  path: string,
  args: readonly string[],
  cwd = root,
  nodeOptions: readonly string[] = [],
): Promise<{ ok: boolean; output: string }> {
  try {
    const { stdout, stderr } = await run(
      process.execPath,
      [...nodeOptions, join(root, "node_modules", path), ...args],
      {
        cwd,
        maxBuffer: 64 * 1024 * 1024,
      },
    );
    return { ok: true, output: stdout + stderr };
  } catch (error) {
    const { stdout, stderr } = error as { stdout: string; stderr: string };
    return { ok: false, output: stdout + stderr };
  }
}

/**
 * Puts the compiled page into `dist/stage`, where the command line looks for it. Renames a complete copy, so other
 * suites never find an incomplete page.
 */
export async function ensurePage(): Promise<void> {
  const folder = join(root, "dist/stage");
  if (existsSync(folder)) return;
  const copy = join(root, "dist", `stage-${process.pid}`);
  await cp(compiledPage(), copy, { recursive: true });
  // The rename fails if another suite has created the folder in the meantime. That folder contains the same page.
  await rename(copy, folder).catch(() => rm(copy, { recursive: true }));
}

/** TypeScript 7 compiles faster than 5.9, which TypeDoc and the generators still need as a library. */
export const compile = (args: readonly string[], cwd?: string) => tool("typescript-7/bin/tsc", args, cwd);

export interface Packed {
  readonly tarball: string;
  /** In bytes. */
  readonly size: number;
  /** Paths inside the tarball, such as `dist/index.js`. */
  readonly files: readonly string[];
}

interface Source {
  /** The program that builds the package's files into the folder given as its argument. */
  readonly build: string;
  /** The folder of the package's `package.json`, relative to the project. */
  readonly folder: string;
}

/** `into` names a folder in `.rostrum`. Two processes must not use the same folder at once. */
async function packFrom({ build, folder: from }: Source, into: string): Promise<Packed> {
  const folder = join(root, ".rostrum", into);
  const { ok, output } = await tool("tsx/dist/cli.mjs", [build, join(folder, "dist")]);
  if (!ok) throw new Error(`the build failed:\n${output}`);
  const source = join(root, from);
  const { scripts: _, ...manifest } = JSON.parse(await readFile(join(source, "package.json"), "utf8"));
  await writeFile(join(folder, "package.json"), JSON.stringify(manifest, null, 2));
  const kept = ["README.md", ...manifest.files.filter((path: string) => !path.includes("dist"))];
  for (const path of kept) {
    await rm(join(folder, path), { recursive: true, force: true });
    await cp(join(source, path), join(folder, path), { recursive: true });
  }
  await cp(join(root, "LICENSE"), join(folder, "LICENSE"));
  const { stdout } = await run("npm", ["pack", "--json", "--ignore-scripts"], { cwd: folder });
  const [{ filename, size, files }] = JSON.parse(stdout);
  return { tarball: join(folder, filename), size, files: files.map(({ path }: { path: string }) => path) };
}

export const pack = (into = "package"): Promise<Packed> => packFrom({ build: "deploy/build.ts", folder: "." }, into);

export const packCreate = (into: string): Promise<Packed> =>
  packFrom({ build: "packages/create-rostrum/build.ts", folder: "packages/create-rostrum" }, into);
