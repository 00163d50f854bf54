/** Reproduces what `docker build` sends and installs, without Docker and without a registry. */
import { execFile } from "node:child_process";
import { constants } from "node:fs";
import { cp, mkdir, readdir, readFile, writeFile } from "node:fs/promises";
import { dirname, join, sep } from "node:path";
import { fileURLToPath } from "node:url";
import { promisify } from "node:util";
import dockerignore from "@balena/dockerignore";
import { installCommands } from "../../deploy/write-dockerfile.js";

export const root = fileURLToPath(new URL("../../", import.meta.url));

const copying = { recursive: true, mode: constants.COPYFILE_FICLONE } as const;

async function readIgnored(): Promise<(path: string) => boolean> {
  const rules = dockerignore.default().add(await readFile(join(root, ".dockerignore"), "utf8"));
  return (path) => rules.ignores(path.split(sep).join("/"));
}

/** Lists the files that `docker build` sends. Does not read excluded top-level folders, because these are large. */
async function listContext(isIgnored: (path: string) => boolean): Promise<string[]> {
  const top = (await readdir(root, { withFileTypes: true })).filter(({ name }) => !isIgnored(name));
  const files = await Promise.all(
    top.map(async (entry) => {
      if (!entry.isDirectory()) return [entry.name];
      const below = await readdir(join(root, entry.name), { recursive: true, withFileTypes: true });
      return below
        .filter((each) => each.isFile())
        .map((each) => join(each.parentPath, each.name).slice(root.length))
        .filter((path) => !isIgnored(path));
    }),
  );
  return files.flat();
}

/** Copies the build context into a folder, as if the project also contained the files in `traps` (texts by path). */
export async function copyContext(folder: string, traps: Readonly<Record<string, string>>): Promise<string[]> {
  const isIgnored = await readIgnored();
  const paths = await listContext(isIgnored);
  await Promise.all(paths.map((path) => cp(join(root, path), join(folder, path), copying)));
  const caught = Object.entries(traps).filter(([path]) => !isIgnored(path));
  for (const [path, text] of caught) {
    await mkdir(dirname(join(folder, path)), { recursive: true });
    await writeFile(join(folder, path), text);
  }
  return [...paths, ...caught.map(([path]) => path)];
}

interface LockedPackage {
  readonly optional?: boolean;
  readonly hasInstallScript?: boolean;
}

/**
 * Runs the image's install commands only to write the lock file, and copies the locked packages from the project.
 * Returns the paths of packages with an install script.
 */
export async function installProduction(folder: string): Promise<string[]> {
  const commands = (await installCommands()).join(" && ");
  await promisify(execFile)("sh", ["-c", `${commands} --package-lock-only --offline`], { cwd: folder });
  const lock = JSON.parse(await readFile(join(folder, "package-lock.json"), "utf8"));
  const packages = Object.entries<LockedPackage>(lock.packages).filter(([path]) => path !== "");
  for (const [path, { optional }] of packages) {
    const source = join(root, path);
    const filter = (each: string) => each !== join(source, "node_modules");
    await cp(source, join(folder, path), { ...copying, filter }).catch((error: unknown) => {
      // The lock file also lists packages for other platforms, which the project does not have.
      if (!optional) throw error;
    });
  }
  return packages.filter(([, { hasInstallScript }]) => hasInstallScript).map(([path]) => path);
}
