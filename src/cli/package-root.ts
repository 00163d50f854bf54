/** The package's own folder, from the sources as from the built files. */
import { readFileSync } from "node:fs";

export interface Package {
  readonly root: URL;
  readonly version: string;
}

export function findPackage(): Package | undefined {
  for (let root = new URL("./", import.meta.url); ; root = new URL("../", root)) {
    try {
      const { name, version } = JSON.parse(readFileSync(new URL("package.json", root), "utf8"));
      if (name === "rostrum") return { root, version: String(version) };
    } catch {
      // Not here: the next folder up may have it.
    }
    if (new URL("../", root).pathname === root.pathname) return undefined;
  }
}
