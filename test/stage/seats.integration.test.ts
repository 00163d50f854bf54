import { describe, expect, it } from "@jest/globals";
import type { Page } from "playwright-core";
import { openConversations } from "../../src/talk/conversations/open.js";
import { ScriptedModel } from "../../src/testing.js";
import { page as english } from "../../src/words/en/page.js";
import { still, violationsIn, visit } from "../support/chromium.js";
import { statusShown } from "../support/page.js";
import { plainAnswer } from "../support/plain-answers.js";
import { suiteSite } from "../support/suite-site.js";
import { startWeb } from "../support/web-server.js";
import { until } from "../talk/contracts/conversations.js";

const { takePart, stage } = english;

const participants = [
  { name: "Ann", human: true, role: "pilot" },
  { name: "Hana", human: true, role: "baker" },
  { name: "Cid", role: "clerk" },
];

describe("the page", () => {
  const site = suiteSite({ model: new ScriptedModel(plainAnswer) });

  const start = async (input: object = {}) =>
    (await site.conversations.start("round-robin", { input: { participants, maxTurns: 6, seed: 3, ...input } })).thread;
  const open = (thread: string, path = "") => visit(site.browser, `${site.url}#/talk/${thread}${path}`, still);
  const press = (tab: Page, name: string) => tab.getByRole("button", { name, exact: true }).click();
  const field = (tab: Page, name: string) => tab.getByRole("textbox", { name: takePart.line(name) });
  const remark = (tab: Page) => tab.getByRole("textbox", { name: takePart.placeholder });
  const seat = (tab: Page, name: string) => tab.locator(".seat").filter({ hasText: name }).getByRole("button");
  const speak = async (tab: Page, name: string, text: string) => {
    await field(tab, name).fill(text);
    await press(tab, takePart.answer);
  };
  const answerAs = async (thread: string, name: string, line: string) => {
    for await (const event of site.conversations.follow(thread)) {
      const question =
        event.type === "status" && event.waiting.find(({ value: { participant } }) => participant === name);
      if (question) return site.conversations.answer(thread, { [question.id]: line });
    }
  };
  const floorSays = (tab: Page, text: string) => tab.locator(".voice .floor-line", { hasText: text }).waitFor();
  const textsBy = async (thread: string, speaker: string) =>
    (await site.conversations.transcript(thread)).messages
      .filter(({ name, kind }) => name === speaker && kind === "speech")
      .map(({ text }) => text);
  /** Waits until a speech is saved. The page removes the form earlier, when the server accepts the answer. */
  const whenSaved = (thread: string, said: string) =>
    until(
      site.conversations.follow(thread),
      (event) => event.type === "speech-end" && event.sequence !== undefined && event.text === said,
    );

  it("shows people only their own cards, and tells the others whose turn it is and who is typing", async () => {
    const thread = await start();
    const watcher = await open(thread);
    await floorSays(watcher.tab, stage.waitsFor(["Ann"]));
    expect(await watcher.tab.locator(".answer").count()).toBe(0);
    const ann = await open(thread);
    await press(ann.tab, takePart.sitHere("Ann"));
    const hana = await open(thread, "/seat/Hana");
    await hana.tab.waitForURL((url) => !url.hash.includes("seat"));
    await field(ann.tab, "Ann").waitFor();
    await floorSays(hana.tab, stage.waitsFor(["Ann"]));
    expect(await hana.tab.locator(".answer, .free-seat").count()).toBe(0);
    expect(await seat(hana.tab, "Hana").textContent()).toContain(stage.yours);
    expect(await seat(hana.tab, "Ann").textContent()).toContain(stage.toSpeak);
    // Starts to wait before the typing, because the table shows for only a few seconds who is typing.
    const typing = [hana, watcher].map(({ tab }) => floorSays(tab, stage.typing(["Ann"])));
    await field(ann.tab, "Ann").pressSequentially("By fer");
    await Promise.all(typing);
    for (const { tab } of [hana, watcher]) await floorSays(tab, stage.waitsFor(["Ann"]));
    await field(ann.tab, "Ann").pressSequentially("ry.");
    await press(ann.tab, takePart.answer);
    await field(hana.tab, "Hana").waitFor();
    await floorSays(ann.tab, stage.waitsFor(["Hana"]));
    expect(await ann.tab.locator(".answer, .free-seat").count()).toBe(0);
    for (const each of [ann, hana, watcher]) expect(await violationsIn(each.tab)).toEqual([]);
    await hana.tab.reload();
    await speak(hana.tab, "Hana", "By road.");
    await field(ann.tab, "Ann").waitFor();
    await seat(ann.tab, "Ann").click();
    await press(ann.tab, takePart.giveUp);
    await ann.tab.locator(".answer").waitFor({ state: "detached" });
    await ann.tab.reload();
    await ann.tab.locator(".free-seat").waitFor();
    await press(ann.tab, takePart.sitHere("Ann"));
    await speak(ann.tab, "Ann", "By rail.");
    await speak(hana.tab, "Hana", "On foot.");
    for (const each of [ann, hana, watcher]) {
      await statusShown(each.tab, "ended");
      expect(each.errors).toEqual([]);
      await each.close();
    }
    expect(await textsBy(thread, "Ann")).toEqual(["By ferry.", "By rail."]);
    expect(await textsBy(thread, "Hana")).toEqual(["By road.", "On foot."]);
  });

  it("gives the only person in the cast the form without asking", async () => {
    const thread = await start({
      participants: participants.map((each) => ({ ...each, human: each.name === "Hana" })),
    });
    const { tab, errors, close } = await open(thread);
    await speak(tab, "Hana", "By road.");
    await whenSaved(thread, "By road.");
    await field(tab, "Hana").waitFor();
    expect(await textsBy(thread, "Hana")).toEqual(["By road."]);
    expect(errors).toEqual([]);
    await close();
  });

  it("gives the holder of an invitation one seat of an app with a token", async () => {
    const conversations = await openConversations("memory", { model: new ScriptedModel(plainAnswer) });
    const web = await startWeb(conversations, { page: site.page, token: "a-long-and-random-token" });
    const secret = participants.map((each) => ({ ...each, description: `Known to ${each.name}` }));
    const { thread } = await conversations.start("round-robin", {
      input: { participants: secret, maxTurns: 2, seed: 3 },
    });
    const owner = await visit(site.browser, `${web.url}/?token=a-long-and-random-token#/talk/${thread}`, still);
    await seat(owner.tab, "Hana").click();
    await owner.tab.evaluate("navigator.clipboard.writeText = async (text) => { window.copied = text; }");
    // Starts to wait before the click, because the button says for only two seconds that the link has been copied.
    const copied = owner.tab.getByText(english.shell.copied).waitFor();
    await owner.tab.locator(".seat-card").getByRole("button", { name: takePart.invite }).click();
    await copied;
    const link = await owner.tab.evaluate<string>("window.copied");
    const guest = await visit(site.browser, link, still);
    await floorSays(guest.tab, stage.waitsFor(["Ann"]));
    expect(guest.tab.url()).toBe(`${web.url}/#/talk/${thread}`);
    await guest.tab.locator(".seat[data-yours]").waitFor();
    await guest.tab.getByRole("button", { name: takePart.add, exact: true }).waitFor({ state: "detached" });
    expect(await guest.tab.getByRole("button", { name: takePart.sitHere("Ann") }).count()).toBe(0);
    await press(owner.tab, takePart.sitHere("Ann"));
    await speak(owner.tab, "Ann", "By ferry.");
    await speak(guest.tab, "Hana", "By road.");
    await statusShown(guest.tab, "ended");
    await seat(guest.tab, "Hana").click();
    await guest.tab.getByText("Known to Hana").waitFor();
    await seat(guest.tab, "Cid").click();
    expect(await guest.tab.getByText("Known to Cid").count()).toBe(0);
    // The owner can still steer after following the link.
    await owner.tab.goto(link);
    await owner.tab.getByRole("button", { name: takePart.anotherRound, exact: true }).waitFor();
    expect([...owner.errors, ...guest.errors]).toEqual([]);
    for (const each of [owner, guest]) await each.close();
    await web.stop();
    await conversations.close();
  });

  it("tells a guest that the conversation failed, without the reason or a form to continue it", async () => {
    const model = new ScriptedModel(() => new Error("the quota is used up"));
    const conversations = await openConversations("memory", { model });
    const web = await startWeb(conversations, { page: site.page, token: "a-long-and-random-token" });
    const { thread } = await conversations.start("round-robin", { input: { participants: participants.toReversed() } });
    const invitation = await fetch(`${web.url}/api/conversations/${thread}/invite`, {
      method: "POST",
      headers: { authorization: "Bearer a-long-and-random-token", "content-type": "application/json" },
      body: JSON.stringify({ participant: "Hana" }),
    });
    const { token } = (await invitation.json()) as { readonly token: string };
    const guest = await visit(site.browser, `${web.url}/?${new URLSearchParams({ token })}#/talk/${thread}`, still);
    await statusShown(guest.tab, "failed");
    await guest.tab.getByText(takePart.failedForGuests, { exact: true }).waitFor();
    expect(await guest.tab.locator("body").textContent()).not.toContain("quota");
    expect(await guest.tab.locator(".problem-acts").count()).toBe(0);
    expect(guest.errors).toEqual([]);
    await guest.close();
    await web.stop();
    await conversations.close();
  });

  it("keeps 2,000 typed characters while speeches and questions arrive, answers come from elsewhere, and the page reloads", async () => {
    const thread = await start({ maxTurns: 12 });
    const typist = await open(thread, "/seat/Hana");
    const { tab } = typist;
    const other = await open(thread, "/seat/Hana");
    const text = Array.from({ length: 280 }, (_, index) => `w${String(index).padStart(3, "0")} `).join("");
    let typed = 0;
    const type = async (count: number) => {
      const words = text.slice(typed, typed + count).match(/w\d+ /g) ?? [];
      typed += count;
      for (const word of words) {
        await tab.keyboard.press("w");
        // Enters the rest at once, as an input method does, because 2,000 presses take minutes on a busy machine.
        await tab.keyboard.insertText(word.slice(1));
      }
    };
    await remark(tab).click();
    await type(200);
    // The question to Hana arrives while she is writing a remark.
    await Promise.all([type(200), answerAs(thread, "Ann", "Ann speaks.")]);
    await field(tab, "Hana").waitFor();
    await type(200);
    expect(await remark(tab).inputValue()).toBe(text.slice(0, 600));
    expect(await field(tab, "Hana").inputValue()).toBe("");
    await remark(tab).press("Enter");
    await tab.getByText(takePart.sent.next).waitFor();
    expect(await remark(tab).inputValue()).toBe("");
    await field(tab, "Hana").click();
    typed = 0;
    await type(400);
    await tab.reload();
    expect(await field(tab, "Hana").inputValue()).toBe(text.slice(0, 400));
    await field(tab, "Hana").press("End");
    await field(tab, "Hana").press("Control+End");
    await type(200);
    await tab.goto(`${site.url}#/`);
    await tab.goBack();
    expect(await field(tab, "Hana").inputValue()).toBe(text.slice(0, 600));
    await field(tab, "Hana").press("Control+End");
    // Hana's answer from another browser, the speeches of others and the next question arrive while she types.
    await Promise.all([type(300), speak(other.tab, "Hana", "From the other browser.")]);
    await tab.getByText(takePart.elsewhere("Hana", "From the other browser.")).waitFor();
    await Promise.all([type(300), answerAs(thread, "Ann", "Ann speaks again.")]);
    await tab.getByRole("button", { name: takePart.pass, exact: true }).waitFor();
    await type(200);
    expect(typed).toBe(text.length);
    expect(await field(tab, "Hana").inputValue()).toBe(text);
    await press(tab, takePart.answer);
    await tab.locator(".answer").waitFor({ state: "detached" });
    await whenSaved(thread, text.trim());
    expect(await textsBy(thread, "Hana")).toEqual(["From the other browser.", text.trim()]);
    const { interjections } = await site.conversations.transcript(thread);
    expect(interjections.map((each) => [each.from, each.text])).toEqual([["Hana", text.slice(0, 600).trim()]]);
    expect([...typist.errors, ...other.errors]).toEqual([]);
    for (const each of [typist, other]) await each.close();
  });

  it("moves the focus when a person presses the key /, but not when a question arrives", async () => {
    const thread = await start({ maxTurns: 3 });
    const { tab, close } = await open(thread, "/seat/Ann");
    await field(tab, "Ann").waitFor();
    expect(await tab.evaluate("document.activeElement.tagName")).toBe("BODY");
    await tab.keyboard.press("/");
    await tab.keyboard.type("By ferry.");
    expect(await field(tab, "Ann").inputValue()).toBe("By ferry.");
    await tab.keyboard.press("Control+Enter");
    await floorSays(tab, stage.waitsFor(["Hana"]));
    await close();
  });

  it("offers to send a late answer as a remark, or to discard it", async () => {
    const thread = await start({ maxTurns: 6 });
    const { tab, close } = await open(thread, "/seat/Ann");
    for (const [act, left] of [
      [takePart.discard, ""],
      [takePart.asRemark, "Too late."],
    ] as const) {
      await field(tab, "Ann").fill("Too late.");
      await answerAs(thread, "Ann", "In time.");
      await tab.getByText(takePart.elsewhere("Ann", "In time.")).waitFor();
      await press(tab, act);
      await tab.locator(".answer").waitFor({ state: "detached" });
      if (act === takePart.asRemark) await tab.getByText(takePart.sent.next).waitFor();
      await answerAs(thread, "Hana", "Hana speaks.");
      await statusShown(tab, left === "" ? "waiting" : "ended");
    }
    const { interjections } = await site.conversations.transcript(thread);
    expect(interjections.map(({ from, text }) => [from, text])).toEqual([["Ann", "Too late."]]);
    await close();
  });

  it("keeps a remark that a person is writing when the conversation ends", async () => {
    const thread = await start({ maxTurns: 1 });
    const { tab, close } = await open(thread, "/seat/Hana");
    await remark(tab).click();
    await tab.keyboard.type("But ");
    await answerAs(thread, "Ann", "Ann speaks.");
    await statusShown(tab, "ended");
    await tab.keyboard.type("the fog?");
    expect(await remark(tab).inputValue()).toBe("But the fog?");
    await tab.reload();
    expect(await remark(tab).inputValue()).toBe("But the fog?");
    await press(tab, takePart.send);
    await remark(tab).waitFor({ state: "detached" });
    await close();
  });

  it("marks the seats with a raised hand or a mute until these take effect", async () => {
    const thread = await start();
    const { tab, close } = await open(thread, "/seat/Hana");
    await press(tab, takePart.hand);
    const wish = (name: string) => seat(tab, name).locator(".wish .icon").waitFor();
    await wish("Hana");
    expect(await seat(tab, "Hana").textContent()).toContain(stage.asked.hand);
    await seat(tab, "Cid").click();
    await press(tab, takePart.mute);
    await wish("Cid");
    expect(await seat(tab, "Cid").textContent()).toContain(stage.asked.mute);
    await tab.reload();
    await tab.locator(".wish .icon").nth(1).waitFor();
    await answerAs(thread, "Ann", "Ann speaks.");
    await field(tab, "Hana").waitFor();
    expect(await tab.locator(".wish").count()).toBe(0);
    expect(await seat(tab, "Hana").textContent()).toContain(stage.handUp);
    expect(await seat(tab, "Cid").textContent()).toContain(stage.muted);
    await close();
  });
});
