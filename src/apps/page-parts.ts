import { existsSync, readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import type { PageParts } from "../talk/transcript/html.js";
import { packageRoot } from "./package-files.js";

export const pageFolder = fileURLToPath(new URL("dist/stage/", packageRoot));

export function readPageParts(folder = pageFolder): PageParts | undefined {
  const names = existsSync(folder) ? readdirSync(folder) : [];
  const [script, style] = [".js", ".css"].map((ending) => names.find((name) => name.endsWith(ending)));
  if (!script || !style) return undefined;
  return { script: readFileSync(join(folder, script), "utf8"), style: readFileSync(join(folder, style), "utf8") };
}
