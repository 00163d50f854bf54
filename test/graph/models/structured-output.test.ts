/** For models without structured output, the prompt describes the expected JSON. */
import { expect, it } from "@jest/globals";
import { BaseChatModel } from "@langchain/core/language_models/chat_models";
import { FakeListChatModel } from "@langchain/core/utils/testing";
import { type ScriptedCall, ScriptedModel } from "../../../src/offline/scripted-model.js";
import { compileMode, inputFor } from "../../support/any-mode.js";
import { plainAnswer } from "../../support/plain-answers.js";

/** A chat model that cannot bind tools and has only LangChain's default for structured output. */
class PlainModel extends ScriptedModel {
  override bindTools = undefined as never;
  override withStructuredOutput = BaseChatModel.prototype.withStructuredOutput as never;
}

const structured = { bidding: { answer: "structured" } };
const answer = (call: ScriptedCall) =>
  call.purpose === "bid" ? `{"bid": ${call.participant === "Bea" ? 8 : 2}}` : String(plainAnswer(call));
/** Wraps JSON in prose and a code fence, as models may do even if the prompt asks only for JSON. */
const wordy = (call: ScriptedCall) => {
  const said = answer(call);
  return said.startsWith("{") ? `Here you are:\n\`\`\`json\n${said}\n\`\`\`` : said;
};

it.each([
  ["supervisor", {}],
  ["group-chat", {}],
  ["bidding", structured],
] as const)("gives the same conversation with and without structured output in %s mode", async (mode, more) => {
  const has = async (model: ScriptedModel) => {
    const { usage: _usage, ...state } = await compileMode(mode, { model }).invoke(inputFor(mode, more));
    return { ...state, messages: state.messages.map(({ name, text }) => [name, text]) };
  };
  const plain = new PlainModel(wordy);
  const decisions = (state: Awaited<ReturnType<typeof has>>) =>
    state.decisions.map(({ speaker, bids }) => [speaker, ...bids.map(({ value }) => value)]);
  const [one, other] = [await has(plain), await has(new ScriptedModel(answer))];
  expect(one.messages).toEqual(other.messages);
  expect(one.stopReason).toEqual(other.stopReason);
  if (mode === "bidding") expect(decisions(one)[0]).toEqual(["Bea", 2, 8, 2, 2]);
  const withSchema = plain.calls.filter(({ messages }) =>
    /must fit this JSON schema: \{/.test(messages.at(-1)?.text ?? ""),
  );
  expect(withSchema.length).toBeGreaterThan(0);
});

it("reads structured bids from a model whose structured output ignores `includeRaw`", async () => {
  const bidder = new FakeListChatModel({ responses: ['{"bid": 3}'] });
  const { decisions } = await compileMode("bidding", {
    model: new ScriptedModel(plainAnswer),
    models: { byPurpose: { bid: bidder } },
  }).invoke(inputFor("bidding", { ...structured, maxTurns: 2 }));
  for (const { bids } of decisions)
    expect(bids.map(({ outcome, value }) => [outcome, value])).toEqual(bids.map(() => ["bid", 3]));
});

it("treats prose instead of a structured bid as an unreadable bid, not as an error", async () => {
  const { decisions, bids } = await compileMode("bidding", {
    model: new ScriptedModel(plainAnswer),
    models: { byPurpose: { bid: new FakeListChatModel({ responses: ["I pass."] }) } },
  }).invoke(inputFor("bidding", { ...structured, maxTurns: 1 }));
  expect(decisions).toHaveLength(1);
  expect(new Set(bids.map(({ outcome }) => outcome))).toEqual(new Set(["unreadable"]));
});
