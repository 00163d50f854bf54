import { randomUUID } from "node:crypto";
import { request as send } from "node:http";
import { afterAll, beforeAll, describe, expect, it } from "@jest/globals";
import { Client } from "@langchain/langgraph-sdk";
import { makeToken } from "../../../src/apps/server/admission.js";
import { inboxOf, ownerLabel } from "../../../src/graph/inbox/inbox.js";
import { modes } from "../../../src/graph/modes/registry.js";
import { contentTypes } from "../../support/content-types.js";
import { type DevServer, startDevServer } from "../../support/dev-server.js";
import { serverRoutes } from "../../support/server-routes.js";
import { type Belongings, cases, type Request } from "./auth-cases.js";

const [ada, ben, adam] = ["ada", "ben", "adam"].map((owner) => ({ owner, ...makeToken(owner) }));
if (!ada || !ben || !adam) throw new Error("three owners expected");
type Owner = typeof ada;

let server: DevServer;
beforeAll(async () => {
  const tokens = [ada, ben, adam].map(({ entry }) => entry).join(",");
  server = await startDevServer({ ROSTRUM_MODEL: "rehearsal", ROSTRUM_TOKENS: tokens });
}, 90_000);
afterAll(() => server.stop());

const clientOf = ({ token }: Owner) =>
  new Client({ apiUrl: server.url, apiKey: null, defaultHeaders: { authorization: `Bearer ${token}` } });

async function makeBelongings(of: Owner): Promise<Belongings> {
  const client = clientOf(of);
  const secret = `secret-${randomUUID()}`;
  const { thread_id: thread } = await client.threads.create({ metadata: { note: secret } });
  const input = { topic: `${secret}?`, maxTurns: 1, seed: 1 };
  const { run_id: run } = await client.runs.create(thread, "round-robin", { input });
  await client.runs.join(thread, run);
  const { checkpoint } = await client.threads.getState(thread);
  const { assistant_id: assistant } = await client.assistants.create({
    graphId: "round-robin",
    name: secret,
    context: { scenario: { topic: `${secret}?`, maxTurns: 1 } },
  });
  const namespace = [ownerLabel(of.owner), "notes"];
  const key = `note-${secret}`;
  await client.store.putItem(namespace, key, { text: secret });
  const ids = { thread, run, checkpoint: String(checkpoint.checkpoint_id), assistant };
  return { owner: of.owner, secret, ...ids, namespace, key };
}

interface Answer {
  readonly status: number;
  readonly text: string;
}

const handshake = {
  connection: "Upgrade",
  upgrade: "websocket",
  "sec-websocket-version": "13",
  "sec-websocket-key": Buffer.alloc(16).toString("base64"),
};

/**
 * Sends a request on its own connection, and returns the answer. Cuts off the answer of a `/stream/events` route once
 * it contains `awaited`, or after 300 ms if nothing is awaited.
 */
function request(
  method: string,
  { path, body }: Request,
  given: Readonly<Record<string, string>>,
  awaited?: string,
): Promise<Answer> {
  const sent = body === undefined ? "" : JSON.stringify(body);
  const headers = {
    ...(sent ? { "content-type": "application/json", "content-length": Buffer.byteLength(sent) } : {}),
    ...given,
    ...(path.endsWith("/stream/events") && method === "GET" ? handshake : {}),
  };
  return new Promise((resolve, reject) => {
    const asking = send(`${server.url}${path}`, { method, headers, agent: false }, (response) => {
      const status = response.statusCode ?? 0;
      let text = "";
      const end = () => resolve({ status, text });
      response.on("data", (chunk) => {
        text += String(chunk);
        if (awaited !== undefined && text.includes(awaited)) response.destroy();
      });
      response.on("end", end);
      response.on("close", end);
      if (awaited === undefined && path.endsWith("/stream/events")) setTimeout(() => response.destroy(), 300);
    });
    asking.on("upgrade", (response, socket) => {
      socket.destroy();
      resolve({ status: response.statusCode ?? 0, text: "" });
    });
    asking.on("error", reject);
    asking.end(sent);
  });
}

