import { afterAll, beforeAll, describe, expect, it } from "@jest/globals";
import { createAdmission, makeToken, readTokens } from "../../../src/apps/server/admission.js";
import { ask, filled } from "../../support/ask.js";
import { contentTypes } from "../../support/content-types.js";
import { type DevServer, startDevServer } from "../../support/dev-server.js";
import { serverRoutes } from "../../support/server-routes.js";

/**
 * `open` has no tokens, has limits, and listens on loopback. `exposed` has no tokens and listens on every address.
 * `misconfigured` has invalid tokens.
 */
let open: DevServer;
let exposed: DevServer;
let misconfigured: DevServer;
beforeAll(async () => {
  const limits = { ROSTRUM_MAX_PARTICIPANTS: "3", ROSTRUM_MAX_TURNS: "20", ROSTRUM_MAX_CHARACTERS: "2000" };
  const environment = { ROSTRUM_MODEL: "rehearsal", ROSTRUM_TOKENS: "", ROSTRUM_ORIGINS: "http://localhost:3000" };
  [open, exposed, misconfigured] = await Promise.all([
    startDevServer({ ...environment, ...limits }),
    startDevServer(environment, "0.0.0.0"),
    startDevServer({ ROSTRUM_TOKENS: "ada:my-plain-token" }),
  ]);
}, 120_000);
afterAll(() => Promise.all([open.stop(), exposed.stop(), misconfigured.stop()]));

describe("servers without tokens", () => {
  it("a server that other machines can reach refuses requests to every route, and logs why", async () => {
    const routes = await serverRoutes();
    expect(routes.length).toBeGreaterThan(40);
    for (const route of routes) {
      const [method = "", path = ""] = route.split(" ");
      const body = method === "GET" ? {} : { body: {} };
      expect([route, (await ask(exposed, filled(path), { method, ...body })).status]).toEqual([route, 403]);
    }
    expect(exposed.log()).toContain("ROSTRUM_TOKENS is not set, and the server listens on 0.0.0.0");
  });

  it("a development server on loopback answers requests from this machine", async () => {
    expect((await ask(open, "/info")).status).toBe(200);
    expect((await ask(open, "/threads", { body: {} })).status).toBe(200);
  });

  it.each(["http://localhost:3000", "https://smith.langchain.com", "its own origin"])(
    "a development server on loopback answers pages from %s",
    async (page) => {
      const origin = page === "its own origin" ? open.url : page;
      expect((await ask(open, "/threads", { body: {}, headers: { origin } })).status).toBe(200);
    },
  );

  const page = "from this page; see ROSTRUM_ORIGINS";
  it.each([
    ["came through a proxy", "through a proxy (x-forwarded-for)", { "x-forwarded-for": "203.0.113.7" }],
    ["came through a proxy that sends `forwarded`", "through a proxy (forwarded)", { forwarded: "for=203.0.113.7" }],
    ["came through a proxy that sends only `via`", "through a proxy (via)", { via: "1.1 gate" }],
    [
      "came through a proxy that sends only the scheme",
      "through a proxy (x-forwarded-proto)",
      { "x-forwarded-proto": "https" },
    ],
    ["names another host", "to this host name", { host: "talks.example" }],
    ["comes from a web page", page, { origin: "https://talks.example" }],
    ["comes from a page of another program on this machine", page, { origin: "http://localhost:3001" }],
    ["comes from a page on the server's host with another port", page, { origin: "http://127.0.0.1:5173" }],
    ["comes from a file", page, { origin: "null" }],
    [
      "comes from a page whose host starts like Studio's",
      page,
      { origin: "https://smith.langchain.com.talks.example" },
    ],
  ])("a development server on loopback refuses a request that %s", async (_how, what, headers) => {
    for (const request of [{ body: {}, headers }, { headers }]) {
      const { status, text } = await ask(open, "/threads", request);
      expect([status, text]).toEqual([403, expect.stringContaining(`this server rejects requests ${what}`)]);
    }
    expect((await ask(open, "/info", { headers })).status).toBe(403);
    expect(open.log()).not.toContain("refusing all requests");
  });

  it("a server explains a refusal in the client's language", async () => {
    const headers = { via: "1.1 gate", "accept-language": "zh-CN" };
    expect((await ask(open, "/threads", { body: {}, headers })).text).toContain("不接受经过代理的请求");
  });
});

