/** Adds a listener's message to a conversation on a server, by the same rules as `interject` for a graph. */
import { type BaseMessage, isBaseMessage } from "@langchain/core/messages";
import type { Run } from "@langchain/langgraph-sdk";
import { RostrumError } from "../errors.js";
import { inboxOf } from "../storage/inbox.js";
import { checkInterjection } from "../thread/check-interjection.js";
import { type InterjectOptions, type InterjectResult, leaveInterjection } from "../thread/leave-interjection.js";
import { readConversation } from "./conversation.js";
import type { RunRef } from "./run-ref.js";
import { findUnderWay, goOn } from "./runs.js";
import { call, type Server } from "./server.js";

/** What became of it. With `next-run`, `start` with the thread's id opens another round. */
export interface ServerInterjectResult extends InterjectResult {
  /** The run that goes on, to follow, where the one before was broken off. */
  readonly run?: RunRef;
}

/** A message as servers write one. */
function toPlain(message: BaseMessage): object {
  const { type, data } = message.toDict();
  return { ...data, type };
}

const plainValues = (values: Readonly<Record<string, unknown>>) =>
  Object.fromEntries(
    Object.entries(values).map(([field, value]) => [
      field,
      Array.isArray(value) ? value.map((item) => (isBaseMessage(item) ? toPlain(item) : item)) : value,
    ]),
  );

/** Ends the run under way at the boundary before the turn that it is in. One that has ended meanwhile need not be. */
async function breakOff(server: Server, { thread_id, run_id }: Run): Promise<void> {
  try {
    await call(server, { thread: thread_id }, (sdk) => sdk.runs.cancel(thread_id, run_id, true, "interrupt"));
  } catch (error) {
    const status = RostrumError.isInstance(error) ? error.details.status : undefined;
    if (status !== 404 && status !== 409) throw error;
  }
}

export async function interjectOnServer(
  server: Server,
  threadId: string,
  text: string,
  options: InterjectOptions,
): Promise<ServerInterjectResult> {
  checkInterjection(text, options);
  const asked = { thread: threadId };
  let conversation = await readConversation(server, threadId);
  const underWay = await findUnderWay(server, threadId);
  // A run that has yet to open the conversation hears it when it does; broken off, it would lose its input.
  const isAboutToOpen = underWay?.status === "pending" || conversation.values["opening"] === undefined;
  const now = options.now === true && !isAboutToOpen;
  const isBrokenOff = now && underWay !== undefined;
  if (isBrokenOff) {
    await breakOff(server, underWay);
    conversation = await readConversation(server, threadId);
  }
  const { values, next, owner } = conversation;
  const result = await leaveInterjection(
    {
      saved: { values, next },
      leave: (id, value) => call(server, asked, (sdk) => sdk.store.putItem(inboxOf(threadId, owner), id, { ...value })),
      update: (changed, asNode) =>
        call(server, asked, (sdk) => sdk.threads.updateState(threadId, { values: plainValues(changed), asNode })),
    },
    text,
    { ...options, now },
  );
  if (result.heard === "now" || (isBrokenOff && next.length > 0))
    return { ...result, run: await goOn(server, threadId, conversation, { input: null }) };
  return underWay && isAboutToOpen ? { ...result, heard: "next-turn" } : result;
}
