import { afterAll, beforeAll, describe, expect, it } from "@jest/globals";
import { Client } from "@modelcontextprotocol/sdk/client/index.js";
import { InMemoryTransport } from "@modelcontextprotocol/sdk/inMemory.js";
import { createMcpServer } from "../../../src/apps/cli/mcp/mcp-server.js";
import { ScriptedModel } from "../../../src/offline/scripted-model.js";
import { openConversations } from "../../../src/talk/conversations/open.js";
import type { Conversations, SharedConversations } from "../../../src/talk/conversations/port/port.js";
import { createApp } from "../../../src/web.js";
import { inputFor } from "../../support/any-mode.js";
import { temporaryDatabases } from "../../support/databases.js";
import { plainAnswer } from "../../support/plain-answers.js";
import { agents, begin, caseOf, removeAll, requestFor, routesOf, textOf } from "./route-cases.js";

const identify = ({ headers }: Request) => headers.get("x-user") ?? undefined;

const routes = routesOf(createApp({} as SharedConversations, { identify }));

async function everythingOf(conversations: Conversations, thread: string) {
  const { messages } = await conversations.transcript(thread).catch(() => ({ messages: [] }));
  const { state, ...snapshot } = await conversations.read(thread);
  return JSON.parse(JSON.stringify([snapshot, state, messages, await conversations.list()]));
}

