import { afterAll, afterEach, beforeAll, describe, expect, it } from "@jest/globals";
import { Invitations } from "../../../src/apps/web/seats/invitations.js";
import { eventFor } from "../../../src/apps/web/seats/seat-events.js";
import { SeatedConversations } from "../../../src/apps/web/seats/seated-conversations.js";
import { ScriptedModel } from "../../../src/offline/scripted-model.js";
import { openConversations } from "../../../src/talk/conversations/open.js";
import type { ListOptions, SharedConversations } from "../../../src/talk/conversations/port/port.js";
import { createApp } from "../../../src/web.js";
import { inputFor } from "../../support/any-mode.js";
import { plainAnswer } from "../../support/plain-answers.js";
import { isStatus, until } from "../../talk/contracts/conversations.js";
import { begin, caseOf, removeAll, requestFor, routesOf, textOf } from "./route-cases.js";

const token = "a-long-and-random-token";
const invitations = new Invitations(token);
const anns = invitations.tokenFor({ thread: "talk", participant: "Ann" });

const routes = routesOf(createApp({} as SharedConversations, { token }));

let conversations: SharedConversations;
let app: ReturnType<typeof createApp>;
beforeAll(async () => {
  conversations = await openConversations("memory", { model: new ScriptedModel(plainAnswer) });
  app = createApp(conversations, { token });
});
afterEach(() => removeAll(conversations));
afterAll(() => conversations.close());

const bearer = (given: string) => ({ authorization: `Bearer ${given}`, host: "rostrum.example" });

async function send(route: string, thread: string, given = anns) {
  const { url, ...request } = requestFor(route, thread);
  const response = await app.request(url, { ...request, headers: { ...request.headers, ...bearer(given) } });
  return { status: response.status, text: await textOf(route, response) };
}

const post = (path: string, body: object, given = anns) =>
  app.request(`http://rostrum.example/api/conversations/${path}`, {
    method: "POST",
    body: JSON.stringify(body),
    headers: { ...bearer(given), "content-type": "application/json" },
  });

describe.each(routes)("an invited person's requests: %s", (route) => {
  const { stage = "ended", seat } = caseOf(route);

  it(`get status ${seat} in the person's own conversation`, async () => {
    await begin(conversations, "talk", stage);
    const before = await conversations.transcript("talk");
    const { status, text } = await send(route, "talk");
    expect(status).toBe(seat);
    if (seat === 403) {
      expect(JSON.parse(text).message).toMatch(/^your invitation lets you/);
      expect(await conversations.transcript("talk")).toEqual(before);
    }
  });

  it("treat another conversation as unknown", async () => {
    await begin(conversations, "unrelated-talk", stage);
    const before = await conversations.transcript("unrelated-talk");
    const { status, text } = await send(route, "unrelated-talk");
    const isOfOne = route.includes(":thread");
    expect(status).toBe(isOfOne ? 404 : seat);
    if (isOfOne) expect(text).toContain("holds no conversation");
    else expect(text).not.toContain('"unrelated-talk"');
    expect(await conversations.transcript("unrelated-talk")).toEqual(before);
  });
});

const people = [
  { name: "Ann", human: true, description: "KNOWN-TO-ANN" },
  { name: "Bo", human: true, description: "KNOWN-TO-BO", instructions: "TOLD-TO-BO" },
  { name: "Cid", approve: true, description: "KNOWN-TO-CID" },
];

async function startWithPeople(maxTurns = 4) {
  await conversations.start("round-robin", {
    input: inputFor("round-robin", { participants: people, maxTurns }),
    thread: "talk",
  });
  await until(conversations.follow("talk"), isStatus("waiting"));
}

it("a person answers only for their own seat, and sees no other participant's description or draft", async () => {
  await startWithPeople();
  const bos = invitations.tokenFor({ thread: "talk", participant: "Bo" });
  const [{ id = "" } = {}] = (await conversations.read("talk")).waiting;
  for (const lines of ["By road.", { [id]: "By road." }, { text: "By road.", from: "Ann" }])
    expect((await post("talk/answer", { lines }, bos)).status).toBe(400);
  expect((await post("talk/answer", { lines: { [id]: "By ferry." } })).status).toBe(204);
  await until(conversations.follow("talk"), (event) => event.type === "status" && event.waiting[0]?.value.turn === 2);
  expect((await post("talk/answer", { lines: "By rail." }, bos)).status).toBe(204);
  await until(conversations.follow("talk"), (event) => event.type === "status" && event.waiting[0]?.value.turn === 3);
  const { messages } = await conversations.transcript("talk");
  expect(messages.slice(-2).map(({ name, text }) => [name, text])).toEqual([
    ["Ann", "By ferry."],
    ["Bo", "By rail."],
  ]);
  const reads = routes.filter((route) => route.startsWith("GET ") && route.includes(":thread"));
  const seen = await Promise.all(reads.map(async (route) => (await send(route, "talk")).text));
  expect(seen.join()).toContain("KNOWN-TO-ANN");
  expect(seen.join()).not.toMatch(/(?:KNOWN|TOLD)-TO-(?:BO|CID)/);
  const [question] = (await conversations.read("talk")).waiting;
  const draft = question?.value.kind === "approval" ? question.value.draft : "";
  expect(draft).not.toBe("");
  expect(seen.join()).not.toContain(draft);
});

