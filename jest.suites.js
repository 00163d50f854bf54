/** Names suites by pattern. A pattern without a suite is an error: suites that were moved would otherwise be left out in silence. */
import { globSync } from "node:fs";

const cwd = import.meta.dirname;

/** Turns patterns below `test/`, without `.test.ts`, into Jest's `testMatch`. */
export function suitesNamed(patterns) {
  return patterns.map((pattern) => {
    const path = `test/${pattern}.test.ts`;
    if (globSync(path, { cwd }).length === 0) throw new Error(`No suite matches ${path}`);
    return `<rootDir>/${path}`;
  });
}

/** Returns parts of paths as they are. */
export function partsOfPaths(parts) {
  const paths = globSync("test/**/*.test.ts", { cwd });
  for (const part of parts) if (!paths.some((path) => path.includes(part))) throw new Error(`No suite matches ${part}`);
  return parts;
}
