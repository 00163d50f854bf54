import { readFileSync } from "node:fs";
import { cp, mkdir, readFile, rm, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { gzipSync } from "node:zlib";
import { afterAll, beforeAll, describe, expect, it } from "@jest/globals";
import type { Browser, Page } from "playwright-core";
import { languages } from "../../src/words/registry.js";
import { programs } from "../docs/pages.js";
import { allModes } from "../support/any-mode.js";
import { launch } from "../support/chromium.js";
import { isThorough } from "../support/property.js";
import { randomScenario } from "../support/random-scenario.js";
import { embed, runWhole, steerThrough } from "../support/whole-talk.js";
import { pack, root, run, tool } from "./pack.js";

// The folder is inside the project, so that the package finds its peer dependencies.
const folder = join(root, ".rostrum/in-browser");
const site = join(folder, "app/dist");
const origin = "https://page.test";

const program = programs.find(({ page }) => page === "docs/guides/browser.md")?.code ?? "";

let browser: Browser;
let bundling: { ok: boolean; output: string };
let building: { ok: boolean; output: string };

beforeAll(async () => {
  const packed = await pack("in-browser-package");
  await rm(folder, { recursive: true, force: true });
  const installed = join(folder, "node_modules/rostrum");
  await mkdir(installed, { recursive: true });
  await run("tar", ["-xzf", packed.tarball, "-C", installed, "--strip-components=1"]);
  await writeFile(join(folder, "package.json"), JSON.stringify({ type: "module" }));
  // Without this file, the project's own configuration would replace the package with its sources.
  await writeFile(join(folder, "tsconfig.json"), "{}");
  await cp(join(root, "test/support/whole-talk.ts"), join(folder, "whole-talk.ts"));
  const bundle = ["whole-talk.ts", "--bundle", "--global-name=rostrumTalks", "--outfile=whole-talk.js"];
  const esbuild = join(root, "node_modules/.bin/esbuild");
  bundling = await run(esbuild, [...bundle, "--metafile=made.json", "--log-level=warning"], { cwd: folder }).then(
    ({ stdout, stderr }) => ({ ok: true, output: stdout + stderr }),
    ({ stderr }: { readonly stderr: string }) => ({ ok: false, output: stderr }),
  );
  await mkdir(join(folder, "app"));
  await writeFile(join(folder, "app/page.ts"), program);
  await writeFile(join(folder, "app/index.html"), '<!doctype html><script type="module" src="/page.ts"></script>');
  const options = ["build", "app", "--logLevel", "warn"];
  building = await tool("vite/bin/vite.js", options, folder);
  browser = await launch();
}, 300_000);

afterAll(async () => {
  await browser?.close();
  await rm(folder, { recursive: true, force: true });
});

describe("a bundle for browsers, without any configuration,", () => {
  it("is made by esbuild without warnings, and contains no Node.js modules and no optional packages", async () => {
    expect(bundling).toEqual({ ok: true, output: "" });
    const { inputs, outputs } = JSON.parse(await readFile(join(folder, "made.json"), "utf8"));
    expect(outputs["whole-talk.js"].imports).toEqual([]);
    const own = Object.keys(inputs).filter((path) => path.startsWith("node_modules/rostrum/"));
    expect(own.length).toBeGreaterThan(20);
    const texts = own.map((path) => readFileSync(join(folder, path), "utf8"));
    expect(texts.filter((text) => /["']node:/.test(text))).toEqual([]);
    const { peerDependenciesMeta } = JSON.parse(readFileSync(join(root, "package.json"), "utf8"));
    const optional = Object.keys(peerDependenciesMeta).map((name) => `node_modules/${name}/`);
    expect(Object.keys(inputs).length).toBeGreaterThan(100);
    expect(Object.keys(inputs).filter((path) => optional.some((each) => path.includes(each)))).toEqual([]);
  });

  it("is made by Vite without a replacement for any Node.js module", () => {
    expect(building).toMatchObject({ ok: true });
    expect(building.output).not.toMatch(/externalized|error/i);
  });
});

/** Opens a page that has a secure origin but no server, and lists everything that the page requests afterwards. */
async function openOffline(): Promise<{ tab: Page; errors: string[]; requests: string[]; close(): Promise<void> }> {
  const session = await browser.newContext();
  await session.route("**/*", (route) => route.fulfill({ contentType: "text/html", body: "<!doctype html>" }));
  const tab = await session.newPage();
  const errors: string[] = [];
  const requests: string[] = [];
  tab.on("pageerror", (error) => errors.push(error.message));
  await tab.goto(`${origin}/`);
  session.on("request", (request) => requests.push(request.url()));
  await session.setOffline(true);
  await tab.addScriptTag({ content: await readFile(join(folder, "whole-talk.js"), "utf8") });
  return { tab, errors, requests, close: () => session.close() };
}

describe("in a browser without a network", () => {
  const count = isThorough ? 200 : 20;

  it(`${count} random conversations of all modes and languages are the same as in Node.js, byte for byte`, async () => {
    const { tab, errors, requests, close } = await openOffline();
    const kinds = new Set<string>();
    for (let number = 0; number < count; number += 1) {
      const scenario = randomScenario(number);
      const here = await runWhole(scenario);
      const { mode, language, messages, stopReason } = JSON.parse(here).document;
      expect(messages.length).toBeGreaterThan(1);
      expect(stopReason).not.toBeNull();
      kinds.add(`${mode} ${language}`);
      const there = await tab.evaluate(`rostrumTalks.runWhole(${JSON.stringify(scenario)})`);
      if (there !== here) expect({ scenario, told: there }).toEqual({ scenario, told: here });
    }
    expect(kinds.size).toBe(allModes.length * languages.length);
    expect(errors).toEqual([]);
    expect(requests).toEqual([]);
    await close();
  }, 900_000);

  it("a conversation runs as a node of another graph", async () => {
    const { tab, errors, close } = await openOffline();
    expect(await tab.evaluate("rostrumTalks.embed()")).toBe(3);
    expect(await embed()).toBe(3);
    expect(errors).toEqual([]);
    await close();
  }, 300_000);

  it("a conversation is paused, continued, forked and removed as in Node.js", async () => {
    const { tab, errors, close } = await openOffline();
    const there = await tab.evaluate("rostrumTalks.steerThrough()");
    expect(there).toEqual({ wasPaused: true, heard: ["And the fog?"], turns: 3, left: [true] });
    expect(await steerThrough()).toEqual(there);
    expect(errors).toEqual([]);
    await close();
  }, 300_000);
});

it("the guide's page prints a conversation, and loads less than 520 kB when compressed", async () => {
  expect(program).not.toBe("");
  const session = await browser.newContext();
  const sizes = new Map<string, number>();
  await session.route("**/*", async (route) => {
    const { pathname } = new URL(route.request().url());
    const body = await readFile(join(site, pathname === "/" ? "index.html" : pathname)).catch(() => undefined);
    if (body === undefined) return route.fulfill({ status: 404 });
    sizes.set(pathname, gzipSync(body).length);
    const contentType = pathname.endsWith(".js") ? "text/javascript" : "text/html";
    return route.fulfill({ contentType, body });
  });
  const tab = await session.newPage();
  const lines: string[] = [];
  const ended = new Promise<void>((resolve, reject) => {
    tab.on("pageerror", reject);
    tab.on("console", (message) => {
      lines.push(message.text());
      if (message.text().startsWith("Ended")) resolve();
    });
  });
  await tab.goto(`${origin}/`);
  await ended;
  expect(lines.filter((line) => /^(?:Ada|Bea|Chen): /.test(line))).toHaveLength(6);
  expect([...sizes.values()].reduce((sum, size) => sum + size, 0)).toBeLessThan(520_000);
  await session.close();
}, 300_000);
