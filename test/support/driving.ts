import { Client } from "@langchain/langgraph-sdk";
import type { Decision } from "../../src/records/decision.js";
import type { StopReason } from "../../src/records/stop-reason.js";
import type { UsageRow } from "../../src/records/usage.js";
import { inputFor, type Mode } from "./any-mode.js";
import { startDevServer } from "./dev-server.js";
import { startHeldModel } from "./held-model.js";

export interface Message {
  readonly id?: string | undefined;
  readonly name?: string | undefined;
  readonly content: unknown;
}

export interface Values {
  readonly messages: readonly Message[];
  readonly decisions: readonly Decision[];
  readonly usage: readonly UsageRow[];
  readonly stopReason: StopReason | null;
  readonly turn: number;
}

export const lineOf = ({ id, name, content }: Message) => ({ id, name, content });

/** The parts of a conversation that do not depend on the time at which it runs. */
export const talkOf = ({ messages, decisions, usage, stopReason, turn }: Values) => ({
  lines: messages.map(lineOf),
  decisions,
  usage,
  stopReason,
  turn,
});

export const shortTalk = (mode: Mode) => inputFor(mode, { maxTurns: mode === "group-chat" ? 6 : 3 });

/** The number of public answers that the model gives before the middle of the second turn. */
const answersBeforeMiddle = (mode: Mode) => (mode === "director" ? 4 : 1);

export async function startDriving() {
  const model = await startHeldModel();
  const server = await startDevServer().catch(async (error: unknown) => {
    await model.stop();
    throw error;
  });
  const client = new Client<Values>({ apiUrl: server.url, apiKey: null });
  return {
    client,
    model,
    newThread: async () => (await client.threads.create()).thread_id,
    stateOf: async (threadId: string) => (await client.threads.getState(threadId)).values,
    async beginHeld(mode: Mode) {
      const { thread_id } = await client.threads.create();
      const held = model.holdAfter(answersBeforeMiddle(mode));
      const { run_id } = await client.runs.create(thread_id, mode, { input: shortTalk(mode) });
      await held;
      return { threadId: thread_id, runId: run_id };
    },
    async stop() {
      model.release();
      await server.stop();
      await model.stop();
    },
  };
}

export type Driving = Awaited<ReturnType<typeof startDriving>>;