describe("servers with invalid tokens", () => {
  it("a server refuses requests, and does not log the tokens", async () => {
    const headers = { authorization: "Bearer my-plain-token" };
    expect((await ask(misconfigured, "/threads", { body: {}, headers })).status).toBe(403);
    expect((await ask(misconfigured, "/info", { headers })).status).toBe(403);
    expect(misconfigured.log()).toContain("entry 1 must end with the token's SHA-256");
    expect(misconfigured.log()).not.toContain("my-plain-token");
  });

  it.each([
    ["no name", ":".padEnd(65, "0")],
    ["a name with a dot", `a.b:${"0".repeat(64)}`],
    ["no hash", "ada"],
    ["a hash that is too short", `ada:${"0".repeat(63)}`],
    ["an invalid second entry", `ada:${"0".repeat(64)}, ben:`],
  ])("a value of `ROSTRUM_TOKENS` with %s is reported as a problem", (_what, text) => {
    expect(readTokens(text)).toMatchObject({ problem: expect.stringMatching(/^ROSTRUM_TOKENS: entry \d must/) });
  });
});

describe("tokens", () => {
  it("are stored only as hashes, and an owner can have several tokens", () => {
    const made = ["ada", "ada", "ben"].map((owner) => makeToken(owner));
    const admit = createAdmission(made.map(({ entry }) => entry).join("\n"));
    const ownerOf = (token: string) => admit(new Headers({ authorization: `Bearer ${token}` }));
    for (const { token, entry } of made) {
      expect(entry).not.toContain(token);
      expect(token.length).toBeGreaterThanOrEqual(43);
    }
    expect(made.map(({ token }) => ownerOf(token))).toEqual(["ada", "ada", "ben"].map((owner) => ({ owner })));
    for (const wrong of ["", made[0]?.entry.split(":")[1] ?? "", `${made[0]?.token}x`])
      expect(ownerOf(wrong)).toMatchObject({ status: 401 });
  });

  it("are treated as missing if the setting is empty", () => {
    for (const text of [undefined, "", " ,\n"]) expect(readTokens(text)).toBeUndefined();
  });
});

