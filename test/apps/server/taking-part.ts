import { beforeAll, describe, expect, it } from "@jest/globals";
import type { Client } from "@langchain/langgraph-sdk";
import type { RostrumEvent } from "../../../src/core/state/events.js";
import type { YourTurn } from "../../../src/core/state/people.js";
import type { Decision } from "../../../src/records/decision.js";
import type { Interjection } from "../../../src/records/interjection.js";
import { allModes, inputFor, type Mode } from "../../support/any-mode.js";
import { peopleInput } from "../../support/person-talk.js";

let client: Client;

interface Values {
  readonly messages: readonly { readonly id: string; readonly name: string; readonly content: string }[];
  readonly decisions: readonly Decision[];
  readonly interjections: readonly Interjection[];
  readonly stopReason: { readonly kind: string } | null;
}

const stateOf = async (threadId: string) => (await client.threads.getState<Values>(threadId)).values;
const inbox = (threadId: string) => ["rostrum", "interjections", threadId];
const question = "Dov, how deep is the river?";

const leave = (threadId: string, text: string) =>
  client.store.putItem(inbox(threadId), crypto.randomUUID(), { text, from: "Lena" });

async function untilSpoken(threadId: string, runId: string) {
  for await (const { event, data } of client.runs.joinStream(threadId, runId, { streamMode: ["custom"] }))
    if (event === "custom" && (data as RostrumEvent).type === "speech-end") return;
}

const byListener = ({ messages }: Values) => messages.filter(({ name }) => name === "Lena");

/** Long enough that a listener's message usually arrives before the end. */
const longTalk = (mode: Mode) => inputFor(mode, { maxTurns: mode === "director" ? 5 : 8 });

export function testTakingPart(started: () => Client): void {
  beforeAll(() => {
    client = started();
  });

  describe.each(allModes)("a %s conversation on a server", (mode) => {
    it("waits for a person, and continues when a client sends `command: { resume }`", async () => {
      const { thread_id } = await client.threads.create();
      const input = { ...peopleInput(mode, ["Ann", "Bea", "Cid", "Dov"]), maxTurns: 3 };
      await client.runs.wait(thread_id, mode, { input });
      const lines: string[] = [];
      for (let count = 0; count < 12; count += 1) {
        const { tasks } = await client.threads.getState(thread_id);
        const waiting = tasks.flatMap(({ interrupts }) => interrupts);
        if (waiting.length === 0) break;
        const answers = waiting.map(({ id, value }) => {
          const { kind, participant } = value as YourTurn;
          expect(kind).toBe("your-turn");
          lines.push(`This is line ${lines.length} by ${participant}.`);
          return [id, { text: lines.at(-1) }];
        });
        await client.runs.wait(thread_id, mode, { command: { resume: Object.fromEntries(answers) } });
      }
      const { messages, stopReason } = await stateOf(thread_id);
      expect(stopReason).not.toBeNull();
      expect(lines.length).toBeGreaterThanOrEqual(3);
      const said = messages.map(({ content }) => content);
      expect(said.filter((text) => lines.includes(text))).toEqual(lines);
    });

    it("reads each message from the store only once, and gives the message's addressee the next turn", async () => {
      const { thread_id } = await client.threads.create();
      const { run_id } = await client.runs.create(thread_id, mode, { input: longTalk(mode) });
      await untilSpoken(thread_id, run_id);
      await leave(thread_id, question);
      await client.runs.join(thread_id, run_id);
      let state = await stateOf(thread_id);
      // If the conversation ended first, the thread's next run reads the message.
      if (byListener(state).length === 0) {
        await client.runs.wait(thread_id, mode, { input: {} });
        state = await stateOf(thread_id);
      }
      expect(byListener(state).map(({ content }) => content)).toEqual([question]);
      const turn = (state.interjections[0]?.turn ?? 0) + 1;
      expect(state.decisions.find((decision) => decision.turn === turn)).toMatchObject({
        rule: "spoken-to",
        speaker: "Dov",
      });
      await client.runs.wait(thread_id, mode, { input: {} });
      expect(byListener(await stateOf(thread_id))).toHaveLength(1);
      expect((await client.store.searchItems(inbox(thread_id))).items).toEqual([]);
    });

    it("reads a listener's message as soon as a cancelled run is resumed, and loses nothing", async () => {
      const { thread_id } = await client.threads.create();
      const { run_id } = await client.runs.create(thread_id, mode, { input: longTalk(mode) });
      await untilSpoken(thread_id, run_id);
      await client.runs.cancel(thread_id, run_id, true, "interrupt");
      const before = await stateOf(thread_id);
      await leave(thread_id, question);
      if (before.stopReason === null) {
        await client.threads.updateState(thread_id, { values: { nextSpeaker: "" }, asNode: "speak" });
        await client.runs.wait(thread_id, mode, { input: null });
      } else await client.runs.wait(thread_id, mode, { input: {} });
      const { messages, decisions, interjections } = await stateOf(thread_id);
      expect(messages.slice(0, before.messages.length).map(({ id }) => id)).toEqual(
        before.messages.map(({ id }) => id),
      );
      expect(messages[before.messages.length]).toMatchObject({ name: "Lena", content: question });
      expect(decisions.find(({ turn }) => turn === (interjections[0]?.turn ?? 0) + 1)).toMatchObject({
        speaker: "Dov",
      });
    });
  });
}
