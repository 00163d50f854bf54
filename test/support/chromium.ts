import { existsSync, readFileSync } from "node:fs";
import { readFile } from "node:fs/promises";
import { createRequire } from "node:module";
import { type Browser, type BrowserContextOptions, chromium, type Page } from "playwright-core";

const usual = JSON.parse(readFileSync(new URL("browsers.json", import.meta.url), "utf8")) as string[];

/** The path in the CHROMIUM environment variable, or the first path in browsers.json that exists. */
const chromiumPath: string | undefined = process.env["CHROMIUM"] ?? usual.find((path) => existsSync(path));

/**
 * Throws without Chromium. The thorough tests leave out the suites that need Chromium if it is missing, unless
 * CHROMIUM_REQUIRED is set.
 */
export function launch(): Promise<Browser> {
  if (!chromiumPath) throw new Error("Chromium was not found: CHROMIUM=/path/to/it names it");
  // Without a UTF-8 locale, Chromium replaces characters that are not ASCII in the names of downloads.
  const env = { ...process.env, LC_ALL: "C.UTF-8" };
  return chromium.launch({ executablePath: chromiumPath, args: ["--no-sandbox"], env });
}

export interface Watched {
  readonly tab: Page;
  readonly errors: string[];
  /** Requests to other origins. */
  readonly foreign: string[];
  close(): Promise<void>;
}

/** Turns off motion, because animations make tests slower. */
export const still = { reducedMotion: "reduce" } as const;

interface VisitOptions extends BrowserContextOptions {
  readonly isNew?: boolean;
}

export async function visit(browser: Browser, url: string, given: VisitOptions = {}): Promise<Watched> {
  const { isNew = false, ...options } = given;
  const session = await browser.newContext({ viewport: { width: 1440, height: 900 }, locale: "en-GB", ...options });
  if (!isNew) await session.addInitScript("try { localStorage.setItem('rostrum.legend', 'seen'); } catch {}");
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

export const colourRules = ["color-contrast", "link-in-text-block"];

/** One line for each of axe's `rules` (default: all) and each element that violates it. */
export async function violationsIn(tab: Page, rules?: readonly string[]): Promise<string[]> {
  // axe is half a megabyte, so each page receives it only once.
  if (!(await tab.evaluate<boolean>('"axe" in globalThis'))) await tab.evaluate(await axeSource);
  // By default, axe also describes every element that passed.
  const options = { resultTypes: ["violations"], ...(rules && { runOnly: rules }) };
  const { violations } = await tab.evaluate<AxeResults>(`axe.run(${JSON.stringify(options)})`);
  return violations.flatMap(({ id, nodes }) => nodes.map(({ html }) => `${id}: ${html.slice(0, 200)}`));
}

interface AxeResults {
  readonly violations: readonly { readonly id: string; readonly nodes: readonly { readonly html: string }[] }[];
}
