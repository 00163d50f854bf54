import { afterAll, beforeAll, describe, expect, it } from "@jest/globals";
import { Client } from "@langchain/langgraph-sdk";
import { conversationFormat } from "../../../src/core/state/saved-conversation.js";
import { stepNames } from "../../../src/graph/state/step-names.js";
import { connectConversations } from "../../../src/talk/conversations/remote/server-conversations.js";
import { inputFor } from "../../support/any-mode.js";
import { type DevServer, startDevServer } from "../../support/dev-server.js";
import { startHeldModel } from "../../support/held-model.js";
import { isStatus, keepsConversations, until } from "./conversations.js";

let model: Awaited<ReturnType<typeof startHeldModel>>;
let server: DevServer;

beforeAll(async () => {
  model = await startHeldModel();
  server = await startDevServer();
});

afterAll(async () => {
  await server.stop();
  await model.stop();
});

describe("conversations on a LangGraph server", () => {
  keepsConversations({
    open: async () => connectConversations({ url: server.url, pollMs: 50 }),
    holdAfter: (...when) => model.holdAfter(...when),
    failAfter: (answers) => model.failAfter(answers),
    release: () => model.release(),
  });
});

describe("a conversation that a newer Rostrum saved on a LangGraph server", () => {
  it("is rejected by runs and by every operation that reads its state, stays unchanged, and can be removed", async () => {
    const conversations = connectConversations({ url: server.url, pollMs: 50 });
    const sdk = new Client({ apiUrl: server.url, apiKey: null });
    const { thread } = await conversations.start("round-robin", { input: inputFor("round-robin", { maxTurns: 1 }) });
    await until(conversations.follow(thread), isStatus("ended"));
    await sdk.threads.updateState(thread, { values: { formatVersion: 99 }, asNode: stepNames.stopCheck });
    const before = await sdk.threads.getState(thread);
    const refused = {
      code: "unreadable-save",
      details: {
        kind: "conversation",
        name: thread,
        fault: "newer-version",
        version: 99,
        reads: conversationFormat.version,
      },
    };
    const operations: Readonly<Record<string, () => Promise<unknown>>> = {
      read: () => conversations.read(thread),
      follow: () => until(conversations.follow(thread), () => true),
      transcript: () => conversations.transcript(thread),
      start: () => conversations.start("round-robin", { thread, input: {} }),
      resume: () => conversations.resume(thread),
      answer: () => conversations.answer(thread, "Yes."),
      fork: () => conversations.fork(thread, { turn: 0 }),
      interject: () => conversations.interject(thread, "And the tunnel?"),
      control: () => conversations.control(thread, { mute: "Bea" }),
      list: () => conversations.list(),
      prompts: () => conversations.prompts(thread, 1),
    };
    for (const [operation, act] of Object.entries(operations))
      await expect(act().catch((error) => ({ operation, ...error }))).resolves.toMatchObject({ operation, ...refused });
    const run = await sdk.runs.wait(thread, "round-robin", { input: { topic: "And the tunnel?" }, raiseError: false });
    expect(JSON.stringify(run)).toContain("was saved by a newer Rostrum");
    expect((await sdk.threads.getState(thread)).checkpoint).toEqual(before.checkpoint);
    await conversations.remove(thread);
    expect((await conversations.list()).conversations.map((listed) => listed.thread)).not.toContain(thread);
    await conversations.close();
  });
});
