import { beforeAll, describe, expect, it } from "@jest/globals";
import type { Page } from "playwright-core";
import { ScriptedModel } from "../../src/testing.js";
import { page as english } from "../../src/words/en/page.js";
import { still, violationsIn, visit } from "../support/chromium.js";
import { castOf } from "../support/conversation.js";
import { statusShown, untilTrue } from "../support/page.js";
import { suiteSite } from "../support/suite-site.js";
import { isStatus, until } from "../talk/contracts/conversations.js";

const { transcript } = english;
const turns = 250;

describe("the transcript", () => {
  let said = 0;
  const model = new ScriptedModel(({ purpose, participant }) => {
    if (purpose === "bid") return `<${participant.length}>`;
    said += 1;
    return said % 90 === 7 ? "The **fog horn** is broken." : "Nothing to report from the harbour tonight.";
  });
  const site = suiteSite({ model });
  let thread: string;
  beforeAll(async () => {
    const input = { participants: castOf("Ann", "Beata", "Cid"), seed: 3, maxTurns: turns };
    ({ thread } = await site.conversations.start("bidding", { input }));
    await until(site.conversations.follow(thread), isStatus("ended"));
  });

  /** The status arrives after all saved turns. */
  const open = async (place = "") => {
    const visited = await visit(site.browser, `${site.url}#/talk/${thread}/text${place}`, still);
    await statusShown(visited.tab, "ended");
    return visited;
  };
  const topOf = (tab: Page, turn: number) =>
    tab.evaluate<number>(`document.getElementById("turn-${turn}").getBoundingClientRect().top`);
  const isAtTop = async (tab: Page, turn: number) => {
    await tab.locator(`#turn-${turn}`).waitFor();
    await untilTrue(tab, `Math.abs(document.getElementById("turn-${turn}").getBoundingClientRect().top - 120) < 60`);
    return topOf(tab, turn);
  };
  const searchBox = (tab: Page) => tab.getByRole("searchbox", { name: transcript.search });

  it("shows a turn's bids and the reason below the speech, and remembers that a reader has hidden them", async () => {
    const { tab, errors, close } = await open();
    const { decisions } = await site.conversations.transcript(thread);
    const first = decisions[0];
    const bids = tab.locator("#turn-1 .row-bids");
    await bids.waitFor();
    expect(await bids.locator("li").count()).toBe(first?.bids.length);
    expect(await bids.locator("li[data-won] bdi").textContent()).toBe(first?.speaker);
    expect(await bids.locator("p").textContent()).toContain(first && english.bidReason(first));
    expect(await bids.locator("time").getAttribute("datetime")).toMatch(/^\d{4}-/);
    const cost = { calls: 4, inputTokens: 40, outputTokens: 9 + "Nothing to report from the harbour tonight.".length };
    expect(await bids.locator("p").textContent()).toContain(english.costOf(cost));
    expect(await violationsIn(tab)).toEqual([]);
    await tab.getByRole("button", { name: transcript.bids, pressed: true }).click();
    expect(await tab.locator(".row-bids").count()).toBe(0);
    await tab.reload();
    await tab.locator("#turn-1").waitFor();
    expect(await tab.locator(".row-bids").count()).toBe(0);
    await tab.getByRole("button", { name: transcript.bids, pressed: false }).click();
    await bids.waitFor();
    expect(errors).toEqual([]);
    await close();
  });

  it("fits names, roles and the form for another round on narrow screens", async () => {
    const participants = ["Ferdinand Ortega", "Marie-Antoinette Delacroix"].map((name) => ({
      ...{ name, role: "keeper of the light", description: "Keeps it." },
    }));
    const input = { participants, seed: 3, maxTurns: 120 };
    const { thread: other } = await site.conversations.start("round-robin", { input });
    await until(site.conversations.follow(other), isStatus("ended"));
    const { tab, errors, close } = await visit(site.browser, `${site.url}#/talk/${other}/text`, still);
    await statusShown(tab, "ended");
    for (const width of [320, 390, 683]) {
      await tab.setViewportSize({ width, height: 640 });
      await tab.locator(".row-role").first().waitFor();
      const lines = await tab.evaluate<number[]>(`[...document.querySelectorAll(".row-name, .row-role")].map((part) =>
        Math.round(part.getBoundingClientRect().height / parseFloat(getComputedStyle(part).lineHeight)))`);
      expect(Math.max(...lines)).toBeLessThanOrEqual(2);
      const [hidden, right] = await tab.evaluate<[number, number]>(`(() => {
        const { scrollWidth, clientWidth } = document.querySelector(".steer input");
        return [scrollWidth - clientWidth, document.querySelector(".steer").lastChild.getBoundingClientRect().right];
      })()`);
      expect(hidden).toBeLessThanOrEqual(0);
      expect(right).toBeLessThanOrEqual(width);
    }
    expect(errors).toEqual([]);
    await close();
  });

  it("counts each call as a cost of a speech, so the account shows no other costs", async () => {
    const { messages, usage } = await site.conversations.transcript(thread);
    const costs = messages.flatMap((message) => message.usage ?? []);
    expect(costs).toHaveLength(turns);
    expect(costs.reduce((sum, { calls }) => sum + calls, 0)).toBe(usage.totals.calls);
    const { tab, errors, close } = await visit(site.browser, `${site.url}#/talk/${thread}/account`, still);
    await tab.locator(".total").waitFor();
    await statusShown(tab, "ended");
    // All costs belong to speeches, so the page has no line about other costs.
    expect(await tab.getByText(english.account.outsideSpeeches("").trimEnd()).count()).toBe(0);
    expect(errors).toEqual([]);
    await close();
  });

  it("counts the matches of a search, and moves to the next and the previous match", async () => {
    const { tab, errors, close } = await open();
    await tab.locator("#turn-1").waitFor();
    await searchBox(tab).fill("FOG  horn");
    const count = tab.locator(".find-count");
    const hit = () => tab.locator("[data-hit]").getAttribute("id");
    const found = async () => [await count.textContent(), await hit()];
    const expected = [7, 97, 187].map((turn, index) => [transcript.hits(index + 1, 3), `turn-${turn}`]);
    expect(await found()).toEqual(expected[0]);
    await tab.keyboard.press("Enter");
    await isAtTop(tab, 97);
    expect(await found()).toEqual(expected[1]);
    await tab.getByRole("button", { name: transcript.nextHit, exact: true }).click();
    await isAtTop(tab, 187);
    expect(await found()).toEqual(expected[2]);
    await tab.getByRole("button", { name: transcript.nextHit, exact: true }).click();
    expect(await found()).toEqual(expected[0]);
    await searchBox(tab).press("Shift+Enter");
    expect(await found()).toEqual(expected[2]);
    expect(await tab.evaluate("CSS.highlights.get('found').size")).toBeGreaterThan(0);
    await searchBox(tab).fill("no such words");
    expect(await count.textContent()).toBe(transcript.hits(0, 0));
    expect(await tab.locator("[data-hit]").count()).toBe(0);
    await searchBox(tab).fill("");
    expect(await tab.evaluate("CSS.highlights.has('found')")).toBe(false);
    expect(errors).toEqual([]);
    await close();
  });

  it("jumps to a turn, moves the focus there, and keeps the turn in the address", async () => {
    const { tab, errors, close } = await open();
    await tab.locator("#turn-1").waitFor();
    const field = tab.getByRole("spinbutton", { name: transcript.jump, exact: true });
    await field.fill("120");
    await field.press("Enter");
    await isAtTop(tab, 120);
    expect(await tab.evaluate("document.activeElement.id")).toBe("turn-120");
    await tab.waitForURL(/\/text\/turn\/120$/);
    await field.fill("9999");
    await field.press("Enter");
    await tab.waitForURL(new RegExp(`/text/turn/${turns}$`));
    await tab.locator(".row-end").waitFor();
    expect(errors).toEqual([]);
    await close();
  });

  it("opens a linked turn in a long conversation, without the rows of turns far from it", async () => {
    const { tab, errors, close } = await open("/turn/100");
    await isAtTop(tab, 100);
    expect(await tab.locator("#turn-65").count()).toBe(0);
    await tab.locator(".main").press("End");
    await tab.locator(".row-end").waitFor();
    await tab.locator(".main").press("Home");
    await tab.locator("#turn-1").waitFor();
    expect(errors).toEqual([]);
    await close();
  });

  /** Scrolls until each block's rows have been in the page. */
  const readOn = (tab: Page) =>
    tab.evaluate(`(async () => {
      for (const block of document.querySelectorAll(".rows")) {
        block.scrollIntoView();
        while (block.dataset.away) await new Promise(requestAnimationFrame);
      }
    })()`);

  it("removes rows far behind the reader from the page, but keeps their height", async () => {
    const { tab, errors, close } = await open("/turn/15");
    await isAtTop(tab, 15);
    const heights = () =>
      tab.evaluate<number[]>(
        `[...document.querySelectorAll(".rows")].slice(0, 3).map((block) => block.getBoundingClientRect().height)`,
      );
    const before = await heights();
    await readOn(tab);
    await tab.locator(".row-end").waitFor();
    expect(await tab.locator("#turn-5, #turn-15").count()).toBe(0);
    expect(await tab.locator(".row").count()).toBeLessThanOrEqual(200);
    expect(await heights()).toEqual(before);
    expect(errors).toEqual([]);
    await close();
  });

  it("leaves room for rows that are in view before they are in the page", async () => {
    const { tab, errors, close } = await open();
    // The page never learns that the rows are in view.
    await tab.addInitScript("IntersectionObserver.prototype.observe = () => {}");
    await tab.reload();
    await statusShown(tab, "ended");
    const height = await tab.evaluate<number>(`(async () => {
      const block = document.querySelector("[data-block='15']");
      block.scrollIntoView();
      for (let frame = 0; frame < 3; frame += 1) await new Promise(requestAnimationFrame);
      return block.getBoundingClientRect().height;
    })()`);
    expect(height).toBeGreaterThan(1000);
    expect(errors).toEqual([]);
    await close();
  });

  it.each([
    ["the focus", `document.getElementById("turn-5").focus()`, "document.activeElement.textContent"],
    ["the selection", `getSelection().selectAllChildren(document.getElementById("turn-5"))`, "String(getSelection())"],
  ])("keeps the row with %s, however far the reader scrolls", async (_, choose, chosen) => {
    const { tab, errors, close } = await open();
    await tab.locator("#turn-5").waitFor();
    await tab.evaluate(choose);
    const before = await tab.evaluate<string>(chosen);
    expect(before).toContain("harbour");
    await readOn(tab);
    expect(await tab.locator("#turn-25").count()).toBe(0);
    expect(await tab.evaluate<string>(chosen)).toBe(before);
    expect(errors).toEqual([]);
    await close();
  });
});
