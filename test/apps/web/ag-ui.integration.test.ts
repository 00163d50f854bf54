import { once } from "node:events";
import type { AddressInfo } from "node:net";
import type { BaseEvent, Interrupt, Message } from "@ag-ui/client";
import { type ServerType, serve } from "@hono/node-server";
import { afterEach, beforeEach, describe, expect, it } from "@jest/globals";
import { ScriptedModel } from "../../../src/offline/scripted-model.js";
import { openConversations } from "../../../src/talk/conversations/open.js";
import type { Conversations } from "../../../src/talk/conversations/port/port.js";
import { exportConversation } from "../../../src/talk/transcript/json.js";
import { createApp } from "../../../src/web.js";
import { answering, linesIn, linesOf, openAgent } from "../../support/ag-ui.js";
import { allModes, fourNames, inputFor } from "../../support/any-mode.js";
import { startHeldModel } from "../../support/held-model.js";
import { peopleInput } from "../../support/person-talk.js";
import { plainAnswer } from "../../support/plain-answers.js";
import { isStatus, until } from "../../talk/contracts/conversations.js";

let conversations: Conversations;
let server: ServerType | undefined;
let model: Awaited<ReturnType<typeof startHeldModel>>;
beforeEach(async () => {
  model = await startHeldModel();
  conversations = await openConversations("memory");
  await serveAll();
});
afterEach(async () => {
  model.release();
  await conversations.close();
  await stopServing();
  await model.stop();
});

async function stopServing() {
  const closed = server && once(server, "close");
  server?.close();
  if (server && "closeAllConnections" in server) server.closeAllConnections();
  await closed;
  server = undefined;
}

async function serveAll(token?: string) {
  await stopServing();
  server = serve({ fetch: createApp(conversations, { token }).fetch, hostname: "127.0.0.1", port: 0 });
  await once(server, "listening");
}

function address() {
  const { port } = (server as ServerType).address() as AddressInfo;
  return `http://127.0.0.1:${port}/agui`;
}

const agentFor = (threadId: string, messages?: Message[], state?: object) =>
  openAgent(address(), threadId, messages, state);

const saidIn = (thread: string) => linesIn(conversations, thread);

const typesOf = (events: readonly BaseEvent[]) => events.map(({ type }) => type);
const customOf = (events: readonly BaseEvent[], name: string) =>
  events.flatMap((event) => (event.type === "CUSTOM" && event["name"] === name ? [event["value"]] : []));

describe.each(allModes)("a %s conversation over AG-UI", (mode) => {
  it("runs to its end, with each message once, in order and under its speaker's name", async () => {
    const { agent, events } = agentFor("talk");
    await agent.runAgent({ forwardedProps: { mode, input: inputFor(mode) } });
    expect(linesOf(agent.messages)).toEqual(await saidIn("talk"));
    expect([events[0]?.type, events.at(-1)]).toMatchObject(["RUN_STARTED", { outcome: { type: "success" } }]);
    expect(typesOf(events)).toContain("TEXT_MESSAGE_CONTENT");
    const { state } = await conversations.read("talk");
    expect(customOf(events, "decision").map((value) => (value as { decision: unknown }).decision)).toEqual(
      exportConversation(mode, state as never).decisions,
    );
    expect(agent.state).toMatchObject({ topic: "Shall we build the bridge?", status: "ended", floor: null });
    const custom = events.filter(({ type }) => type === "CUSTOM").map((event) => JSON.stringify(event));
    expect(custom.length).toBe(new Set(custom).size);
  });

  it("sends no message twice to a returning client, and sends every message to a new client", async () => {
    const { agent } = agentFor("talk");
    await agent.runAgent({ forwardedProps: { mode, input: inputFor(mode) } });
    const again = agentFor("talk", agent.messages, agent.state);
    await again.agent.runAgent();
    expect(typesOf(again.events)).toEqual(["RUN_STARTED", "STATE_SNAPSHOT", "RUN_FINISHED"]);
    expect(again.agent.state).toEqual(agent.state);
    const other = agentFor("talk");
    await other.agent.runAgent();
    expect(other.agent.messages).toEqual(agent.messages);
    expect(other.agent.state).toEqual(agent.state);
  });
});

