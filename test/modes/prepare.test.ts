import { describe, expect, it } from "@jest/globals";
import { castOf, compileBidding } from "../support/conversation.js";
import { ScriptedModel } from "../support/scripted-model.js";

const cast = castOf("Ada", "Bela");
const input = { topic: "tea in the morning", participants: cast, prepare: true, maxTurns: 1, seed: 1 };

describe("preparing", () => {
  it("falls back to the plain text where it fails, and records the warning and what it cost", async () => {
    const model = new ScriptedModel(({ purpose, self }) => {
      if (purpose === "sharpen-topic") return new Error("no such luck");
      if (purpose === "describe-participant") return self === "Ada" ? "  " : "Bela grows mint.";
      return purpose === "bid" ? "<5>" : "Well.";
    });
    const { messages, participants, warnings, usage } = await compileBidding({ model }).invoke(input);
    expect(messages[0]?.text).toBe("tea in the morning");
    expect(participants.map(({ description }) => description)).toEqual(["", "Bela grows mint."]);
    expect(warnings).toEqual([
      { purpose: "sharpen-topic", participant: "", reason: expect.stringContaining("no such luck") },
      { purpose: "describe-participant", participant: "Ada", reason: "the answer was empty" },
    ]);
    expect(usage.filter(({ purpose }) => purpose === "sharpen-topic")).toMatchObject([{ calls: 1, uncounted: 1 }]);
  });

  it("asks for nothing that was given", async () => {
    const model = new ScriptedModel(({ purpose }) => (purpose === "bid" ? "<5>" : "Well."));
    const { messages } = await compileBidding({ model }).invoke({
      ...input,
      topic: "Tea in the morning?",
      participants: [
        { name: "Ada", description: "Grows mint." },
        { name: "Bela", instructions: "You are Bela, nothing more." },
      ],
    });
    expect(new Set(model.calls.map(({ purpose }) => purpose))).toEqual(new Set(["bid", "speech"]));
    expect(messages[0]?.text).toBe("Tea in the morning?");
    expect(model.calls.find(({ self }) => self === "Bela")?.messages[0]?.text).toBe("You are Bela, nothing more.");
  });

  it("is off unless asked for", async () => {
    const model = new ScriptedModel(({ purpose }) => (purpose === "bid" ? "<5>" : "Well."));
    await compileBidding({ model }).invoke({ ...input, prepare: false });
    expect(model.calls).toHaveLength(3);
  });
});
