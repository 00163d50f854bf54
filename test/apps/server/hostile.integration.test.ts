import { randomUUID } from "node:crypto";
import { afterAll, beforeAll, describe, expect, it } from "@jest/globals";
import { RehearsalModel } from "../../../src/offline/rehearsal/rehearsal-model.js";
import { compileMode } from "../../support/any-mode.js";
import { ask, filled } from "../../support/ask.js";
import { type DevServer, startDevServer } from "../../support/dev-server.js";
import { serverRoutes } from "../../support/server-routes.js";

let server: DevServer;
let routes: string[][];
beforeAll(async () => {
  [server, routes] = await Promise.all([
    startDevServer({ ROSTRUM_MODEL: "rehearsal", ROSTRUM_TOKENS: "" }),
    serverRoutes().then((all) => all.map((route) => route.split(" ")).filter(([method]) => method !== "GET")),
  ]);
}, 120_000);
afterAll(() => server.stop());

const run = { assistant_id: "round-robin", input: { maxTurns: 1, seed: 1 } };
const newThread = async () => JSON.parse((await ask(server, "/threads", { body: {} })).text).thread_id as string;

describe("the server rejects a body that contains", () => {
  it.each([
    ...["__proto__", "constructor", "prototype"].flatMap((key) => [
      [`the key ${key}`, `{"${key}":1}`, key],
      [`the nested key ${key}`, `{"input":{"messages":[{"a":{"${key}":{}}}]}}`, key],
    ]),
    ["the escaped key __proto__", '{"metadata":{"\\u005f_proto__":1}}', "__proto__"],
    ["the key __proto__ in a list of pairs", '{"command":{"update":[["__proto__",1]]}}', "__proto__"],
    ["8 kB of brackets", "[".repeat(8192), "at most 100 levels"],
    ["5,000 levels of lists", `{"metadata":{"a":${"[".repeat(5000)}${"]".repeat(5000)}}}`, "at most 100 levels"],
    ["1,000 levels of objects", `${'{"a":'.repeat(1000)}1${"}".repeat(1000)}`, "at most 100 levels"],
    ["1 MB of empty lists", `[${"[],".repeat(350_000)}[]]`, "elements"],
    ["300,000 prices", JSON.stringify({ prices: Array(300_000).fill({ input: 1 }) }), "elements"],
    ["a null character", '{"metadata":{"a":"\\u0000"}}', "null characters"],
    ["a null character in a key", '{"metadata":{"\\u0000":1}}', "null characters"],
  ])("%s, on every route whose method is not GET", async (_what, body, reason) => {
    expect(routes.length).toBeGreaterThan(25);
    for (const [method = "", path = ""] of routes) {
      const { status, text } = await ask(server, filled(path), { method, body });
      expect([path, status, text]).toEqual([path, 422, expect.stringContaining(reason)]);
    }
  });

  it("text that is not JSON, on the route that creates threads", async () => {
    for (const body of ['{"input":', "threads=1", '{"a":1}{"b":2}'])
      expect(await ask(server, "/threads", { body })).toMatchObject({ status: 400 });
  });
});

describe("a reserved or malformed ID", () => {
  it.each(["constructor", "__proto__", "toString", "a%00b", "%00", "talk", "%5F%5Fproto__", "%ff"])(
    "belongs to no thread or assistant: %s",
    async (id) => {
      const command = { id: 1, method: "run.start", params: run };
      for (const [path, body] of [
        [`/threads/${id}/commands`, command],
        [`/threads/${id}/stream/events`, { channels: ["values"] }],
        [`/threads/${id}/runs/wait`, run],
        [`/assistants/${id}/latest`, { version: 1 }],
      ] as const) {
        const { status } = await ask(server, path, { body });
        expect([path, [400, 404]]).toEqual([path, expect.arrayContaining([status])]);
      }
      const { status } = await ask(server, "/runs/wait", { body: { ...run, assistant_id: id } });
      expect(status).toBe(404);
      expect((await ask(server, `/threads/${randomUUID()}/history?before=${id}%00`)).status).toBe(400);
    },
  );

  it("is allowed as a participant's name if all objects have a property with this name", async () => {
    const participants = ["constructor", "__proto__", "Bo"].map((name) => ({ name }));
    const body = { ...run, input: { ...run.input, participants } };
    const { status, text } = await ask(server, "/runs/wait", { body });
    expect([status, JSON.parse(text).turn]).toEqual([200, 1]);
  });
});

