import { readFile } from "node:fs/promises";
import { join } from "node:path";
import { gzipSync } from "node:zlib";
import type { Browser, BrowserContextOptions, Page } from "playwright-core";

const playgroundFolder = join(import.meta.dirname, "../../docs/public/playground");
const types: Readonly<Record<string, string>> = {
  html: "text/html",
  js: "text/javascript",
  css: "text/css",
  svg: "image/svg+xml",
};

interface BuiltFile {
  readonly file: string;
  readonly css?: readonly string[];
  readonly imports?: readonly string[];
}

/** The compressed size, in bytes, of index.html, the modules, and all files that are loaded with them. */
export async function compressedSize(modules: readonly string[]): Promise<number> {
  const read = (file: string) => readFile(join(playgroundFolder, file));
  const manifest: Readonly<Record<string, BuiltFile>> = JSON.parse(String(await read(".vite/manifest.json")));
  const files = new Set(["index.html"]);
  const add = (name: string): void => {
    const built = manifest[name];
    if (!built) throw new Error(`not in the playground: ${name}`);
    if (files.has(built.file)) return;
    for (const file of [built.file, ...(built.css ?? [])]) files.add(file);
    for (const each of built.imports ?? []) add(each);
  };
  for (const each of modules) add(each);
  const sizes = await Promise.all([...files].map(async (file) => gzipSync(await read(file)).length));
  return sizes.reduce((sum, size) => sum + size, 0);
}

/** The address has a path, as on a documentation site. */
export const playgroundAddress = "https://docs.test/rostrum/playground/";

export interface OpenPlayground {
  readonly tab: Page;
  readonly errors: string[];
  /** Waits until the page has loaded everything, and cuts off its network. The result lists all later requests. */
  goOffline(): Promise<readonly string[]>;
  close(): Promise<void>;
}

export async function openPlayground(
  browser: Browser,
  hash = "",
  options: BrowserContextOptions = {},
): Promise<OpenPlayground> {
  const session = await browser.newContext({ viewport: { width: 1366, height: 650 }, locale: "en-GB", ...options });
  await session.route("**/*", async (route) => {
    const name = new URL(route.request().url()).pathname.replace("/rostrum/playground/", "") || "index.html";
    const body = await readFile(join(playgroundFolder, name)).catch(() => undefined);
    if (body === undefined) return route.fulfill({ status: 404 });
    return route.fulfill({ contentType: types[name.split(".").at(-1) ?? ""] ?? "text/plain", body });
  });
  const tab = await session.newPage();
  tab.setDefaultTimeout(60_000);
  const errors: string[] = [];
  tab.on("pageerror", (error) => errors.push(error.message));
  tab.on("console", (message) => {
    if (message.type() === "error") errors.push(message.text());
  });
  await tab.goto(playgroundAddress + hash);
  return {
    tab,
    errors,
    async goOffline() {
      await tab.waitForSelector("html[data-loaded]", { state: "attached" });
      const requests: string[] = [];
      session.on("request", (request) => requests.push(request.url()));
      await session.setOffline(true);
      return requests;
    },
    close: () => session.close(),
  };
}
