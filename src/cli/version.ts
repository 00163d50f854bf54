/** The version that package.json says, from the sources as from the built files. */
import { readFileSync } from "node:fs";

export function readVersion(): string {
  for (let folder = new URL("./", import.meta.url); ; folder = new URL("../", folder)) {
    try {
      const { name, version } = JSON.parse(readFileSync(new URL("package.json", folder), "utf8"));
      if (name === "rostrum") return String(version);
    } catch {
      // Not here: the next folder up may have it.
    }
    if (folder.pathname === "/" || new URL("../", folder).pathname === folder.pathname) return "unknown";
  }
}
