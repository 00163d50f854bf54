import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, it, jest } from "@jest/globals";
import { ScriptedModel } from "../../../src/offline/scripted-model.js";
import { openConversations } from "../../../src/talk/conversations/open.js";
import type { SharedConversations } from "../../../src/talk/conversations/port/port.js";
import { createApp } from "../../../src/web.js";
import { inputFor } from "../../support/any-mode.js";
import { plainAnswer } from "../../support/plain-answers.js";
import { requestFor, routesOf } from "./route-cases.js";

const routes = routesOf(createApp({} as SharedConversations));

let conversations: SharedConversations;
let app: ReturnType<typeof createApp>;
let page: string;
beforeAll(async () => {
  conversations = await openConversations("memory", { model: new ScriptedModel(plainAnswer) });
  page = await mkdtemp(join(tmpdir(), "rostrum-page-"));
  await writeFile(join(page, "index.html"), "<p>The page</p>");
  app = createApp(conversations, { page });
  await conversations.start("round-robin", { input: inputFor("round-robin"), thread: "talk" });
});
afterAll(async () => {
  await conversations.close();
  await rm(page, { recursive: true });
});

interface Sent {
  readonly url: string;
  readonly method: string;
  readonly body?: string;
  readonly headers?: Readonly<Record<string, string>>;
}

async function expectRefusal(sent: Sent, to = app): Promise<number> {
  const { url, ...request } = sent;
  const response = await to.request(url, { ...request, headers: { ...request.headers, host: "localhost" } });
  const body = await response.json();
  expect([url, body]).toEqual([
    url,
    { code: expect.any(String), message: expect.any(String), problems: expect.any(Array) },
  ]);
  expect([url, response.status < 500]).toEqual([url, true]);
  expect(response.status).toBeGreaterThanOrEqual(400);
  return response.status;
}

const hostilePaths = [
  "%00",
  "talk%00",
  "%0d%0a",
  "talk%0d%0aset-cookie:%20a=b",
  "x".repeat(5000),
  "%F0%9F%90%9F".repeat(500),
  "%E0%A4%A",
  "%FF%FE",
  "%ED%A0%80",
  "%ada:talk",
  "ada%3Atalk",
  "%FF%3Atalk",
  "%2561da%3Atalk",
  "..%2f..%2fetc%2fpasswd",
  "talk%2fevents",
  "talk%3Flimit=1",
  "__proto__",
  "constructor",
  "-talk",
  "%20",
  "%E2%80%AEtalk",
  "<script>",
];

describe.each(routes.filter((route) => route.includes(":thread")))("%s", (route) => {
  it("answers 404 to a path with a hostile id", async () => {
    for (const path of hostilePaths) expect(await expectRefusal(requestFor(route, "talk", { path }))).toBe(404);
  });
});

describe.each(routes.filter((route) => route.includes(":turn")))("%s", (route) => {
  it.each(["0", "-1", "1.5", "x", "%00", "1%0d%0a", "1e999", "9".repeat(400), "%E0%A4%A"])(
    "answers 400 to the turn %s",
    async (turn) => {
      expect(await expectRefusal(requestFor(route, "talk", { turn }))).toBe(400);
    },
  );
});

const hostileIds = ["talk\0", "talk\r\nset-cookie: a=b", "x".repeat(201), "", "\ud800"];

const idFields = [
  ["POST /api/conversations", "thread"],
  ["POST /api/conversations", "idempotencyKey"],
  ["POST /api/conversations/:thread/interject", "id"],
  ["POST /api/conversations/:thread/fork", "as"],
  ["POST /agui", "threadId"],
  ["POST /agui", "runId"],
] as const;

it.each(idFields)("the app rejects a hostile id with status 400 (route %s, field %s)", async (route, field) => {
  for (const id of hostileIds) {
    const { body, ...request } = requestFor(route, "talk") as Sent & { readonly body: string };
    const sent = { ...request, body: JSON.stringify({ ...JSON.parse(body), [field]: id }) };
    expect(await expectRefusal(sent)).toBe(400);
  }
});

it("AG-UI answers 400 to a message with a hostile id", async () => {
  const { body, ...request } = requestFor("POST /agui", "talk") as Sent & { readonly body: string };
  for (const id of hostileIds.filter(Boolean)) {
    const messages = [{ id, role: "user", content: "And the fog?" }];
    expect(await expectRefusal({ ...request, body: JSON.stringify({ ...JSON.parse(body), messages }) })).toBe(400);
  }
});

it("in code, `interject` also rejects an id with a null character", async () => {
  await expect(conversations.interject("talk", "And the fog?", { id: "a\0" })).rejects.toThrow(/^id: must be an id/);
});

it.each([
  ["PUT", "/api/conversations/talk", 405],
  ["PATCH", "/api/conversations", 405],
  ["DELETE", "/agui", 405],
  ["GET", "/api/none", 404],
  ["GET", "/talk%0d%0a", 404],
])("the app rejects a request without a route (%s %s: status %i)", async (method, path, status) => {
  expect(await expectRefusal({ url: `http://localhost${path}`, method })).toBe(status);
});

it("the redirect that removes the token from a URL keeps line breaks encoded", async () => {
  const withToken = createApp(conversations, { token: "secret" });
  for (const path of ["/talk%0d%0aset-cookie:%20a=b", "/%00", "/%E0%A4%A"]) {
    const response = await withToken.request(`http://localhost${path}?token=secret`);
    expect([response.status, response.headers.get("location")]).toEqual([302, `.${path}`]);
  }
});

describe("an app that identifies its users", () => {
  const identify = ({ headers }: Request) => headers.get("x-user") ?? undefined;

  it.each(routes)("answers 401 to %s from a sender who is not identified", async (route) => {
    const identifying = createApp(conversations, { identify });
    const { headers = {}, ...request } = requestFor(route, "talk") as Sent;
    expect(await expectRefusal({ ...request, headers }, identifying)).toBe(401);
    expect(await expectRefusal({ ...request, headers: { ...headers, "x-user": "" } }, identifying)).toBe(401);
  });

  it("accepts another host name, and awaits the promise that `identify` returns", async () => {
    const identifying = createApp(conversations, { identify: async (request) => identify(request) });
    const headers = { host: "rostrum.example", "x-user": "ada" };
    expect((await identifying.request("https://rostrum.example/api/conversations", { headers })).status).toBe(200);
  });

  it("answers 500 without details if the identification fails, and logs the error", async () => {
    const log = jest.spyOn(console, "error").mockImplementation(() => {});
    const failing = createApp(conversations, {
      identify: () => {
        throw new Error("the password of the user database is hunter2");
      },
    });
    const response = await failing.request("http://localhost/api/modes", { headers: { host: "localhost" } });
    expect([response.status, await response.json()]).toEqual([
      500,
      { code: "unexpected", message: "something went wrong; see the log", problems: [] },
    ]);
    expect(log).toHaveBeenCalledWith(expect.objectContaining({ message: expect.stringContaining("hunter2") }));
    log.mockRestore();
  });

  it("checks the token as well, if there is one", async () => {
    const both = createApp(conversations, { identify, token: "secret" });
    const ask = async (headers: Record<string, string>) =>
      (await both.request("http://localhost/api/modes", { headers: { host: "localhost", ...headers } })).status;
    expect(await ask({ "x-user": "ada" })).toBe(401);
    expect(await ask({ authorization: "Bearer secret" })).toBe(401);
    expect(await ask({ authorization: "Bearer secret", "x-user": "ada" })).toBe(200);
  });
});
