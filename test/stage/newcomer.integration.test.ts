import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { pathToFileURL } from "node:url";
import { describe, expect, it } from "@jest/globals";
import type { Locator, Page } from "playwright-core";
import type { Decision } from "../../src/records/decision.js";
import { page as english } from "../../src/words/en/page.js";
import { locales } from "../../src/words/registry.js";
import { page as chinese } from "../../src/words/zh/page.js";
import { withoutMarks } from "../../stage/state/markdown.js";
import { allModes } from "../support/any-mode.js";
import { still, violationsIn, visit } from "../support/chromium.js";
import { layoutOf } from "../support/layout.js";
import { readTranscript, statusShown, transcriptOf } from "../support/page.js";
import { suiteSite } from "../support/suite-site.js";
import { isStatus, until } from "../talk/contracts/conversations.js";

describe("the page", () => {
  const site = suiteSite();

  it.each(allModes)(
    "leads a new user through a %s conversation to its end, and explains it in Chinese",
    async (mode) => {
      const { tab, errors, foreign, close } = await visit(site.browser, site.url);
      const press = (name: string) => tab.getByRole("button", { name, exact: true }).click();
      await press(english.home.begin);
      await tab.locator(`a[href="#/begin/${mode}"]`).click();
      await tab.getByLabel(english.begin.topic, { exact: true }).fill("Should the ferry be free?");
      await press(english.begin.start);
      await statusShown(tab, "ended");
      const thread = decodeURIComponent(tab.url().split("/").at(-1) ?? "");
      const document = await site.conversations.transcript(thread);
      expect(document.topic).toBe("Should the ferry be free?");

      const { stopReason } = document;
      expect(await tab.locator(".voice-end").textContent()).toBe(stopReason && english.stage.end(stopReason));
      expect(await tab.locator(".seat").count()).toBe(document.participants.length + (document.leader ? 1 : 0));

      await press(chinese.shell.toThis);
      for (const key of ["Home", "ArrowRight", "w"]) await tab.keyboard.press(key);
      const [first] = document.decisions;
      const rule = chinese.rules[first?.rule ?? ""] ?? "";
      const reason = (first && chinese.bidReason(first)) ?? chinese.why.summary(rule, first?.speaker ?? "");
      expect(await tab.locator(".why-answer").textContent()).toContain(reason);
      await tab.getByText(chinese.why.prompts, { exact: true }).click();
      await tab.locator(".prompts details summary").first().click();
      expect(await tab.locator(".prompts pre").first().textContent()).toContain("Should the ferry be free?");
      await tab.keyboard.press("Escape");

      await press(chinese.stage.views.text);
      expect(await readTranscript(tab)).toEqual(transcriptOf(document.messages));

      await press(chinese.stage.views.account);
      await tab.getByRole("heading", { name: chinese.account.usage }).waitFor();

      await tab.getByRole("link", { name: chinese.shell.all }).click();
      await tab.getByRole("link", { name: "Should the ferry be free?" }).first().waitFor();
      expect({ errors, foreign }).toEqual({ errors: [], foreign: [] });
      await close();
    },
    120_000,
  );

  it("explains the table once, until the reader closes the legend or 20 seconds have passed, and in the help menu", async () => {
    const { thread } = await site.conversations.start("round-robin", {
      input: { topic: "Tea or coffee?", maxTurns: 2 },
    });
    await until(site.conversations.follow(thread), isStatus("ended"));
    const address = `${site.url}#/talk/${thread}`;
    const { legend, help, home } = english;
    const { tab, errors, close } = await visit(site.browser, site.url, { ...still, isNew: true });
    await tab.getByText(home.what).waitFor();
    await tab.clock.install();
    await tab.goto(address);
    await statusShown(tab, "ended");
    const shown = tab.getByRole("region", { name: legend.title });
    for (const sign of ["seat", "number", "dots", "lamp"] as const)
      await shown.getByText(legend[sign].meaning).waitFor();
    expect(await violationsIn(tab)).toEqual([]);
    const { lines, isWhole, faults } = await layoutOf(tab);
    expect({ isSeen: isWhole || lines >= 6, faults }).toEqual({ isSeen: true, faults: [] });
    // The legend disappears by itself.
    await tab.clock.runFor(20_000);
    await shown.waitFor({ state: "detached" });
    await tab.reload();
    await tab.locator(".strip .card").first().waitFor();
    expect(await shown.count()).toBe(0);
    await tab.getByRole("button", { name: help.label, exact: true }).click();
    await tab.locator(".menu-list").getByText(legend.lamp.meaning).waitFor();
    expect(errors).toEqual([]);
    await close();

    const other = await visit(site.browser, address, { ...still, isNew: true });
    await other.tab.getByRole("button", { name: legend.skip, exact: true }).click();
    await other.tab.locator(".strip .card").first().waitFor();
    await other.tab.reload();
    await other.tab.locator(".strip .card").first().waitFor();
    await other.close();
  });

  it("fills the form of a mode with the example in the page's language", async () => {
    const { tab, close } = await visit(site.browser, `${site.url}#/begin/round-robin`);
    await tab.getByRole("button", { name: chinese.shell.toThis, exact: true }).click();
    await tab.goto(`${site.url}#/begin/bidding`);
    await tab.getByRole("heading", { name: chinese.modes["bidding"]?.name ?? "" }).waitFor();
    const { topic, participants } = locales.zh.example;
    expect(await tab.getByLabel(chinese.begin.topic, { exact: true }).inputValue()).toBe(topic);
    // The schema contains only the English default prompts, so the Chinese form must not show them.
    const hints = await tab
      .getByPlaceholder(new RegExp(`^${chinese.begin.unset}`))
      .evaluateAll((fields: { getAttribute(name: string): string | null }[]) =>
        fields.map((field) => field.getAttribute("placeholder")),
      );
    expect(hints.join()).not.toMatch(/[a-z]{3,} [a-z]/);
    await tab.getByRole("button", { name: chinese.begin.start, exact: true }).click();
    await statusShown(tab, "ended");
    const document = await site.conversations.transcript(decodeURIComponent(tab.url().split("/").at(-1) ?? ""));
    expect(document).toMatchObject({ language: "zh", topic });
    expect(document.participants.map(({ name }) => name)).toEqual(participants.map(({ name }) => name));
    await close();
  });

  it("lists a named conversation with its name and topic, but shows no generated IDs", async () => {
    const input = { topic: "Tea or coffee?", maxTurns: 1 };
    await site.conversations.start("round-robin", { thread: "friday-talk", input });
    const { tab, close } = await visit(site.browser, site.url);
    const entry = tab.locator("a", { hasText: "friday-talk" });
    expect(await entry.textContent()).toContain("Tea or coffee?");
    expect(await tab.locator(".entry-facts", { hasText: /[\da-f]{8}-/ }).count()).toBe(0);
    await close();
  });
});

