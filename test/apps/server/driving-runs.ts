import { beforeAll, describe, expect, it } from "@jest/globals";
import { MemorySaver } from "@langchain/langgraph";
import type { RostrumEvent } from "../../../src/core/state/events.js";
import { allModes, compileMode } from "../../support/any-mode.js";
import { type Driving, lineOf, shortTalk, talkOf, type Values } from "../../support/driving.js";

interface Part {
  readonly id: string;
  readonly event: string;
  readonly data: unknown;
}

let driving: Driving;

export function testRuns(started: () => Driving): void {
  beforeAll(() => {
    driving = started();
  });

  describe.each(allModes)("runs of a %s conversation on a server", (mode) => {
    let whole: ReturnType<typeof talkOf>;
    let twoRounds: ReturnType<typeof talkOf>;

    beforeAll(async () => {
      const graph = compileMode(mode, {}, { checkpointer: new MemorySaver() });
      const config = { configurable: { thread_id: "undisturbed" } };
      whole = talkOf(await graph.invoke(shortTalk(mode), config));
      twoRounds = talkOf(await graph.invoke({}, config));
    });

    const statusOf = async (threadId: string, runId: string) => (await driving.client.runs.get(threadId, runId)).status;
    const talkIn = async (threadId: string) => talkOf(await driving.stateOf(threadId));
    const callsIn = ({ usage }: ReturnType<typeof talkOf>) => usage.reduce((sum, { calls }) => sum + calls, 0);
    /** Expects the whole conversation, and usage that also includes the calls that were cut off. */
    const expectResumed = (talk: ReturnType<typeof talkOf>) => {
      const usage = talk.usage.map((row) => ({ ...row, calls: row.calls - row.uncounted, uncounted: 0 }));
      // The rows may be in another order.
      expect(usage).toHaveLength(whole.usage.length);
      expect({ ...talk, usage }).toEqual({ ...whole, usage: expect.arrayContaining([...whole.usage]) });
      expect(callsIn(talk)).toBeGreaterThan(callsIn(whole));
    };

    it("resuming a run that was cancelled during a turn completes the same conversation", async () => {
      const { client, model, beginHeld, stateOf } = driving;
      const { threadId, runId } = await beginHeld(mode);
      await client.runs.cancel(threadId, runId, true, "interrupt");
      model.release();
      expect(await statusOf(threadId, runId)).toBe("interrupted");
      const before = await stateOf(threadId);
      expect(before.stopReason).toBeNull();
      expect(before.messages.length).toBeLessThan(whole.lines.length);
      const ended = await client.runs.wait(threadId, mode, { input: null });
      expectResumed(talkOf(ended as unknown as Values));
      expectResumed(await talkIn(threadId));
    });

    it("a run with the `reject` strategy is rejected while another run is active, and does not affect that run", async () => {
      const { client, model, beginHeld } = driving;
      const { threadId, runId } = await beginHeld(mode);
      const second = client.runs.create(threadId, mode, { input: {}, multitaskStrategy: "reject" });
      await expect(second).rejects.toMatchObject({ status: 422 });
      model.release();
      await client.runs.join(threadId, runId);
      expect(await client.runs.list(threadId)).toMatchObject([{ run_id: runId, status: "success" }]);
      expect(await talkIn(threadId)).toEqual(whole);
    });

    it("a run with the `enqueue` strategy starts after the active run has ended", async () => {
      const { client, model, beginHeld } = driving;
      const { threadId, runId } = await beginHeld(mode);
      const second = await client.runs.create(threadId, mode, { input: {}, multitaskStrategy: "enqueue" });
      expect(await statusOf(threadId, second.run_id)).toBe("pending");
      model.release();
      await client.runs.join(threadId, runId);
      await client.runs.join(threadId, second.run_id);
      expect([await statusOf(threadId, runId), await statusOf(threadId, second.run_id)]).toEqual([
        "success",
        "success",
      ]);
      expect(await talkIn(threadId)).toEqual(twoRounds);
      expect(twoRounds.lines.length).toBeGreaterThan(whole.lines.length);
      expect(twoRounds.lines.slice(0, whole.lines.length)).toEqual(whole.lines);
    });

    it("a run with the `interrupt` strategy interrupts the active run and continues its conversation", async () => {
      const { client, model, beginHeld } = driving;
      const { threadId, runId } = await beginHeld(mode);
      const second = await client.runs.create(threadId, mode, { input: null, multitaskStrategy: "interrupt" });
      model.release();
      await client.runs.join(threadId, second.run_id);
      expect(await statusOf(threadId, runId)).toBe("interrupted");
      expect(await statusOf(threadId, second.run_id)).toBe("success");
      expectResumed(await talkIn(threadId));
    });

    it("a chat message with an outdated checkpoint interrupts the active run, and nothing is lost", async () => {
      const { client, model, beginHeld, stateOf } = driving;
      const { threadId, runId } = await beginHeld(mode);
      const before = await stateOf(threadId);
      const outdated = (await client.threads.getHistory(threadId, { limit: 100 })).at(-1)?.checkpoint;
      const content = [{ type: "text", text: "Dov, how deep is the river?" }];
      const input = { messages: [{ type: "human", id: "from-the-page", content }] };
      const second = await client.runs.create(threadId, mode, { input, ...(outdated ? { checkpoint: outdated } : {}) });
      model.release();
      await client.runs.join(threadId, second.run_id);
      expect(await statusOf(threadId, runId)).toBe("interrupted");
      const { messages, decisions, stopReason } = await stateOf(threadId);
      expect(messages.slice(0, before.messages.length).map(lineOf)).toEqual(before.messages.map(lineOf));
      expect(messages[before.messages.length]).toMatchObject({ id: "from-the-page", name: "User" });
      expect(decisions.find(({ turn }) => turn === before.turn + 1)).toMatchObject({
        rule: "spoken-to",
        speaker: "Dov",
      });
      expect(stopReason).not.toBeNull();
    });

    it("a run continues after its client disconnects, and clients can rejoin it", async () => {
      const { client, model, newThread } = driving;
      const threadId = await newThread();
      const held = model.holdAfter(1);
      const cut = new AbortController();
      let runId = "";
      const followed: RostrumEvent[] = [];
      let lastEventId = "";
      let reading: Promise<void> | undefined;
      const opened = new Promise<void>((hasOpened) => {
        const stream = client.runs.stream(threadId, mode, {
          input: shortTalk(mode),
          streamMode: ["custom"],
          streamResumable: true,
          signal: cut.signal,
          onRunCreated: ({ run_id }) => {
            runId = run_id;
          },
        });
        reading = (async () => {
          // The SDK's type lacks the `id` of each part.
          for await (const { id, event, data } of stream as AsyncIterable<Part>) {
            lastEventId = id;
            if (event === "custom") followed.push(data as RostrumEvent);
            if (followed.at(-1)?.type === "opening") hasOpened();
          }
        })();
      });
      await Promise.all([held, opened]);
      cut.abort();
      await expect(reading).rejects.toMatchObject({ name: "AbortError" });
      expect(await statusOf(threadId, runId)).toBe("running");
      const joined = client.runs.join(threadId, runId);
      model.release();
      for await (const { event, data } of client.runs.joinStream(threadId, runId, { lastEventId }))
        if (event === "custom") followed.push(data as RostrumEvent);
      expect(talkOf((await joined) as unknown as Values)).toEqual(whole);
      expect(await talkIn(threadId)).toEqual(whole);
      const said = followed.flatMap((event) =>
        event.type === "opening" || event.type === "speech-end" ? [[event.speaker, event.text]] : [],
      );
      expect(said).toHaveLength(whole.lines.length);
      expect(said).toEqual(expect.arrayContaining(whole.lines.map(({ name, content }) => [name, content])));
      expect(followed.filter(({ type }) => type === "stopped")).toHaveLength(1);
    });
  });
}
