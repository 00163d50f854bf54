import { describe, expect, it } from "@jest/globals";
import { type ScriptedCall, ScriptedModel } from "../../../src/offline/scripted-model.js";
import { openConversations } from "../../../src/talk/conversations/open.js";
import type { Conversations } from "../../../src/talk/conversations/port/port.js";
import type { TurnPrompt } from "../../../src/talk/conversations/port/turn-prompt.js";
import { createApp } from "../../../src/web.js";
import { allModes, fourNames, inputFor } from "../../support/any-mode.js";
import { plainAnswer } from "../../support/plain-answers.js";

const answer = (call: ScriptedCall) =>
  call.purpose === "bid-and-speech"
    ? `<${call.participant === "Ann" ? 9 : 1}> ${call.participant} speaks in turn ${call.turn}.`
    : plainAnswer(call);

async function endOf(conversations: Conversations, thread: string): Promise<void> {
  for await (const event of conversations.follow(thread))
    if (event.type === "status" && event.status === "ended") return;
}

async function promptsIn(conversations: Conversations, thread: string): Promise<readonly TurnPrompt[]> {
  const { state } = await conversations.read(thread);
  const app = createApp(conversations);
  const prompts: TurnPrompt[] = [];
  for (let turn = 1; turn <= (state.turn ?? 0); turn += 1) {
    const path = `http://localhost/api/conversations/${thread}/turns/${turn}/prompts`;
    const response = await app.request(path, { headers: { host: "localhost" } });
    prompts.push(...((await response.json()) as TurnPrompt[]));
  }
  return prompts;
}

const byText = (prompts: readonly TurnPrompt[]) => prompts.map((prompt) => JSON.stringify(prompt, null, 1)).sort();

const asPrompt = ({ purpose, participant, messages }: ScriptedCall): TurnPrompt => ({
  purpose,
  participant,
  messages: messages.map((message) => ({ role: message.getType(), text: message.text })),
});

const everyMode = allModes.map((mode) => [mode, mode, {}, {}] as const);
const rules = { speakingRules: "Speak in rhymes.", leadingRules: "Lead with questions." };
const together = { task: "discuss", speakers: ["Bea", "Cid"], order: "together", minRounds: 1, maxRounds: 1 };
const instructed = fourNames.map((name) => ({ name, instructions: `You are ${name}.`, model: "openai:none" }));

/** The first prompt of each call in a turn. Later attempts contain rejected answers. */
const firstOf = (calls: readonly ScriptedCall[]) =>
  calls.filter(({ turn, messages }) => turn > 0 && !messages.some((each) => each.getType() === "ai")).map(asPrompt);

describe.each([
  ...everyMode,
  ["bidding in one pass", "bidding", { bidding: { pass: "single" } }, {}],
  ["speculative bidding", "bidding", { bidding: { speculative: true } }, {}],
  ["bidding by a panel", "bidding", { bidding: { by: "panel" } }, {}],
  ["a director with a single call", "director", { director: { probability: 0, calls: "one" } }, {}],
  ["bidding with guidelines", "bidding", {}, { speakingRules: rules.speakingRules }],
  ["a director with guidelines", "director", {}, rules],
  ["bidding with a memory of two turns", "bidding", { memory: { window: "turns", turns: 2 } }, {}],
  ["a meeting with simultaneous speeches", "group-chat", { stages: [together] }, {}],
  ["participants with their own instructions", "round-robin", { participants: instructed }, {}],
] as const)("prompts rebuilt for %s", (_name, mode, more, context) => {
  it("equal the prompts that were sent, and rebuilding them calls no model", async () => {
    const model = new ScriptedModel(answer);
    const models = { byParticipant: Object.fromEntries(fourNames.map((name) => [name, model])) };
    const conversations = await openConversations("memory", { model, models });
    const { thread } = await conversations.start(mode, { input: inputFor(mode, more), context, thread: "talk" });
    await conversations.interject(thread, "What does it cost, Dov?", { from: "Lena" }).catch(() => {});
    await endOf(conversations, thread);
    const sent = [...model.calls];
    const first = firstOf(sent);
    expect(byText(await promptsIn(conversations, thread))).toEqual(byText(first));
    expect(model.calls).toHaveLength(sent.length);
    expect(first.length).toBeGreaterThan(1);
    await conversations.close();
  });
});

describe.each(["director", "round-robin"] as const)("prompts rebuilt in %s mode", (mode) => {
  it.each([1, 2])("include the prompt of a speech that a message interrupts in turn %s", async (turn) => {
    let interrupting: Promise<unknown> | undefined;
    const model = new ScriptedModel(async (call) => {
      if (call.purpose === "speech" && call.turn === turn && !interrupting) {
        interrupting = conversations.interject("talk", "Dov, and the fog?", { now: true });
        await new Promise(() => {});
      }
      return answer(call);
    });
    const conversations = await openConversations("memory", { model });
    await conversations.start(mode, { input: inputFor(mode), thread: "talk" });
    await endOf(conversations, "talk");
    await interrupting;
    // The interrupted call is one of the turn's calls, because it was sent and is counted.
    expect(byText(await promptsIn(conversations, "talk"))).toEqual(byText(firstOf(model.calls)));
    await conversations.close();
  });
});

it.each(allModes)("prompts rebuilt for a fork in %s mode equal the prompts that were sent", async (mode) => {
  const model = new ScriptedModel(answer);
  const conversations = await openConversations("memory", { model });
  await conversations.start(mode, { input: inputFor(mode), thread: "talk" });
  await endOf(conversations, "talk");
  const before = model.calls.length;
  const turn = mode === "supervisor" ? 1 : 0;
  await conversations.fork("talk", { turn, as: "fork" });
  await conversations.resume("fork");
  await endOf(conversations, "fork");
  const sent = firstOf(model.calls.slice(before));
  const { state } = await conversations.read("fork");
  const rebuilt: TurnPrompt[] = [];
  for (let each = turn + 1; each <= (state.turn ?? 0); each += 1)
    rebuilt.push(...(await conversations.prompts("fork", each)));
  expect(byText(rebuilt)).toEqual(byText(sent));
  await conversations.close();
});
