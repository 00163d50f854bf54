import { existsSync, readFileSync } from "node:fs";
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, it } from "@jest/globals";
import type { Browser } from "playwright-core";
import { writeRecordingPages } from "../../docs/generate/gallery/recording-pages.js";
import { recordingAddress } from "../../docs/generate/recording-links.js";
import { readPageParts } from "../../src/apps/page-parts.js";
import { readExport } from "../../src/talk/transcript/json.js";
import { page as english } from "../../src/words/en/page.js";
import { page as chinese } from "../../src/words/zh/page.js";
import { root } from "../package/pack.js";
import { launch, visit } from "../support/chromium.js";
import { compiledPage } from "../support/compiled.js";
import { transcriptOf } from "../support/page.js";

const site = "https://docs.test/rostrum/";

const read = (path: string) => readFileSync(join(root, path), "utf8");
const recordingAt = (address: string) => {
  const [, name = ""] = /recordings\/([\w-]+)\.html/.exec(address) ?? [];
  return readExport(read(`docs/recordings/${name}.json`), name);
};

const linksOn = (page: string): string[] =>
  [...read(`docs/${page}`).matchAll(/\]\(([^)]+)\)/g)].flatMap(([, href = ""]) => {
    const address = recordingAddress(href, page);
    return address === null ? [] : site + address;
  });

let browser: Browser;
let folder: string;
beforeAll(async () => {
  const parts = readPageParts(compiledPage());
  if (!parts) throw new Error("the page is not built");
  folder = await mkdtemp(join(tmpdir(), "rostrum-gallery-"));
  writeRecordingPages(join(folder, "recordings"), parts);
  browser = await launch();
}, 300_000);
afterAll(async () => {
  await browser?.close();
  await rm(folder, { recursive: true, force: true });
});

async function open(address: string) {
  const { tab, errors, close } = await visit(browser, "about:blank");
  await tab.context().route(`${site}**`, (route) => {
    const path = join(folder, new URL(route.request().url()).pathname.replace("/rostrum/", ""));
    return route.fulfill(existsSync(path) ? { path, contentType: "text/html" } : { status: 404 });
  });
  await tab.clock.install();
  await tab.goto(address);
  const requests: string[] = [];
  tab.on("request", (request) => requests.push(request.url()));
  await tab.context().setOffline(true);
  return { tab, errors, requests, close };
}

describe.each([
  ["gallery.md", english],
  ["zh/gallery.md", chinese],
])("the recordings on %s", (page, words) => {
  const links = linksOn(page);

  it("number ten, cover all modes and languages, and are each linked twice: to the beginning, and to a turn", () => {
    const whole = links.filter((address) => !address.includes("#"));
    const turns = links.filter((address) => /#\/turn\/\d+$/.test(address));
    expect(new Set(whole).size).toBe(10);
    expect(turns.map((address) => address.replace(/#.*/, ""))).toEqual(whole);
    const recordings = whole.map(recordingAt);
    expect(new Set(recordings.map(({ mode }) => mode))).toEqual(new Set(Object.keys(words.modes)));
    expect(new Set(recordings.map((each) => each.language))).toEqual(new Set(["en", "zh"]));
  });

  it.each(links.filter((address) => !address.includes("#")))(
    "%s plays to the last speech of the record, without the network",
    async (address) => {
      const { tab, errors, requests, close } = await open(address);
      const { messages } = recordingAt(address);
      expect(await tab.locator("html").getAttribute("lang")).toBe(words.locale);
      await tab.getByRole("button", { name: words.strip.play, exact: true }).click();
      await tab.getByRole("button", { name: words.strip.pause, exact: true }).waitFor();
      const end = tab.locator(".voice-end");
      for (let turn = 0; turn <= messages.length && (await end.count()) === 0; turn += 1)
        await tab.clock.fastForward(60_000);
      await end.waitFor();
      const speech = await tab.locator(".speech-text").last().textContent();
      expect(speech?.replace(/\s/g, "")).toBe(transcriptOf(messages).at(-1)?.text);
      expect({ errors, requests }).toEqual({ errors: [], requests: [] });
      await close();
    },
    60_000,
  );

  it("include a werewolf game, which opens at the turn that its link names", async () => {
    const address = links.find((each) => each.includes("werewolf") && each.includes("#")) ?? "";
    const { tab, errors, close } = await open(address);
    const turn = Number(/\d+$/.exec(address)?.[0]);
    const said = recordingAt(address).messages.find((message) => message.turn === turn);
    await tab.locator(".speech-text", { hasText: said?.text ?? "" }).waitFor();
    expect(errors).toEqual([]);
    await close();
  });
});
