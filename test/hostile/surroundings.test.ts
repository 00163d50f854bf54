/** Hostile texts that do not enter as speeches also change only themselves. */
import { describe, it } from "@jest/globals";
import { expectNoChange } from "../support/hostile-comparison.js";
import { hostileModes, hostileTexts, ways } from "../support/hostile-talk.js";

const everywhere = ["a listener's words", "input messages", "the topic", "a description"] as const;

describe.each(everywhere)("hostile text in %s", (name) => {
  it.each(hostileModes)(
    "changes only itself in %s",
    async (mode) => {
      await expectNoChange(mode, ways[name], hostileTexts);
    },
    60_000,
  );
});

/** All modes use tool results and summaries in the same way, so each mode plays only a share of the texts. */
describe.each(["a tool's result", "a summary of what was said"] as const)("hostile text in %s", (name) => {
  it.each(hostileModes)(
    "changes only the texts derived from it in %s",
    async (mode) => {
      const share = hostileTexts.filter((_text, index) => hostileModes[index % hostileModes.length] === mode);
      await expectNoChange(mode, ways[name], share);
    },
    60_000,
  );
});

describe("in a leader's hostile answer", () => {
  it.each([
    ["the director's comment", 0],
    ["the director's question", 1],
  ] as const)(
    "%s changes neither the choice nor any later answer",
    async (name, remainder) => {
      const share = hostileTexts.filter((_text, index) => index % 2 === remainder);
      await expectNoChange("director", ways[name], share);
    },
    60_000,
  );

  it("a task changes neither the assignments nor the other tasks", async () => {
    await expectNoChange("supervisor", ways["a task"], hostileTexts);
  }, 60_000);

  it("an open point changes no later judgement", async () => {
    await expectNoChange("group-chat", ways["an open point"], hostileTexts);
  }, 60_000);
});
