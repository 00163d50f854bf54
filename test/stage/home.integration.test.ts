import { afterAll, beforeAll, describe, expect, it } from "@jest/globals";
import { RehearsalModel } from "../../src/offline/rehearsal/rehearsal-model.js";
import { LocalConversations } from "../../src/talk/conversations/local/local-conversations.js";
import { openThreads } from "../../src/talk/storage/open.js";
import { page as english } from "../../src/words/en/page.js";
import { page as chinese } from "../../src/words/zh/page.js";
import { violationsIn, visit } from "../support/chromium.js";
import { HeldRehearsal } from "../support/held-rehearsal.js";
import { openSite, type Site } from "../support/page.js";
import { isStatus, until } from "../talk/contracts/conversations.js";

const { home, shell } = english;

describe("the list on the page", () => {
  let site: Site;
  beforeAll(async () => {
    const threads = await openThreads("memory");
    const record = { mode: "bidding", title: null, turn: 1, context: {} } as const;
    for (let index = 0; index < 120; index += 1) {
      const time = new Date(Date.UTC(2031, 0, 1) + index * 1000).toISOString();
      const state = index === 3 ? "waiting" : "ended";
      const more = { input: { topic: `Ferry ${index}` }, state, createdAt: time, updatedAt: time } as const;
      await threads.save({ ...record, ...more, name: `talk-${index}` });
    }
    site = await openSite({}, new LocalConversations(threads, {}));
  }, 120_000);
  afterAll(() => site?.close());

  it("shows fifty conversations in addition to older ones that are waiting, and more on request", async () => {
    const { tab, errors, close } = await visit(site.browser, site.url);
    const titles = (group: string) => tab.locator(`[data-group="${group}"] .entry-title`);
    await titles("earlier").nth(49).waitFor();
    expect(await titles("waiting").allTextContents()).toEqual(["Ferry 3"]);
    expect(await titles("earlier").count()).toBe(50);
    await tab.getByRole("button", { name: home.more }).click();
    await titles("earlier").nth(99).waitFor();
    await tab.getByRole("button", { name: home.more }).click();
    await titles("earlier").nth(118).waitFor();
    expect((await titles("earlier").allTextContents()).at(-1)).toBe("Ferry 0");
    expect(await titles("waiting").allTextContents()).toEqual(["Ferry 3"]);
    expect(await tab.getByRole("button", { name: home.more }).count()).toBe(0);
    expect(errors).toEqual([]);
    await close();
  });

  it("searches all conversations, including those that are not shown", async () => {
    const { tab, errors, close } = await visit(site.browser, site.url);
    await tab.getByRole("button", { name: chinese.shell.toThis, exact: true }).click();
    await tab.getByRole("searchbox", { name: chinese.home.search }).fill("FERRY 0 ");
    await tab.getByText("Ferry 0", { exact: true }).waitFor();
    const found = Array.from({ length: 120 }, (_each, index) => `Ferry ${119 - index}`).filter((topic) =>
      topic.includes("0"),
    );
    expect(await tab.locator(".entry-title").allTextContents()).toEqual(found);
    await tab.getByRole("searchbox", { name: chinese.home.search }).fill("tram");
    await tab.getByText(chinese.home.none, { exact: true }).waitFor();
    await tab.getByRole("searchbox", { name: chinese.home.search }).fill("");
    await tab.locator(".entry").nth(50).waitFor();
    expect(errors).toEqual([]);
    await close();
  });

  it("keeps the search box and its focus while the search is cleared, and does not offer scenarios in the meantime", async () => {
    const { tab, errors, close } = await visit(site.browser, site.url);
    const box = tab.getByRole("searchbox", { name: home.search });
    await box.fill("tram");
    await tab.getByText(home.none, { exact: true }).waitFor();
    let release = () => {};
    const released = new Promise<void>((resolve) => {
      release = resolve;
    });
    const seeksAll = (address: URL) => address.searchParams.get("search") === "";
    await tab.route(seeksAll, async (route) => {
      await released;
      await route.continue();
    });
    const asked = tab.waitForRequest((request) => seeksAll(new URL(request.url())));
    await box.fill("");
    await asked;
    expect(await tab.locator("input[type=search]:focus").count()).toBe(1);
    expect(await tab.locator(".empty").count()).toBe(0);
    release();
    await tab.locator(".entry").nth(50).waitFor();
    expect(await tab.locator("input[type=search]:focus").count()).toBe(1);
    expect(errors).toEqual([]);
    await close();
  });

  it("opens in the language that the address names, until the reader chooses another one", async () => {
    const addressIn = (language: string) => {
      const address = new URL(site.url);
      address.searchParams.set("language", language);
      return address.href;
    };
    const { tab, errors, close } = await visit(site.browser, addressIn("zh"));
    const toEnglish = tab.getByRole("button", { name: shell.toThis, exact: true });
    const toChinese = tab.getByRole("button", { name: chinese.shell.toThis, exact: true });
    await toEnglish.click();
    await toChinese.waitFor();
    await tab.reload();
    await toChinese.click();
    await toEnglish.waitFor();
    // An unknown language does not replace the reader's choice.
    await tab.goto(addressIn("tlh"));
    await toEnglish.waitFor();
    expect(errors).toEqual([]);
    await close();
  });

  it("reports a response that breaks off, and keeps the list", async () => {
    const { tab, errors, close } = await visit(site.browser, site.url);
    await tab.locator(".entry").nth(50).waitFor();
    await tab.route("**/api/conversations?*", (route) =>
      route.fulfill({ contentType: "application/json", body: '{"conversations":[' }),
    );
    await tab.getByRole("alert").getByText(shell.unreachable, { exact: true }).waitFor();
    expect(await tab.locator(".entry").count()).toBe(51);
    await tab.unrouteAll();
    await tab.getByRole("alert").waitFor({ state: "detached" });
    expect(errors).toEqual([]);
    await close();
  });

  it("renames a conversation with the keyboard, finds it by its new title, and removes the title again", async () => {
    const { tab, errors, close } = await visit(site.browser, site.url);
    await tab.locator(".entry").nth(50).waitFor();
    await tab.getByRole("button", { name: home.rename("Ferry 119"), exact: true }).press("Enter");
    await tab.keyboard.type("Fog at six");
    await tab.keyboard.press("Enter");
    await tab.getByRole("link", { name: "Fog at six" }).waitFor();
    // The search finds the title, and the list still shows the topic.
    await tab.getByRole("searchbox", { name: home.search }).fill("fog");
    await tab.locator(".entry").nth(1).waitFor({ state: "detached" });
    expect(await tab.locator(".entry-topic").allTextContents()).toEqual(["Ferry 119"]);
    await tab.getByRole("button", { name: home.rename("Fog at six"), exact: true }).press("Enter");
    await tab.keyboard.press("Escape");
    await tab.getByRole("button", { name: home.rename("Fog at six"), exact: true }).press("Enter");
    await tab.keyboard.press("ControlOrMeta+a");
    await tab.keyboard.press("Delete");
    await tab.keyboard.press("Enter");
    await tab.getByText(home.none, { exact: true }).waitFor();
    expect(errors).toEqual([]);
    await close();
  });
});

