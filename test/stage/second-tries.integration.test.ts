/** Requests that a person or the page sends again, after a failure or because of a double click. */
import { afterEach, expect, it } from "@jest/globals";
import { page as english } from "../../src/words/en/page.js";
import { still, visit } from "../support/chromium.js";
import { castOf } from "../support/conversation.js";
import { HeldRehearsal } from "../support/held-rehearsal.js";
import { statusShown } from "../support/page.js";
import { suiteSite } from "../support/suite-site.js";
import { isStatus, until } from "../talk/contracts/conversations.js";

const { begin, shell, takePart, time } = english;
const rehearsal = new HeldRehearsal();
const site = suiteSite({ models: { byName: { rehearsal } } });
afterEach(() => rehearsal.release());

async function endedTalk(title?: string): Promise<string> {
  const input = { participants: castOf("Ann", "Bea"), maxTurns: 4, seed: 3 };
  const { thread } = await site.conversations.start("round-robin", { input, ...(title && { title }) });
  await until(site.conversations.follow(thread), isStatus("ended"));
  return thread;
}

it("the form starts another conversation after the answer to its first request was lost", async () => {
  const { tab, close } = await visit(site.browser, `${site.url}#/begin/bidding`, still);
  let isLost = false;
  await tab.route("**/api/conversations", async (route) => {
    if (isLost || route.request().method() !== "POST") return route.continue();
    isLost = true;
    await route.fetch();
    await route.abort();
  });
  const start = tab.getByRole("button", { name: begin.start, exact: true });
  await tab.locator("#begin-topic").fill("A misspelt topik");
  await start.click();
  await tab.getByText(shell.unreachable).waitFor();
  await tab.locator("#begin-topic").fill("A corrected topic");
  await start.click();
  await tab.getByRole("heading", { name: "A corrected topic" }).waitFor();
  expect(tab.url()).toContain("#/talk/");
  await close();
});

it("a double click begins one round, or continues a conversation once, and reports no problem", async () => {
  const thread = await endedTalk();
  const { tab, close } = await visit(site.browser, `${site.url}#/talk/${thread}`, still);
  await statusShown(tab, "ended");
  const sent: string[] = [];
  let clicked = Promise.withResolvers<void>();
  await tab.route(/conversations$|resume$/, async (route) => {
    sent.push(route.request().url());
    await clicked.promise;
    await route.fulfill({ response: await route.fetch() });
  });
  const clickTwice = async (name: string) => {
    clicked = Promise.withResolvers();
    await tab.getByRole("button", { name, exact: true }).dblclick();
    clicked.resolve();
  };
  rehearsal.holdFrom(6);
  await clickTwice(takePart.anotherRound);
  await statusShown(tab, "running");
  expect(sent).toHaveLength(1);
  await tab.getByRole("button", { name: takePart.stop }).click();
  await statusShown(tab, "stopped");
  await clickTwice(takePart.resume);
  await statusShown(tab, "running");
  expect(sent).toHaveLength(3);
  expect(await tab.locator(".problem").allTextContents()).toEqual([]);
  await close();
});

it("a branch that could not be continued is continued, and not made again", async () => {
  const thread = await endedTalk();
  const { tab, close } = await visit(site.browser, `${site.url}#/talk/${thread}/turn/2/why`, still);
  await statusShown(tab, "ended");
  let isLost = false;
  await tab.route("**/resume", (route) => {
    if (isLost) return route.continue();
    isLost = true;
    return route.abort();
  });
  const again = tab.getByRole("button", { name: time.retake, exact: true });
  await again.click();
  await tab.getByText(shell.unreachable).first().waitFor();
  await again.click();
  await tab.waitForURL(/compare/);
  const { conversations } = await site.conversations.list({});
  expect(conversations.filter(({ origin }) => origin?.thread === thread)).toHaveLength(1);
  await close();
});

it("a changed speech is kept until its copy has been continued", async () => {
  const thread = await endedTalk();
  const { tab, close } = await visit(site.browser, `${site.url}#/talk/${thread}/turn/2/why`, still);
  await statusShown(tab, "ended");
  await tab.route("**/resume", (route) => route.abort(), { times: 1 });
  await tab.getByRole("button", { name: time.edit, exact: true }).click();
  const field = tab.locator(".branch textarea");
  await field.fill("A speech of my own.");
  const start = tab.getByRole("button", { name: time.editStart, exact: true });
  await start.click();
  await tab.getByText(shell.unreachable).first().waitFor();
  expect(await field.count()).toBe(1);
  await start.click();
  await tab.waitForURL(/compare/);
  const { conversations } = await site.conversations.list({});
  expect(conversations.filter(({ origin }) => origin?.thread === thread)).toHaveLength(1);
  await close();
});

it("a conversation's settings are read again until they arrive", async () => {
  const thread = await endedTalk("The title");
  const { tab, close } = await visit(site.browser, "about:blank", still);
  let failed = 0;
  await tab.route(`**/api/conversations/${thread}`, (route) => {
    failed += 1;
    return failed > 3 ? route.continue() : route.fulfill({ status: 503, body: "{}" });
  });
  await tab.goto(`${site.url}#/talk/${thread}`);
  await tab.getByRole("heading", { name: "The title" }).waitFor();
  await tab.getByRole("button", { name: takePart.anotherRound, exact: true }).waitFor();
  expect(failed).toBeGreaterThan(3);
  await close();
});