const as = ({ token }: Owner) => ({ authorization: `Bearer ${token}` });
it("the cases cover the server's routes exactly", async () => {
  expect(Object.keys(cases).sort()).toEqual((await serverRoutes()).sort());
});

/** Ada's resources for each route. They are created in parallel, because each run takes a moment to start. */
let belongings: Map<string, Belongings>;
beforeAll(async () => {
  const made = Object.keys(cases).map(async (route) => [route, await makeBelongings(ada)] as const);
  belongings = new Map(await Promise.all(made));
});

describe.each(Object.entries(cases))("requests to %s", (route, { ask, owner, other }) => {
  const method = route.split(" ")[0] ?? "";
  it("give nobody except the owner access to the owner's resources", async () => {
    const theirs = belongings.get(route);
    if (!theirs) throw new Error("no resources for this route");
    const before = JSON.stringify(await clientOf(ada).threads.getState(theirs.thread));
    const asked = ask(theirs);
    const isOpen = route === "GET /info";

    const answers = {
      other: await request(method, asked, { ...as(ben) }),
      nobody: await request(method, asked, {}),
      wrong: await request(method, asked, { authorization: `Bearer ${ben.token}x` }),
      studio: await request(method, asked, { "x-auth-scheme": "langsmith" }),
    };
    expect([route, other]).toEqual([route, expect.arrayContaining([answers.other.status])]);
    for (const { text } of Object.values(answers)) expect(text).not.toContain(theirs.secret);
    for (const stranger of ["nobody", "wrong", "studio"] as const)
      expect([stranger, answers[stranger].status]).toEqual([stranger, isOpen ? 200 : 401]);

    // The requests above have changed nothing, and the owner still has access.
    expect(JSON.stringify(await clientOf(ada).threads.getState(theirs.thread))).toBe(before);
    const { assistant_id, version, metadata } = await clientOf(ada).assistants.get(theirs.assistant);
    expect({ assistant_id, version, owner: metadata?.["owner"] }).toEqual({
      assistant_id: theirs.assistant,
      version: 1,
      owner: "ada",
    });
    expect(await clientOf(ada).store.getItem([...theirs.namespace], theirs.key)).toMatchObject({
      value: { text: theirs.secret },
    });
    expect((await request(method, asked, { ...as(ada) })).status).toBe(owner);
  });
});

const start = {
  id: 1,
  method: "run.start",
  params: { assistant_id: "round-robin", input: { topic: "ours alone?", maxTurns: 1, seed: 1 } },
};

it("a token in `x-api-key` works like a token in `Authorization`", async () => {
  const theirs = await makeBelongings(ada);
  const asked = { path: `/threads/${theirs.thread}` };
  const status = async (headers: Readonly<Record<string, string>>) => (await request("GET", asked, headers)).status;
  expect(await status({ "x-api-key": ada.token })).toBe(200);
  expect(await status({ "x-api-key": ada.token, authorization: "Basic abc" })).toBe(200);
  expect(await status({ "x-api-key": ben.token })).toBe(404);
  expect(await status({ "x-api-key": `${ada.token}x` })).toBe(401);
  // A bearer token takes precedence even if the token in `x-api-key` is valid.
  expect(await status({ "x-api-key": ada.token, authorization: `Bearer ${ben.token}` })).toBe(404);
});

describe("a thread's ID", () => {
  const get = { id: 1, method: "state.get" };
  const commands = (id: string, body: object, of: Owner) =>
    request("POST", { path: `/threads/${id}/commands`, body }, as(of)).then(({ status }) => status);

  it("is not claimed by reading the state or the stream of a missing thread", async () => {
    const id = randomUUID();
    expect(await commands(id, get, ben)).toBe(404);
    const events = { path: `/threads/${id}/stream/events`, body: { channels: ["values"] } };
    expect((await request("POST", events, as(ben))).status).toBe(404);
    await clientOf(ada).threads.create({ threadId: id });
    expect(await commands(id, get, ada)).toBe(200);
    expect(await commands(id, start, ada)).toBe(200);
    expect(await commands(id, get, ben)).toBe(404);
  });

  it("is claimed by the user who starts the first run", async () => {
    const id = randomUUID();
    expect(await commands(id, start, ben)).toBe(200);
    expect((await clientOf(ben).threads.get(id)).metadata).toMatchObject({ owner: "ben" });
    expect(await commands(id, start, ada)).toBe(404);
  });

  it("stays with its owner when another user tries to start a run", async () => {
    const { thread_id: id } = await clientOf(ada).threads.create();
    expect(await commands(id, start, ben)).toBe(404);
    expect(await commands(id, start, ada)).toBe(200);
  });
});