// Excludes bidding mode, in which a person may never get the floor.
describe.each(allModes.filter((mode) => mode !== "bidding"))("a person's turn in %s", (mode) => {
  it("interrupts the run, which continues with the answer", async () => {
    const { agent, events } = agentFor("talk");
    let asked: readonly Interrupt[] = [];
    await agent.runAgent({ forwardedProps: { mode, input: peopleInput(mode) } });
    for (let run = 0; agent.pendingInterrupts.length > 0 && run < 20; run += 1) {
      asked = agent.pendingInterrupts;
      const resume = asked.map(({ id }) => ({
        interruptId: id,
        status: "resolved" as const,
        payload: { text: `My line ${run}.` },
      }));
      await agent.runAgent({ resume });
    }
    expect(asked[0]).toMatchObject({
      reason: "input_required",
      message: expect.stringContaining("Bea"),
      responseSchema: { required: ["text"] },
      metadata: { participant: "Bea" },
    });
    expect(events.at(-1)).toMatchObject({ type: "RUN_FINISHED", outcome: { type: "success" } });
    expect(linesOf(agent.messages)).toEqual(await saidIn("talk"));
    expect(linesOf(agent.messages)).toContainEqual(["assistant", "Bea", "My line 0."]);
  });
});

it("a run is interrupted until a draft is approved; a cancelled interrupt and an outdated answer do not approve it", async () => {
  const participants = fourNames.map((name) => ({ name, approve: name === "Bea" }));
  const { agent } = agentFor("talk");
  await agent.runAgent({ forwardedProps: { mode: "round-robin", input: inputFor("round-robin", { participants }) } });
  const [first] = agent.pendingInterrupts;
  expect(first?.metadata).toMatchObject({
    kind: "approval",
    participant: "Bea",
    draft: expect.stringContaining("Bea"),
  });
  expect(first?.metadata).not.toHaveProperty("work");
  expect(first?.responseSchema).toHaveProperty("anyOf");
  await answering(agent);
  expect(agent.pendingInterrupts).toEqual([first]);
  await answering(agent, { rewrite: "Shorter." });
  const [second] = agent.pendingInterrupts;
  expect(second?.metadata?.["draft"]).not.toBe(first?.metadata?.["draft"]);
  // This answer comes from a client that still shows the first draft.
  const late = { interruptId: first?.id ?? "", status: "resolved" as const, payload: { text: "" } };
  const response = await fetch(address(), {
    method: "POST",
    body: JSON.stringify({ threadId: "talk", runId: "late", messages: [], resume: [late] }),
    headers: { "content-type": "application/json" },
  });
  expect(await response.text()).toContain(JSON.stringify(second?.metadata?.["draft"]));
  await answering(agent, { text: "" });
  while (agent.pendingInterrupts.length > 0) await answering(agent, { text: "My own words." });
  expect(linesOf(agent.messages)).toEqual(await saidIn("talk"));
  expect(linesOf(agent.messages)).toContainEqual(["assistant", "Bea", second?.metadata?.["draft"]]);
  expect(linesOf(agent.messages)).toContainEqual(["assistant", "Bea", "My own words."]);
});

it("an interrupt reports the person's deadline, and the conversation continues if the interrupt is cancelled", async () => {
  const { agent } = agentFor("talk");
  const input = peopleInput("round-robin", ["Bea"], 3);
  await agent.runAgent({ forwardedProps: { mode: "round-robin", input: { ...input, humanTimeoutMs: 60_000 } } });
  const [{ expiresAt = "" } = {}] = agent.pendingInterrupts;
  expect(new Date(expiresAt).getTime()).toBeGreaterThan(Date.now());
  await answering(agent);
  expect(agent.state.status).toBe("ended");
  expect(linesOf(agent.messages)).toEqual(await saidIn("talk"));
});

