import { beforeAll, describe, expect, it } from "@jest/globals";
import type { ThreadState } from "@langchain/langgraph-sdk";
import { allModes, compileMode } from "../../support/any-mode.js";
import { type Driving, lineOf, shortTalk, talkOf, type Values } from "../../support/driving.js";

let driving: Driving;

type State = ThreadState<Values>;

const addressOf = ({ checkpoint: { thread_id: _own, ...address } }: State) => address;

const edit = "I have slept on it, and take back what I said.";

export function testForks(started: () => Driving): void {
  beforeAll(() => {
    driving = started();
  });

  describe.each(allModes)("a fork of a %s conversation on a server", (mode) => {
    let whole: ReturnType<typeof talkOf>;
    let thread: string;
    /** The original conversation's saved steps, oldest first. */
    let origin: State[];

    const historyOf = async () => (await driving.client.threads.getHistory(thread, { limit: 200 })).toReversed();
    const originNow = async () => {
      const ids = new Set(origin.map(({ checkpoint }) => checkpoint.checkpoint_id));
      return (await historyOf()).filter(({ checkpoint }) => ids.has(checkpoint.checkpoint_id));
    };
    /** `boundary` finds a step between two turns. `floorGiven` finds the last step before a speech. */
    const boundary = () =>
      origin.find((_each, step) => origin[step - 1]?.next.includes("stop-check") && origin[step]?.values.turn === 2);
    const floorGiven = () => origin.findLast(({ next }) => next.includes("speak") || next.includes("execute"));

    beforeAll(async () => {
      whole = talkOf(await compileMode(mode, {}).invoke(shortTalk(mode)));
      thread = await driving.newThread();
      await driving.client.runs.wait(thread, mode, { input: shortTalk(mode) });
      origin = await historyOf();
    });

    it.each([
      ["between two turns", boundary],
      ["in the middle of a turn", floorGiven],
    ])("repeats the conversation if it starts %s and nothing changes", async (_when, find) => {
      const from = find();
      if (!from) throw new Error("no such step");
      const ended = await driving.client.runs.wait(thread, mode, { input: null, checkpoint: addressOf(from) });
      expect(talkOf(ended as unknown as Values)).toEqual(whole);
      const steps = await historyOf();
      expect(steps.length).toBeGreaterThan(origin.length);
      expect(await originNow()).toEqual(origin);
      expect(talkOf(await driving.stateOf(thread))).toEqual(whole);
    });

    it("keeps the earlier turns and continues from the edit if a message was edited", async () => {
      const from = boundary();
      const last = from?.values.messages.at(-1);
      if (!from || !last) throw new Error("no such step");
      const before = from.values.messages.map(lineOf);
      const asked = driving.model.calls.length;
      await driving.client.threads.updateState(thread, {
        values: { messages: [{ ...last, content: edit }] },
        checkpoint: from.checkpoint,
        asNode: "stop-check",
      });
      // Without a checkpoint, this run would start from the checkpoint that the thread's previous run named.
      const checkpoint = addressOf(await driving.client.threads.getState(thread));
      const ended = (await driving.client.runs.wait(thread, mode, { input: null, checkpoint })) as unknown as Values;
      const lines = ended.messages.map(lineOf);
      expect(lines.slice(0, before.length)).toEqual([...before.slice(0, -1), { ...lineOf(last), content: edit }]);
      expect(ended.decisions.slice(0, 2)).toEqual(whole.decisions.slice(0, 2));
      expect(ended.stopReason).toEqual(whole.stopReason);
      expect(ended.turn).toBe(whole.turn);
      const own = lines.slice(before.length);
      expect(own.length).toBeGreaterThan(0);
      const later = whole.lines.slice(before.length).map(({ content }) => String(content));
      const prompts = driving.model.calls.slice(asked).map(({ body }) => JSON.stringify(body.messages));
      expect(prompts.length).toBeGreaterThan(0);
      for (const text of later) {
        expect(own.map(({ content }) => content)).not.toContain(text);
        for (const prompt of prompts) expect(prompt).not.toContain(text);
      }
      for (const prompt of prompts) expect(prompt).toContain(edit);
      expect(await originNow()).toEqual(origin);
    });
  });
}
