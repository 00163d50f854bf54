import { existsSync, readdirSync, readFileSync } from "node:fs";
import { extname, join } from "node:path";
import type { Handler } from "hono";
import { pageFolder } from "../page-parts.js";
import { refuse } from "./failures.js";

const types: Readonly<Record<string, string>> = {
  ".html": "text/html; charset=utf-8",
  ".js": "text/javascript; charset=utf-8",
  ".css": "text/css; charset=utf-8",
  ".svg": "image/svg+xml",
  ".json": "application/json",
  ".woff2": "font/woff2",
  ".ico": "image/x-icon",
};

/** Reads the files once, when the handler is created. */
export function findPage(folder = pageFolder): Handler {
  const names = existsSync(folder) ? readdirSync(folder, { recursive: true, encoding: "utf8" }) : [];
  const found = names
    .filter((name) => extname(name) in types)
    .map((name) => [name.replaceAll("\\", "/"), readFileSync(join(folder, name))] as const);
  const files = new Map<string, Buffer>(found);
  return (context, next) => {
    const segments = context.req.path.split("/");
    const name = [segments.slice(-2).join("/"), segments.at(-1) ?? ""].find((each) => files.has(each)) ?? "";
    const file = files.get(name === "" && context.req.path.endsWith("/") ? "index.html" : name);
    if (files.size === 0 && context.req.path.endsWith("/")) throw refuse("no-page");
    if (!file) return next();
    // Except for index.html, every file name contains a hash of the content.
    const isHashed = name !== "" && !name.endsWith(".html");
    const cache = isHashed ? "public, max-age=31536000, immutable" : "no-cache";
    return context.body(new Uint8Array(file), 200, {
      "content-type": types[extname(name || "index.html")] ?? "",
      "cache-control": cache,
    });
  };
}
