/** The client and the command line with a server that separates its users. */
import { afterAll, beforeAll, expect, it } from "@jest/globals";
import { RostrumClient } from "../../src/client/rostrum-client.js";
import { makeToken } from "../../src/server/admission.js";
import { rostrum } from "../cli/captured-io.js";
import { inputFor } from "../support/any-mode.js";
import { type DevServer, startDevServer } from "../support/dev-server.js";
import { startHeldModel } from "../support/held-model.js";
import { collect, timeless } from "../support/remote.js";

const [ada, bob] = [makeToken("ada"), makeToken("bob")];
let model: Awaited<ReturnType<typeof startHeldModel>>;
let server: DevServer;
let client: RostrumClient;

beforeAll(async () => {
  model = await startHeldModel();
  server = await startDevServer({ ROSTRUM_MODEL: "rehearsal", ROSTRUM_TOKENS: `${ada.entry},${bob.entry}` });
  client = new RostrumClient({ url: server.url, token: ada.token });
}, 90_000);

afterAll(async () => {
  await server.stop();
  await model.stop();
});

it.each([false, true])("hears a listener (now: %s), and forks the conversation", async (now) => {
  const reached = model.holdAfter(1);
  const options = { input: inputFor("bidding", { maxTurns: 4 }), context: { model: "openai:test" } };
  const run = await client.start("bidding", options);
  const following = collect(client.follow(run));
  await reached;
  const { heard, run: next } = await client.interject(run.threadId, "Dov, how deep is the river?", { now });
  expect(heard).toBe(now ? "now" : "next-turn");
  model.release();
  await following;
  if (next) await collect(client.follow(next));
  const origin = await client.transcript(run.threadId);
  expect(origin.interjections).toMatchObject([{ to: "Dov", turn: now ? 1 : 2 }]);
  const forked = await client.fork(run.threadId, { turn: 3 });
  await collect(client.follow(await client.resume(forked, { context: options.context })));
  const { messages, decisions } = await client.transcript(forked);
  expect(timeless({ messages, decisions })).toEqual(
    timeless({ messages: origin.messages, decisions: origin.decisions }),
  );
});

it("hides conversations from other users, in code and on the command line", async () => {
  const run = await client.start("bidding", { input: inputFor("bidding", { maxTurns: 2 }) });
  await collect(client.follow(run));
  const other = new RostrumClient({ url: server.url, token: bob.token, reconnects: 0 });
  await expect(other.transcript(run.threadId)).rejects.toMatchObject({ code: "server-refused" });
  await expect(collect(other.follow(run))).rejects.toMatchObject({ code: "run-lost" });
  await expect(new RostrumClient({ url: server.url }).start("bidding")).rejects.toMatchObject({
    code: "server-refused",
    details: { status: 401 },
  });
  const show = (token?: string) =>
    rostrum(["show", run.threadId, "--url", server.url], { env: token === undefined ? {} : { ROSTRUM_TOKEN: token } });
  expect(await show(ada.token)).toMatchObject({ status: 0, stderr: "" });
  expect(await show(bob.token)).toMatchObject({ status: 2, stdout: "" });
  const nobody = await show();
  expect(nobody).toMatchObject({ status: 1, stdout: "", stderr: expect.stringContaining("ROSTRUM_TOKEN") });
});
