import { expect, it } from "@jest/globals";
import { AIMessage } from "@langchain/core/messages";
import type { ModelRequest } from "../../src/core/model-request.js";
import { participantOf } from "../../src/graph/models/model-call.js";
import { RehearsalModel } from "../../src/offline/rehearsal/rehearsal-model.js";
import { page as english } from "../../src/words/en/page.js";
import { still, visit } from "../support/chromium.js";
import { castOf } from "../support/conversation.js";
import { statusShown } from "../support/page.js";
import { suiteSite } from "../support/suite-site.js";
import { isStatus, until } from "../talk/contracts/conversations.js";

type Reply = RehearsalModel["reply"];

/** Reports no tokens, like some local servers. */
class WithoutUsage extends RehearsalModel {
  override _llmType() {
    return "without-usage";
  }
  protected override async reply(...given: Parameters<Reply>) {
    return new AIMessage((await super.reply(...given)).text);
  }
}

/** Fails each call of turn 2 once: the bids and the speech. They fail once the page is watching. */
class Busy extends RehearsalModel {
  readonly failed = new Set<string>();
  readonly watched = Promise.withResolvers<void>();
  override _llmType() {
    return "busy";
  }
  protected override async reply(...[messages, options]: Parameters<Reply>) {
    const { request } = options;
    const { purpose, turn } = request as ModelRequest;
    const call = `${purpose} by ${participantOf(request as ModelRequest)?.name}`;
    if (turn === 2 && !this.failed.has(call)) {
      this.failed.add(call);
      await this.watched.promise;
      throw Object.assign(new Error(`busy: ${call}`), { status: 503 });
    }
    return super.reply(messages, options);
  }
}

const busy = new Busy({ notice: false, pace: 5 });
const site = suiteSite({
  models: {
    byName: {
      rehearsal: new RehearsalModel({ notice: false }),
      "without-usage": new WithoutUsage({ notice: false }),
      busy,
    },
  },
});
const { account } = english;

async function start(mode: string, more: object, context: object = {}, thread?: string) {
  const started = await site.conversations.start(mode, {
    input: { participants: castOf("Ann", "Bea"), seed: 3, ...more },
    context: { model: "rehearsal", ...context },
    ...(thread && { thread }),
  });
  return started.thread;
}
const ended = (thread: string) => until(site.conversations.follow(thread), isStatus("ended"));

it("another round has the whole budget again", async () => {
  const thread = await start("round-robin", { maxTurns: 8, budget: { calls: 10 } });
  await ended(thread);
  await site.conversations.start("round-robin", { thread, input: { maxTurns: 7 } });
  await until(site.conversations.follow(thread), (event) => event.type === "stopped" && event.turn > 8);
  const { tab, close } = await visit(site.browser, `${site.url}#/talk/${thread}/account`, still);
  await statusShown(tab, "ended");
  expect(await tab.locator(".meter").textContent()).toContain(account.of(7, 10));
  await close();
});

it("the token budget includes estimated tokens", async () => {
  const thread = await start("round-robin", { maxTurns: 40, budget: { tokens: 3000 } }, { model: "without-usage" });
  await ended(thread);
  const { state } = await site.conversations.read(thread);
  const { spent } = state.stopReason as unknown as { readonly spent: number };
  const { tab, close } = await visit(site.browser, `${site.url}#/talk/${thread}/account`, still);
  expect(spent).toBeGreaterThan(1000);
  expect(await tab.locator(".meter").textContent()).toContain(account.of(spent, 3000));
  await close();
});

it("lists the retries of a bid and of a speech in the same turn", async () => {
  const { tab, close } = await visit(site.browser, site.url, still);
  const thread = await start("bidding", { maxTurns: 3 }, { model: "busy" });
  await tab.goto(`${site.url}#/talk/${thread}/account`);
  await statusShown(tab, "running");
  busy.watched.resolve();
  await statusShown(tab, "ended");
  expect(await tab.locator(".troubles li").count()).toBe(busy.failed.size);
  expect(busy.failed.size).toBe(3);
  await close();
});
