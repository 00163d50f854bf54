import { afterAll, afterEach, beforeAll, describe, expect, it } from "@jest/globals";
import { openConversations } from "../../../src/talk/conversations/open.js";
import { historyOf } from "../../../src/talk/conversations/port/history.js";
import type { Conversations } from "../../../src/talk/conversations/port/port.js";
import { allModes, fourNames, inputFor } from "../../support/any-mode.js";
import { startHeldModel } from "../../support/held-model.js";
import { hostileTexts } from "../../support/hostile-talk.js";
import { type ReceivedEvent, receive, startWeb } from "../../support/web-server.js";

let conversations: Conversations;
let model: Awaited<ReturnType<typeof startHeldModel>>;
let web: Awaited<ReturnType<typeof startWeb>>;

beforeAll(async () => {
  model = await startHeldModel();
  conversations = await openConversations("memory");
  web = await startWeb(conversations, { heartbeatMs: 20 });
});
afterEach(() => model.release());
afterAll(async () => {
  await conversations.close();
  await web.stop();
  await model.stop();
});

async function ask(path: string, method = "GET", body?: unknown, headers: Record<string, string> = {}) {
  const sent = body === undefined ? {} : { body: JSON.stringify(body) };
  const answer = await fetch(`${web.url}/api${path}`, {
    method,
    headers: { ...(method === "POST" && { "content-type": "application/json" }), ...headers },
    ...sent,
  });
  const text = await answer.text();
  const isJson = answer.headers.get("content-type")?.startsWith("application/json");
  return { status: answer.status, headers: answer.headers, text, body: isJson ? JSON.parse(text) : undefined };
}

const start = async (mode: string, input: object = {}, more: object = {}) =>
  (await ask("/conversations", "POST", { mode, input: inputFor(mode, input), ...more })).body.thread as string;

async function until(
  thread: string,
  isLast: (event: ReceivedEvent) => boolean,
  after?: string,
): Promise<ReceivedEvent[]> {
  const seen: ReceivedEvent[] = [];
  for await (const event of receive(web.url, thread, { after })) {
    seen.push(event);
    if (isLast(event)) break;
  }
  return seen;
}

const is = (status: string) => (event: ReceivedEvent) => event.data.type === "status" && event.data.status === status;
const numberedIn = (events: readonly ReceivedEvent[]) => events.filter(({ id }) => id !== undefined);
const historyIn = async (thread: string) => historyOf((await conversations.read(thread)).state);
const plain = (value: unknown) => JSON.parse(JSON.stringify(value));

describe("events", () => {
  it.each(allModes)("with an ID make up the history of a %s conversation, in order", async (mode) => {
    const thread = await start(mode);
    const events = numberedIn(await until(thread, is("ended")));
    expect(events.map(({ data }) => data)).toEqual(plain(await historyIn(thread)));
    expect(events.map(({ id }) => Number(id))).toEqual(events.map(({ data }) => data.sequence));
  });

  it("continue after the event whose ID a browser sends", async () => {
    const thread = await start("bidding");
    const whole = numberedIn(await until(thread, is("ended")));
    for (const [index, { id }] of whole.entries())
      expect(numberedIn(await until(thread, is("ended"), id))).toEqual(whole.slice(index + 1));
    const { body } = await ask(`/conversations/${thread}/events?after=x`);
    expect(body).toMatchObject({ code: "invalid-input", problems: [{ field: "after" }] });
  });

  it("include comments that keep an idle connection alive", async () => {
    const held = model.holdAfter(0);
    const thread = await start("round-robin");
    await held;
    const answer = await fetch(`${web.url}/api/conversations/${thread}/events`);
    let text = "";
    for await (const chunk of answer.body?.pipeThrough(new TextDecoderStream()) ?? []) {
      text += chunk;
      if (text.includes("\n:\n\n")) break;
    }
    expect(answer.headers.get("content-type")).toBe("text/event-stream");
    expect(answer.headers.get("heartbeat-ms")).toBe("20");
    expect(text).toContain("\n:\n\n");
    await ask(`/conversations/${thread}`, "DELETE");
  });
});

