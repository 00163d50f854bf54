import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { gunzipSync } from "node:zlib";
import { afterAll, beforeAll, describe, expect, it, jest } from "@jest/globals";
import { Hono } from "hono";
import { refusedAs } from "../../../src/apps/web/failure-status.js";
import { ScriptedModel } from "../../../src/offline/scripted-model.js";
import { openConversations } from "../../../src/talk/conversations/open.js";
import type { Conversations } from "../../../src/talk/conversations/port/port.js";
import { createApp, type WebOptions } from "../../../src/web.js";
import { locales } from "../../../src/words/registry.js";
import { inputFor } from "../../support/any-mode.js";
import { plainAnswer } from "../../support/plain-answers.js";
import { isStatus, until } from "../../talk/contracts/conversations.js";
import { routesOf } from "./route-cases.js";

let conversations: Conversations;
let page: string;
const script = `console.log("${"rostrum ".repeat(4000)}");`;
beforeAll(async () => {
  conversations = await openConversations("memory", { model: new ScriptedModel(plainAnswer) });
  page = await mkdtemp(join(tmpdir(), "rostrum-page-"));
  await writeFile(join(page, "index.html"), "<!doctype html>");
  for (const name of ["stage-1a2b.js", "stage-1a2b.css"]) await writeFile(join(page, name), script);
});
afterAll(async () => {
  await conversations.close();
  await rm(page, { recursive: true });
});

const ask = (path: string, init: RequestInit & { headers?: Record<string, string> } = {}, options: WebOptions = {}) =>
  createApp(conversations, { page, ...options }).request(`http://localhost${path}`, {
    ...init,
    headers: { host: "localhost", ...init.headers },
  });

const json = { "content-type": "application/json" };

it("a HEAD request for a conversation's events leaves no follower behind", async () => {
  await conversations.start("round-robin", { input: inputFor("round-robin"), thread: "head" });
  let followers = 0;
  const watched: Conversations = Object.assign(Object.create(conversations), {
    async *follow(...given: Parameters<Conversations["follow"]>) {
      followers += 1;
      try {
        yield* conversations.follow(...given);
      } finally {
        followers -= 1;
      }
    },
  });
  const { status, headers } = await createApp(watched).request("http://localhost/api/conversations/head/events", {
    method: "HEAD",
    headers: { host: "localhost" },
  });
  expect([status, headers.get("content-type")]).toEqual([200, "text/event-stream"]);
  expect(headers.get("heartbeat-ms")).not.toBeNull();
  expect(followers).toBe(0);
});

describe("the app compresses, for clients that accept gzip,", () => {
  const compressed = { "accept-encoding": "gzip, deflate, br" };

  it.each(["/stage-1a2b.js", "/stage-1a2b.css"])("the file at %s", async (path) => {
    const answer = await ask(path, { headers: compressed });
    const sent = Buffer.from(await answer.arrayBuffer());
    expect([answer.headers.get("content-encoding"), answer.headers.get("vary")]).toEqual(["gzip", "Accept-Encoding"]);
    expect(sent.length).toBeLessThan(script.length / 10);
    expect(gunzipSync(sent).toString()).toBe(script);
    expect(await (await ask(path)).text()).toBe(script);
  });

  it("JSON, but not streams of events, because clients would get compressed events too late", async () => {
    const modes = await ask("/api/modes", { headers: compressed });
    expect(modes.headers.get("content-encoding")).toBe("gzip");
    await conversations.start("round-robin", { input: inputFor("round-robin"), thread: "talk" });
    await until(conversations.follow("talk"), isStatus("ended"));
    const run = JSON.stringify({ threadId: "talk", runId: "run", messages: [] });
    for (const [path, init] of [
      ["/api/conversations/talk/events", {}],
      ["/agui", { method: "POST", body: run }],
    ] as const) {
      const { headers, body } = await ask(path, { ...init, headers: { ...json, ...compressed } });
      expect([headers.get("content-type"), headers.get("content-encoding")]).toEqual(["text/event-stream", null]);
      const reader = body?.getReader();
      expect(new TextDecoder().decode((await reader?.read())?.value)).toMatch(/^(?:id|data): /);
      await reader?.cancel();
    }
  });
});

