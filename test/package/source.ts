/** The TypeScript files of `src`, for tests that check the project's own rules. */
import { readdirSync, readFileSync } from "node:fs";
import { join, sep } from "node:path";
import { root } from "./pack.js";

export interface SourceFile {
  /** The path relative to `src`, with forward slashes. */
  readonly path: string;
  readonly text: string;
}

export const sources: readonly SourceFile[] = readdirSync(join(root, "src"), { recursive: true, encoding: "utf8" })
  .filter((file) => file.endsWith(".ts"))
  .map((file) => ({ path: file.split(sep).join("/"), text: readFileSync(join(root, "src", file), "utf8") }));

/** Replaces comments with spaces, but keeps line breaks, so that line numbers stay the same. */
export const withoutComments = (text: string) =>
  text.replace(/\/\*[\s\S]*?\*\/|(?<=^|\s)\/\/.*$/gm, (comment) => comment.replace(/[^\n]/g, " "));
