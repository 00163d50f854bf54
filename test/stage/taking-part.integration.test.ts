import { afterEach, beforeAll, describe, expect, it, jest } from "@jest/globals";
import type { Page } from "playwright-core";
import type { Approval } from "../../src/core/state/people.js";
import { RostrumError } from "../../src/errors/rostrum-error.js";
import type { Conversations, FollowedEvent } from "../../src/talk/conversations/port/port.js";
import { page as english } from "../../src/words/en/page.js";
import { page as chinese } from "../../src/words/zh/page.js";
import { still, visit } from "../support/chromium.js";
import { castOf } from "../support/conversation.js";
import { HeldRehearsal } from "../support/held-rehearsal.js";
import { readTranscript, statusShown, transcriptOf } from "../support/page.js";
import { suiteSite } from "../support/suite-site.js";
import { until } from "../talk/contracts/conversations.js";

const { takePart, stage, shell, strip } = english;

describe("a person at the page", () => {
  const rehearsal = new HeldRehearsal();
  const site = suiteSite({ models: { byName: { rehearsal } } });
  let conversations: Conversations;
  beforeAll(() => {
    ({ conversations } = site);
  });
  afterEach(() => rehearsal.release());

  const participants = castOf("Ann", "Bea", "Cid");
  const withBea = participants.map((each) => ({ ...each, human: each.name === "Bea" }));

  async function begin(mode: string, input: object) {
    const { thread } = await conversations.start(mode, { input: { participants, seed: 3, ...input } });
    const address = `${site.url}#/talk/${thread}`;
    return { thread, address, ...(await visit(site.browser, address, still)) };
  }

  const press = (tab: Page, name: string) => tab.getByRole("button", { name, exact: true }).click();

  async function send(tab: Page, name: string): Promise<void> {
    const accepted = tab.waitForResponse((response) => response.request().method() === "POST" && response.ok());
    await press(tab, name);
    await accepted;
  }

  const textsOf = async (thread: string) =>
    (await conversations.transcript(thread)).messages.map(({ name: speaker, text }) => ({ speaker, text }));

  async function showsAll(tab: Page, thread: string) {
    await press(tab, stage.views.text);
    expect(await readTranscript(tab)).toEqual(transcriptOf((await conversations.transcript(thread)).messages));
  }

  it("interjects to everybody for the next turn, and to one participant immediately", async () => {
    rehearsal.holdFrom(1);
    const { tab, thread, errors, close } = await begin("bidding", { maxTurns: 4 });
    await tab.getByRole("textbox", { name: takePart.placeholder }).fill("What about the fog?");
    await press(tab, takePart.send);
    await tab.getByText(takePart.sent.next).waitFor();
    rehearsal.holdFrom(2);
    // Waits until this message is saved, because a message with `now` would overtake it during the turn.
    for await (const { type, sequence } of conversations.follow(thread))
      if (type === "interjection" && sequence !== undefined) break;
    await tab.getByRole("combobox", { name: takePart.to, exact: true }).selectOption("Cid");
    await tab.getByText(takePart.now, { exact: true }).click();
    await tab.getByRole("textbox", { name: takePart.placeholderTo("Cid") }).fill("And the crew?");
    await tab.keyboard.press("Enter");
    await tab.getByText("And the crew?").first().waitFor();
    rehearsal.release();
    await statusShown(tab, "ended");
    const { interjections, decisions } = await conversations.transcript(thread);
    expect(interjections.map(({ text, to }) => [text, to])).toEqual([
      ["What about the fog?", null],
      ["And the crew?", "Cid"],
    ]);
    const turnBefore = interjections[1]?.turn ?? 0;
    expect(decisions.find(({ turn }) => turn === turnBefore + 1)).toMatchObject({ rule: "spoken-to", speaker: "Cid" });
    await showsAll(tab, thread);
    expect(errors).toEqual([]);
    await close();
  });

  it("no longer addresses a participant who has been removed", async () => {
    rehearsal.holdFrom(1);
    const { tab, thread, errors, close } = await begin("bidding", { maxTurns: 3 });
    const addressees = tab.getByRole("combobox", { name: takePart.to, exact: true });
    await addressees.selectOption("Cid");
    for (const request of [{ remove: "Cid" }, { pause: true }] as const) await conversations.control(thread, request);
    rehearsal.release();
    await statusShown(tab, "paused");
    expect(await addressees.locator("option").allTextContents()).toEqual([takePart.room, "Ann", "Bea"]);
    expect(await addressees.inputValue()).toBe("");
    expect(errors).toEqual([]);
    await close();
  });

  it("answers in one tab and passes in another, and sees the same conversation in both", async () => {
    const { tab, thread, address, errors, close } = await begin("round-robin", {
      participants: withBea,
      maxTurns: 6,
    });
    const other = await visit(site.browser, address, still);
    const field = (page: Page) => page.getByRole("textbox", { name: takePart.line("Bea") });
    for (const page of [tab, other.tab]) await field(page).waitFor();
    await field(tab).fill("I would keep the ferry.");
    await press(tab, takePart.answer);
    await other.tab.locator(".card-text", { hasText: "I would keep the ferry." }).waitFor({ state: "attached" });
    await field(other.tab).waitFor();
    await press(other.tab, takePart.pass);
    for (const page of [tab, other.tab]) await statusShown(page, "ended");
    await showsAll(tab, thread);
    await showsAll(other.tab, thread);
    expect((await textsOf(thread)).filter(({ speaker }) => speaker === "Bea").map(({ text }) => text)).toContain(
      "I would keep the ferry.",
    );
    expect([...errors, ...other.errors]).toEqual([]);
    await close();
    await other.close();
  });

  it("rejects, edits or approves each draft, and the transcript records each choice", async () => {
    const { tab, thread, errors, close } = await begin("round-robin", {
      participants: participants.map((each) => ({ ...each, approve: each.name === "Bea" })),
      maxTurns: 6,
    });
    const field = tab.getByRole("textbox", { name: takePart.line("Bea") });
    expect(await field.inputValue()).not.toBe("");
    await tab.getByRole("textbox", { name: takePart.approveChange }).fill("Shorter.");
    // Somebody who only approves drafts cannot speak as the participant.
    expect(await tab.getByRole("combobox", { name: takePart.as }).count()).toBe(0);
    expect(await tab.getByRole("combobox", { name: takePart.to }).count()).toBe(1);
    const sent = tab.waitForRequest((request) => request.url().endsWith("/answer"));
    await press(tab, takePart.approveRewrite);
    expect(Object.values((await sent).postDataJSON().lines)).toEqual([{ rewrite: "Shorter.", answered: 0 }]);
    await tab.locator(`input[aria-label="${takePart.approveChange}"]:placeholder-shown`).waitFor();
    await field.fill("I would keep the ferry.");
    await press(tab, takePart.approveEdit);
    await tab.locator(".card-text", { hasText: "I would keep the ferry." }).waitFor({ state: "attached" });
    await press(tab, takePart.approveYes);
    await statusShown(tab, "ended");
    await showsAll(tab, thread);
    const { corrections } = await conversations.transcript(thread);
    expect(corrections.map(({ faults }) => faults)).toEqual([["rejected"], ["edited"], ["approved"]]);
    expect(errors).toEqual([]);
    await close();
  });

  it("is shown the next draft beside an unsent edit of an earlier one", async () => {
    const { tab, thread, close } = await begin("round-robin", {
      participants: participants.map((each) => ({ ...each, approve: each.name === "Bea" })),
      maxTurns: 6,
    });
    const waiting = async () => {
      const [{ id, value } = {} as never] = (await conversations.read(thread)).waiting;
      return { id, ...(value as Approval) };
    };
    await tab.getByRole("textbox", { name: takePart.line("Bea") }).fill("My unsent edit.");
    const first = await waiting();
    await conversations.answer(thread, { [first.id]: { text: first.draft } });
    const hasNextDraft = (event: FollowedEvent) =>
      event.type === "status" && event.waiting.some(({ value }) => value.turn > first.turn);
    await until(conversations.follow(thread), hasNextDraft);
    await tab.getByText(takePart.otherDraft((await waiting()).draft)).waitFor();
    await close();
  });

  it("gets the floor after raising a hand", async () => {
    rehearsal.holdFrom(1);
    const { tab, thread, errors, close } = await begin("bidding", { participants: withBea, maxTurns: 5 });
    await conversations.control(thread, { pause: true });
    rehearsal.release();
    await statusShown(tab, "paused");
    await tab.getByRole("combobox", { name: takePart.as, exact: true }).selectOption("Bea");
    await press(tab, takePart.hand);
    await tab.getByText(takePart.handSent).waitFor();
    await press(tab, takePart.resume);
    const field = tab.getByRole("textbox", { name: takePart.line("Bea") });
    await field.fill("Let me say this.");
    await tab.keyboard.press("Control+Enter");
    await statusShown(tab, "ended");
    const { decisions } = await conversations.transcript(thread);
    expect(decisions.some(({ rule, speaker }) => rule === "raised-hand" && speaker === "Bea")).toBe(true);
    await showsAll(tab, thread);
    expect(errors).toEqual([]);
    await close();
  });

  it("steers the conversation: pauses, steps, mutes, adds a participant, gives the floor and resumes", async () => {
    rehearsal.holdFrom(1);
    const { tab, thread, errors, close } = await begin("bidding", { maxTurns: 6 });
    await send(tab, takePart.pause);
    rehearsal.release();
    await statusShown(tab, "paused");
    const before = (await conversations.read(thread)).state.turn ?? 0;
    await press(tab, takePart.step);
    await tab.locator(`.card[aria-current] .card-turn:text-is("${before + 1}")`).waitFor();
    await statusShown(tab, "paused");

    const seat = (name: string) => tab.locator(".seat").filter({ hasText: name }).getByRole("button");
    await seat("Cid").click();
    await send(tab, takePart.mute);
    await press(tab, takePart.add);
    await tab.getByLabel(takePart.addName).fill("Dee");
    await tab.getByLabel(takePart.addRole).fill("nurse");
    await Promise.all([
      tab.waitForResponse((response) => response.url().endsWith("/control")),
      tab.locator(".add").getByRole("button", { name: takePart.add }).click(),
    ]);
    await press(tab, takePart.add);
    expect(await tab.getByLabel(takePart.addName).inputValue()).toBe("");
    await tab.locator(".add").getByRole("button", { name: shell.close }).click();
    await seat("Ann").click();
    await send(tab, takePart.giveFloor);
    await press(tab, takePart.resume);
    await statusShown(tab, "ended");
    await seat("Dee").waitFor();
    expect(await tab.locator('.seat[data-presence="muted"]').textContent()).toContain("Cid");
    const { decisions, controls } = await conversations.transcript(thread);
    const later = decisions.filter(({ turn }) => turn > before + 1);
    expect(later[0]).toMatchObject({ speaker: "Ann" });
    expect(later.some(({ speaker }) => speaker === "Cid")).toBe(false);
    expect(controls.map(({ control }) => Object.keys(control ?? {})[0])).toEqual([
      "pause",
      "step",
      "mute",
      "add",
      "next",
    ]);
    await showsAll(tab, thread);
    expect(errors).toEqual([]);
    await close();
  });

  it("reloads in the middle of a speech without losing a message", async () => {
    rehearsal.holdFrom(1);
    const { tab, thread, errors, close } = await begin("bidding", { maxTurns: 3 });
    for (const turn of [1, 2]) {
      await tab.locator(".scene[data-phase=speaking]").waitFor();
      await tab.reload();
      await tab.locator(".scene[data-phase=speaking]").waitFor();
      rehearsal.holdFrom(turn + 1);
      await tab.locator(`.card .card-turn:text-is("${turn}")`).waitFor();
    }
    rehearsal.release();
    await statusShown(tab, "ended");
    await showsAll(tab, thread);
    expect(errors).toEqual([]);
    await close();
  });

  it("branches at a turn with another seed and rule, and sees where the two conversations differ", async () => {
    const { tab, thread, errors, close } = await begin("bidding", { maxTurns: 6, selection: { repeat: "forbid" } });
    await statusShown(tab, "ended");
    for (const key of ["Home", "ArrowRight", "ArrowRight", "w"]) await tab.keyboard.press(key);
    await press(tab, english.why.branch);
    await tab.getByLabel(english.time.seed).fill("99");
    await tab.getByLabel(english.time.rule).selectOption("round-robin");
    await press(tab, english.time.start);
    await tab.waitForURL(/#\/compare\//);
    const branch = decodeURIComponent(tab.url().split("/").at(-1) ?? "");
    await tab
      .locator(`.side[href$="/${branch}"]`)
      .filter({ hasText: english.states["ended"] ?? "" })
      .waitFor();
    const [one, other] = [await textsOf(thread), await textsOf(branch)];
    const same = one.findIndex((line, index) => line.text !== other[index]?.text);
    // The first message is the opening, which is not a turn.
    expect(same).toBeGreaterThanOrEqual(3);
    await tab.getByText(english.time.parts(same)).waitFor();
    const shown = await tab.locator(".pair-line .said").allTextContents();
    expect(shown).toEqual(one.slice(same).flatMap((line, index) => [line.text, other[same + index]?.text ?? ""]));
    const selection = { rule: "round-robin", repeat: "forbid" };
    expect((await conversations.read(branch)).state).toMatchObject({ seed: 99, selection });
    expect(errors).toEqual([]);
    await close();
  });

  it("branches into a mode that lacks the previously selected rule", async () => {
    const { tab, errors, close } = await begin("bidding", { maxTurns: 2 });
    await statusShown(tab, "ended");
    for (const key of ["Home", "ArrowRight", "w"]) await tab.keyboard.press(key);
    await press(tab, english.why.branch);
    await tab.getByLabel(english.time.rule).selectOption("lottery");
    await tab.locator(".branch select").first().selectOption("director");
    await press(tab, english.time.start);
    await tab.waitForURL(/#\/compare\//);
    expect(errors).toEqual([]);
    await close();
  });

  it("is offered no branch from the last turn of an ended conversation", async () => {
    const { tab, close } = await begin("bidding", { maxTurns: 2 });
    await statusShown(tab, "ended");
    await tab.keyboard.press("w");
    await tab.getByRole("heading", { name: english.why.title }).waitFor();
    expect(await tab.getByRole("button", { name: english.why.branch }).count()).toBe(0);
    await tab.getByRole("complementary").getByRole("button", { name: strip.previous }).click();
    expect(await tab.getByRole("button", { name: english.why.branch }).count()).toBe(1);
    await close();
  });

  it("views an earlier turn while the conversation continues, and returns to the live turn", async () => {
    rehearsal.holdFrom(3);
    const { tab, thread, errors, close } = await begin("bidding", { maxTurns: 4 });
    const shown = tab.locator(".voice .voice-place");
    await shown.getByText(stage.turn(3, 4)).waitFor();
    await press(tab, strip.previous);
    expect(await shown.textContent()).toBe(stage.turn(2, 4));
    for (const key of ["End", "ArrowLeft"]) await tab.keyboard.press(key);
    expect(await shown.textContent()).toBe(stage.turn(2, 4));
    rehearsal.holdFrom(4);
    await tab.locator('.card .card-turn:text-is("3")').waitFor();
    expect(await shown.textContent()).toBe(stage.turn(2, 4));
    await press(tab, strip.backToLive);
    rehearsal.release();
    await statusShown(tab, "ended");
    await tab.locator(".voice-end").waitFor();
    await showsAll(tab, thread);
    expect(errors).toEqual([]);
    await close();
  });

  it("sees the prompts of a turn that was in progress when the prompts were first opened", async () => {
    const cast = participants.map((each) => ({ ...each, approve: each.name === "Ann" }));
    const { tab, errors, close } = await begin("round-robin", { participants: cast, maxTurns: 2 });
    await tab.getByRole("button", { name: takePart.approveYes, exact: true }).waitFor();
    await tab.keyboard.press("Escape");
    await tab.locator("#main").focus();
    await tab.keyboard.press("w");
    const prompts = tab.getByText(english.why.prompts, { exact: true });
    await prompts.click();
    await tab.getByText(english.why.promptsNone).waitFor();
    await prompts.click();
    await press(tab, takePart.approveYes);
    await statusShown(tab, "ended");
    await prompts.click();
    await tab.locator(".prompts details summary").first().waitFor();
    expect(errors).toEqual([]);
    await close();
  });

  it("starts a new conversation each time, even without `randomUUID`, as over plain HTTP", async () => {
    const { tab, errors, close } = await begin("round-robin", { maxTurns: 1 });
    // A page served over plain HTTP by another machine has no `randomUUID`, and `performance.now` restarts with each
    // load.
    await tab.addInitScript("delete Crypto.prototype.randomUUID; performance.now = () => 1000");
    const started: string[] = [];
    for (const _ of [1, 2]) {
      await tab.goto(`${site.url}#/begin/round-robin`);
      await tab.reload();
      await press(tab, english.begin.start);
      await tab.waitForURL(/#\/talk\//);
      started.push(tab.url());
    }
    expect(started[1]).not.toBe(started[0]);
    expect(errors).toEqual([]);
    await close();
  });

  it("still sees the current turn at the table after scrolling the transcript", async () => {
    const { tab, errors, close } = await begin("round-robin", { maxTurns: 2 });
    await statusShown(tab, "ended");
    const now = await tab.locator(".voice-place").first().textContent();
    await press(tab, stage.views.text);
    for (const key of ["Home", " "]) await tab.keyboard.press(key);
    await press(tab, stage.views.stage);
    expect(await tab.locator(".voice-place").first().textContent()).toBe(now);
    expect(errors).toEqual([]);
    await close();
  });

  it("sees an error if one of two conversations to compare does not exist", async () => {
    const { tab, thread, close } = await begin("round-robin", { maxTurns: 1 });
    await tab.goto(`${site.url}#/compare/${thread}/nope`);
    await tab.getByRole("heading", { name: shell.notFound }).waitFor();
    await close();
  });

  it("compares conversations about different topics, and sees an error if the list cannot be read", async () => {
    const { tab, thread, close } = await begin("round-robin", { maxTurns: 1, topic: "Tea" });
    const other = await conversations.start("round-robin", { input: { participants, maxTurns: 1, topic: "Coffee" } });
    await tab.route("**/api/conversations?*", (route) => route.abort(), { times: 1 });
    await tab.goto(`${site.url}#/compare/${thread}/-`);
    await tab.getByRole("alert").filter({ hasText: shell.unreachable }).waitFor();
    expect(await tab.getByText(english.home.none).count()).toBe(0);
    await tab.goto(`${site.url}#/compare/${thread}/${other.thread}`);
    await tab.locator(".pair").first().waitFor();
    expect(await tab.locator(".side bdi").allTextContents()).toEqual(["Tea", "Coffee"]);
    await close();
  });

  it("sees below the table that a request for the floor by somebody without a seat was not used", async () => {
    rehearsal.holdFrom(1);
    const { tab, thread, close } = await begin("round-robin", { maxTurns: 2 });
    await conversations.interject(thread, "", { from: "Lena", raisesHand: true });
    rehearsal.release();
    await statusShown(tab, "ended");
    const card = tab.locator(".card-note", { hasText: "Lena" });
    await card.waitFor({ state: "attached" });
    expect(await card.textContent()).toBe(`Lena${stage.leftOut}`);
    await close();
  });

  it("sees the error for an invalid setting once, in the page's language", async () => {
    const { tab, close } = await begin("round-robin", { maxTurns: 1 });
    await tab.goto(`${site.url}#/begin/round-robin`);
    await press(tab, chinese.shell.toThis);
    await tab.getByLabel("模型", { exact: true }).last().fill("nope:x");
    await press(tab, chinese.begin.start);
    const said = await tab.getByRole("alert").textContent();
    expect(said?.match(/没有这个提供方/g)).toHaveLength(1);
    await close();
  });

  it("deletes a conversation after a confirmation, and sees an error if the server refuses", async () => {
    const { tab, thread, errors, close } = await begin("round-robin", { maxTurns: 1, topic: "Delete me?" });
    await statusShown(tab, "ended");
    await tab.getByRole("link", { name: shell.all }).click();
    const entry = tab.locator(".entry", { hasText: "Delete me?" });
    jest.spyOn(conversations, "remove").mockRejectedValueOnce(new RostrumError("thread-in-use", { thread }));
    await entry.getByRole("button", { name: english.home.removeSure("Delete me?") }).click();
    await entry.getByRole("button", { name: english.home.remove, exact: true }).click();
    await tab.getByRole("alert").filter({ hasText: "is in use" }).waitFor();
    await entry.getByRole("button", { name: english.home.remove, exact: true }).click();
    await entry.waitFor({ state: "detached" });
    await expect(conversations.read(thread)).rejects.toThrow();
    await tab.getByRole("alert").waitFor({ state: "detached" });
    expect(errors).toEqual([expect.stringContaining("409")]);
    await close();
  });
});