it("an answer after the person's deadline is heard, even if somebody else has been asked in the meantime", async () => {
  let passed = 0;
  await conversations.close();
  conversations = await openConversations("memory", { clock: () => new Date(Date.now() + passed) });
  await serveAll();
  const { agent } = agentFor("talk");
  const input = peopleInput("round-robin", ["Ann", "Bea"], 3);
  await agent.runAgent({ forwardedProps: { mode: "round-robin", input: { ...input, humanTimeoutMs: 60_000 } } });
  passed = 60_000;
  await conversations.resume("talk");
  await until(conversations.follow("talk"), isStatus("waiting"));
  await answering(agent, { text: "At last." });
  await answering(agent, { text: "In time." });
  expect(agent.state.status).toBe("ended");
  expect(linesOf(agent.messages)).toContainEqual(["user", "Ann", "At last."]);
  expect(linesOf(agent.messages)).toEqual(await saidIn("talk"));
});

const debate = { mode: "bidding", input: inputFor("bidding") };
const user = (id: string, content: string, name?: string) => ({
  id,
  role: "user" as const,
  content,
  ...(name ? { name } : {}),
});

describe("a user's message", () => {
  it("becomes the topic of a new conversation that has no other input", async () => {
    const { agent } = agentFor("talk", [user("u1", "Should the ferry be free?")]);
    await agent.runAgent();
    expect((await conversations.read("talk")).state.opening?.topic).toBe("Should the ferry be free?");
    // The opening would repeat the topic, so the client does not get it.
    expect(linesOf(agent.messages).slice(1)).toEqual((await saidIn("talk")).slice(1));
    await agent.runAgent();
    expect(linesOf(agent.messages).slice(1)).toEqual((await saidIn("talk")).slice(1));
  });

  it.each([
    ["ends with white space", ["Should the ferry be free?\n"]],
    ["consists of two messages", ["Should the ferry be free?", "And the bus?"]],
  ])("is the topic, and nothing else, if it %s and is sent again", async (_how, texts) => {
    const said = texts.map((text, index) => user(`u${index}`, text));
    const input = peopleInput("round-robin", ["Ann"], 2);
    const forwardedProps = { mode: "round-robin", input: { ...input, topic: undefined } };
    const messages = [{ id: "s1", role: "system" as const, content: "Be brief." }, ...said];
    await agentFor("talk", messages).agent.runAgent({ forwardedProps });
    await agentFor("talk", [...messages, user("u3", "Who pays?")]).agent.runAgent({ forwardedProps });
    const { agent } = agentFor("talk", messages);
    await agent.runAgent({ forwardedProps });
    await answering(agent, { text: "Yes." });
    const { opening, interjections } = (await conversations.read("talk")).state;
    expect(opening?.topic).toBe(texts.join("\n").trim());
    expect(interjections?.map(({ text }) => text)).toEqual(["Who pays?"]);
  });

  it("starts a conversation once if two identical runs arrive at once", async () => {
    const [place, both] = [conversations, Promise.withResolvers<void>()];
    let starts = 0;
    conversations = Object.assign(Object.create(place), {
      async start(...given: Parameters<Conversations["start"]>) {
        starts += 1;
        if (starts === 2) both.resolve();
        await both.promise;
        return place.start(...given);
      },
    });
    await serveAll();
    const agents = [1, 2].map(() => agentFor("talk", [user("u1", "Should the ferry be free?")]).agent);
    await Promise.all(agents.map((agent) => agent.runAgent({ forwardedProps: { mode: "round-robin" } })));
    const { opening, interjections = [] } = (await conversations.read("talk")).state;
    expect([opening?.topic, interjections]).toEqual(["Should the ferry be free?", []]);
    expect(agents.map(({ state }) => state.status)).toEqual(["ended", "ended"]);
  });

  it("is shown once in a chat without names, which gets each speaker's name in the text", async () => {
    const topic = "Should the ferry be free?";
    const { agent } = agentFor("talk", [user("u1", topic)]);
    await agent.runAgent({ forwardedProps: { labels: true } });
    const said = (await saidIn("talk")).slice(1).map(([, name, text]) => `**${name}:** ${text}`);
    const shown = linesOf(agent.messages).map(([, , content]) => content);
    expect(shown).toEqual([topic, ...said]);
    const again = agentFor("talk", agent.messages, agent.state);
    await again.agent.runAgent({ forwardedProps: { labels: true } });
    expect(again.agent.messages).toEqual(agent.messages);
    expect(typesOf(again.events)).toEqual(["RUN_STARTED", "STATE_SNAPSHOT", "RUN_FINISHED"]);
  });

  it("is a single interjection in a running conversation, even if it is sent repeatedly", async () => {
    const held = model.holdAfter(2);
    const { agent } = agentFor("talk");
    const first = agent.runAgent({ forwardedProps: debate });
    await held;
    const other = agentFor("talk", [user("u1", "What does it cost?", "Zoe")]);
    const runs = [first];
    for (const { agent: sending } of [other, agentFor("talk", other.agent.messages)]) {
      const delivered = Promise.withResolvers<void>();
      runs.push(sending.runAgent({}, { onRunStartedEvent: () => delivered.resolve() }));
      await delivered.promise;
    }
    model.release();
    await Promise.all(runs);
    const said = await saidIn("talk");
    expect(said.filter(([role]) => role === "user")).toEqual([["user", "Zoe", "What does it cost?"]]);
    expect(linesOf(agent.messages)).toEqual(said);
    const [own, ...others] = linesOf(other.agent.messages);
    expect(own).toEqual(["user", "Zoe", "What does it cost?"]);
    expect(others).toEqual(said.filter(([role]) => role !== "user"));
  });

  it("starts another round if it asks the first question again", async () => {
    const { agent } = agentFor("talk", [user("u1", "Should the ferry be free?")]);
    await agent.runAgent();
    const { turn = 0 } = (await conversations.read("talk")).state;
    agent.addMessage(user("u2", "Should the ferry be free?"));
    await agent.runAgent();
    expect((await conversations.read("talk")).state.turn).toBeGreaterThan(turn);
  });

  it.each(allModes)("starts another round after the end of a %s conversation", async (mode) => {
    const { agent } = agentFor("talk");
    await agent.runAgent({ forwardedProps: { mode, input: inputFor(mode) } });
    const { turn = 0 } = (await conversations.read("talk")).state;
    agent.addMessage(user("u1", "And who would pay for it?"));
    await agent.runAgent();
    expect((await conversations.read("talk")).state.turn).toBeGreaterThan(turn);
    expect(linesOf(agent.messages).map(([, , content]) => content)).toEqual(
      (await saidIn("talk")).map(([, , text]) => text),
    );
  });
});