describe("a server with limits", () => {
  it.each(["__proto__", "constructor", "toString", "nonsense"])("rejects a graph name such as %s", async (name) => {
    const metadata = JSON.parse(`{ "graph_id": "${name}" }`);
    for (const [path, body] of [
      ["/threads", { metadata }],
      ["/assistants", { graph_id: name }],
      ["/runs", { assistant_id: "bidding", metadata, input: {} }],
    ] as const)
      expect([path, (await ask(open, path, { body })).status]).toEqual([path, 422]);
    expect((await ask(open, "/ok")).status).toBe(200);
  });

  const cast = ["Ann", "Bea", "Cid", "Dov"].map((name) => ({ name }));
  const tooMuch: readonly [string, object, string][] = [
    ["participants", { participants: cast }, "participants: at most 3"],
    ["turns", { maxTurns: 21 }, "maxTurns: at most 20"],
    ["text", { topic: "o".repeat(2001) }, "at most 2000 characters"],
    ["turns in a list of pairs", { update: [["maxTurns", 21]] }, "maxTurns: at most 20"],
    ["participants in a list of pairs", { update: [["participants", cast]] }, "participants: at most 3"],
    ["rounds", { stages: [{ task: "present", minRounds: 7, speakers: ["Ann", "Bea", "Cid"] }] }, "stages: at most 20"],
    ["tasks", { goto: Array(4).fill({ node: "bid-collection", input: { seat: 0 } }) }, "goto: at most 3"],
    ["a field's name", { prices: { ["o".repeat(2001)]: { input: 1, output: 1 } } }, "at most 2000 characters"],
    [
      "the names of many fields",
      { prices: Object.fromEntries(Array.from({ length: 300 }, (_each, at) => [`model ${1000 + at}`, 0])) },
      "at most 2000 characters",
    ],
    [
      "text in many pieces",
      { messages: Array(300).fill({ role: "user", content: "Well, well" }) },
      "at most 2000 characters",
    ],
  ];

  it.each(tooMuch)("limits %s in requests that start or change a conversation", async (_what, input, message) => {
    const thread = JSON.parse((await ask(open, "/threads", { body: {} })).text).thread_id;
    const run = { assistant_id: "bidding" };
    const requests: [string, unknown][] = [
      [`/threads/${thread}/runs/wait`, { ...run, input }],
      [`/threads/${thread}/runs`, { ...run, input }],
      ["/runs/batch", [{ ...run, input }]],
      ["/runs/wait", { ...run, context: { scenario: input } }],
      ["/runs/wait", { ...run, config: { configurable: { scenario: input } } }],
      ["/runs/wait", { ...run, command: { update: input } }],
      ["/assistants", { graph_id: "bidding", context: { scenario: input } }],
      [`/threads/${thread}/commands`, { id: 1, method: "run.start", params: { ...run, input } }],
    ];
    // The limit on characters is higher for a state, which may contain the speeches of all allowed turns.
    if (!message.endsWith("characters")) requests.push([`/threads/${thread}/state`, { values: input }]);
    for (const [path, body] of requests) {
      const { status, text } = await ask(open, path, { body });
      expect([path, status, text]).toEqual([path, 422, expect.stringContaining(message)]);
    }
  });

  it("has a higher limit on characters for a state, which may contain the speeches of all allowed turns", async () => {
    const path = `/threads/${JSON.parse((await ask(open, "/threads", { body: {} })).text).thread_id}/state`;
    const { status, text } = await ask(open, path, { body: { values: { topic: "o".repeat(82_001) } } });
    expect([status, text]).toEqual([422, expect.stringContaining("at most 82000 characters")]);
  });

  it("applies its limits to a whole batch, and to requests of several content types", async () => {
    const run = { assistant_id: "bidding", input: { maxTurns: 21 } };
    for (const type of contentTypes) {
      const { status } = await ask(open, "/runs/wait", { body: run, headers: { "content-type": type } });
      expect([type, status]).toEqual([type, 422]);
    }
    const batch = Array(21).fill({ assistant_id: "bidding", input: { maxTurns: 1 } });
    expect(await ask(open, "/runs/batch", { body: batch })).toMatchObject({ status: 422 });
  });

  it("does not answer a body of unexpected size or shape with a server error", async () => {
    for (const body of [Array(300_000).fill(1), { input: Array(300_000).fill(1) }, null, 7])
      expect((await ask(open, "/runs/wait", { body })).status).toBeLessThan(500);
    expect((await ask(open, "/threads/%ff/commands", { body: {} })).status).toBeLessThan(500);
  });

  it("accepts a request that does not exceed the limits", async () => {
    const input = { topic: "Shall we?", participants: cast.slice(0, 3), maxTurns: 2, seed: 1 };
    const { status, text } = await ask(open, "/runs/wait", { body: { assistant_id: "bidding", input } });
    expect(status).toBe(200);
    expect(JSON.parse(text).stopReason).toEqual({ kind: "turns", turn: 2, limit: 2 });
  });

  it.each([
    ["a webhook", { webhook: "http://127.0.0.1:1/" }, "webhook"],
    ["a LangSmith project", { langsmith_tracer: { project_name: "mine" } }, "langsmith_tracer"],
    [
      "a LangSmith project in `configurable`",
      { config: { configurable: { langsmith_project: "mine" } } },
      "langsmith_project",
    ],
    ["an internal field of LangGraph", { config: { configurable: { __pregel_store: {} } } }, "__pregel_store"],
    [
      "a serialized LangChain object",
      { input: { topic: { lc: 1, type: "constructor", id: ["x"], kwargs: {} } } },
      "lc:",
    ],
    ["a model endpoint", { context: { baseUrl: "http://127.0.0.1:1/v1" } }, "context.baseUrl: unknown field"],
    ["an API key", { context: { apiKey: "sk-mine" } }, "context.apiKey: unknown field"],
    ["an unknown field", { input: { participant: [] } }, "participant: unknown field"],
  ])("rejects %s", async (_what, more, message) => {
    const { text } = await ask(open, "/runs/wait", {
      body: { assistant_id: "bidding", input: { maxTurns: 1 }, ...more },
    });
    expect(text).toContain(message);
    expect(text).not.toContain("sk-mine");
  });
});
