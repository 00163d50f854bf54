import { beforeAll, describe, expect, it } from "@jest/globals";
import type { Page } from "playwright-core";
import type { Conversations } from "../../src/talk/conversations/port/port.js";
import { ScriptedModel } from "../../src/testing.js";
import { page as english } from "../../src/words/en/page.js";
import { still, violationsIn, visit } from "../support/chromium.js";
import { castOf } from "../support/conversation.js";
import { layoutOf } from "../support/layout.js";
import { statusShown } from "../support/page.js";
import { suiteSite } from "../support/suite-site.js";
import { isStatus, until } from "../talk/contracts/conversations.js";

const { takePart, stage, shell, time } = english;

/** Widths and heights in CSS pixels. */
const sizes = [
  [320, 480],
  [390, 844],
  [844, 390],
  [640, 400],
  [1366, 650],
] as const;

describe("the page", () => {
  /** A call's answer waits for the returned promise. If the promise rejects, the call fails. Undefined: no delay. */
  let hold: (call: { purpose: string; participant: string; turn: number }) => Promise<void> | undefined = () =>
    undefined;
  const never = () => new Promise<void>(() => {});
  const answers = new ScriptedModel(async (call) => {
    await hold(call);
    return call.purpose === "bid" ? `<${call.participant.length}>` : `${call.participant} weighs turn ${call.turn}.`;
  });
  const long = new ScriptedModel(async (call) => {
    await hold(call);
    return "The light has burned every night for a hundred and forty years, and nobody asked what it cost. ".repeat(8);
  });
  const broken = new ScriptedModel(async (call) => {
    await hold(call);
    return new Error("the quota is used up");
  });

  const site = suiteSite({ models: { byName: { answers, long, broken } } });
  let conversations: Conversations;
  beforeAll(() => {
    ({ conversations } = site);
  });

  const participants = castOf("Ann", "Beate", "Cidonia");
  const begin = async (mode: string, input: object, model = "answers") => {
    const { thread } = await conversations.start(mode, {
      input: { participants, seed: 3, ...input },
      context: { model },
    });
    return { thread, ...(await visit(site.browser, `${site.url}#/talk/${thread}`, still)) };
  };
  const press = (tab: Page, name: string) => tab.getByRole("button", { name, exact: true }).click();
  const textsOf = async (thread: string) => (await conversations.transcript(thread)).messages.map(({ text }) => text);
  const floor = (tab: Page) => tab.locator(".voice .floor-line");
  const whenEnded = (thread: string) => until(conversations.follow(thread), isStatus("ended"));

  it("counts the bids so far and the seconds without news, and stops and continues the conversation", async () => {
    hold = ({ purpose, participant, turn }) =>
      purpose === "bid" && participant === "Cidonia" && turn === 1 ? never() : undefined;
    const { tab, thread, errors, close } = await begin("bidding", { maxTurns: 3 });
    await tab.clock.install();
    await tab.reload();
    await floor(tab).getByText(stage.bidsIn(2, 3)).waitFor();
    await tab.clock.runFor(5000);
    expect(await floor(tab).textContent()).toMatch(/^Collecting bids: 2 of 3 · nothing new for \d+ s$/);
    hold = () => undefined;
    await press(tab, takePart.stop);
    await statusShown(tab, "stopped");
    expect((await conversations.read(thread)).status).toBe("stopped");
    expect(await floor(tab).textContent()).toBe(stage.halts["stopped"]?.(stage.moment(0, false)));
    await press(tab, takePart.resume);
    await statusShown(tab, "ended");
    expect(await textsOf(thread)).toHaveLength(4);
    expect(errors).toEqual([]);
    await close();
  });

  it("retries a failed conversation, with the same model and with another one", async () => {
    const { tab, thread, errors, close } = await begin("round-robin", { maxTurns: 2 }, "broken");
    await statusShown(tab, "failed");
    const failure = tab.locator(".problem", { hasText: "the quota is used up" });
    await failure.waitFor();
    await floor(tab)
      .getByText(stage.halts["failed"]?.(stage.moment(1, true)) ?? "")
      .waitFor();
    const failing = Promise.withResolvers<void>();
    hold = () => failing.promise;
    await press(tab, takePart.tryAgain);
    await statusShown(tab, "running");
    failing.resolve();
    await statusShown(tab, "failed");
    await failure.getByLabel(time.model).fill("answers");
    expect(await violationsIn(tab)).toEqual([]);
    await press(tab, takePart.tryAgain);
    await statusShown(tab, "ended");
    expect(await failure.count()).toBe(0);
    expect(await textsOf(thread)).toHaveLength(3);
    expect(errors).toEqual([]);
    await close();
  });

  it("names the leader among those whose own models another model does not replace", async () => {
    const { tab, close } = await begin("director", { maxTurns: 2, director: { name: "Dora", model: "broken" } });
    await statusShown(tab, "failed");
    await tab.locator(".problem").getByLabel(time.model).fill("answers");
    await tab.getByText(takePart.ownModels(["Dora (broken)"])).waitFor();
    await close();
  });

  it("leaves enough room for the speech beside an error and while a slow model is running", async () => {
    const reason = "429 the quota of this key is used up, and its owner must check the plan and the billing details";
    const isSecond = ({ purpose, turn }: { purpose: string; turn: number }) => purpose === "speech" && turn === 2;
    hold = (call) => (isSecond(call) ? Promise.reject(new Error(reason)) : undefined);
    const { tab, thread, close } = await begin("round-robin", { maxTurns: 4, wordLimit: 300 }, "long");
    await statusShown(tab, "failed");
    const hidden: unknown[] = [];
    const measure = async (when: string) => {
      for (const [width, height] of sizes) {
        await tab.setViewportSize({ width, height });
        const { lines, isWhole, faults } = await layoutOf(tab);
        if ((lines < 6 && !isWhole) || faults.length > 0) hidden.push({ when, width, height, lines, faults });
      }
    };
    await measure("failed");
    hold = (call) => (isSecond(call) ? never() : undefined);
    await press(tab, takePart.tryAgain);
    await statusShown(tab, "running");
    await floor(tab).getByText("nothing new for").waitFor();
    await measure("running");
    expect(hidden).toEqual([]);
    hold = () => undefined;
    await conversations.cancel(thread);
    await close();
  });

  it("adds another round to an ended conversation, whose seats offer no useless actions", async () => {
    const { tab, thread, errors, close } = await begin("round-robin", { maxTurns: 2 });
    await statusShown(tab, "ended");
    await tab.locator(".seat button", { hasText: "Beate" }).click();
    const card = tab.locator(".seat-card");
    expect(await card.getByRole("button").count()).toBe(1);
    await card.getByRole("button", { name: shell.close, exact: true }).click();
    await tab.getByRole("spinbutton", { name: takePart.roundTurns, exact: true }).fill("3");
    expect(await violationsIn(tab)).toEqual([]);
    await press(tab, takePart.anotherRound);
    await tab.locator('.card .card-turn:text-is("5")').waitFor();
    await statusShown(tab, "ended");
    expect(await textsOf(thread)).toEqual([
      expect.any(String),
      ...["Ann", "Beate", "Cidonia", "Ann", "Beate"].map((name, index) => `${name} weighs turn ${index + 1}.`),
    ]);
    expect(errors).toEqual([]);
    await close();
  });

  it("changes a speech or retakes its turn in a copy, and leaves the original unchanged", async () => {
    const { tab, thread, errors, close } = await begin("round-robin", { maxTurns: 3 });
    await statusShown(tab, "ended");
    const original = await textsOf(thread);
    const openTurn = (turn: number) => tab.goto(`${site.url}#/talk/${thread}/turn/${turn}/why`);
    await openTurn(2);
    await press(tab, time.edit);
    await tab.getByRole("textbox", { name: time.editOf("Beate") }).fill("Nobody can weigh a bridge.");
    expect(await violationsIn(tab)).toEqual([]);
    await press(tab, time.editStart);
    await tab.waitForURL(/#\/compare\//);
    const copy = tab.url().split("/").at(-1) ?? "";
    await whenEnded(copy);
    expect(await textsOf(copy)).toEqual(original.with(2, "Nobody can weigh a bridge."));
    await tab.getByText("Nobody can weigh a bridge.").first().waitFor();
    const seeds = new Set([3]);
    await openTurn(3);
    // The conversation ended with this turn, so a copy with a different text would end there, too.
    await tab.getByRole("button", { name: time.retake, exact: true }).waitFor();
    await statusShown(tab, "ended");
    expect(await tab.getByRole("button", { name: time.edit, exact: true }).count()).toBe(0);
    for (const used of [1, 2]) {
      await openTurn(3);
      await press(tab, time.retake);
      await tab.waitForURL(/#\/compare\//);
      const again = tab.url().split("/").at(-1) ?? "";
      await whenEnded(again);
      const { turn, seed } = (await conversations.read(again)).state;
      expect(turn).toBe(3);
      expect(seeds.add(Number(seed)).size).toBe(used + 1);
    }
    expect(await textsOf(thread)).toEqual(original);
    expect(errors).toEqual([]);
    await close();
  });
});
