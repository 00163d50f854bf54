/** Where the package is installed, and its version. */
import { readFileSync } from "node:fs";

/** The package's own folder, for the sources as for the built files. */
export function findPackage(): { readonly root: URL; readonly version: string } | undefined {
  for (let root = new URL("./", import.meta.url); ; root = new URL("../", root)) {
    try {
      const { name, version } = JSON.parse(readFileSync(new URL("package.json", root), "utf8"));
      if (name === "rostrum") return { root, version: String(version) };
    } catch {
      // No package.json here; the parent folder may hold it.
    }
    if (new URL("../", root).pathname === root.pathname) return undefined;
  }
}

export const readVersion = (): string => findPackage()?.version ?? "unknown";
