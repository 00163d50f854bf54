import { afterAll, beforeAll, expect, it } from "@jest/globals";
import { makeToken } from "../../../../src/apps/server/admission.js";
import type { Conversations } from "../../../../src/talk/conversations/port/port.js";
import { connect } from "../../../../src/talk/conversations/remote/connection.js";
import { follow } from "../../../../src/talk/conversations/remote/follow.js";
import { connectConversations } from "../../../../src/talk/conversations/remote/server-conversations.js";
import { rostrum } from "../../../apps/cli/captured-io.js";
import { inputFor } from "../../../support/any-mode.js";
import { type DevServer, startDevServer } from "../../../support/dev-server.js";
import { startHeldModel } from "../../../support/held-model.js";
import { collect, startRun, timeless } from "../../../support/remote.js";
import { isStatus, until } from "../../contracts/conversations.js";

const [ada, bob] = [makeToken("ada"), makeToken("bob")];
let model: Awaited<ReturnType<typeof startHeldModel>>;
let server: DevServer;
let conversations: Conversations;

beforeAll(async () => {
  model = await startHeldModel();
  server = await startDevServer({ ROSTRUM_MODEL: "rehearsal", ROSTRUM_TOKENS: `${ada.entry},${bob.entry}` });
  conversations = connectConversations({ url: server.url, token: ada.token });
}, 90_000);

afterAll(async () => {
  await conversations.close();
  await server.stop();
  await model.stop();
});

it.each([false, true])(
  "a user with a token is allowed to send an interjection (now: %s) and fork the conversation",
  async (now) => {
    const reached = model.holdAfter(1);
    const options = { input: inputFor("bidding", { maxTurns: 4 }), context: { model: "openai:test" } };
    const { thread } = await conversations.start("bidding", options);
    const following = until(conversations.follow(thread), isStatus("ended"));
    await reached;
    const { heard } = await conversations.interject(thread, "Dov, how deep is the river?", { now });
    expect(heard).toBe(now ? "now" : "next-turn");
    model.release();
    await following;
    const origin = await conversations.transcript(thread);
    expect(origin.interjections).toMatchObject([{ to: "Dov", turn: now ? 1 : 2 }]);
    const forked = await conversations.fork(thread, { turn: 3 });
    await conversations.resume(forked, { context: options.context });
    await until(conversations.follow(forked), isStatus("ended"));
    const { messages, decisions } = await conversations.transcript(forked);
    expect(timeless({ messages, decisions })).toEqual(
      timeless({ messages: origin.messages, decisions: origin.decisions }),
    );
  },
);

it("conversations are hidden from other users, in code and on the command line", async () => {
  const { url } = server;
  const run = await startRun(connect({ url, token: ada.token }), "bidding", {
    input: inputFor("bidding", { maxTurns: 2 }),
  });
  const thread = run.thread_id;
  await until(conversations.follow(thread), isStatus("ended"));
  const other = connectConversations({ url, token: bob.token });
  for (const ask of [
    () => other.transcript(thread),
    () => other.prompts(thread, 1),
    () => other.follow(thread).next(),
    () => other.remove(thread),
  ])
    await expect(ask()).rejects.toMatchObject({ details: { problems: [{ code: "unknown-thread" }] } });
  const lost = collect(follow(connect({ url, token: bob.token, reconnects: 0 }), run));
  await expect(lost).rejects.toMatchObject({ code: "run-lost" });
  await expect(connectConversations({ url }).start("bidding")).rejects.toMatchObject({
    code: "server-refused",
    details: { status: 401 },
  });
  const show = (token?: string) =>
    rostrum(["show", thread, "--url", url], { env: token === undefined ? {} : { ROSTRUM_TOKEN: token } });
  expect(await show(ada.token)).toMatchObject({ status: 0, stderr: "" });
  expect(await show(bob.token)).toMatchObject({ status: 2, stdout: "" });
  const nobody = await show();
  expect(nobody).toMatchObject({ status: 1, stdout: "", stderr: expect.stringContaining("ROSTRUM_TOKEN") });
});

it("two owners can use the same idempotency key for different conversations", async () => {
  const other = connectConversations({ url: server.url, token: bob.token });
  const options = { input: inputFor("round-robin", { maxTurns: 2 }), idempotencyKey: "job-1" };
  const [first, again] = [
    await conversations.start("round-robin", options),
    await conversations.start("round-robin", options),
  ];
  const foreign = await other.start("round-robin", options);
  expect([first.isNew, again, foreign.isNew]).toEqual([true, { ...first, isNew: false }, true]);
  expect(foreign.thread).not.toBe(first.thread);
  await expect(other.read(first.thread)).rejects.toMatchObject({ details: { problems: [{ code: "unknown-thread" }] } });
  await other.close();
});
