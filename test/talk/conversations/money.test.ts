import { describe, expect, it } from "@jest/globals";
import { totalUsage } from "../../../src/core/usage/usage.js";
import { type ScriptedCall, ScriptedModel } from "../../../src/offline/scripted-model.js";
import type { UsageRow } from "../../../src/records/usage.js";
import { openConversations } from "../../../src/talk/conversations/open.js";
import { allModes, inputFor } from "../../support/any-mode.js";
import { playMetered } from "../../support/metered-talk.js";
import { plainAnswer } from "../../support/plain-answers.js";

describe("a budget", () => {
  it.each(allModes.flatMap((mode) => [1, 2].map((seed) => [mode, seed] as const)))(
    "holds in %s with seed %i, despite interruptions and false reports by the endpoint",
    async (mode, seed) => {
      const { shortfalls, calls } = await playMetered({ mode, seed, address: "memory" });
      expect(shortfalls).toEqual([]);
      expect(calls).toBeGreaterThan(1);
    },
  );

  it("limits the calls of a conversation that gets sixty messages with `now`", async () => {
    const model = new ScriptedModel(async (call: ScriptedCall) => {
      await new Promise(setImmediate);
      return plainAnswer(call);
    });
    const conversations = await openConversations("memory", { model });
    const { thread } = await conversations.start("bidding", {
      input: inputFor("bidding", { maxTurns: 50, budget: { calls: 10 } }),
    });
    for (let count = 0; count < 60; count += 1) await conversations.interject(thread, "And now?", { now: true });
    while ((await conversations.read(thread)).status !== "ended") {
      if ((await conversations.read(thread)).status === "stopped") await conversations.resume(thread);
      await new Promise(setImmediate);
    }
    const { usage } = (await conversations.read(thread)).state as unknown as { readonly usage: readonly UsageRow[] };
    expect(model.calls.length).toBeLessThanOrEqual(10);
    expect(totalUsage(usage).calls).toBe(model.calls.length);
    await conversations.close();
  });
});
