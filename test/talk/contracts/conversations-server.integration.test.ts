/** The port `Conversations` on a LangGraph server. */
import { afterAll, beforeAll, describe } from "@jest/globals";
import { connectConversations } from "../../../src/talk/conversations/remote/server-conversations.js";
import { type DevServer, startDevServer } from "../../support/dev-server.js";
import { startHeldModel } from "../../support/held-model.js";
import { keepsConversations } from "./conversations.js";

let model: Awaited<ReturnType<typeof startHeldModel>>;
let server: DevServer;

beforeAll(async () => {
  model = await startHeldModel();
  server = await startDevServer();
}, 60_000);

afterAll(async () => {
  await server.stop();
  await model.stop();
});

describe("on a LangGraph server", () => {
  keepsConversations({
    open: async () => connectConversations({ url: server.url, pollMs: 50 }),
    holdAfter: (...when) => model.holdAfter(...when),
    failAfter: (answers) => model.failAfter(answers),
    release: () => model.release(),
  });
});