/** Removes what may differ between two runs of one conversation: ids, times, and where a speech is split. */
const comparable = (text: string) =>
  text
    .replace(/(?<="delta":"[^"]*)"\}\n\ndata: \{"type":"TEXT_MESSAGE_CONTENT","messageId":"[^"]*","delta":"/g, "")
    .replace(/[\da-f]{8}(?:-[\da-f]{4}){3}-[\da-f]{12}/g, "ID")
    .replace(/\d{4}-\d{2}-\d{2}T[\d:.]+Z/g, "TIME")
    .replace(/"ms":[\d.]+/g, "MS");

const databases = temporaryDatabases();

describe.each([
  ["SQLite", databases.createFile],
  ["PostgreSQL", databases.createDatabase],
] as const)("two owners in %s", (_kind, createAddress) => {
  let conversations: SharedConversations;
  let ada: Conversations;
  let bo: Conversations;
  let app: ReturnType<typeof createApp>;
  beforeAll(async () => {
    conversations = await openConversations(await createAddress("owners"), { model: new ScriptedModel(plainAnswer) });
    [ada, bo] = [conversations.as("ada"), conversations.as("bo@example.com")];
    app = createApp(conversations, { identify });
  });
  afterAll(() => conversations.close());

  async function send(route: string, user: string) {
    const { url, ...request } = requestFor(route, "talk");
    const headers = { ...request.headers, host: "localhost", "x-user": user };
    const response = await app.request(url, { ...request, headers });
    const text = comparable(await textOf(route, response));
    return { status: response.status, type: response.headers.get("content-type"), text };
  }

  it.each(routes)("%s treats another owner's conversation as unknown", async (route) => {
    const { stage = "ended", status: usual, owner: status = usual, creates } = caseOf(route);
    const unknown = await send(route, "bo@example.com");
    await removeAll(bo);
    await begin(ada, "talk", stage);
    const before = await everythingOf(ada, "talk");
    expect(await send(route, "bo@example.com")).toEqual(unknown);
    expect(unknown.status).toBe(route.includes(":thread") ? 404 : status);
    expect(await everythingOf(ada, "talk")).toEqual(before);
    await removeAll(bo);
    if (creates) await ada.remove("talk");
    expect((await send(route, "ada")).status).toBe(status);
    expect((await bo.list()).conversations).toEqual([]);
    await removeAll(ada);
    expect((await conversations.list()).conversations).toEqual([]);
  });

  describe("an MCP server for one owner", () => {
    const calls: Readonly<Record<string, object>> = {
      run_conversation: { thread: "talk" },
      get_transcript: { thread: "talk" },
      interject: { thread: "talk", text: "And the fog?" },
      list_scenarios: {},
      check_scenario: { text: "mode: bidding" },
      search_docs: { query: "owners" },
      read_docs: { page: "guides/several-users.md" },
    };

    async function connect(owner: string) {
      const client = new Client({ name: "test", version: "1" });
      const [near, far] = InMemoryTransport.createLinkedPair();
      await Promise.all([createMcpServer(conversations.as(owner)).connect(far), client.connect(near)]);
      return client;
    }

    it("reveals no other owner's transcript in resources, prompts or completions", async () => {
      const [client, own] = [await connect("bo@example.com"), await connect("ada")];
      await begin(ada, "talk", "ended");
      const seenBy = async (each: Client) => {
        const { resources } = await each.listResources();
        const tried = await Promise.allSettled([
          each.readResource({ uri: "rostrum://conversations/talk" }),
          each.readResource({ uri: "rostrum://conversations/ada%3Atalk" }),
          each.getPrompt({ name: "review", arguments: { thread: "talk" } }),
        ]);
        const ref = { type: "ref/prompt" as const, name: "review" };
        const { completion } = await each.complete({ ref, argument: { name: "thread", value: "" } });
        return [resources.some(({ name }) => name === "talk"), tried.map(({ status }) => status), completion.values];
      };
      expect(await seenBy(client)).toEqual([false, ["rejected", "rejected", "rejected"], []]);
      expect(await seenBy(own)).toEqual([true, ["fulfilled", "rejected", "fulfilled"], ["talk"]]);
      await Promise.all([client.close(), own.close()]);
      await removeAll(ada);
    });

    it("treats another owner's conversation as unknown in every tool", async () => {
      const client = await connect("bo@example.com");
      const names = (await client.listTools()).tools.map(({ name }) => name);
      expect(names.sort()).toEqual(Object.keys(calls).sort());
      const callAll = () => Promise.all(names.map((name) => client.callTool({ name, arguments: { ...calls[name] } })));
      const unknown = await callAll();
      await begin(ada, "talk", "ended");
      const before = await everythingOf(ada, "talk");
      expect(await callAll()).toEqual(unknown);
      expect(unknown.filter(({ isError }) => isError === true)).toHaveLength(3);
      expect(await everythingOf(ada, "talk")).toEqual(before);
      const own = await connect("ada");
      for (const name of names)
        expect((await own.callTool({ name, arguments: { ...calls[name] } })).isError ?? false).toBe(false);
      await Promise.all([client.close(), own.close()]);
      await removeAll(ada);
    });
  });

  it("two owners can use the same names and idempotency keys for different conversations", async () => {
    const input = inputFor("round-robin", { participants: agents, maxTurns: 2 });
    for (const options of [{ idempotencyKey: "job-1" }, { thread: "job" }]) {
      const [one, other] = [
        await ada.start("round-robin", { input: { ...input, topic: "Of Ada" }, ...options }),
        await bo.start("round-robin", { input: { ...input, topic: "Of Bo" }, ...options }),
      ];
      expect([one.isNew, other.isNew, one.thread === other.thread]).toEqual([true, true, true]);
      expect([(await ada.read(one.thread)).state.topic, (await bo.read(one.thread)).state.topic]).toEqual([
        "Of Ada",
        "Of Bo",
      ]);
    }
    const again = await bo.start("round-robin", { input: { ...input, topic: "Of Bo" }, idempotencyKey: "job-1" });
    expect(again.isNew).toBe(false);
    await removeAll(ada);
    expect((await bo.list()).conversations).toHaveLength(2);
    await removeAll(bo);
  });

  it("a fork belongs to the owner of the original, regardless of who creates it", async () => {
    await begin(ada, "talk", "ended");
    expect(await ada.fork("talk", { turn: 1 })).toBe("talk-2");
    expect(await conversations.fork("ada:talk", { turn: 1, as: "copy" })).toBe("ada:copy");
    await expect(conversations.fork("ada:talk", { turn: 1, as: "bo:copy" })).rejects.toThrow(/^as: /);
    expect((await ada.list()).conversations.map(({ thread }) => thread).sort()).toEqual(["copy", "talk", "talk-2"]);
    expect((await conversations.list()).conversations.map(({ thread }) => thread).sort()).toEqual([
      "ada:copy",
      "ada:talk",
      "ada:talk-2",
    ]);
    expect((await bo.list()).conversations).toEqual([]);
    await removeAll(ada);
  });

  it("lists and their pages contain only the owner's conversations, and searches ignore the owner's name", async () => {
    for (const name of ["one", "two", "three"]) await begin(ada, name, "ended");
    await begin(bo, "two", "ended");
    const first = await ada.list({ limit: 2 });
    const second = await ada.list({ limit: 2, after: String(first.next) });
    const names = [first, second].map((page) => page.conversations.map(({ thread }) => thread));
    expect([names, second.next]).toEqual([[["three", "two"], ["one"]], null]);
    const foreign = await bo.list({ after: String(first.next) });
    expect(foreign.conversations).toEqual([]);
    expect((await ada.list({ search: "two" })).conversations).toHaveLength(1);
    expect((await ada.list({ search: "ada" })).conversations).toEqual([]);
    await removeAll(ada);
    await removeAll(bo);
  });

  it("no thread name gives access to another owner's conversation", async () => {
    await conversations.start("round-robin", { input: inputFor("round-robin"), thread: "of-nobody" });
    await begin(ada, "talk", "ended");
    const an = conversations.as("a");
    for (const name of ["ada:talk", "of-nobody", ":talk", "da:talk", "../ada:talk", "%3Atalk"])
      for (const owner of [bo, an]) {
        await expect(owner.read(name)).rejects.toThrow(`thread: the thread “${name}” holds no conversation`);
        await expect(owner.remove(name)).rejects.toThrow(`thread: the thread “${name}” holds no conversation`);
      }
    await expect(bo.start("round-robin", { thread: "ada:talk" })).rejects.toThrow(/^thread: /);
    await ada.remove("talk");
    await conversations.remove("of-nobody");
  });

  it("closing one view of an owner's conversations ends only the followers of that view", async () => {
    await begin(ada, "talk", "ended");
    const [view, other] = [conversations.as("ada"), conversations.as("ada")];
    const [closed, open] = [view.follow("talk"), other.follow("talk")];
    await Promise.all([closed.next(), open.next()]);
    await view.close();
    for (let next = await closed.next(); !next.done; ) next = await closed.next();
    expect((await open.next()).done).toBe(false);
    await open.return(undefined);
    expect((await ada.list()).conversations).toHaveLength(1);
    await removeAll(ada);
  });
});

it.each(["", "x".repeat(201), "\ud800"])("“%s” is rejected as an owner's name", async (owner) => {
  const conversations = await openConversations("memory");
  expect(() => conversations.as(owner)).toThrow(/^owner: must be the name of an owner/);
  await conversations.close();
});
