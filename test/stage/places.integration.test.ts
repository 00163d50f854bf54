import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { pathToFileURL } from "node:url";
import { afterAll, beforeAll, describe, expect, it } from "@jest/globals";
import type { Page } from "playwright-core";
import { readPageParts } from "../../src/apps/page-parts.js";
import { renderHtml } from "../../src/talk/transcript/html.js";
import { page as english } from "../../src/words/en/page.js";
import { readPlace, views, wordsOf } from "../../stage/state/place.js";
import { still, visit } from "../support/chromium.js";
import { castOf } from "../support/conversation.js";
import { statusShown } from "../support/page.js";
import { suiteSite } from "../support/suite-site.js";
import { isStatus, until } from "../talk/contracts/conversations.js";

const { shell, stage, why, strip } = english;

it("readPlace reads a place from the words that wordsOf writes", () => {
  for (const view of views)
    for (const turn of [null, 0, 6])
      for (const opened of [null, { turn: 6, part: "why" }, { turn: 2, part: "prompts" }] as const) {
        const place = { view, turn, opened };
        expect(readPlace(wordsOf(place))).toEqual(place);
      }
});

it.each(["why", "turn", "turn/x", "turn/-1", "turn/1e9", "nothing/turn", "turn/99999999/why"])(
  "the address %s shows the current state of the conversation",
  (address) => expect(readPlace(address.split("/"))).toEqual({ view: "stage", turn: null, opened: null }),
);

describe("a link", () => {
  const site = suiteSite();
  let thread: string;
  let folder: string;
  beforeAll(async () => {
    folder = await mkdtemp(join(tmpdir(), "rostrum-places-"));
    const input = { participants: castOf("Ann", "Bea", "Cid"), seed: 3, maxTurns: 8 };
    ({ thread } = await site.conversations.start("bidding", { input }));
    await until(site.conversations.follow(thread), isStatus("ended"));
  });
  afterAll(() => rm(folder, { recursive: true, force: true }));

  const press = (tab: Page, name: string) => tab.getByRole("button", { name, exact: true }).first().click();
  const copied = async (tab: Page, within: string) => {
    await tab.locator(within).hover();
    // Begins to wait before the click, because the button shows only for two seconds that the link has been copied.
    const shown = tab.locator(within).getByRole("button", { name: shell.copied, exact: true }).waitFor();
    await tab.locator(within).getByRole("button", { name: shell.copyLink, exact: true }).click();
    await shown;
    return tab.evaluate<string>("navigator.clipboard.readText()");
  };
  const open = (url: string) =>
    visit(site.browser, url, { ...still, permissions: ["clipboard-read", "clipboard-write"] });
  const textOf = async (turn: number) => (await site.conversations.transcript(thread)).messages[turn]?.text ?? "";

  it("shows, at the table, the turn for which it was copied", async () => {
    const { tab, errors, close } = await open(`${site.url}#/talk/${thread}`);
    await statusShown(tab, "ended");
    for (const key of ["Home", "ArrowRight", "ArrowRight"]) await tab.keyboard.press(key);
    const link = await copied(tab, ".transport");
    expect(link).toBe(`${site.url}#/talk/${thread}/turn/2`);
    const other = await open(link);
    await other.tab.locator(`.card[aria-current] .card-turn:text-is("2")`).waitFor();
    expect(await other.tab.locator(".speech-text").textContent()).toBe(await textOf(2));
    expect([...errors, ...other.errors]).toEqual([]);
    await close();
    await other.close();
  });

  it("opens the explanation of who spoke in a turn, or the turn's prompts", async () => {
    const { tab, errors, close } = await open(`${site.url}#/talk/${thread}/turn/3`);
    await statusShown(tab, "ended");
    await press(tab, stage.why);
    const link = await copied(tab, ".why-head");
    expect(link).toBe(`${site.url}#/talk/${thread}/turn/3/why`);
    await tab.getByText(why.prompts, { exact: true }).click();
    await tab.locator(".prompts details").first().waitFor();
    await tab.waitForURL(`${site.url}#/talk/${thread}/turn/3/prompts`);
    expect(await copied(tab, ".prompts > p")).toBe(tab.url());
    for (const [address, selector] of [
      [link, ".why-answer"],
      [tab.url(), ".prompts details"],
    ] as const) {
      const other = await open(address);
      await other.tab.locator(selector).first().waitFor();
      expect(await other.tab.locator(".why-turn").textContent()).toBe(stage.turn(3, 0));
      expect(other.errors).toEqual([]);
      await other.close();
    }
    expect(errors).toEqual([]);
    await close();
  });

  it("opens the transcript at the speech for which it was copied", async () => {
    const { tab, errors, close } = await open(`${site.url}#/talk/${thread}/text`);
    await tab.setViewportSize({ width: 800, height: 400 });
    const link = await copied(tab, "#turn-7");
    expect(link).toBe(`${site.url}#/talk/${thread}/text/turn/7`);
    const other = await open(link);
    await other.tab.setViewportSize({ width: 800, height: 400 });
    await other.tab.reload();
    await statusShown(other.tab, "ended");
    const top = await other.tab.evaluate<number>("document.getElementById('turn-7').getBoundingClientRect().top");
    expect(top).toBeGreaterThanOrEqual(0);
    expect(top).toBeLessThan(400);
    expect([...errors, ...other.errors]).toEqual([]);
    await close();
    await other.close();
  });

  it("changes in the address as the reader steps, and Back from another page returns to the latest turn", async () => {
    const { tab, errors, close } = await open(`${site.url}#/talk/${thread}/turn/4`);
    await statusShown(tab, "ended");
    await press(tab, strip.next);
    await press(tab, stage.why);
    await tab.waitForURL(/\/turn\/5\/why$/);
    await press(tab, strip.next);
    await tab.keyboard.press("Escape");
    await tab.waitForURL(/\/turn\/6$/);
    await tab.getByRole("link", { name: shell.all }).click();
    await tab.locator(".entry").first().waitFor();
    await tab.goBack();
    await tab.locator(`.card[aria-current] .card-turn:text-is("6")`).waitFor();
    await tab.reload();
    await tab.locator(`.card[aria-current] .card-turn:text-is("6")`).waitFor();
    expect(errors).toEqual([]);
    await close();
  });

  it("leads to its page even if the address of a step is about to be written", async () => {
    const { tab, errors, close } = await open(`${site.url}#/talk/${thread}/turn/4`);
    await statusShown(tab, "ended");
    await tab.evaluate(`
      window.writes = [];
      const { setTimeout } = window;
      window.setTimeout = (run, ms, ...rest) => ms === 300 ? writes.push(run) : setTimeout(run, ms, ...rest);
    `);
    await press(tab, strip.next);
    await tab.locator(`.card[aria-current] .card-turn:text-is("5")`).waitFor();
    // The step writes its address after the link has changed the address, but before the browser reports that change.
    await tab.evaluate("location.hash = '#/'; for (const write of writes) write();");
    await tab.locator(".entry").first().waitFor();
    expect(errors).toEqual([]);
    await close();
  });

  it("opens a turn of an exported file", async () => {
    const document = await site.conversations.transcript(thread);
    const parts = readPageParts(site.page) as NonNullable<ReturnType<typeof readPageParts>>;
    const file = join(folder, "talk.html");
    await writeFile(file, renderHtml(document, parts));
    const { tab, errors, close } = await open(`${pathToFileURL(file).href}#/turn/6/why`);
    await tab.locator(".why-answer").waitFor();
    expect(await tab.locator(".speech-text").textContent()).toBe(await textOf(6));
    expect(errors).toEqual([]);
    await close();
  });
});
