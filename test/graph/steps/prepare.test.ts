import { describe, expect, it } from "@jest/globals";
import { createRoundRobin } from "../../../src/graph/modes/round-robin/round-robin.js";
import { ScriptedModel } from "../../../src/offline/scripted-model.js";
import { castOf, compileBidding, compileDirector } from "../../support/conversation.js";

const cast = castOf("Ada", "Bela");
const input = { topic: "tea in the morning", participants: cast, prepare: true, maxTurns: 1, seed: 1 };

describe("preparing", () => {
  it("keeps the given text, records a warning and counts the call if a call fails or its answer is empty", async () => {
    const model = new ScriptedModel(({ purpose, participant }) => {
      if (purpose === "sharpen-topic") return new Error("no such luck");
      if (purpose === "describe-participant") return participant === "Ada" ? "  " : "Bela grows mint.";
      return purpose === "bid" ? "<5>" : "Well.";
    });
    const { messages, participants, warnings, usage } = await compileBidding({ model }).invoke(input);
    expect(messages[0]?.text).toBe("tea in the morning");
    expect(participants.map(({ description }) => description)).toEqual(["", "Bela grows mint."]);
    expect(warnings).toEqual([
      { turn: 0, purpose: "sharpen-topic", participant: "", reason: expect.stringContaining("no such luck") },
      { turn: 0, purpose: "describe-participant", participant: "Ada", reason: "the answer was empty" },
    ]);
    expect(usage.filter(({ purpose }) => purpose === "sharpen-topic")).toMatchObject([{ calls: 1, uncounted: 1 }]);
  });

  it("gives the reason for a warning in the conversation's language", async () => {
    const model = new ScriptedModel(({ purpose, participant }) => {
      if (purpose === "describe-participant") return participant === "Ada" ? "  " : "字".repeat(999);
      return purpose === "bid" ? "<5>" : "好。";
    });
    const { warnings } = await compileBidding({ model }).invoke({ ...input, language: "zh" });
    expect(warnings.map(({ reason }) => reason)).toEqual(["回答是空的", expect.stringMatching(/^回答超过了 \d+ 字$/)]);
  });

  it("makes all calls at once", async () => {
    let release = () => {};
    const all = new Promise<void>((resolve) => {
      release = resolve;
    });
    const model: ScriptedModel = new ScriptedModel(async ({ purpose, participant }) => {
      if (purpose === "bid") return "<5>";
      if (purpose === "speech") return "Well.";
      // No call is answered before all three are in flight.
      if (model.calls.length === 3) release();
      await all;
      return purpose === "sharpen-topic" ? "Is tea for mornings?" : `${participant} drinks tea.`;
    });
    const { participants, messages, warnings } = await compileBidding({ model }).invoke(input);
    expect(participants.map(({ description }) => description)).toEqual(["Ada drinks tea.", "Bela drinks tea."]);
    expect(messages[0]?.text).toBe("Is tea for mornings?");
    expect(warnings).toEqual([]);
  });

  it("shortens descriptions to whole sentences within the word limit, or keeps the given text", async () => {
    const model = new ScriptedModel(({ purpose, participant }) => {
      if (purpose === "sharpen-topic") return "Should anybody at all in this town drink tea before ten?";
      if (purpose === "describe-participant")
        return participant === "Ada" ? "Ada grows mint. She sells it on market days to whoever asks." : "b ".repeat(30);
      return purpose === "bid" ? "<5>" : "Well.";
    });
    const { messages, participants, warnings } = await compileBidding({ model }).invoke({ ...input, wordLimit: 8 });
    expect(messages[0]?.text).toBe("tea in the morning");
    expect(participants.map(({ description }) => description)).toEqual(["Ada grows mint.", ""]);
    expect(warnings.map(({ purpose, participant }) => [purpose, participant])).toEqual([
      ["sharpen-topic", ""],
      ["describe-participant", "Bela"],
    ]);
  });

  it("also works in director mode and in round-robin", async () => {
    const model = new ScriptedModel(({ purpose, participant }) =>
      purpose === "sharpen-topic" ? "Is tea for mornings?" : `${purpose} ${participant}.`,
    );
    const director = { name: "Vesna", probability: 1, minTurns: 0 };
    const directed = await compileDirector({ model }).invoke({ ...input, director });
    expect(directed.participants.map(({ description }) => description)).toEqual([
      "describe-participant Ada.",
      "describe-participant Bela.",
    ]);
    expect(directed.messages[0]).toMatchObject({ name: "Moderator", content: "Is tea for mornings?" });
    const round = await createRoundRobin({ model }).compile().invoke(input);
    expect(round.messages[0]?.text).toBe("Is tea for mornings?");
  });

  it("does not request texts that the input already contains", async () => {
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
    expect(model.calls.find(({ participant }) => participant === "Bela")?.messages[0]?.text).toBe(
      "You are Bela, nothing more.",
    );
  });

  it("is skipped with `prepare: false`", async () => {
    const model = new ScriptedModel(({ purpose }) => (purpose === "bid" ? "<5>" : "Well."));
    await compileBidding({ model }).invoke({ ...input, prepare: false });
    expect(model.calls).toHaveLength(3);
  });
});
