/** Hostile texts that come in by other ways than a speech change no more than those. */
import { describe, it } from "@jest/globals";
import { expectNoChange } from "../support/hostile-comparison.js";
import { hostileModes, hostileTexts, ways } from "../support/hostile-talk.js";

const everywhere = ["a listener's words", "messages handed in", "the topic", "a description"] as const;

describe.each(everywhere)("%s", (name) => {
  it.each(hostileModes)(
    "in %s changes nothing but itself",
    async (mode) => {
      await expectNoChange(mode, ways[name], hostileTexts);
    },
    60_000,
  );
});

/** What is made of these is made in the same way in every mode: the modes share the texts. */
describe.each(["a tool's result", "a summary of what was said"] as const)("%s", (name) => {
  it.each(hostileModes)(
    "in %s changes nothing but what is made of it",
    async (mode) => {
      const share = hostileTexts.filter((_text, index) => hostileModes[index % hostileModes.length] === mode);
      await expectNoChange(mode, ways[name], share);
    },
    60_000,
  );
});

describe("what somebody who leads answers", () => {
  it.each([
    ["the director's comment", 0],
    ["the director's question", 1],
  ] as const)(
    "%s changes neither the choice nor anything after it",
    async (name, remainder) => {
      const share = hostileTexts.filter((_text, index) => index % 2 === remainder);
      await expectNoChange("director", ways[name], share);
    },
    60_000,
  );

  it("a task changes neither who does which, nor what else is done", async () => {
    await expectNoChange("supervisor", ways["a task"], hostileTexts);
  }, 60_000);

  it("an open point changes no later judgement", async () => {
    await expectNoChange("group-chat", ways["an open point"], hostileTexts);
  }, 60_000);
});
