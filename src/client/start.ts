/** Begins a conversation on a server. */
import { randomUUID } from "node:crypto";
import type { RunRef } from "./run-ref.js";
import { createRun, type RunContextOnServer } from "./runs.js";
import { call, callAgain, type Server } from "./server.js";

export interface StartOptions {
  /** The mode's input fields. Default: the mode's own example. */
  readonly input?: Readonly<Record<string, unknown>>;
  /** How it is run: `model`, `bidModel`, `temperature`, … Default: as the server is set up. */
  readonly context?: RunContextOnServer;
  /** Input fields that count wherever `input` leaves them as an untouched form has them. Default: none. */
  readonly scenario?: Readonly<Record<string, unknown>>;
  /** The thread, a UUID. One that has a conversation goes on with it. Default: a new one. */
  readonly threadId?: string;
  /** What a new thread's conversation is called in transcripts. Default: its topic. */
  readonly title?: string;
}

export async function startOnServer(
  server: Server,
  assistantId: string,
  { input = {}, context = {}, scenario, threadId, title }: StartOptions,
): Promise<RunRef> {
  const id = threadId ?? randomUUID();
  const metadata = title === undefined ? {} : { title };
  // A thread that nobody has named is missing nowhere: another server than LangGraph's says so of the path.
  const asked = threadId === undefined ? {} : { thread: id };
  await callAgain(server, asked, (sdk) => sdk.threads.create({ threadId: id, ifExists: "do_nothing", metadata }));
  const wholeContext = scenario ? { ...context, scenario } : context;
  try {
    return await createRun(server, { threadId: id, assistantId }, { input: { ...input } }, wholeContext);
  } catch (error) {
    // Nobody knows of the thread; that it is left behind is no other failure.
    if (threadId === undefined) await call(server, {}, (sdk) => sdk.threads.delete(id)).catch(() => {});
    throw error;
  }
}
