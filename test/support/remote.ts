import type { RostrumEvent } from "../../src/core/state/events.js";
import { RehearsalModel } from "../../src/offline/rehearsal/rehearsal-model.js";
import type { Conversations } from "../../src/talk/conversations/port/port.js";
import { type Connection, type RunRef, send } from "../../src/talk/conversations/remote/connection.js";
import { createRun } from "../../src/talk/conversations/remote/runs.js";
import { exportConversation } from "../../src/talk/transcript/json.js";
import { compileMode, type Mode } from "./any-mode.js";
import type { DevServer } from "./dev-server.js";
import type { startHeldModel } from "./held-model.js";

export interface Started {
  readonly model: Awaited<ReturnType<typeof startHeldModel>>;
  readonly server: DevServer;
  readonly conversations: Conversations;
}

export async function startRun(
  connection: Connection,
  mode: Mode,
  { input, context = {} }: { readonly input: object; readonly context?: object },
): Promise<RunRef> {
  const { thread_id } = await send(connection, {}, (sdk) => sdk.threads.create());
  return createRun(connection, thread_id, mode, { input: { ...input }, context: { ...context } });
}

const rehearsal = new RehearsalModel({ notice: false });

export async function runInProcess(mode: Mode, input: object) {
  const events: RostrumEvent[] = [];
  let state: unknown;
  const graph = compileMode(mode, { model: rehearsal });
  for await (const [kind, value] of await graph.stream(input, { streamMode: ["custom", "values"] })) {
    if (kind === "custom") events.push(value as RostrumEvent);
    else state = value;
  }
  return { events, conversation: exportConversation(mode, state as never) };
}

export async function collect<Event>(events: AsyncIterable<Event>): Promise<Event[]> {
  const all: Event[] = [];
  for await (const event of events) all.push(event);
  return all;
}

const without =
  (...fields: readonly string[]) =>
  (value: unknown): unknown =>
    JSON.parse(JSON.stringify(value, (key, each) => (fields.includes(key) ? undefined : each)));

export const timeless = without("time");

/** Also leaves out `usage`, because after an interruption it includes the call that was cut off. */
export const unmetered = without("time", "usage");