describe("a request with a method that an address does not support", () => {
  it.each([
    ["PUT", "/api/conversations", "GET, POST, HEAD"],
    ["PATCH", "/api/conversations/talk", "GET, DELETE, HEAD"],
    ["POST", "/api/conversations/talk/events", "GET, HEAD"],
    ["GET", "/api/conversations/talk/cancel", "POST"],
    ["GET", "/agui", "POST"],
    ["OPTIONS", "/api/modes", "GET, HEAD"],
  ])(
    "%s %s gets status 405 and the methods %s, even if the app is mounted at another path",
    async (method, path, allow) => {
      const mounted = new Hono().route("/talks/stage", createApp(conversations));
      const init = { method, headers: { host: "localhost", ...json } };
      for (const answer of [
        await ask(path, init),
        await mounted.request(`http://localhost/talks/stage${path}`, init),
      ]) {
        expect([answer.status, answer.headers.get("allow")]).toEqual([405, allow]);
        expect(await answer.json()).toMatchObject({ code: "request-refused", message: expect.stringContaining(allow) });
      }
    },
  );

  it("gets status 404 if the address has no route for any method", async () => {
    for (const path of ["/none", "/api/none", "/api/conversations/a/b/c"])
      expect((await ask(path, { method: "DELETE" })).status).toBe(404);
  });

  it("gets status 405 at the address of every route, except the page's", async () => {
    for (const route of routesOf(createApp(conversations)).filter((each) => !each.endsWith("*"))) {
      const path = (route.split(" ")[1] ?? "").replace(/:\w+/g, "1");
      expect([route, (await ask(path, { method: "LINK" })).status]).toEqual([route, 405]);
    }
  });
});

describe("a browser that asks for a page", () => {
  const browser = { accept: "text/html,application/xhtml+xml,application/xml;q=0.9,*/*;q=0.8" };
  const large = { method: "POST", body: JSON.stringify({ title: "x".repeat(2 ** 20) }), headers: json };

  it.each([
    [401, "no-token", "/", {}, { token: "a-long-and-random-token" }],
    [403, "unknown-token", "/?token=other", {}, { token: "a-long-and-random-token" }],
    [403, "unknown-host", "/", { headers: { host: "rostrum.example" } }, {}],
    [404, "unknown-path", "/none", {}, {}],
    [405, "wrong-method", "/agui", {}, {}],
    [413, "too-large", "/api/conversations", large, {}],
  ] as const)("gets one that explains status %i, in its language", async (status, fault, path, init, options) => {
    for (const language of ["en", "zh"] as const) {
      const own = "headers" in init ? init.headers : {};
      const headers = { ...browser, "accept-language": language, ...own };
      const answer = await ask(path, { ...init, headers }, options);
      expect([answer.status, answer.headers.get("content-type")]).toEqual([status, "text/html; charset=utf-8"]);
      expect(answer.headers.get("content-security-policy")).toContain("default-src 'none'");
      const { advice, otherwise, home } = locales[language].refusalPage;
      const text = await answer.text();
      expect(text).toContain(`<html lang="${language}">`);
      expect(text).toContain(advice[fault] ?? otherwise);
      expect(text.includes(`<a href="/">${home}</a>`)).toBe(status >= 404);
      const program = await ask(path, { ...init, headers: own }, options);
      expect([program.status, await program.json()]).toMatchObject([status, { code: "request-refused" }]);
      expect(program.headers.get("www-authenticate")).toBe(status === 401 ? "Bearer" : null);
    }
  });

  it("gets escaped markup if the address contains markup", async () => {
    const answer = await ask("/api/conversations/<script>alert(1)<%2Fscript>", { headers: browser });
    expect(answer.status).toBe(404);
    expect(await answer.text()).not.toContain("<script");
  });

  it("gets no link to another site", async () => {
    const answer = await ask("//rostrum.example/none", { headers: browser });
    expect(answer.status).toBe(404);
    expect(await answer.text()).toContain('<a href="/rostrum.example/">');
  });

  it("gets a page that refers to the log if the app fails", async () => {
    const log = jest.spyOn(console, "error").mockImplementation(() => {});
    const broken = { list: () => Promise.reject(new Error("secret")) } as unknown as Conversations;
    const headers = { host: "localhost", ...browser };
    const answer = await createApp(broken).request("http://localhost/api/conversations", { headers });
    expect([answer.status, log.mock.calls.length]).toEqual([500, 1]);
    const text = (await answer.text()).replaceAll("&#39;", "'");
    expect(text).toContain(locales.en.refusalPage.broken);
    expect(text).not.toContain("secret");
    log.mockRestore();
  });
});

it("every language gives advice only for faults that exist", () => {
  for (const { refusalPage } of Object.values(locales))
    expect(Object.keys(refusalPage.advice).filter((fault) => !(fault in refusedAs))).toEqual([]);
});