it("a message is completed if a client has only its beginning", async () => {
  const held = model.holdAfter(2);
  const { agent } = agentFor("talk");
  const run = agent.runAgent({ forwardedProps: debate });
  await held;
  expect(agent.messages.at(-1)).toMatchObject({ id: `turn-3-${agent.state.floor}`, content: "" });
  // The two truncated messages are a saved speech and a speech in progress.
  const cut = agent.messages.map((message, index) => ([1, 3].includes(index) ? { ...message, content: "I" } : message));
  const returning = agentFor("talk", cut as Message[]);
  const rest = returning.agent.runAgent();
  model.release();
  await Promise.all([run, rest]);
  expect(returning.agent.messages).toEqual(agent.messages);
});

it("a run continues without a client, and a client can join later", async () => {
  const held = model.holdAfter(1);
  const { agent } = agentFor("talk");
  const run = agent.runAgent({ forwardedProps: debate });
  await held;
  agent.abortRun();
  await run.catch(() => {});
  model.release();
  await agent.runAgent();
  expect(linesOf(agent.messages)).toEqual(await saidIn("talk"));
});

it("a cancelled run is reported as cancelled, and can be resumed", async () => {
  const held = model.holdAfter(2);
  const { agent, events } = agentFor("talk");
  const run = agent.runAgent({ forwardedProps: debate });
  await held;
  await conversations.cancel("talk");
  await run;
  expect(events.at(-1)).toMatchObject({ type: "RUN_FINISHED", outcome: { type: "cancelled" } });
  model.release();
  await agent.runAgent();
  expect(linesOf(agent.messages)).toEqual(await saidIn("talk"));
  expect(agent.state.status).toBe("ended");
});