describe("the HTTP interface", () => {
  it("starts, interjects in, steers, stops, resumes, forks, exports and removes a conversation", async () => {
    const held = model.holdAfter(1);
    const thread = await start("round-robin", {}, { title: "The bridge" });
    await held;
    const at = (action: string) => `/conversations/${thread}/${action}`;
    expect((await ask(at("interject"), "POST", { text: "Dov, and the fog?" })).body).toMatchObject({
      heard: "next-turn",
    });
    expect((await ask(at("control"), "POST", { control: { mute: "Cid" }, from: "Lena" })).status).toBe(200);
    expect((await ask(at("cancel"), "POST", {})).status).toBe(204);
    const view = (await ask(`/conversations/${thread}`)).body;
    expect(view).toMatchObject({ thread, mode: "round-robin", title: "The bridge", status: "stopped", turn: 1 });
    expect(view.settings).toMatchObject({ seed: 11, maxTurns: 6 });
    // The call that was cut off still counts.
    expect(view.usage.totals.calls).toBe(2);
    model.release();
    expect((await ask(at("resume"), "POST", {})).status).toBe(204);
    await until(thread, is("ended"));
    const forked = await ask(at("fork"), "POST", { turn: 2, speech: "I saw nobody.", changes: { seed: 5 } });
    expect([forked.status, typeof forked.body.thread]).toEqual([201, "string"]);
    const document = (await ask(at("export?format=json"))).body;
    expect(document).toMatchObject({ version: 2, title: "The bridge", controls: [{ control: { mute: "Cid" } }] });
    const page = await ask(at("export?format=markdown"));
    expect([page.headers.get("content-type"), page.text.split("\n")[0]]).toEqual([
      "text/markdown; charset=utf-8",
      "# The bridge",
    ]);
    expect(
      (await ask("/conversations?limit=2")).body.conversations.map((each: { thread: string }) => each.thread),
    ).toEqual([forked.body.thread, thread]);
    expect((await ask(`/conversations/${thread}`, "DELETE")).status).toBe(204);
    expect((await ask(`/conversations/${thread}`)).status).toBe(404);
  });

  it("accepts the line of a person for whom a conversation is waiting", async () => {
    const participants = fourNames.map((name) => ({ name, human: name === "Bea" }));
    const thread = await start("round-robin", { participants, maxTurns: 2 });
    const waiting = (await until(thread, is("waiting"))).at(-1)?.data;
    expect(waiting).toMatchObject({ waiting: [{ value: { participant: "Bea" } }] });
    expect((await ask(`/conversations/${thread}/answer`, "POST", { lines: "By ferry." })).status).toBe(204);
    const events = await until(thread, is("ended"));
    expect(events).toContainEqual(expect.objectContaining({ data: expect.objectContaining({ text: "By ferry." }) }));
  });

  it("starts only one conversation per idempotency key", async () => {
    const request = { mode: "round-robin", input: inputFor("round-robin"), idempotencyKey: "once" };
    const [one, other] = [await ask("/conversations", "POST", request), await ask("/conversations", "POST", request)];
    expect([one.body.isNew, other.body.isNew, one.body.thread === other.body.thread]).toEqual([true, false, true]);
  });
});

describe("the HTTP interface, given an invalid request,", () => {
  it("names the invalid fields, in the reader's language", async () => {
    const wrong = { mode: "bidding", input: { maxTurns: 0, wordLimit: "many" }, other: 1 };
    expect((await ask("/conversations", "POST", wrong)).body).toMatchObject({ problems: [{ field: "other" }] });
    const { status, body } = await ask("/conversations", "POST", { ...wrong, other: undefined });
    expect([status, body.code]).toEqual([400, "invalid-input"]);
    expect(body.problems.map(({ field }: { field: string }) => field)).toEqual(["wordLimit", "maxTurns"]);
    const chinese = await ask("/conversations/none", "GET", undefined, { "accept-language": "zh-CN,zh;q=0.9" });
    expect(chinese.body.message).toMatch(/\p{Script=Han}/u);
    expect(chinese.body.problems).toEqual([
      expect.objectContaining({ message: expect.stringMatching(/^\p{Script=Han}/u) }),
    ]);
  });

  it("answers 404 to an unknown path, and ignores __proto__ in a body", async () => {
    for (const path of ["/none", "/conversations/__proto__", "/conversations/constructor", "/conversations/a/b/c"])
      expect((await ask(path)).status).toBe(404);
    const polluted = '{"mode":"bidding","input":{"__proto__":{"maxTurns":1}}}';
    const headers = { "content-type": "application/json" };
    const answer = await fetch(`${web.url}/api/conversations`, { method: "POST", body: polluted, headers });
    const { thread } = (await answer.json()) as { readonly thread: string };
    expect((await ask(`/conversations/${thread}`)).body.settings.maxTurns).toBeGreaterThan(1);
    expect(({} as { maxTurns?: number }).maxTurns).toBeUndefined();
  });
});

it("each hostile text reaches clients in its own event, unchanged except for line breaks", async () => {
  const held = model.holdAfter(0);
  const thread = await start("round-robin", { maxTurns: 3 }, { title: "</script><script>alert(1)</script>" });
  await held;
  const texts = hostileTexts.map(({ text }) => text.slice(0, 3000).trim()).filter(Boolean);
  for (const text of texts)
    expect((await ask(`/conversations/${thread}/interject`, "POST", { text, from: "Lena" })).status).toBe(200);
  model.release();
  const events = await until(thread, is("ended"));
  const received = events.flatMap(({ data }) => (data.type === "interjection" ? data.interjection.text : []));
  expect(received).toEqual(texts.map((text) => text.replace(/\r\n?/g, "\n")));
  for (const format of ["json", "markdown"]) {
    const { headers } = await ask(`/conversations/${thread}/export?format=${format}`);
    expect(headers.get("content-type")).not.toMatch(/html/);
    expect(headers.get("x-content-type-options")).toBe("nosniff");
  }
});