describe.each([english, chinese])("a new user on a small laptop, without a manual ($name)", (words) => {
  const site = suiteSite();
  const { begin, exports, home, shell, stage, takePart } = words;
  const laptop = { ...still, viewport: { width: 1366, height: 650 }, locale: words.locale, isNew: true };
  const open = (url: string, options = {}) =>
    visit(site.browser, url, { ...laptop, permissions: ["clipboard-read", "clipboard-write"], ...options });
  const threadOf = (tab: Page) => decodeURIComponent(/talk\/([^/]+)/.exec(tab.url())?.[1] ?? "");

  /** Clicks a control, and expects that the user does not have to scroll down to it. */
  async function press(tab: Page, control: Locator): Promise<void> {
    await control.waitFor();
    const { y = Infinity, height = 0 } = (await control.boundingBox()) ?? {};
    expect(y + height).toBeLessThanOrEqual(tab.viewportSize()?.height ?? 0);
    await control.click();
  }
  const button = (tab: Page, name: string) => tab.getByRole("button", { name, exact: true }).first();
  /** Clicks a control that copies a link, and returns the link. */
  async function copiedBy(tab: Page, control: Locator): Promise<string> {
    // For two seconds only, the button says that the link has been copied.
    const shown = button(tab, shell.copied).waitFor();
    await press(tab, control);
    await shown;
    return tab.evaluate<string>("navigator.clipboard.readText()");
  }
  const bidding = words.modes["bidding"]?.name ?? "";

  it("begins a debate of their own, learns why somebody spoke, and shows a friend turn 6", async () => {
    const topic = words === chinese ? "渡轮应该免费吗？" : "Should the ferry be free?";
    const { tab, errors, close } = await open(site.url);
    await press(tab, button(tab, home.begin));
    // The home page, which is still shown for a moment, also names the mode, in the scenarios' links.
    await press(tab, tab.locator(".choose").getByRole("link", { name: bidding }).first());
    await tab.getByLabel(begin.topic, { exact: true }).fill(topic);
    await press(tab, button(tab, begin.start));
    await statusShown(tab, "ended");
    const { decisions, messages } = await site.conversations.transcript(threadOf(tab));
    const speech = withoutMarks(messages.find(({ turn }) => turn === 6)?.text ?? "");

    await press(tab, button(tab, stage.why));
    const last = decisions.at(-1) as Decision;
    await tab.locator(".why-answer", { hasText: words.bidReason(last) ?? last.speaker }).waitFor();
    await tab.keyboard.press("Escape");

    // The friend can open the link on the same server, or the exported file on a phone.
    for (let turn = decisions.length; turn > 6; turn -= 1) await press(tab, button(tab, words.strip.previous));
    const copyLink = tab.locator(".transport").getByRole("button", { name: shell.copyLink, exact: true });
    const friend = await open(await copiedBy(tab, copyLink));
    await friend.tab.locator(".speech-text", { hasText: speech }).waitFor();
    await press(tab, button(tab, exports.label));
    const link = tab.getByRole("link", { name: exports.formats.html, exact: true }).first();
    const [download] = await Promise.all([tab.waitForEvent("download"), press(tab, link)]);
    expect(download.suggestedFilename()).toBe(`${topic.replace("?", "")}.html`);
    const phone = { viewport: { width: 390, height: 664 }, hasTouch: true, isMobile: true };
    const file = join(await mkdtemp(join(tmpdir(), "rostrum-newcomer-")), "talk.html");
    await download.saveAs(file);
    const played = await open(pathToFileURL(file).href, phone);
    await press(played.tab, button(played.tab, words.strip.play));
    await played.tab.locator(".transport").waitFor();
    const turn6 = await open(`${pathToFileURL(file).href}#/turn/6`, phone);
    await turn6.tab.locator(".speech-text", { hasText: speech }).waitFor();
    expect((await layoutOf(turn6.tab)).faults).toEqual([]);
    for (const each of [{ errors, close }, friend, played, turn6]) {
      expect(each.errors).toEqual([]);
      await each.close();
    }
    await rm(dirname(file), { recursive: true });
  });

  it("invites a person, who opens the link and speaks", async () => {
    const { tab, errors, close } = await open(`${site.url}#/begin/round-robin`);
    await tab.getByLabel(begin.human, { exact: true }).nth(1).check();
    await press(tab, button(tab, begin.start));
    const guest = await open(await copiedBy(tab, button(tab, takePart.invite)));
    const name = locales[words.language === "zh" ? "zh" : "en"].example.participants[1]?.name ?? "";
    await guest.tab.getByText(takePart.yourTurn(name)).first().waitFor();
    await guest.tab.getByRole("textbox", { name: takePart.line(name) }).fill("I would still pay.");
    await press(guest.tab, button(guest.tab, takePart.answer));
    await until(
      site.conversations.follow(threadOf(tab)),
      (event) => event.type === "speech-end" && event.speaker === name && event.text === "I would still pay.",
    );
    for (const each of [{ errors, close }, guest]) {
      expect(each.errors).toEqual([]);
      await each.close();
    }
  });
});
