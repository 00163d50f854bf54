import { mkdtemp, rm, stat, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { pathToFileURL } from "node:url";
import { afterAll, beforeAll, describe, expect, it } from "@jest/globals";
import type { BrowserContextOptions, Page } from "playwright-core";
import { readPageParts } from "../../src/apps/page-parts.js";
import { ScriptedModel } from "../../src/offline/scripted-model.js";
import { renderHtml } from "../../src/talk/transcript/html.js";
import type { ConversationDocument } from "../../src/talk/transcript/json.js";
import { publicCopy } from "../../src/talk/transcript/public.js";
import { page as english } from "../../src/words/en/page.js";
import { readJson } from "../../stage/net/read-json.js";
import { allModes } from "../support/any-mode.js";
import { colourRules, still, violationsIn, visit } from "../support/chromium.js";
import { courseOf } from "../support/course.js";
import { hostileMarkup } from "../support/hostile-markup.js";
import { hostileTexts } from "../support/hostile-talk.js";
import { lookAtEach, readTranscript, statusShown, transcriptOf } from "../support/page.js";
import { plainAnswer } from "../support/plain-answers.js";
import { suiteSite } from "../support/suite-site.js";

const texts = [...hostileMarkup, ...hostileTexts.map(({ text }) => text).filter((text) => text.length < 4000)];

const reordering = /[\u202a-\u202e\u2066-\u2069]/;

const said = (document: ConversationDocument) =>
  transcriptOf((readJson(JSON.stringify(document)) as ConversationDocument).messages);

const speechElements = "p ul ol li blockquote pre hr table thead tbody tr th td a strong em s code br div.wide".split(
  " ",
);

/**
 * Expects that no text ran as a script, became an image, a frame or an unsafe link, widened the page, or covered the
 * page's header.
 */
async function isHarmless(tab: Page): Promise<void> {
  const found = await tab.evaluate<object>(`({
    hacked: "hacked" in globalThis,
    width: document.documentElement.scrollWidth - innerWidth,
    images: document.querySelectorAll("img, iframe, script:not([src], [type])").length,
    head: document.elementFromPoint(innerWidth / 2, 20)?.closest(".top") !== null,
    others: [...document.querySelectorAll(".marked :not(.speech-rest, ${speechElements.join(", ")})")].map(String),
    handlers: [...document.querySelectorAll(".marked *")].flatMap((element) =>
      element.getAttributeNames().filter((name) => !/^(dir|start|class|tabindex|href|title|target|rel)$/.test(name))),
    links: [...document.querySelectorAll(".marked a")].filter((link) => !/^(https?|mailto):$/.test(link.protocol) ||
      link.rel !== "noopener noreferrer nofollow" || link.target !== "_blank").map(String),
  })`);
  const none = { hacked: false, width: 0, images: 0, others: [], handlers: [], links: [] };
  expect(found).toEqual({ ...none, head: true });
}

const misplaced = `[document.documentElement, ...document.querySelectorAll(".card[aria-current]")].flatMap((element) => {
  const { left } = element.getBoundingClientRect();
  return left < 0 || left + element.scrollWidth > innerWidth ? [element.className || element.localName] : [];
}).concat([...document.querySelectorAll(".part-row :is(button, select, textarea, .choice)")].flatMap((one, at, all) =>
  all.slice(at + 1).flatMap((other) => {
    const [left, right] = [one.getBoundingClientRect(), other.getBoundingClientRect()];
    const isApart = left.right <= right.left || right.right <= left.left || left.bottom <= right.top || right.bottom <= left.top;
    return isApart ? [] : [one.className + " covers " + other.className];
  })))`;

/** Shows the next `count` turns, one per animation frame. Sending each key from outside the page would take longer. */
const turnPages = (tab: Page, count: number) =>
  tab.evaluate(`(async () => {
    for (let turn = 0; turn < ${count}; turn += 1) {
      document.body.dispatchEvent(new KeyboardEvent("keydown", { key: "ArrowRight", bubbles: true }));
      await new Promise(requestAnimationFrame);
    }
  })()`);

describe("the page in a browser", () => {
  let spoken = 0;
  const model = new ScriptedModel((call) => {
    if (call.purpose !== "speech") return plainAnswer(call);
    spoken += 1;
    return texts[spoken - 1] || "Nothing more.";
  });
  const site = suiteSite({ model });
  let folder: string;

  beforeAll(async () => {
    folder = await mkdtemp(join(tmpdir(), "rostrum-recording-"));
  });

  afterAll(() => rm(folder, { recursive: true, force: true }));

  /** Opens a recording at `place`; at its cover if `place` is empty. */
  async function record(
    name: string,
    document: ConversationDocument,
    options: BrowserContextOptions = {},
    place = "#/turn/0",
  ) {
    const file = join(folder, `${name}.html`);
    const parts = readPageParts(site.page) as NonNullable<ReturnType<typeof readPageParts>>;
    await writeFile(file, renderHtml(document, parts));
    return visit(site.browser, pathToFileURL(file).href + place, { offline: true, ...options });
  }

  const press = (tab: Page, name: string) => tab.getByRole("button", { name, exact: true }).click();

  it("shows hostile speeches, names, topics and interjections as text, live and recorded", async () => {
    const [evil = ""] = hostileMarkup;
    const participants = [
      { name: "Ann", role: evil, description: evil },
      { name: "Bea‮aeB", role: hostileMarkup[3] },
      { name: 'Cid "onload=x" \'', role: "‮reversed‬ ‏and turned" },
    ];
    const input = { topic: evil, participants, maxTurns: texts.length };
    const { conversations } = site;
    const { thread } = await conversations
      .start("round-robin", { input, title: hostileMarkup[2] as string })
      .catch(() =>
        // Names with bidirectional control characters are rejected.
        conversations.start("round-robin", {
          input: { ...input, participants: participants.map((each, index) => (index === 1 ? { name: "Bea" } : each)) },
          title: hostileMarkup[2] as string,
        }),
      );
    await conversations.interject(thread, hostileMarkup[1] as string, { from: "Guest" }).catch(() => {});
    const live = await visit(site.browser, `${site.url}#/talk/${thread}`, still);
    await statusShown(live.tab, "ended");
    const document = await conversations.transcript(thread);
    const recorded = await record("hostile", document, still);
    for (const { tab, errors, foreign, close } of [live, recorded]) {
      await isHarmless(tab);
      await tab.keyboard.press("Home");
      await turnPages(tab, texts.length);
      await isHarmless(tab);
      await tab.keyboard.press("w");
      await isHarmless(tab);
      await tab.keyboard.press("Escape");
      await press(tab, english.stage.views.text);
      expect(await readTranscript(tab)).toEqual(said(document));
      expect(await tab.locator("#page").textContent()).not.toMatch(reordering);
      await isHarmless(tab);
      await tab.setViewportSize({ width: 390, height: 844 });
      await isHarmless(tab);
      expect({ errors, foreign }).toEqual({ errors: [], foreign: [] });
      await close();
    }
  });

  it.each(allModes)(
    "plays a recording of a %s conversation from a file, without the network",
    async (mode) => {
      const { document } = await courseOf(mode);
      const { tab, errors, foreign, close } = await record(mode, document, {}, "");
      await press(tab, english.strip.play);
      await tab.locator(".scene[data-phase=speaking]").waitFor();
      await press(tab, english.strip.pause);
      await tab.keyboard.press("End");
      await tab.locator(".voice-end").waitFor();
      await tab.keyboard.press("w");
      await tab.getByRole("heading", { name: english.why.title }).waitFor();
      await tab.keyboard.press("Escape");
      await press(tab, english.stage.views.text);
      expect(await readTranscript(tab)).toEqual(said(document));
      expect({ errors, foreign }).toEqual({ errors: [], foreign: [] });
      await close();
    },
    120_000,
  );

  it("opens a recording with its cover on a phone; the file has less than 400 kB and is readable without scripts", async () => {
    const { document } = await courseOf("bidding");
    const hostile = { ...document, title: hostileMarkup[2] ?? "", topic: hostileMarkup[4] ?? "" };
    const phone = { viewport: { width: 390, height: 844 }, hasTouch: true };
    const { tab, errors, foreign, close } = await record("cover", hostile, phone, "");
    expect(await tab.getByRole("heading", { level: 1 }).textContent()).toBe(hostile.title);
    expect(await tab.locator(".cover-cast bdi:first-child").allTextContents()).toEqual(
      document.participants.map(({ name }) => name),
    );
    await isHarmless(tab);
    for (const colorScheme of ["light", "dark"] as const) {
      await tab.emulateMedia({ colorScheme });
      expect(await violationsIn(tab)).toEqual([]);
    }
    const play = await tab.getByRole("button", { name: english.strip.play, exact: true }).boundingBox();
    expect((play?.y ?? 844) + (play?.height ?? 0)).toBeLessThan(844);
    expect(play?.height).toBeGreaterThanOrEqual(40);
    await tab.getByRole("link", { name: english.stage.views.text }).click();
    expect(await readTranscript(tab)).toEqual(said(document));
    expect({ errors, foreign }).toEqual({ errors: [], foreign: [] });
    await close();
    const { size } = await stat(join(folder, "cover.html"));
    expect(size).toBeLessThan(400_000);
    const scriptless = await record("scriptless", hostile, { ...phone, javaScriptEnabled: false }, "");
    expect(await scriptless.tab.locator("noscript .said").allTextContents()).toEqual(
      document.messages.map(({ text }) => text),
    );
    await scriptless.close();
  });

  it("shows a public copy, marked as one, with neither descriptions nor costs", async () => {
    const { document } = await courseOf("bidding");
    const described = document.participants.map((each) => ({ ...each, description: "Keeps quicksilver." }));
    const { tab, errors, close } = await record("public", publicCopy({ ...document, participants: described }));
    await tab.locator(".heading", { hasText: english.replay.publicCopy }).waitFor();
    await tab.keyboard.press("End");
    await tab.locator(".voice-end").waitFor();
    await tab.keyboard.press("w");
    await tab.locator(".ladder").waitFor();
    expect(await tab.locator(".rung-raw").count()).toBe(0);
    await tab.keyboard.press("Escape");
    await press(tab, english.stage.views.account);
    expect(await tab.getByRole("heading", { name: english.account.usage }).count()).toBe(0);
    await press(tab, english.stage.views.text);
    expect(await readTranscript(tab)).toEqual(said(document));
    expect(await tab.content()).not.toContain("quicksilver");
    expect(errors).toEqual([]);
    await close();
  });

  it("offers public exports before complete ones, and only complete ones contain descriptions", async () => {
    const participants = [{ name: "Ann", description: "Keeps quicksilver." }, { name: "Bea" }];
    const { thread } = await site.conversations.start("round-robin", { input: { participants, maxTurns: 2 } });
    const { tab, close } = await visit(site.browser, `${site.url}#/talk/${thread}`);
    await statusShown(tab, "ended");
    await press(tab, english.exports.label);
    const { contents } = english.exports;
    const addresses = async (heading: string) =>
      tab
        .getByRole("region", { name: heading })
        .getByRole("link")
        .evaluateAll((links) => links.map((each) => String(each)));
    const exported = async (heading: string) =>
      Promise.all((await addresses(heading)).map(async (address) => (await fetch(address)).text()));
    expect((await exported(contents.public)).map((text) => text.includes("quicksilver"))).toEqual([
      false,
      false,
      false,
    ]);
    expect((await exported(contents.all)).map((text) => text.includes("quicksilver"))).toEqual([true, true, true]);
    expect(await tab.locator(".menu-list section p").allTextContents()).toEqual([contents.public, contents.all]);
    expect(await violationsIn(tab)).toEqual([]);
    await close();
  });

  it("has no accessibility violations or misplaced elements in its views, light or dark, wide or narrow", async () => {
    // With `still`, axe sees only the final colors of transitions.
    const found: string[] = [];
    async function look(tab: Page, view: string): Promise<void> {
      for (const width of [390, 1440]) {
        await tab.setViewportSize({ width, height: 900 });
        // In the dark, checks only the rules about colors, because the color scheme changes nothing else.
        for (const [colorScheme, rules] of [["light"], ["dark", colourRules]] as const) {
          await tab.emulateMedia({ colorScheme });
          const faults = await violationsIn(tab, rules);
          found.push(...faults.map((fault) => `${view}, ${colorScheme}, ${width} px: ${fault}`));
        }
        const outside = await tab.evaluate<string[]>(misplaced);
        found.push(...outside.map((element) => `${view}, ${width} px: misplaced: ${element}`));
      }
    }
    const { document } = await courseOf("bidding");
    const recording = await record("axe", document, still);
    for (const key of ["Home", "ArrowRight", "ArrowRight"]) await recording.tab.keyboard.press(key);
    await look(recording.tab, "stage");
    await recording.tab.keyboard.press("w");
    await look(recording.tab, "why");
    await recording.tab.keyboard.press("Escape");
    for (const view of [english.stage.views.text, english.stage.views.account]) {
      await press(recording.tab, view);
      await look(recording.tab, view);
    }
    await recording.close();
    const { conversations } = site;
    const participants = [{ name: "Ann" }, { name: "Bea", human: true }];
    await conversations.start("round-robin", { input: { participants, maxTurns: 4 }, thread: "axe" });
    const others = [{ name: "Ann" }, { name: "Cid" }];
    await conversations.start("round-robin", { input: { participants: others, maxTurns: 2 }, thread: "other" });
    const reviewed = participants.map(({ name }) => ({ name, approve: name === "Bea" }));
    await conversations.start("round-robin", { input: { participants: reviewed, maxTurns: 4 }, thread: "draft" });
    await conversations.start("bidding", { input: { participants, maxTurns: 40 }, thread: "paused" });
    await conversations.control("paused", { pause: true });
    const { tab, close } = await visit(site.browser, site.url, still);
    const views = {
      "#/": ".entry",
      "#/begin": ".tile",
      "#/begin/late-harbour": ".begin-form",
      "#/talk/axe": ".answer",
      "#/talk/paused": ".state[data-status=paused]",
      "#/talk/none": ".home h1",
      "#/compare/axe/-": ".entry",
      "#/compare/axe/other": ".pair",
      "#/none": ".home h1",
    };
    await lookAtEach(tab, site.url, views, (address) => look(tab, address));
    await tab.goto(`${site.url}#/begin/late-harbour`);
    await tab.getByText(english.begin.more, { exact: true }).first().click();
    await look(tab, "all settings");
    await tab.goto(`${site.url}#/talk/draft`);
    await tab.getByRole("textbox", { name: english.takePart.approveChange }).waitFor();
    await tab.locator(".seat button").first().click();
    await press(tab, english.takePart.add);
    await look(tab, "a draft, a seat and a new one");
    await tab.goto(`${site.url}#/talk/other`);
    await tab.locator(".voice-end").waitFor();
    for (const key of ["Home", "ArrowRight", "w"]) await tab.keyboard.press(key);
    await press(tab, english.why.branch);
    await tab.getByText(english.why.prompts, { exact: true }).click();
    await tab.locator(".prompts details summary").first().click();
    await look(tab, "prompts, and a branch");
    expect(found).toEqual([]);
    await close();
  });
});
