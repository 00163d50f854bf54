/** The sources, as the checks of the house read them. */
import { readdirSync, readFileSync } from "node:fs";
import { join, sep } from "node:path";
import { root } from "./pack.js";

export interface SourceFile {
  /** The path from `src`, with slashes. */
  readonly path: string;
  readonly text: string;
}

export const sources: readonly SourceFile[] = readdirSync(join(root, "src"), { recursive: true, encoding: "utf8" })
  .filter((file) => file.endsWith(".ts"))
  .map((file) => ({ path: file.split(sep).join("/"), text: readFileSync(join(root, "src", file), "utf8") }));

/** The text with comments blanked, so that line numbers stay. */
export const withoutComments = (text: string) =>
  text.replace(/\/\*[\s\S]*?\*\/|(?<=^|\s)\/\/.*$/gm, (comment) => comment.replace(/[^\n]/g, " "));