describe("the server rejects", () => {
  it.each([1e300, -1e300, -1, 86_401])("a request that delays a run by %d seconds", async (after_seconds) => {
    for (const path of ["/runs", `/threads/${await newThread()}/runs`])
      expect(await ask(server, path, { body: { ...run, after_seconds } })).toMatchObject({
        status: 422,
        text: expect.stringContaining("after_seconds"),
      });
  });

  it("a request whose values would change when they are read back after a restart", async () => {
    const body = { metadata: { note: { __lc_escaped__: { list: [1] } } } };
    expect(await ask(server, "/threads", { body })).toMatchObject({ status: 422 });
  });

  it.each(["201", "1000000", "no", "999x"])("a request that reads a history with the limit %s", async (limit) => {
    const path = `/threads/${await newThread()}/history`;
    expect(await ask(server, `${path}?limit=${limit}`)).toMatchObject({ status: 422 });
    expect(await ask(server, path, { body: { limit: Number(limit) || limit } })).toMatchObject({ status: 422 });
    expect(await ask(server, `${path}?limit=200`)).toMatchObject({ status: 200 });
    expect(await ask(server, path, { body: { limit: 200 } })).toMatchObject({ status: 200 });
    expect(await ask(server, path)).toMatchObject({ status: 200 });
    for (const query of ["?limit=1", "?limit=1&limit=1"])
      expect(await ask(server, path + query, { body: { limit: Number(limit) || limit } })).toMatchObject({
        status: 422,
      });
  });

  it("a request that reads a state with an unsafe checkpoint namespace", async () => {
    const thread = await newThread();
    await ask(server, `/threads/${thread}/runs/wait`, { body: run });
    const checkpoint = { checkpoint_ns: "constructor" };
    for (const rest of ["state/checkpoint", "history"])
      expect(await ask(server, `/threads/${thread}/${rest}`, { body: { checkpoint } })).toMatchObject({ status: 422 });
  });
});

it("the server accepts a saved state of a thousand turns, but not as the input of a run", async () => {
  const participants = Array.from({ length: 10 }, (_each, seat) => ({ name: `Guest ${seat + 1}` }));
  const talk = { topic: "Shall we?", participants, maxTurns: 20, seed: 1 };
  const model = new RehearsalModel({ pace: 0, notice: false });
  const state = await compileMode("bidding", { model, ui: true }).invoke(talk);
  const { messages, decisions, ui, stopReason: _ended, ...rest } = JSON.parse(JSON.stringify(state));
  expect([decisions.length, ui.length > 0]).toEqual([20, true]);
  const often = (list: object[]) =>
    Array.from({ length: 50 }, () => list.map((one) => ({ ...one, id: randomUUID() }))).flat();
  const spoken = messages.map(({ kwargs }: { kwargs: object }) => ({ type: "ai", ...kwargs }));
  const many = { messages: often(spoken), decisions: Array(50).fill(decisions).flat(), ui: often(ui) };
  const values = { ...rest, turn: 1000, maxTurns: 1000, ...many };
  const { text } = await ask(server, "/threads", { body: { metadata: { graph_id: "bidding" } } });
  const path = `/threads/${JSON.parse(text).thread_id}/state`;
  expect(await ask(server, path, { body: { values, as_node: "stop-check" } })).toMatchObject({ status: 200 });
  const { values: saved } = JSON.parse((await ask(server, path)).text);
  expect([saved.messages.length, saved.decisions.length, saved.ui.length]).toEqual([
    50 * spoken.length,
    1000,
    50 * ui.length,
  ]);
  expect(await ask(server, "/runs/wait", { body: { ...run, input: values } })).toMatchObject({ status: 422 });
});

describe("a state update with an invalid value", () => {
  it.each([
    ["maxTurns", { maxTurns: "many" }],
    ["wordLimit", { wordLimit: -5 }],
    ["participants[0].name", { participants: [{}] }],
    ["turn", { turn: "late" }],
    ["decisions", { decisions: "none" }],
    ["messages", { messages: [{ role: "wizard", content: "Hello" }] }],
    ["nowhere", { maxTurns: 2 }, "nowhere"],
  ])("is rejected with an error that names the field or the node: %s", async (field, values, as_node = "speak") => {
    const thread = await newThread();
    await ask(server, `/threads/${thread}/runs/wait`, { body: run });
    const before = await ask(server, `/threads/${thread}/state`);
    const { status, text } = await ask(server, `/threads/${thread}/state`, { body: { values, as_node } });
    expect([status, text]).toEqual([422, expect.stringContaining(field)]);
    expect((await ask(server, `/threads/${thread}/state`)).text).toBe(before.text);
  });

  it("is rejected when it is part of a new thread", async () => {
    const supersteps = [{ updates: [{ values: { maxTurns: "many" }, as_node: "set-scene" }] }];
    const body = { metadata: { graph_id: "round-robin" }, supersteps };
    expect(await ask(server, "/threads", { body })).toMatchObject({
      status: 422,
      text: expect.stringContaining("maxTurns"),
    });
  });
});