it("keeps a title that is being typed when the conversation ends", async () => {
  const rehearsal = new HeldRehearsal();
  rehearsal.holdFrom(1);
  const site = await openSite({ models: { byName: { rehearsal } } });
  await site.conversations.start("round-robin", { thread: "talk", input: { topic: "Fog?", maxTurns: 1 } });
  const { tab, errors, close } = await visit(site.browser, site.url);
  await tab
    .locator('[data-group="running"]')
    .getByRole("button", { name: home.rename("Fog?") })
    .click();
  await tab.keyboard.type("Fog at ");
  rehearsal.release();
  await tab.locator('[data-group="earlier"] .rename').waitFor();
  await tab.keyboard.type("six");
  await tab.keyboard.press("Enter");
  await tab.getByRole("link", { name: "Fog at six" }).waitFor();
  expect(errors).toEqual([]);
  await close();
  await site.close();
}, 120_000);

it("shows a fork below its original, and compares the two, with the fork's title and bids", async () => {
  const rehearsal = new RehearsalModel({ notice: false });
  const site = await openSite({ models: { byName: { rehearsal } } });
  const { conversations } = site;
  await conversations.start("bidding", { thread: "first", title: "Fog", input: { maxTurns: 3, seed: 4 } });
  await until(conversations.follow("first"), isStatus("ended"));
  await conversations.fork("first", { turn: 1, as: "second", changes: { seed: 9 } });
  await conversations.rename("second", "Fog again");
  await conversations.resume("second");
  await until(conversations.follow("second"), isStatus("ended"));
  const { tab, errors, close } = await visit(site.browser, site.url);
  const fork = tab.locator(".forks .entry");
  await fork.waitFor();
  expect(await fork.locator(".entry-title").textContent()).toBe("Fog again");
  expect(await fork.locator(".entry-facts").textContent()).toContain(home.forkedAfter(1));
  expect(await violationsIn(tab)).toEqual([]);
  await tab.goto(`${site.url}#/compare/first/-`);
  await tab.getByRole("heading", { name: english.time.compareWith }).waitFor();
  await tab.getByRole("link", { name: "Fog again" }).click();
  // The line appears once both conversations are loaded.
  await tab.locator(".parting").waitFor();
  const { decisions } = await conversations.transcript("second");
  const shown = await tab.locator(".pair").first().locator(".pair-bids").last().locator("li").allTextContents();
  const turn = Number((await tab.locator(".pair .pair-turn").first().textContent())?.match(/\d+/)?.[0]);
  const { bids = [] } = decisions.find((decision) => decision.turn === turn) ?? {};
  expect(shown).toEqual(bids.map((bid) => `${bid.participant} ${bid.value}`));
  await tab.locator(".side", { hasText: "Fog again" }).waitFor();
  expect(await violationsIn(tab)).toEqual([]);
  expect(errors).toEqual([]);
  await close();
  await site.close();
}, 120_000);
