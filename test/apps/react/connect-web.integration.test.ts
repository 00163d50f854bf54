/** @jest-environment ./jest.environment.js */
import { afterAll, beforeAll, expect, it } from "@jest/globals";
import { webRequests } from "../../../src/apps/react/web-requests.js";
import { RehearsalModel } from "../../../src/offline/rehearsal/rehearsal-model.js";
import { connectWeb, type FollowedConversation, useConversation } from "../../../src/react.js";
import { openConversations } from "../../../src/talk/conversations/open.js";
import type { Conversations } from "../../../src/talk/conversations/port/port.js";
import { RenderedHook } from "../../support/react-root.js";
import { startWeb } from "../../support/web-server.js";

interface Props {
  readonly source: Parameters<typeof useConversation>[0];
  readonly thread?: string;
}
const useIt = ({ source, thread }: Props): FollowedConversation => useConversation(source, thread);

let conversations: Conversations;
let server: Awaited<ReturnType<typeof startWeb>>;
beforeAll(async () => {
  conversations = await openConversations("memory", { model: new RehearsalModel({ notice: false }) });
  server = await startWeb(conversations, { token: "secret" });
});
afterAll(async () => {
  await server.stop();
  await conversations.close();
});

const headers = () => ({ authorization: "Bearer secret" });

it("the hook starts a conversation, speaks for the person, and shows every message to the end", async () => {
  const hook = new RenderedHook(useIt, { source: connectWeb(`${server.url}/`, { headers }) });
  await hook.until(() => true);
  const participants = [{ name: "Ada", human: true }, { name: "Bo" }];
  const thread = await hook.current.start("round-robin", { input: { participants, maxTurns: 2, seed: 1 } });
  const { waiting } = await hook.until(({ status }) => status === "waiting");
  expect(waiting.map(({ value }) => value.participant)).toEqual(["Ada"]);
  expect(await hook.current.say("Mind the tide.", { from: "Cy" })).toBe(true);
  expect(await hook.current.answer("The ferry should be free.")).toBe(true);
  const { messages, error } = await hook.until(({ status }) => status === "ended");
  expect(messages.map(({ speaker }) => speaker)).toEqual(["Moderator", "Ada", "Cy", "Bo"]);
  expect(messages[1]?.text).toBe("The ferry should be free.");
  expect(error).toBeNull();
  const { messages: saved } = await conversations.transcript(String(thread));
  expect(messages.map(({ text }) => text)).toEqual(saved.map(({ text }) => text));
  hook.unmount();
});

it("the hook shows the server's error if the token is missing or the server rejects a field", async () => {
  const stranger = new RenderedHook(useIt, { source: server.url, thread: "talk" });
  const { error } = await stranger.until((conversation) => conversation.error !== null);
  expect(error).toMatchObject({ name: "RequestError", status: 401, code: "request-refused" });
  stranger.unmount();
  const hook = new RenderedHook(useIt, { source: connectWeb(server.url, { headers }) });
  await hook.until(() => true);
  expect(await hook.current.start("bidding", { input: { maxTurns: -1 } })).toBeNull();
  const { error: refused } = await hook.until((conversation) => conversation.error !== null);
  expect(refused).toMatchObject({ status: 400, problems: [{ field: "maxTurns" }] });
  hook.unmount();
});

it("a failed request without a text has the number of its status as its message", async () => {
  const { call } = webRequests("/api/", { send: async () => new Response("<html>", { status: 502 }) });
  await expect(call("conversations")).rejects.toMatchObject({ status: 502, message: "502" });
});

it("a loop over the events ends without an error when its signal is aborted", async () => {
  const participants = [{ name: "Ada", human: true }, { name: "Bo" }];
  const { thread } = await conversations.start("round-robin", { input: { participants, maxTurns: 2 } });
  const leaving = new AbortController();
  let events = 0;
  for await (const _event of connectWeb(server.url, { headers }).follow(thread, { signal: leaving.signal })) {
    events += 1;
    leaving.abort();
  }
  expect(events).toBeGreaterThan(0);
});
