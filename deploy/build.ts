/** `npm run build`: compiles what the package ships into a folder, `dist` unless another is named. */
import { execFileSync } from "node:child_process";
import { cpSync, existsSync, globSync, readFileSync, rmSync } from "node:fs";
import { dirname, join, resolve } from "node:path";

const dist = resolve(process.argv[2] ?? "dist");

const run = (program: string, ...words: string[]) => execFileSync(program, words, { stdio: "inherit" });

/** Removes the declarations that none of the package's entries needs, which are half of them. */
function pruneDeclarations() {
  const needed = new Set<string>();
  const waiting = globSync(join(dist, "{src/index,src/{client,testing,web}/index,graphs/*}.d.ts"));
  for (let file = waiting.pop(); file !== undefined; file = waiting.pop()) {
    if (needed.has(file) || !existsSync(file)) continue;
    needed.add(file);
    const imports = readFileSync(file, "utf8").matchAll(/(?:from |import |import\()"(\.[^"]+)\.js"/g);
    for (const [, path = ""] of imports) waiting.push(join(dirname(file), `${path}.d.ts`));
  }
  for (const file of globSync(join(dist, "src/**/*.d.ts"))) if (!needed.has(file)) rmSync(file);
}

rmSync(dist, { recursive: true, force: true });
run(process.execPath, "node_modules/typescript/bin/tsc", "-p", "tsconfig.build.json", "--outDir", dist);
cpSync("src", join(dist, "src"), { recursive: true, filter: (path) => !path.endsWith(".ts") });
cpSync("graphs/speaker.jsx", join(dist, "graphs/speaker.jsx"));
run("npm", "run", "-s", "build:stage", "--", "--outDir", join(dist, "stage"));
pruneDeclarations();