it("a person's list is filtered and split into pages like any other list", async () => {
  const threads = ["talk-1", "talk-2", "talk-3"];
  for (const thread of threads) await begin(conversations, thread, "ended");
  await conversations.rename("talk-2", "The Ferry");
  const seated = new SeatedConversations(
    conversations,
    threads.map((thread) => ({ thread, participant: "Ann" })),
  );
  const listed = async (options: ListOptions) => {
    const page = await seated.list(options);
    return { names: page.conversations.map(({ thread }) => thread), next: page.next ?? undefined };
  };
  const { names, next } = await listed({ limit: 2 });
  expect([names, await listed({ limit: 2, after: next })]).toEqual([
    ["talk-3", "talk-2"],
    { names: ["talk-1"], next: undefined },
  ]);
  expect(await listed({ search: "ferry" })).toMatchObject({ names: ["talk-2"] });
  expect(await listed({ search: "talk-1" })).toMatchObject({ names: ["talk-1"] });
  expect(await listed({ status: "failed" })).toMatchObject({ names: [] });
});

it("a person does not see what the messages cost", async () => {
  await begin(conversations, "talk", "ended");
  const events = await until(conversations.follow("talk"), isStatus("ended"));
  expect(JSON.stringify(events)).toContain('"inputTokens"');
  expect(JSON.stringify(events.map((event) => eventFor(["Ann"], event)))).not.toContain('"inputTokens"');
});

it("a person sees that a conversation failed, but not the error", async () => {
  const model = new ScriptedModel(() => new Error("KNOWN-TO-OWNER"));
  const broken = await openConversations("memory", { model });
  const input = inputFor("round-robin", { participants: [{ name: "Ann", human: true }, { name: "Bo" }], maxTurns: 2 });
  await broken.start("round-robin", { input, thread: "talk" });
  await until(broken.follow("talk"), isStatus("waiting"));
  await broken.answer("talk", "By ferry.");
  await until(broken.follow("talk"), isStatus("failed"));
  const site = createApp(broken, { token });
  /** Reads a response up to the `failed` status. */
  const seenBy = async (given: string, path: string) => {
    const { body } = await site.request(`http://localhost/api/conversations/talk${path}`, { headers: bearer(given) });
    const reader = (body as ReadableStream<Uint8Array>).pipeThrough(new TextDecoderStream()).getReader();
    let text = "";
    while (!text.includes('"status":"failed"')) text += (await reader.read()).value;
    await reader.cancel();
    return text;
  };
  for (const path of ["", "/events"]) {
    expect(await seenBy(token, path)).toContain("KNOWN-TO-OWNER");
    expect(await seenBy(anns, path)).not.toContain("KNOWN-TO-OWNER");
  }
  await broken.close();
});

it("a person can interject, raise a hand and type only as their own participant", async () => {
  await startWithPeople();
  for (const [path, body] of [
    ["interject", { text: "And the fog?", from: "Bo" }],
    ["interject", { text: "", raisesHand: true, from: "Bo" }],
    ["typing", { participant: "Bo" }],
  ] as const)
    expect((await post(`talk/${path}`, body)).status).toBe(403);
  expect((await post("talk/interject", { text: "And the fog?" })).status).toBe(200);
  await conversations.answer("talk", "By ferry.");
  await until(conversations.follow("talk"), ({ type }) => type === "interjection");
  const { interjections } = await conversations.transcript("talk");
  expect(interjections.map(({ from, text }) => [from, text])).toEqual([["Ann", "And the fog?"]]);
});

