import { afterAll, beforeAll, describe, expect, it } from "@jest/globals";
import { ScriptedModel } from "../../../src/offline/scripted-model.js";
import { openConversations } from "../../../src/talk/conversations/open.js";
import type { Conversations } from "../../../src/talk/conversations/port/port.js";
import { createApp, type WebOptions } from "../../../src/web.js";
import { plainAnswer } from "../../support/plain-answers.js";

let conversations: Conversations;
beforeAll(async () => {
  conversations = await openConversations("memory", { model: new ScriptedModel(plainAnswer) });
});
afterAll(() => conversations.close());

const host = "localhost:4300";

const ask = (path: string, init: RequestInit & { headers?: Record<string, string> } = {}, options: WebOptions = {}) =>
  createApp(conversations, options).request(`http://${host}${path}`, { ...init, headers: { host, ...init.headers } });

const post = (path: string, body: unknown, headers: Record<string, string> = {}) =>
  ask(path, {
    method: "POST",
    body: JSON.stringify(body),
    headers: { "content-type": "application/json", ...headers },
  });

describe("an app without a token", () => {
  it.each(["localhost", "localhost:4300", "127.0.0.1:80", "127.8.9.10", "[::1]:4300"])(
    "serves requests to the host %s",
    async (name) => {
      expect((await ask("/api/modes", { headers: { host: name } })).status).toBe(200);
    },
  );

  it.each(["rostrum.example", "localhost.example:4300", "127.0.0.1.example", "192.168.0.7:4300", ""])(
    "rejects requests to the host “%s”",
    async (name) => {
      expect((await ask("/api/modes", { headers: { host: name } })).status).toBe(403);
      expect((await ask("/", { headers: { host: name } })).status).toBe(403);
    },
  );
});

it.each(["https://example.com", "http://localhost:4301", "null"])(
  "requests from pages of %s are rejected",
  async (origin) => {
    expect((await ask("/api/conversations", { headers: { origin } })).status).toBe(403);
    expect((await post("/api/conversations", { mode: "bidding" }, { origin })).status).toBe(403);
    expect((await conversations.list()).conversations).toEqual([]);
  },
);

it("requests from other sites are rejected, but links on other sites work", async () => {
  const site = { "sec-fetch-site": "cross-site" };
  expect((await ask("/api/conversations", { headers: { ...site, "sec-fetch-mode": "no-cors" } })).status).toBe(403);
  expect((await ask("/api/modes", { headers: { ...site, "sec-fetch-mode": "navigate" } })).status).toBe(200);
});

describe("an app with a token", () => {
  const token = "a-long-and-random-token";
  const withToken = (path: string, headers: Record<string, string> = {}) => ask(path, { headers }, { token });

  it("accepts the token for another host, and distinguishes a missing token from a wrong token", async () => {
    const far = { host: "rostrum.example" };
    expect((await withToken("/api/modes", { ...far, authorization: `Bearer ${token}` })).status).toBe(200);
    expect((await withToken("/api/modes", far)).status).toBe(401);
    expect((await withToken("/", far)).status).toBe(401);
    for (const wrong of ["other", "", `${token}x`])
      expect((await withToken("/api/modes", { ...far, authorization: `Bearer ${wrong} ` })).status).not.toBe(200);
    expect((await withToken("/api/modes", { authorization: "Bearer other" })).status).toBe(403);
  });

  it("stores the token in a cookie that scripts cannot read, and removes it from the URL", async () => {
    const answer = await withToken(`/?token=${token}`);
    expect([answer.status, answer.headers.get("location")]).toEqual([302, "./"]);
    const set = answer.headers.get("set-cookie") ?? "";
    expect(set).toMatch(/HttpOnly/);
    expect(set).toMatch(/SameSite=Lax/);
    expect((await withToken("/api/modes", { cookie: set.split(";")[0] ?? "" })).status).toBe(200);
    expect((await withToken("/?token=other")).status).toBe(403);
    const listed = await withToken(`/api/conversations?limit=2&token=${token}&lang=zh`);
    expect(listed.headers.get("location")).toBe("./conversations?limit=2&lang=zh");
  });
});

it("responses, even errors, forbid inline scripts and styles, and external content", async () => {
  for (const path of ["/api/modes", "/api/conversations/none", "/none"]) {
    const { headers } = await ask(path);
    const policy = headers.get("content-security-policy") ?? "";
    expect(policy).toMatch(/default-src 'none'; script-src 'self'; style-src 'self'/);
    expect(policy).not.toMatch(/unsafe|https?:|\*/);
    expect(headers.get("x-content-type-options")).toBe("nosniff");
  }
});

it("the app accepts only JSON of at most one megabyte", async () => {
  const form = {
    method: "POST",
    body: "mode=bidding",
    headers: { "content-type": "application/x-www-form-urlencoded" },
  };
  expect((await ask("/api/conversations", form)).status).toBe(415);
  expect((await post("/api/conversations", { mode: "bidding", title: "x".repeat(2 ** 20) })).status).toBe(413);
  const broken = { method: "POST", body: "{", headers: { "content-type": "application/json" } };
  expect((await ask("/api/conversations", broken)).status).toBe(400);
});

it.each(["/../package.json", "/%2e%2e/package.json", "/..%2fpackage.json", "/.env"])(
  "the app serves no file outside the page: %s",
  async (path) => {
    expect((await ask(path)).status).toBe(404);
  },
);