it("a paused run is interrupted until the interrupt is resolved", async () => {
  const held = model.holdAfter(1);
  const { agent } = agentFor("talk");
  const run = agent.runAgent({ forwardedProps: debate });
  await held;
  await conversations.control("talk", { pause: true });
  model.release();
  await run;
  const [pause] = agent.pendingInterrupts;
  expect(pause).toMatchObject({ id: "paused", reason: "confirmation" });
  await agent.runAgent({ resume: [{ interruptId: "paused", status: "cancelled" }] });
  expect(agent.state.status).toBe("paused");
  await agent.runAgent({ resume: [{ interruptId: "paused", status: "resolved" }] });
  expect(agent.state.status).toBe("ended");
  expect(linesOf(agent.messages)).toEqual(await saidIn("talk"));
});

it("a failed run is reported as an error, and can be resumed", async () => {
  await conversations.close();
  let isBroken = true;
  const scripted = new ScriptedModel((request) => {
    if (isBroken && request.turn === 2) throw new Error("401 wrong key");
    return plainAnswer(request);
  });
  conversations = await openConversations("memory", { model: scripted });
  await serveAll();
  const { agent, events } = agentFor("talk");
  await agent.runAgent({ forwardedProps: debate }).catch(() => {});
  expect(events.at(-1)).toMatchObject({
    type: "RUN_ERROR",
    code: expect.any(String),
    message: expect.stringContaining("wrong key"),
  });
  isBroken = false;
  await agent.runAgent();
  expect(linesOf(agent.messages)).toEqual(await saidIn("talk"));
});

describe("the app rejects, before a run starts,", () => {
  const run = { threadId: "talk", runId: "run", messages: [], tools: [], context: [], state: {} };
  const post = (body: object, headers: Record<string, string> = {}) =>
    fetch(address(), {
      method: "POST",
      body: JSON.stringify(body),
      headers: { "content-type": "application/json", ...headers },
    });

  it.each([
    ["a missing thread", { ...run, threadId: undefined }, "threadId"],
    ["invalid messages", { ...run, messages: ["Hello"] }, "messages[0]"],
    ["an unknown mode", { ...run, forwardedProps: { mode: "quarrel" } }, "mode"],
    ["an unknown field", { ...run, forwardedProps: { input: { topics: ["Ferry"] } } }, "topics"],
    ["a topic that is too long", { ...run, messages: [user("u1", "x".repeat(10_000))] }, "topic"],
    ["an unknown status", { ...run, resume: [{ interruptId: "1", status: "done" }] }, "resume[0].status"],
  ])("%s", async (_what, body, field) => {
    const answer = await post(body);
    const { code, message, problems } = (await answer.json()) as {
      code: string;
      message: string;
      problems: { field: string }[];
    };
    expect([answer.status, code, problems[0]?.field]).toEqual([400, "invalid-input", field]);
    expect(message).toContain(field);
    expect((await conversations.list()).conversations).toEqual([]);
  });

  it("an answer without a line, and keeps waiting for the person", async () => {
    const { agent } = agentFor("talk");
    await agent.runAgent({ forwardedProps: { mode: "round-robin", input: peopleInput("round-robin") } });
    const [{ id = "" } = {}] = agent.pendingInterrupts;
    const answer = await post({ ...run, resume: [{ interruptId: id, status: "resolved", payload: 7 }] });
    expect(answer.status).toBe(400);
    const stale = await post({ ...run, resume: [{ interruptId: "other", status: "resolved", payload: "Hello" }] });
    expect(await stale.text()).toContain('"outcome":{"type":"interrupt"');
    expect((await conversations.read("talk")).waiting).toHaveLength(1);
  });

  it("requests from another origin, with another content type, or without the required token", async () => {
    expect((await post(run, { origin: "https://example.com" })).status).toBe(403);
    expect((await post(run, { "content-type": "text/plain" })).status).toBe(415);
    await serveAll("a-long-and-random-token");
    expect((await post(run)).status).toBe(401);
    expect((await post({ ...run, messages: 0 }, { authorization: "Bearer a-long-and-random-token" })).status).toBe(400);
    expect((await conversations.list()).conversations).toEqual([]);
  });
});

it("the AG-UI route is part of the OpenAPI description", async () => {
  const description = await (await fetch(new URL("/api/openapi.json", address()))).json();
  const path = ["paths", "/agui", "post", "requestBody", "content", "application/json", "schema", "required"];
  expect(description).toHaveProperty(path, ["threadId", "runId", "messages"]);
});
