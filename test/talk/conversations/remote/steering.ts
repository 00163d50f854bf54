import { beforeAll, describe, expect, it } from "@jest/globals";
import { InMemoryStore, MemorySaver } from "@langchain/langgraph";
import { Client } from "@langchain/langgraph-sdk";
import type { Control } from "../../../../src/core/state/control-record.js";
import { inboxOf } from "../../../../src/graph/inbox/inbox.js";
import { RehearsalModel } from "../../../../src/offline/rehearsal/rehearsal-model.js";
import { controlActions } from "../../../../src/records/control.js";
import { control } from "../../../../src/talk/conversations/delivery/control.js";
import { exportConversation } from "../../../../src/talk/transcript/json.js";
import { allModes, compileMode, fourNames, type Mode } from "../../../support/any-mode.js";
import { type Started, timeless } from "../../../support/remote.js";
import { steeringInput } from "../../../support/steering.js";
import { isStatus, numberedIn, until } from "../../contracts/conversations.js";

let model: Started["model"];
let conversations: Started["conversations"];
let server: Started["server"];

/** Controls that two users send during the first pause. */
const first: readonly (readonly [Control, string])[] = [
  [{ mute: "Bea" }, "Lena"],
  [{ add: { name: "Eve", role: "pilot" } }, "Mirko"],
  [{ next: "Eve" }, "Lena"],
  [{ mute: "Zoe" }, "Mirko"],
];
const second: readonly (readonly [Control, string])[] = [
  [{ unmute: "Bea" }, "Mirko"],
  [{ remove: "Cid" }, "Lena"],
];

async function inProcess(mode: Mode) {
  const options = { checkpointer: new MemorySaver(), store: new InMemoryStore() };
  const graph = compileMode(mode, { model: new RehearsalModel({ notice: false }) }, options);
  const config = { configurable: { thread_id: "talk" } };
  const ask = async (requests: typeof first) => {
    for (const [request, from] of requests) await control(graph, config, request, { from });
  };
  await control(graph, config, { pause: true }, { from: "Lena" });
  await graph.invoke(steeringInput(mode), config);
  await ask(first);
  await control(graph, config, { step: true }, { from: "Lena" });
  await graph.invoke(null, config);
  await ask(second);
  return exportConversation(mode, (await graph.invoke(null, config)) as never);
}

const withoutIds = (value: unknown) =>
  JSON.parse(JSON.stringify(timeless(value), (key, each) => (key === "id" ? undefined : each)));

export function testSteering(started: () => Started): void {
  beforeAll(() => {
    ({ model, server, conversations } = started());
  });

  describe("a control on a server", () => {
    it.each(allModes)("has the same effect in %s mode as in process, for every kind of control", async (mode) => {
      const { thread_id: threadId } = await new Client({ apiUrl: server.url, apiKey: null }).threads.create();
      await conversations.control(threadId, { pause: true }, { from: "Lena" });
      await conversations.start(mode, { thread: threadId, input: steeringInput(mode) });
      const paused = numberedIn(await until(conversations.follow(threadId), isStatus("paused")));
      expect(paused.filter(({ type }) => type === "control")).toMatchObject([
        { turn: 0, control: { from: "Lena", control: { pause: true } } },
      ]);
      for (const [request, from] of first)
        expect(await conversations.control(threadId, request, { from })).toMatchObject({ heard: "now" });
      await conversations.control(threadId, { step: true }, { from: "Lena" });
      const after = paused.at(-1)?.sequence ?? 0;
      const stepped = numberedIn(await until(conversations.follow(threadId, { after }), isStatus("paused")));
      expect(stepped.filter(({ type }) => type === "control")).toHaveLength(first.length + 1);
      expect((await conversations.read(threadId)).state.turn).toBe(1);
      for (const [request, from] of second) await conversations.control(threadId, request, { from });
      await conversations.resume(threadId);
      await until(conversations.follow(threadId), isStatus("ended"));
      const conversation = await conversations.transcript(threadId);
      expect(conversation.controls.map(({ control: asked }) => Object.keys(asked ?? {})[0]).sort()).toEqual(
        [...controlActions, "mute"].sort(),
      );
      expect(withoutIds(conversation)).toEqual(withoutIds(await inProcess(mode)));
    });

    it.each(allModes)(
      "takes effect once in %s mode, even if two runs are cancelled between receiving and saving the control",
      async (mode) => {
        const { thread_id: threadId } = await new Client({ apiUrl: server.url, apiKey: null }).threads.create();
        // The step that receives `add` makes a call to describe the newcomer.
        const input = steeringInput(mode, { prepare: true });
        const started = model.holdAfter(1);
        await conversations.start(mode, { thread: threadId, input, context: { model: "openai:test" } });
        await started;
        const asked = [
          [{ add: { name: "Eve" } }, "Lena"],
          [{ mute: "Bea" }, "Mirko"],
          [{ mute: "Bea" }, "Lena"],
        ] as const;
        for (const [request, from] of asked) await conversations.control(threadId, request, { from });
        const describing = () => model.holdAfter(0, new Set(["describe-participant"]));
        let received = describing();
        for (let crashes = 0; crashes < 2; crashes += 1) {
          await received;
          await conversations.cancel(threadId);
          expect((await conversations.read(threadId)).state.controls ?? []).toEqual([]);
          received = describing();
          await conversations.resume(threadId);
        }
        model.release();
        await until(conversations.follow(threadId), isStatus("ended"));
        const { controls, participants } = await conversations.transcript(threadId);
        expect(controls.map(({ from, refusal }) => [from, refusal?.code ?? "obeyed"])).toEqual([
          ["Lena", "obeyed"],
          ["Mirko", "obeyed"],
          ["Lena", "is-muted"],
        ]);
        expect(participants.map(({ name }) => name)).toEqual([...fourNames, "Eve"]);
      },
    );

    it("is rejected before it is stored if it is invalid, even if a client writes it to the store directly", async () => {
      const sdk = new Client({ apiUrl: server.url, apiKey: null });
      const { thread_id: threadId } = await sdk.threads.create();
      await expect(conversations.control(threadId, { dance: true } as never)).rejects.toMatchObject({
        code: "invalid-input",
      });
      const put = sdk.store.putItem(inboxOf(threadId), "by-hand", { control: { mute: "Ann", next: "Bea" } });
      await expect(put).rejects.toMatchObject({
        status: 422,
        text: expect.stringContaining("control: must be one of next"),
      });
      expect(await sdk.store.getItem(inboxOf(threadId), "by-hand")).toBeNull();
    });

    it("is stored with the server's limit of participants instead of the client's", async () => {
      const sdk = new Client({ apiUrl: server.url, apiKey: null });
      const { thread_id: threadId } = await sdk.threads.create();
      await sdk.store.putItem(inboxOf(threadId), "by-hand", {
        control: { add: { name: "Eve" } },
        mostParticipants: 1000,
      });
      const item = await sdk.store.getItem(inboxOf(threadId), "by-hand");
      expect(item?.value).toEqual({ control: { add: { name: "Eve" } }, mostParticipants: 100 });
    });
  });
}
