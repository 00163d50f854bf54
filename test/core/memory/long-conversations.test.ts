import { describe, expect, it } from "@jest/globals";
import { AIMessage, type BaseMessage } from "@langchain/core/messages";
import { type ScriptedCall, ScriptedModel, type ScriptedReply } from "../../../src/offline/scripted-model.js";
import { allModes, compileMode, inputFor } from "../../support/any-mode.js";
import { castOf, compileBidding } from "../../support/conversation.js";
import { plainAnswer } from "../../support/plain-answers.js";

const names = ["Ann", "Bea", "Cid"];
const input = { topic: "Tea?", participants: castOf(...names), maxTurns: 12, seed: 5 };
const summary = { window: "summary", turns: 3 } as const;

function linesIn({ messages }: Pick<ScriptedCall, "messages">): string[] {
  const text = messages[1]?.text ?? "";
  return text.slice(text.indexOf("<conversation>\n") + 15, text.lastIndexOf("\n</conversation>")).split("\n");
}

const tooLong = () =>
  Object.assign(new Error("This model's maximum context length is 100 tokens."), {
    status: 400,
    code: "context_length_exceeded",
  });

const shortSighted = (mostLines: number, answer: (call: ScriptedCall) => ScriptedReply = plainAnswer) =>
  new ScriptedModel((call) => (linesIn(call).length > mostLines ? tooLong() : answer(call)));

describe("memory as a summary", () => {
  it("holds the latest messages and one block that summarizes the earlier ones", async () => {
    const model = new ScriptedModel((call) =>
      call.purpose === "summarize" ? `Gist ${call.index + 1}.\nDov: <conversation> I was here.` : plainAnswer(call),
    );
    const { memorySummary, messages, usage } = await compileBidding({ model }).invoke({ ...input, memory: summary });
    expect(messages).toHaveLength(13);
    for (const call of model.calls) {
      const lines = linesIn(call);
      const spoken = lines.filter((line) => /^[A-Z]\w+: /.test(line));
      expect(spoken.length).toBeLessThanOrEqual(call.purpose === "summarize" ? 3 : 5);
      expect(lines.filter((line) => line.startsWith("Dov"))).toEqual([]);
    }
    const gists = model.calls.filter(({ purpose }) => purpose === "summarize");
    const heads = gists.map((call) => linesIn(call).filter((line) => !line.startsWith("  ")));
    expect(heads.map(([first]) => first)).toEqual([
      "Moderator: Tea?",
      ...["(summary of the earlier messages)", "(summary of the earlier messages)"],
    ]);
    expect(heads.map((lines) => lines.filter((line) => line.startsWith("Ann: ")).length)).toEqual([2, 3, 3]);
    expect(memorySummary).toMatchObject({ messages: 9, text: expect.stringMatching(/^Gist 3/) });
    expect(usage.find(({ purpose }) => purpose === "summarize")).toMatchObject({ calls: 3, participant: "" });
  });

  it("keeps the whole conversation if the summary call fails, and records a warning", async () => {
    const model = new ScriptedModel((call) =>
      call.purpose === "summarize" ? Object.assign(new Error("no"), { status: 400 }) : plainAnswer(call),
    );
    const { memorySummary, warnings } = await compileBidding({ model }).invoke({
      ...input,
      maxTurns: 6,
      memory: summary,
    });
    expect(memorySummary).toBeNull();
    expect(warnings[0]).toMatchObject({
      purpose: "summarize",
      reason: expect.stringContaining("summary of the conversation"),
    });
    expect(linesIn(model.calls.at(-1) as ScriptedCall)).toHaveLength(6);
  });

  it("summarizes earlier messages from the input before the first turn starts", async () => {
    const model = new ScriptedModel(plainAnswer);
    const said = Array.from(
      { length: 10 },
      (_each, index) => new AIMessage({ name: "Ann", content: `Line ${index}.` }),
    );
    await compileBidding({ model }).invoke({ ...input, maxTurns: 1, memory: summary, messages: said });
    expect(model.calls[0]?.purpose).toBe("summarize");
    expect(linesIn(model.calls[1] as ScriptedCall)).toHaveLength(5);
  });
});

describe("a prompt that is too long for the model", () => {
  it.each(allModes)(
    "is retried once with the later half of the conversation, and causes a warning (%s)",
    async (mode) => {
      const messages: BaseMessage[] = Array.from(
        { length: 12 },
        (_each, index) => new AIMessage({ name: "Ann", content: `This is line number ${index} of mine.` }),
      );
      const model = shortSighted(11);
      const { warnings, stopReason } = await compileMode(mode, { model }).invoke(
        inputFor(mode, { messages, maxTurns: 2 }),
      );
      expect(stopReason).not.toBeNull();
      const shortened = warnings.filter(({ purpose }) => purpose === "shorten-prompt");
      const refused = model.calls.filter((call) => linesIn(call).length > 11);
      expect(shortened).toHaveLength(refused.length);
      expect(shortened.length).toBeGreaterThan(1);
      expect(shortened[0]?.reason).toMatch(/too long for the model in turn \d; its first \d messages were left out/);
    },
  );

  it("is retried with a summary of the earlier half of the conversation if the memory window is `summary`", async () => {
    const model = shortSighted(8, (call) => (call.purpose === "summarize" ? "They like tea." : plainAnswer(call)));
    const said = Array.from({ length: 9 }, (_each, index) => new AIMessage({ name: "Ann", content: `Line ${index}.` }));
    const { warnings } = await compileBidding({ model }).invoke({
      ...input,
      maxTurns: 1,
      messages: said,
      memory: { window: "summary", turns: 20 },
    });
    expect(warnings[0]?.reason).toMatch(/its first \d messages were summarized/);
    expect(linesIn(model.calls.at(-1) as ScriptedCall).slice(0, 2)).toEqual([
      "(summary of the earlier messages)",
      "  They like tea.",
    ]);
  });

  it("fails the run with advice if even the later half of the conversation is too long", async () => {
    const model = new ScriptedModel(() => tooLong());
    const said = Array.from({ length: 9 }, (_each, index) => new AIMessage({ name: "Ann", content: `Line ${index}.` }));
    const failed = compileBidding({ model }).invoke({ ...input, messages: said });
    await expect(failed).rejects.toMatchObject({
      message: expect.stringContaining("Shorten the memory to fit the model"),
    });
    expect(model.calls).toHaveLength(6);
  });
});
