/** The folders of the source, as the check of imports knows them. */
import { readFileSync } from "node:fs";
import { root } from "./markdown.js";

const layers: Readonly<Record<string, Readonly<Record<string, string>>>> = JSON.parse(
  readFileSync(`${root}src/layers.json`, "utf8"),
);

const foldersOf = (parent: string) => Object.entries(layers[parent] ?? {});

/** The folders from the roof to the ground, in one line. */
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

/** All folders with what each holds, from the roof to the ground. */
export const houseMap = (): string =>
  [
    "```",
    `${"src/".padEnd(22)}one file per package entry: index, client, testing, web`,
    ...linesFor("src", 1),
    "```",
  ].join("\n");
