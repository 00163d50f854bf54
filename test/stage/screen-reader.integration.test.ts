import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { pathToFileURL } from "node:url";
import { describe, expect, it } from "@jest/globals";
import type { Page } from "playwright-core";
import { readPageParts } from "../../src/apps/page-parts.js";
import { renderHtml } from "../../src/talk/transcript/html.js";
import { ScriptedModel } from "../../src/testing.js";
import { page as english } from "../../src/words/en/page.js";
import { heardIn, unclearIn } from "../support/accessibility-tree.js";
import { still, visit } from "../support/chromium.js";
import { castOf } from "../support/conversation.js";
import { lookAtEach, statusShown } from "../support/page.js";
import { suiteSite } from "../support/suite-site.js";
import { isStatus, until } from "../talk/contracts/conversations.js";

const { begin, home, stage, takePart, time, why } = english;

type Wanted = readonly (readonly [role: string, name: string | RegExp])[];

async function expectInOrder(tab: Page, ...wanted: Wanted): Promise<void> {
  const all = await heardIn(tab);
  expect(unclearIn(all)).toEqual([]);
  let at = -1;
  const found = wanted.filter(([role, name]) => {
    const isIt = (heard: string) => (typeof name === "string" ? heard === name : name.test(heard));
    const next = all.findIndex((each, index) => index > at && each.role === role && isIt(each.name));
    if (next >= 0) at = next;
    return next >= 0;
  });
  expect(found).toEqual(wanted);
}

