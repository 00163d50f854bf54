import { readFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { expect, it } from "@jest/globals";
import { offline } from "../docs/pages.js";
import { root, run } from "./pack.js";

const [, rest = ""] = readFileSync(join(root, "CONTRIBUTING.md"), "utf8").split(
  "\n## From a request to the first speech\n",
);
const [section = ""] = rest.split("\n## ");

/** A file name without a folder is in the same folder as the previous path. */
function pathsIn(text: string): string[] {
  const paths: string[] = [];
  for (const [, path = ""] of text.matchAll(/`([a-z0-9/-]+\.ts)`/g))
    paths.push(path.includes("/") ? path : `${dirname(paths.at(-1) ?? "")}/${path}`);
  return paths;
}

it("every file named in “From a request to the first speech” runs in a conversation, unless it has only types", async () => {
  const { stdout } = await run(process.execPath, [join(root, "node_modules/tsx/dist/cli.mjs"), "bench/walk.ts"], {
    cwd: root,
    env: offline,
  });
  const { first, steady }: { first: string[]; steady: string[] } = JSON.parse(stdout);
  const paths = pathsIn(section);
  expect(paths.length).toBeGreaterThan(15);
  // port.ts contains only types, so it never runs.
  const unused = paths.filter((path) => ![...first, ...steady, "talk/conversations/port/port.ts"].includes(path));
  expect(unused).toEqual([]);
});