describe("another user", () => {
  const sees = async (method: string, asked: Request, theirs: Belongings, of: Owner = ben) => {
    const { status, text } = await request(method, asked, as(of));
    expect(text).not.toContain(theirs.secret);
    return status;
  };

  it("cannot access a run through a thread of their own", async () => {
    const [theirs, own] = [await makeBelongings(ada), await makeBelongings(ben)];
    for (const rest of ["", "/join", "/stream"])
      expect(await sees("GET", { path: `/threads/${own.thread}/runs/${theirs.run}${rest}` }, theirs)).toBe(404);
  });

  it("cannot access a thread through a checkpoint in the body", async () => {
    const [theirs, own] = [await makeBelongings(ada), await makeBelongings(ben)];
    const checkpoint = { thread_id: theirs.thread, checkpoint_id: theirs.checkpoint, checkpoint_ns: "" };
    const state = `/threads/${own.thread}/state`;
    await sees("POST", { path: `${state}/checkpoint`, body: { checkpoint } }, theirs);
    await sees("POST", { path: `/threads/${own.thread}/history`, body: { checkpoint } }, theirs);
    await sees("POST", { path: state, body: { values: { wordLimit: 7 }, checkpoint, as_node: "speak" } }, theirs);
    const body = { assistant_id: "round-robin", checkpoint, input: { maxTurns: 1 } };
    await sees("POST", { path: `/threads/${own.thread}/runs/wait`, body }, theirs);
    const { values } = await clientOf(ada).threads.getState<{ wordLimit: number; turn: number }>(theirs.thread);
    expect(values).toMatchObject({ wordLimit: 80, turn: 1 });
  });

  it("cannot change the owner of resources, or mark resources as the server's", async () => {
    const client = clientOf(ben);
    const { thread_id } = await client.threads.create({ metadata: { owner: "ada" } });
    expect((await client.threads.update(thread_id, { metadata: { owner: "ada" } })).metadata).toMatchObject({
      owner: "ben",
    });
    const made = await client.assistants.create({
      graphId: "bidding",
      metadata: { owner: "ada", created_by: "system" },
    });
    expect(made.metadata).toEqual({ owner: "ben" });
    const ids = (found: readonly { readonly assistant_id: string }[]) => found.map((each) => each.assistant_id);
    const system = { metadata: { created_by: "system" } };
    expect(ids(await clientOf(ada).assistants.search({ ...system, limit: 100 }))).not.toContain(made.assistant_id);
  });

  it("cannot change or delete the graphs' default assistants", async () => {
    const system = await clientOf(ben).assistants.search({ metadata: { created_by: "system" }, limit: 100 });
    expect(system.map(({ graph_id }) => graph_id).sort()).toEqual(Object.keys(modes).sort());
    for (const { assistant_id } of system) {
      const path = `/assistants/${assistant_id}`;
      expect((await request("PATCH", { path, body: { name: "Mine" } }, as(ben))).status).toBe(404);
      expect((await request("DELETE", { path }, as(ben))).status).toBe(404);
    }
  });

  it("cannot access the owner's items in the store, even if one name is a prefix of the other", async () => {
    const theirs = await makeBelongings(adam);
    const search = { namespace_prefix: [ownerLabel("ada")], limit: 100 };
    expect(await sees("POST", { path: "/store/items/search", body: search }, theirs, ada)).toBe(200);
    const body = { namespace: [ownerLabel("adam"), ownerLabel("ada")], key: "x", value: {} };
    expect((await request("PUT", { path: "/store/items", body }, as(adam))).status).toBe(403);
  });

  it("cannot access a thread by joining its stream before the thread exists", async () => {
    const thread = randomUUID();
    const events = { path: `/threads/${thread}/stream/events`, body: { channels: ["values", "custom"] } };
    const commands = { path: `/threads/${thread}/commands`, body: start };
    const waiting = request("POST", events, as(ben));
    await new Promise((next) => setTimeout(next, 50));
    const client = clientOf(ada);
    await client.threads.create({ threadId: thread });
    await client.runs.wait(thread, "round-robin", { input: { topic: "ours alone?", maxTurns: 1, seed: 1 } });
    const received = await waiting;
    expect(received.status).toBe(404);
    expect(received.text).not.toContain("ours alone");
    expect((await request("POST", commands, as(ben))).status).toBe(404);
    expect((await request("POST", events, as(ben))).status).toBe(404);
  });

  it("cannot access a deleted thread or its remaining events", async () => {
    const { thread_id: thread } = await clientOf(ada).threads.create();
    const commands = { path: `/threads/${thread}/commands`, body: start };
    const events = { path: `/threads/${thread}/stream/events`, body: { channels: ["values", "custom"] } };
    expect((await request("POST", commands, as(ada))).status).toBe(200);
    expect((await request("POST", events, as(ada), "ours alone")).text).toContain("ours alone");
    // A thread that is still running cannot be deleted.
    while ((await clientOf(ada).threads.get(thread)).status === "busy")
      await new Promise((next) => setTimeout(next, 20));
    await clientOf(ada).threads.delete(thread);
    expect((await request("POST", events, as(ben))).status).toBe(404);
    expect((await request("POST", commands, as(ben))).status).toBe(404);
    for (const owner of [ada, ben]) await expect(clientOf(owner).threads.get(thread)).rejects.toThrow("404");
    // Ben's command does not expose the events that the server still keeps for the deleted thread.
    const received = await request("POST", events, as(ben));
    expect([received.status, received.text]).toEqual([404, expect.not.stringContaining("ours alone")]);
  });

  it("cannot access an assistant, with several content types that the server parses as JSON", async () => {
    const theirs = await makeBelongings(ada);
    const body = { assistant_id: theirs.assistant, input: { maxTurns: 1 } };
    for (const type of contentTypes)
      for (const path of ["/runs", "/runs/wait", "/runs/stream"]) {
        const { status, text } = await request("POST", { path, body }, { ...as(ben), "content-type": type });
        expect([type, path, status]).toEqual([type, path, 404]);
        expect(text).not.toContain(theirs.secret);
      }
  });

  it("cannot use the route that deletes all data", async () => {
    const theirs = await makeBelongings(ada);
    const body = { threads: true, store: true, runs: true, assistants: true, checkpointer: true };
    for (const path of ["/internal/truncate", "/%69nternal/truncate", "/intern%61l/truncate", "//internal/truncate"])
      expect([path, [403, 404]]).toEqual([
        path,
        expect.arrayContaining([(await request("POST", { path, body }, as(ben))).status]),
      ]);
    expect((await clientOf(ada).threads.get(theirs.thread)).thread_id).toBe(theirs.thread);
  });

  it("cannot affect a conversation by storing messages for it", async () => {
    const [theirs, own] = [await makeBelongings(ada), await makeBelongings(ben)];
    const item = (namespace: readonly string[]) => ({
      path: "/store/items",
      body: { namespace, key: randomUUID(), value: { text: "Cid, hello?", from: "Lena" } },
    });
    expect((await request("PUT", item(inboxOf(theirs.thread, "ada")), as(ben))).status).toBe(403);
    expect((await request("PUT", item(inboxOf(own.thread)), as(ben))).status).toBe(403);
    expect((await request("PUT", item(inboxOf(own.thread, "ben")), as(ben))).status).toBe(204);
    // Ben can store a message for Ada's thread in his own namespace, but no run reads it.
    expect((await request("PUT", item(inboxOf(theirs.thread, "ben")), as(ben))).status).toBe(204);
    const heardBy = async (of: Owner, thread: string) => {
      await clientOf(of).runs.wait(thread, "round-robin", { input: {} });
      const { values } = await clientOf(of).threads.getState<{ interjections: { text: string }[] }>(thread);
      return values.interjections.map(({ text }) => text);
    };
    expect(await heardBy(ben, own.thread)).toEqual(["Cid, hello?"]);
    expect(await heardBy(ada, theirs.thread)).toEqual([]);
  });
});
