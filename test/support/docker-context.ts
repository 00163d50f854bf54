/** What `docker build` would send and `npm ci` would install, done by hand: neither Docker nor the registry is needed. */
import { constants } from "node:fs";
import { cp, mkdir, readdir, readFile, writeFile } from "node:fs/promises";
import { dirname, join, sep } from "node:path";
import { fileURLToPath } from "node:url";
import dockerignore from "@balena/dockerignore";

export const root = fileURLToPath(new URL("../../", import.meta.url));

/** Shares the blocks where the file system can. */
const copying = { recursive: true, mode: constants.COPYFILE_FICLONE } as const;

/** Whether the .dockerignore keeps a path out, as Docker reads it. */
async function readIgnored(): Promise<(path: string) => boolean> {
  const rules = dockerignore.default().add(await readFile(join(root, ".dockerignore"), "utf8"));
  return (path) => rules.ignores(path.split(sep).join("/"));
}

/** All files below the project's folder that are not kept out. A folder at the top that is kept out is not looked into. */
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

/**
 * Copies the context into a folder, as if the traps, paths with their texts, lay in the project's folder. Returns the paths that
 * came in.
 */
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
  readonly dev?: boolean;
  readonly optional?: boolean;
  readonly hasInstallScript?: boolean;
}

/** What an install script makes. The image's installation runs none. */
const scriptsOutput = "build";

/**
 * Gives the folder the packages that `npm ci --omit=dev --ignore-scripts` would put there: those of the lock file that are not
 * there for development alone, each where the lock file has it, as the project's own installation holds them.
 */
export async function installProduction(folder: string): Promise<void> {
  const lock = JSON.parse(await readFile(join(folder, "package-lock.json"), "utf8"));
  const packages = Object.entries<LockedPackage>(lock.packages).filter(([path, { dev }]) => path !== "" && !dev);
  for (const [path, { optional, hasInstallScript }] of packages) {
    const source = join(root, path);
    const isLeftOut = (each: string) =>
      each === join(source, "node_modules") || (hasInstallScript && each === join(source, scriptsOutput));
    const copied = cp(source, join(folder, path), { ...copying, filter: (each) => !isLeftOut(each) });
    // Packages for another machine's system are in the lock file, too.
    await copied.catch((error: unknown) => {
      if (!optional) throw error;
    });
  }
}
