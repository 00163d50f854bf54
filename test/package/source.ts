import { readdirSync, readFileSync } from "node:fs";
import { join, sep } from "node:path";
import { root } from "./pack.js";

export interface SourceFile {
  /** Relative to the folder that was read, with forward slashes. */
  readonly path: string;
  readonly text: string;
}

export const filesIn = (folder: string, pattern: RegExp): readonly SourceFile[] =>
  readdirSync(join(root, folder), { recursive: true, encoding: "utf8" })
    .map((file) => file.split(sep).join("/"))
    .filter((path) => pattern.test(path))
    .map((path) => ({ path, text: readFileSync(join(root, folder, path), "utf8") }));

export const sources = filesIn("src", /\.ts$/);

/** Keeps line breaks, so that line numbers stay the same. */
export const withoutComments = (text: string) =>
  text.replace(/\/\*[\s\S]*?\*\/|(?<=^|\s)\/\/.*$/gm, (comment) => comment.replace(/[^\n]/g, " "));
