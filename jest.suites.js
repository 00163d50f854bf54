/** Selects suites by pattern. A pattern without a suite throws, so a moved suite is never skipped unnoticed. */
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

/** Returns the path fragments unchanged, after checking that each matches a suite. */
export function partsOfPaths(parts) {
  const paths = globSync("test/**/*.test.ts", { cwd });
  for (const part of parts) if (!paths.some((path) => path.includes(part))) throw new Error(`No suite matches ${part}`);
  return parts;
}
