/** Serves the built page, and reads its script and style sheet for recordings. */
import { existsSync, readdirSync, readFileSync } from "node:fs";
import { extname, join } from "node:path";
import { fileURLToPath } from "node:url";
import type { Handler } from "hono";
import { describeError } from "../../errors/describe-error.js";
import type { PageParts } from "../../talk/transcript/html.js";
import { packageRoot } from "../package-files.js";
import { refuse } from "./guard.js";
import { languageOf } from "./language.js";

const types: Readonly<Record<string, string>> = {
  ".html": "text/html; charset=utf-8",
  ".js": "text/javascript; charset=utf-8",
  ".css": "text/css; charset=utf-8",
  ".svg": "image/svg+xml",
  ".json": "application/json",
  ".woff2": "font/woff2",
  ".ico": "image/x-icon",
};

const pageFolder = fileURLToPath(new URL("dist/stage/", packageRoot));

/** Returns the page's script and style sheet; undefined if the page is not built. */
export function readPageParts(folder = pageFolder): PageParts | undefined {
  const names = existsSync(folder) ? readdirSync(folder) : [];
  const [script, style] = [".js", ".css"].map((ending) => names.find((name) => name.endsWith(ending)));
  if (!script || !style) return undefined;
  return { script: readFileSync(join(folder, script), "utf8"), style: readFileSync(join(folder, style), "utf8") };
}

/**
 * Returns a handler that serves the files of a folder, and its `index.html` for the folder itself. Reads the files
 * once.
 */
export function findPage(folder = pageFolder): Handler {
  const names = existsSync(folder) ? readdirSync(folder, { recursive: true, encoding: "utf8" }) : [];
  const found = names
    .filter((name) => extname(name) in types)
    .map((name) => [name.replaceAll("\\", "/"), readFileSync(join(folder, name))] as const);
  const files = new Map<string, Buffer>(found);
  return (context) => {
    const segments = context.req.path.split("/");
    const name = [segments.slice(-2).join("/"), segments.at(-1) ?? ""].find((each) => files.has(each)) ?? "";
    const file = files.get(name === "" && context.req.path.endsWith("/") ? "index.html" : name);
    if (files.size === 0) return context.text(describeError(refuse("no-page"), languageOf(context.req.raw)), 404);
    if (!file) throw refuse("unknown-path");
    // Every file name except index.html contains a hash of the content.
    const isHashed = name !== "" && !name.endsWith(".html");
    const cache = isHashed ? "public, max-age=31536000, immutable" : "no-cache";
    return context.body(new Uint8Array(file), 200, {
      "content-type": types[extname(name || "index.html")] ?? "",
      "cache-control": cache,
    });
  };
}
