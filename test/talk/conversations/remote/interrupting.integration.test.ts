import { afterEach, expect, it } from "@jest/globals";
import { connectConversations } from "../../../../src/talk/conversations/remote/server-conversations.js";
import { type StubServer, startStubServer } from "../../../support/stub-server.js";

const thread = "11111111-2222-4333-8444-555555555555";

let server: StubServer;
afterEach(() => server.stop());

async function openWith(status: number) {
  const answers: Readonly<Record<string, object>> = {
    [`GET /threads/${thread}`]: { thread_id: thread, status: "idle", metadata: { graph_id: "bidding" } },
    [`GET /threads/${thread}/runs`]: [],
    [`GET /threads/${thread}/state`]: {
      values: { opening: { topic: "The ferry", question: "Shall we?" }, turn: 1, turnAtStart: 0, messages: [] },
      ...{ next: ["stop-check"], tasks: [{ name: "stop-check", interrupts: [] }], metadata: {} },
    },
    [`POST /threads/${thread}/state`]: {},
    "PUT /store/items": {},
  };
  server = await startStubServer((asked) => {
    if (asked !== `POST /threads/${thread}/runs`) return answers[asked];
    return (_request, response) => response.writeHead(status).end();
  });
  return connectConversations({ url: server.url });
}

it.each([409, 422])("a message with `now` resolves if another client has started a run (%d)", async (status) => {
  const conversations = await openWith(status);
  expect(await conversations.interject(thread, "One.", { now: true })).toMatchObject({ heard: "next-turn" });
});

it.each([401, 500])(
  "a message with `now` rejects if the server does not continue the conversation (%d)",
  async (status) => {
    const conversations = await openWith(status);
    await expect(conversations.interject(thread, "One.", { now: true })).rejects.toMatchObject({
      code: "server-refused",
      details: { status },
    });
  },
);

it.each([
  ["not-one-of", { values: ["vote"] }, { code: "invalid-input", details: { problems: [{ field: "mode" }] } }],
  ["not-one-of", {}, { code: "server-refused" }],
  ["not-by-magic", {}, { code: "server-refused" }],
])("a server's problem with a request is reported if it can be explained (%s %j)", async (code, params, expected) => {
  const problems = [{ field: "mode", message: "must be one of vote", code, params }];
  server = await startStubServer(() => (_request, response) => {
    response.writeHead(422).end(JSON.stringify({ problems }));
  });
  const list = connectConversations({ url: server.url }).list();
  await expect(list).rejects.toMatchObject(expected);
});