it("the app's user can create invitations for a person and for a participant with approval, but not for an unknown name", async () => {
  await startWithPeople();
  const invite = async (participant: string) => (await post("talk/invite", { participant }, token)).json();
  expect(await invite("Ann")).toEqual({ token: anns });
  expect(await invite("Cid")).toMatchObject({ token: expect.stringContaining(".") });
  expect(await invite("Dora")).toMatchObject({ message: expect.stringContaining("Ann") });
});

it("the snapshot lists the participants for whom the sender may speak", async () => {
  await startWithPeople();
  const seatsOf = async (given: string) =>
    (await app.request("http://localhost/api/conversations/talk", { headers: bearer(given) })).json();
  expect(await seatsOf(anns)).toMatchObject({ seats: ["Ann"] });
  expect(await seatsOf(token)).toMatchObject({ seats: null });
});

it("a browser keeps several invitations, and the app's token takes precedence over them", async () => {
  await startWithPeople();
  const cookies: string[] = [];
  const open = async (given: string) => {
    const response = await app.request(`http://localhost/?token=${given}`, { headers: { host: "localhost" } });
    expect([response.status, response.headers.get("location")]).toEqual([302, "./"]);
    cookies.push((response.headers.get("set-cookie") ?? "").split(";")[0] ?? "");
  };
  const seats = async () => {
    const headers = { host: "localhost", cookie: cookies.join("; ") };
    return (
      (await (await app.request("http://localhost/api/conversations/talk", { headers })).json()) as { seats: unknown }
    ).seats;
  };
  await open(anns);
  expect(await seats()).toEqual(["Ann"]);
  await open(invitations.tokenFor({ thread: "talk", participant: "Bo" }));
  await open(invitations.tokenFor({ thread: "unrelated-talk", participant: "Dora" }));
  expect(await seats()).toEqual(["Ann", "Bo"]);
  await open(token);
  expect(await seats()).toBeNull();
});

it.each([
  ["another secret", new Invitations("unrelated-talk").tokenFor({ thread: "talk", participant: "Ann" })],
  ["no signature", anns.split(".")[0] ?? ""],
  ["an empty signature", `${anns.split(".")[0]}.`],
  [
    "another seat",
    `${invitations.tokenFor({ thread: "talk", participant: "Bo" }).split(".")[0]}.${anns.split(".")[1]}`,
  ],
])("a token with %s is rejected", async (_fault, given) => {
  await startWithPeople();
  expect((await send("GET /api/conversations/:thread", "talk", given)).status).toBe(403);
});

it.each([
  { token, seatTokens: false },
  { token, identify: () => "ada" },
])(
  "an app that identifies its users or has `seatTokens: false` accepts and issues no tokens for seats: %j",
  async (options) => {
    await begin(conversations.as("ada"), "talk", "waiting");
    await begin(conversations, "talk", "waiting");
    const other = createApp(conversations, options);
    const headers = { ...bearer(token), "content-type": "application/json" };
    const body = JSON.stringify({ participant: "Ann" });
    const invited = await other.request("http://localhost/api/conversations/talk/invite", {
      method: "POST",
      headers,
      body,
    });
    expect(await invited.json()).toEqual({ token: null });
    const opened = await other.request("http://localhost/api/conversations/talk", { headers: bearer(anns) });
    expect(opened.status).toBe(403);
  },
);

it("only the followers of a conversation learn who is typing", async () => {
  const users = createApp(conversations, { identify: ({ headers }) => headers.get("x-user") ?? undefined });
  for (const owner of ["ada", "bo"]) await begin(conversations.as(owner), "talk", "waiting");
  const ask = (user: string, path: string, init: RequestInit = {}) =>
    users.request(`http://localhost/api/conversations/talk/${path}`, {
      ...init,
      headers: { "x-user": user, "content-type": "application/json" },
    });
  const follow = async (user: string) => {
    const response = await ask(user, "events");
    const reader = (response.body as ReadableStream<Uint8Array>).pipeThrough(new TextDecoderStream()).getReader();
    let text = "";
    return async (last: string) => {
      while (!text.includes(last)) text += (await reader.read()).value;
      await reader.cancel();
      return text;
    };
  };
  const [ada, bo] = [await follow("ada"), await follow("bo")];
  const signal = (user: string) =>
    ask(user, "typing", { method: "POST", body: JSON.stringify({ participant: "Ann" }) });
  expect((await signal("ada")).status).toBe(204);
  expect(await ada('"type":"typing"')).toContain('data: {"type":"typing","participant":"Ann"}');
  await conversations.as("bo").answer("talk", "By ferry.");
  expect(await bo('"status":"ended"')).not.toContain("typing");
});
