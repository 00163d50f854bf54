/** Chromium for the tests of the page: the one that is found on this machine, and pages in it that are watched. */
import { existsSync } from "node:fs";
import { readFile } from "node:fs/promises";
import { createRequire } from "node:module";
import { type Browser, type BrowserContextOptions, chromium, type Page } from "playwright-core";

const usual = [
  "/usr/bin/chromium",
  "/usr/bin/chromium-browser",
  "/usr/bin/google-chrome",
  "/Applications/Google Chrome.app/Contents/MacOS/Google Chrome",
  "/Applications/Chromium.app/Contents/MacOS/Chromium",
];

/** The browser's program: CHROMIUM names it, or it is found where it usually is. */
export const chromiumPath: string | undefined = process.env["CHROMIUM"] ?? usual.find((path) => existsSync(path));

/** The one test of a suite that cannot run, which says so. Fails where CHROMIUM_REQUIRED is set. */
export function sayNotRun(): void {
  if (process.env["CHROMIUM_REQUIRED"]) throw new Error("Chromium is required, and was not found");
  process.stdout.write("Chromium was not found: the tests of the page did not run (CHROMIUM=/path/to/it runs them)\n");
}

export const launch = (): Promise<Browser> =>
  chromium.launch({ executablePath: chromiumPath as string, args: ["--no-sandbox"] });

/** What went wrong in a page, besides what it shows. */
export interface Watched {
  readonly tab: Page;
  /** Errors of the console, and of scripts. */
  readonly errors: string[];
  /** Requests to other places than the page's own. */
  readonly foreign: string[];
  close(): Promise<void>;
}

/** Opens an address in a browser profile of its own. */
export async function visit(browser: Browser, url: string, options: BrowserContextOptions = {}): Promise<Watched> {
  const session = await browser.newContext({ viewport: { width: 1440, height: 900 }, locale: "en-GB", ...options });
  const tab = await session.newPage();
  tab.setDefaultTimeout(60_000);
  const errors: string[] = [];
  const foreign: string[] = [];
  tab.on("console", (message) => {
    if (message.type() === "error") errors.push(message.text());
  });
  tab.on("pageerror", (error) => errors.push(error.message));
  session.on("request", (request) => {
    if (new URL(request.url()).origin !== new URL(url).origin) foreign.push(request.url());
  });
  await tab.goto(url);
  return { tab, errors, foreign, close: () => session.close() };
}

const require = createRequire(import.meta.url);
const axeSource = readFile(require.resolve("axe-core/axe.min.js"), "utf8");

/** What axe finds wrong with the page as it stands, one line for each element. */
export async function violationsIn(tab: Page): Promise<string[]> {
  await tab.evaluate(await axeSource);
  const { violations } = await tab.evaluate<AxeResults>("axe.run()");
  return violations.flatMap(({ id, nodes }) => nodes.map(({ html }) => `${id}: ${html.slice(0, 200)}`));
}

interface AxeResults {
  readonly violations: readonly { readonly id: string; readonly nodes: readonly { readonly html: string }[] }[];
}
