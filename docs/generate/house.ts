/** Lists the source folders that `src/layers.json` names. The import check reads the same file. */
import { readFileSync } from "node:fs";
import { root } from "./markdown.js";

const layers: Readonly<Record<string, Readonly<Record<string, string>>>> = JSON.parse(
  readFileSync(`${root}src/layers.json`, "utf8"),
);

const foldersOf = (parent: string) => Object.entries(layers[parent] ?? {});

/** Lists the top-level folders, each of which may import only from those after it. */
export const layerList = (): string =>
  foldersOf("src")
    .map(([name]) => `\`${name}\``)
    .join(" › ");

function linesFor(parent: string, depth: number): string[] {
  return foldersOf(parent).flatMap(([name, what]) => [
    `${`${"  ".repeat(depth)}${name}/`.padEnd(22)}${what}`,
    ...linesFor(`${parent}/${name}`, depth + 1),
  ]);
}

export const houseMap = (): string =>
  [
    "```",
    `${"src/".padEnd(22)}one file per package entry: index, ai-sdk, client, modes, react, testing, web`,
    ...linesFor("src", 1),
    "```",
  ].join("\n");