describe("a screen reader", () => {
  // One sentence, because the page may announce the sentences of a speech one by one.
  const model = new ScriptedModel(({ purpose, participant, turn }) =>
    purpose === "bid" ? (participant === "Bea" ? "<7>" : "<2>") : `The ferry is old in turn ${turn}.`,
  );
  const site = suiteSite({ model });
  const topic = "Should the ferry be free?";

  it("finds the controls of the page's views by names that are read once, and speeches by headings", async () => {
    for (const thread of ["one", "other"]) {
      const input = { topic, participants: castOf("Ann", "Bea"), maxTurns: 2, seed: thread.length };
      await site.conversations.start("bidding", { thread, input });
      await until(site.conversations.follow(thread), isStatus("ended"));
    }
    const { tab, close } = await visit(site.browser, site.url, still);
    const pages: Readonly<Record<string, readonly [shown: string, ...Wanted]>> = {
      "#/": [".entry", ["heading", home.title], ["button", home.begin], ["button", home.rename(topic)]],
      "#/begin": [".tile", ["heading", begin.title], ["heading", begin.modes], ["heading", begin.scenarios]],
      "#/begin/bidding": [
        ".begin-form",
        ["textbox", begin.topic],
        ["group", "Mara Lindqvist"],
        ["textbox", `${begin.seatName} 1`],
        ["checkbox", begin.human],
        ["group", "Tobias Oyelaran"],
        ["button", begin.start],
      ],
      "#/talk/one": [
        ".voice-end",
        ["heading", topic],
        ["button", stage.views.text],
        ["main", stage.views.stage],
        ["list", stage.seats],
        ["button", `Bea, ${stage.hasFloor}, ${stage.bid(7)}`],
        ["button", stage.why],
        ["slider", english.strip.label],
      ],
      "#/talk/one/turn/2/why": [
        ".why-answer",
        ["complementary", why.title],
        ["heading", why.title],
        ["heading", why.bids],
      ],
      "#/talk/one/text": [".row-text", ["heading", "Bea"], ["button", stage.whyTurn(1)], ["heading", "Bea"]],
      "#/talk/one/account": [".share", ["heading", english.account.shares], ["rowheader", "Ann"]],
      "#/compare/one/other": [".parting", ["link", new RegExp(time.side("A"))], ["link", new RegExp(time.side("B"))]],
    };
    const shown = Object.fromEntries(Object.entries(pages).map(([address, [selector]]) => [address, selector]));
    await lookAtEach(tab, site.url, shown, async (address) => {
      const [, ...wanted] = pages[address] ?? [""];
      await expectInOrder(tab, ...wanted);
    });
    await close();
  });

  it("finds the cover of an exported page, and the controls on its stage by names that are read once", async () => {
    const { thread } = await site.conversations.start("bidding", {
      input: { topic, participants: castOf("Ann", "Bea"), maxTurns: 2, seed: 3 },
    });
    await until(site.conversations.follow(thread), isStatus("ended"));
    const parts = readPageParts(site.page);
    if (!parts) throw new Error("The page has not been built.");
    const folder = await mkdtemp(join(tmpdir(), "rostrum-replay-"));
    const file = join(folder, "talk.html");
    await writeFile(file, renderHtml(await site.conversations.transcript(thread), parts));
    const { tab, close } = await visit(site.browser, pathToFileURL(file).href, still);
    await tab.locator(".cover").waitFor();
    await expectInOrder(
      tab,
      ["heading", topic],
      ["list", ""],
      ["button", english.strip.play],
      ["link", stage.views.text],
    );
    await tab.goto(`${pathToFileURL(file).href}#/turn/2`);
    await tab.locator(".speech-text").waitFor();
    await expectInOrder(
      tab,
      ["heading", topic],
      ["list", stage.seats],
      ["StaticText", `Bea, ${stage.hasFloor}, ${stage.bid(7)}`],
      ["region", "Bea"],
      ["button", stage.why],
      ["slider", english.strip.label],
    );
    await close();
    await rm(folder, { recursive: true });
  });

  it("announces whose turn it is, what is said, and the end, and leads a person to the field", async () => {
    const participants = castOf("Ann", "Bea").map((each) => ({ ...each, human: each.name === "Ann" }));
    const input = { topic, participants, maxTurns: 3, seed: 3 };
    const { thread } = await site.conversations.start("round-robin", { input });
    const { tab, close } = await visit(site.browser, `${site.url}#/talk/${thread}`, still);
    const log = tab.getByRole("log").getByRole("paragraph");
    await log.getByText(takePart.yourTurn("Ann")).waitFor();
    await expectInOrder(
      tab,
      ["region", takePart.label],
      ["textbox", takePart.line("Ann")],
      ["button", takePart.pass],
      ["button", takePart.answer],
    );
    await tab.getByRole("textbox", { name: takePart.line("Ann") }).fill("Let us try.");
    await tab.getByRole("button", { name: takePart.answer, exact: true }).click();
    await log.getByText("The ferry is old in turn 2.").waitFor();
    await log.getByText(takePart.yourTurn("Ann")).nth(1).waitFor();
    expect(await log.allTextContents()).toEqual([
      takePart.yourTurn("Ann"),
      stage.announceFloor("Ann"),
      "Let us try.",
      stage.announceFloor("Bea"),
      "The ferry is old in turn 2.",
      takePart.yourTurn("Ann"),
    ]);
    await tab.getByRole("button", { name: takePart.pass, exact: true }).click();
    await statusShown(tab, "ended");
    await log
      .last()
      .getByText(/^Ended after/)
      .waitFor();
    await close();
  });

  it("announces what was said while the page was blocked, even if no speech was announced before", async () => {
    const participants = castOf("Ann", "Bea").map((each) => ({ ...each, human: each.name === "Ann" }));
    const { conversations } = site;
    const { thread } = await conversations.start("round-robin", { input: { topic, participants, maxTurns: 3 } });
    const { tab, close } = await visit(site.browser, `${site.url}#/talk/${thread}`, still);
    const log = tab.getByRole("log").getByRole("paragraph");
    await log.getByText(takePart.yourTurn("Ann")).waitFor();
    const asked = (await until(conversations.follow(thread), isStatus("waiting"))).at(-1);
    const [question] = asked?.type === "status" ? (asked.waiting ?? []) : [];
    if (!question) throw new Error("The conversation does not wait for Ann");
    // Blocks the page's main thread, so both turns are in the same piece of the stream when the page reads it.
    const heldUp = tab.evaluate(() => {
      const end = Date.now() + 3000;
      while (Date.now() < end);
    });
    await conversations.answer(thread, { [question.id]: "Let us try." });
    await until(conversations.follow(thread), isStatus("waiting"));
    await heldUp;
    await log.getByText(takePart.yourTurn("Ann")).nth(1).waitFor();
    expect(await log.allTextContents()).toEqual([
      takePart.yourTurn("Ann"),
      stage.announceFloor("Ann"),
      "Let us try.",
      stage.announceFloor("Bea"),
      "The ferry is old in turn 2.",
      takePart.yourTurn("Ann"),
    ]);
    await close();
  });
});
