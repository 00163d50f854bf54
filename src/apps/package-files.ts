import { existsSync, readFileSync } from "node:fs";

/** Searches the parent folders, because the depth of this file differs between the sources and the build. */
function findRoot(): URL {
  let root = new URL("./", import.meta.url);
  while (root.pathname !== "/" && !existsSync(new URL("package.json", root))) root = new URL("../", root);
  return root;
}

export const packageRoot = findRoot();

export const readVersion = (): string => JSON.parse(readFileSync(new URL("package.json", packageRoot), "utf8")).version;
