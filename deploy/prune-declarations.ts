/** Part of `npm run build`: removes the declarations that none of the package's entries needs, which are half of them. */
import { existsSync, globSync, readFileSync, rmSync } from "node:fs";
import { dirname, join } from "node:path";

const entries = ["src/index", "src/client/index", "src/testing/index", "src/web/index"].map(
  (path) => `dist/${path}.d.ts`,
);
const needed = new Set<string>();
const waiting = [...entries, ...globSync("dist/graphs/*.d.ts")];
for (let file = waiting.pop(); file !== undefined; file = waiting.pop()) {
  if (needed.has(file) || !existsSync(file)) continue;
  needed.add(file);
  const imports = readFileSync(file, "utf8").matchAll(/(?:from |import |import\()"(\.[^"]+)\.js"/g);
  for (const [, path = ""] of imports) waiting.push(join(dirname(file), `${path}.d.ts`));
}
for (const file of globSync("dist/src/**/*.d.ts")) if (!needed.has(file)) rmSync(file);
