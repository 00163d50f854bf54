import { request as send } from "node:http";
import { afterAll, beforeAll, describe, expect, it } from "@jest/globals";
import { makeToken } from "../../../src/apps/server/admission.js";
import { type DevServer, startDevServer } from "../../support/dev-server.js";
import { receive } from "../../support/web-server.js";

const [ada, ben, eve] = ["ada", "ben", "eve"].map(makeToken).map(({ token, entry }) => ({ token, entry }));
if (!ada || !ben || !eve) throw new Error("three owners expected");

let server: DevServer;
let open: DevServer;
beforeAll(async () => {
  const tokens = `${ada.entry},${ben.entry}`;
  [server, open] = await Promise.all([
    startDevServer({ ROSTRUM_MODEL: "rehearsal", ROSTRUM_TOKENS: tokens }),
    startDevServer({ ROSTRUM_MODEL: "rehearsal" }),
  ]);
}, 90_000);
afterAll(async () => {
  await Promise.all([server.stop(), open.stop()]);
});

const bearer = (token: string) => ({ authorization: `Bearer ${token}` });

async function ask(url: string, path: string, headers: Record<string, string>, body?: unknown) {
  const answer = await fetch(`${url}/stage${path}`, {
    ...(body === undefined ? {} : { method: "POST", body: JSON.stringify(body) }),
    headers: { "content-type": "application/json", ...headers },
    redirect: "manual",
  });
  const text = await answer.text();
  const isJson = answer.headers.get("content-type")?.startsWith("application/json");
  return { status: answer.status, headers: answer.headers, body: isJson ? JSON.parse(text) : text };
}

const talk = { mode: "round-robin", input: { topic: "Should the ferry be free?", maxTurns: 2 } };

async function followToEnd(url: string, thread: string, headers: Record<string, string>): Promise<string[]> {
  const said: string[] = [];
  for await (const { data } of receive(`${url}/stage`, thread, { headers })) {
    if (data.type === "speech-end" && data.sequence !== undefined) said.push(data.speaker);
    if (data.type === "status" && data.status === "ended") break;
  }
  return said;
}

describe("a server with tokens", () => {
  it("estimates a conversation with its own default model", async () => {
    const { status, body } = await ask(server.url, "/api/estimates", bearer(ada.token), talk);
    expect([status, body.totals?.calls, body.rows?.[0].model]).toEqual([200, { least: 2, most: 2 }, "rehearsal"]);
  });

  it("owners can neither see nor change each other's conversations", async () => {
    const { status, body } = await ask(server.url, "/api/conversations", bearer(ada.token), talk);
    expect(status).toBe(201);
    const { thread } = body;
    expect(await followToEnd(server.url, thread, bearer(ada.token))).toHaveLength(2);
    const listed = async ({ token }: typeof ada) =>
      (await ask(server.url, "/api/conversations", bearer(token))).body.conversations.map(
        (each: { thread: string }) => each.thread,
      );
    expect(await listed(ada)).toContain(thread);
    expect(await listed(ben)).toEqual([]);
    const path = `/api/conversations/${thread}`;
    for (const asked of ["", "/events", "/export"])
      expect((await ask(server.url, path + asked, bearer(ben.token))).status).toBe(404);
    const changes = {
      interject: { text: "And now?" },
      cancel: {},
      resume: {},
      fork: { turn: 1 },
      answer: { lines: "No." },
    };
    for (const [action, body] of Object.entries({ ...changes, control: { control: { pause: true } } }))
      expect((await ask(server.url, `${path}/${action}`, bearer(ben.token), body)).status).toBe(404);
    const removing = await fetch(`${server.url}/stage${path}`, { method: "DELETE", headers: bearer(ben.token) });
    expect(removing.status).toBe(404);
    expect((await ask(server.url, path, bearer(ada.token))).body).toMatchObject({ status: "ended", turn: 2 });
  });

  it("a browser sends its token once, and a cookie with later requests", async () => {
    const first = await ask(server.url, `/?token=${ada.token}`, {});
    expect([first.status, first.headers.get("location")]).toEqual([302, "./"]);
    const cookie = first.headers.get("set-cookie") ?? "";
    expect(cookie).toMatch(/HttpOnly; SameSite=Lax$/);
    const [pair = ""] = cookie.split(";");
    expect((await ask(server.url, "/api/conversations", { cookie: pair })).status).toBe(200);
    const { status, body } = await ask(server.url, "/api/conversations", { cookie: pair }, talk);
    expect(status).toBe(201);
    await followToEnd(server.url, body.thread, { cookie: pair });
  });

  it("requests without a token or with an unknown token are rejected", async () => {
    for (const headers of [{}, bearer(eve.token), { cookie: `rostrum_token=${eve.token}` }])
      for (const path of ["/", "/api/conversations", "/api/modes"])
        expect((await ask(server.url, path, headers)).status).toBe(401);
  });
});

describe("a server without tokens", () => {
  it("a request from this machine has access", async () => {
    const { status, body } = await ask(open.url, "/api/conversations", {}, talk);
    expect(status).toBe(201);
    expect(await followToEnd(open.url, body.thread, {})).toHaveLength(2);
  });

  it("requests through a proxy, from another origin or for another host are rejected", async () => {
    const { port } = new URL(open.url);
    const foreign = [{ origin: "http://elsewhere.example" }, { host: "elsewhere.example" }, { via: "1.1 proxy" }];
    for (const headers of foreign) {
      const status = await new Promise((answered, failed) => {
        send({ port, host: "127.0.0.1", path: "/stage/api/conversations", headers, agent: false }, (answer) => {
          answer.resume();
          answered(answer.statusCode);
        })
          .on("error", failed)
          .end();
      });
      expect(status).toBe(403);
    }
  });
});
