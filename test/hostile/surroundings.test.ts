import { describe, it } from "@jest/globals";
import { expectNoChange } from "../support/hostile-comparison.js";
import { hostileModes, hostileTexts, ways } from "../support/hostile-talk.js";

const everywhere = ["a listener's words", "input messages", "the topic", "a description"] as const;

describe.each(everywhere)("hostile text in %s", (name) => {
  it.each(hostileModes)(
    "changes nothing else in %s mode",
    async (mode) => {
      await expectNoChange(mode, ways[name], hostileTexts);
    },
    60_000,
  );
});

/** No mode has its own handling of tool results or summaries, so each mode is tested with only some of the texts. */
describe.each(["a tool's result", "a summary of what was said"] as const)("hostile text in %s", (name) => {
  it.each(hostileModes)(
    "changes nothing in %s mode except texts derived from it",
    async (mode) => {
      const share = hostileTexts.filter((_text, index) => hostileModes[index % hostileModes.length] === mode);
      await expectNoChange(mode, ways[name], share);
    },
    60_000,
  );
});

describe("a hostile answer of a leader or a judge", () => {
  it.each([
    ["the director's comment", 0],
    ["the director's question", 1],
  ] as const)(
    "changes neither the chosen speakers nor a guest's answer if it is %s",
    async (name, remainder) => {
      const share = hostileTexts.filter((_text, index) => index % 2 === remainder);
      await expectNoChange("director", ways[name], share);
    },
    60_000,
  );

  it("changes neither the assignments nor the other tasks if it is a task", async () => {
    await expectNoChange("supervisor", ways["a task"], hostileTexts);
  }, 300_000);

  it("changes no later judgement if it is an open point", async () => {
    await expectNoChange("group-chat", ways["an open point"], hostileTexts);
  }, 300_000);
});
