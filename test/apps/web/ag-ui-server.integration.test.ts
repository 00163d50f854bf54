import { randomUUID } from "node:crypto";
import { afterAll, beforeAll, expect, it } from "@jest/globals";
import type { Conversations } from "../../../src/talk/conversations/port/port.js";
import { connectConversations } from "../../../src/talk/conversations/remote/server-conversations.js";
import { answering, linesIn, linesOf, openAgent } from "../../support/ag-ui.js";
import { fourNames, inputFor } from "../../support/any-mode.js";
import { type DevServer, startDevServer } from "../../support/dev-server.js";
import { startWeb } from "../../support/web-server.js";

let server: DevServer;
let conversations: Conversations;
let web: Awaited<ReturnType<typeof startWeb>>;

beforeAll(async () => {
  server = await startDevServer({ ROSTRUM_MODEL: "rehearsal" });
  conversations = connectConversations({ url: server.url, pollMs: 50 });
  web = await startWeb(conversations);
});

afterAll(async () => {
  await web?.stop();
  await conversations?.close();
  await server?.stop();
});

it("a debate runs to its end, with each message once, in order and under its speaker's name", async () => {
  const thread = randomUUID();
  const { agent, events } = openAgent(`${web.url}/agui`, thread);
  await agent.runAgent({ forwardedProps: { mode: "bidding", input: inputFor("bidding", { maxTurns: 3 }) } });
  expect(events.at(-1)).toMatchObject({ type: "RUN_FINISHED", outcome: { type: "success" } });
  expect(linesOf(agent.messages)).toEqual(await linesIn(conversations, thread));
  expect(agent.messages).toHaveLength(4);
  expect(agent.state).toMatchObject({ topic: "Shall we build the bridge?", status: "ended", floor: null });
});

it("a run is interrupted until a draft is approved", async () => {
  const participants = fourNames.map((name) => ({ name, approve: name === "Bea" }));
  const { agent } = openAgent(`${web.url}/agui`, randomUUID());
  const input = inputFor("round-robin", { participants, maxTurns: 3 });
  await agent.runAgent({ forwardedProps: { mode: "round-robin", input } });
  const [first] = agent.pendingInterrupts;
  await answering(agent, { rewrite: "Shorter." });
  const [second] = agent.pendingInterrupts;
  expect(second?.id).not.toBe(first?.id);
  await answering(agent, { text: "" });
  expect(agent.state).toMatchObject({ status: "ended" });
  expect(linesOf(agent.messages)).toContainEqual(["assistant", "Bea", second?.metadata?.["draft"]]);
});
