/** Follows the recipes in CONTRIBUTING.md in a copy of the project, as a contributor would. */
import { readdirSync } from "node:fs";
import { cp, mkdir, mkdtemp, readFile, symlink, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { codeBlocks } from "../docs/pages.js";
import { root } from "./pack.js";

export interface Recipe {
  readonly name: string;
  /** The first line of each block names its file. */
  readonly added: readonly { readonly path: string; readonly text: string }[];
  /** The first line of each diff names its file. */
  readonly changes: readonly { readonly path: string; readonly lines: readonly string[] }[];
}

/** Each recipe is a section with the heading “Recipe: a …”. */
export function recipesOf(page: string): ReadonlyMap<string, Recipe> {
  const sections = page.split(/^## /m).flatMap((section) => {
    const [, name] = /^Recipe: an? (.+)\n/.exec(section) ?? [];
    return name === undefined ? [] : [readRecipe(name, section)];
  });
  return new Map(sections.map((recipe) => [recipe.name, recipe]));
}

function readRecipe(name: string, section: string): Recipe {
  const added = ["ts", "yaml"].flatMap((language) =>
    codeBlocks(section, language).map((text) => {
      const [comment = "", path = ""] = /^(?:\/\/|#) (\S+)\n/.exec(text) ?? [];
      return { path, text: text.slice(comment.length) };
    }),
  );
  const changes = codeBlocks(section, "diff").map((text) => {
    const [head = "", ...lines] = text.trimEnd().split("\n");
    return { path: head.replace(/^--- /, ""), lines };
  });
  return { name, added, changes };
}

/** Leaves out git data and generated folders, and links the installed dependencies. */
export async function copyProject(): Promise<string> {
  const copy = await mkdtemp(join(tmpdir(), "rostrum-copy-"));
  const left = /^(?:node_modules|\.git|\.rostrum|dist)$/;
  for (const entry of readdirSync(root).filter((name) => !left.test(name)))
    await cp(join(root, entry), join(copy, entry), { recursive: true });
  await symlink(join(root, "node_modules"), join(copy, "node_modules"));
  return copy;
}

/** Throws if a diff replaces lines that its file does not contain. */
export async function follow(recipe: Recipe, copy: string): Promise<void> {
  for (const { path, text } of recipe.added) {
    await mkdir(dirname(join(copy, path)), { recursive: true });
    await writeFile(join(copy, path), text);
  }
  for (const { path, lines } of recipe.changes)
    await writeFile(join(copy, path), applied(await readFile(join(copy, path), "utf8"), lines, path));
}

/** Replaces each group of “-” lines with the “+” lines below it. Throws if the file lacks the “-” lines. */
export function applied(source: string, lines: readonly string[], path: string): string {
  const hunks = lines.join("\n").match(/(?:^-.*\n?)+(?:^\+.*\n?)+/gm) ?? [];
  return hunks.reduce((text, hunk) => {
    const side = (sign: string) =>
      hunk
        .trimEnd()
        .split("\n")
        .filter((line) => line.startsWith(sign))
        .map((line) => line.slice(1))
        .join("\n");
    if (!text.includes(`${side("-")}\n`)) throw new Error(`CONTRIBUTING.md changes a line that ${path} lacks: ${hunk}`);
    return text.replace(side("-"), () => side("+"));
  }, source);
}
