/** Opens the built playground in Chromium without a server, and counts what it loads. */
import { readFile } from "node:fs/promises";
import { join } from "node:path";
import { gzipSync } from "node:zlib";
import type { Browser, BrowserContextOptions, Page } from "playwright-core";

const folder = join(import.meta.dirname, "../../docs/public/playground");
const types: Readonly<Record<string, string>> = {
  html: "text/html",
  js: "text/javascript",
  css: "text/css",
  svg: "image/svg+xml",
};

/** An address at which the playground is below a path, as on a site of documentation. */
export const playgroundAddress = "https://docs.test/rostrum/playground/";

export interface OpenPlayground {
  readonly tab: Page;
  /** Uncaught errors, and errors in the console. */
  readonly errors: string[];
  /** The compressed size of each file that the page has loaded, in bytes, by name. */
  readonly sizes: ReadonlyMap<string, number>;
  /** Waits until the page has loaded everything, and ends its access to the network. Returns later requests. */
  goOffline(): Promise<readonly string[]>;
  close(): Promise<void>;
}

export async function openPlayground(
  browser: Browser,
  hash = "",
  options: BrowserContextOptions = {},
): Promise<OpenPlayground> {
  const session = await browser.newContext({ viewport: { width: 1366, height: 650 }, locale: "en-GB", ...options });
  const sizes = new Map<string, number>();
  await session.route("**/*", async (route) => {
    const name = new URL(route.request().url()).pathname.replace("/rostrum/playground/", "") || "index.html";
    const body = await readFile(join(folder, name)).catch(() => undefined);
    if (body === undefined) return route.fulfill({ status: 404 });
    sizes.set(name, gzipSync(body).length);
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
    sizes,
    async goOffline() {
      await tab.waitForLoadState("networkidle");
      const requests: string[] = [];
      session.on("request", (request) => requests.push(request.url()));
      await session.setOffline(true);
      return requests;
    },
    close: () => session.close(),
  };
}
