/** Adds a listener's message to a conversation on a server. Follows the same rules as `interject`. */
import { type BaseMessage, isBaseMessage } from "@langchain/core/messages";
import { RostrumError } from "../errors.js";
import type { Named } from "../is-record.js";
import { inboxOf } from "../storage/inbox.js";
import {
  checkInterjection,
  deliverInterjection,
  type InterjectOptions,
  type InterjectResult,
} from "../thread/interject.js";
import { type Connection, type RunRef, send } from "./connection.js";
import { readConversation } from "./conversation.js";
import { cancelRun, continueThread, isActive, listRuns } from "./runs.js";

/** With `heard: "next-run"`, `start` with the thread's id begins another round. */
export interface ServerInterjectResult extends InterjectResult {
  /** The run to follow next, if the interjection cancelled the active one. */
  readonly run?: RunRef;
}

/** A message in the form that servers accept. */
function serialize(message: BaseMessage): object {
  const { type, data } = message.toDict();
  return { ...data, type };
}

const serializeMessages = (values: Named) =>
  Object.fromEntries(
    Object.entries(values).map(([field, value]) => [
      field,
      Array.isArray(value) ? value.map((item) => (isBaseMessage(item) ? serialize(item) : item)) : value,
    ]),
  );

/** The server's answers to cancelling a run that has ended. */
const hasEnded = (error: unknown) =>
  RostrumError.isInstance(error) && (error.details.status === 404 || error.details.status === 409);

export async function interjectOnServer(
  connection: Connection,
  threadId: string,
  text: string,
  options: InterjectOptions,
): Promise<ServerInterjectResult> {
  checkInterjection(text, options);
  const subject = { thread: threadId };
  let conversation = await readConversation(connection, threadId);
  const active = (await listRuns(connection, threadId)).find(isActive);
  // A run that has yet to open the conversation hears the message when it does; cancelled now, it would lose its input.
  const isOpening = active?.status === "pending" || conversation.values["opening"] === undefined;
  const now = options.now === true && !isOpening;
  const isCancelled = now && active !== undefined;
  if (isCancelled) {
    await cancelRun(connection, { threadId, runId: active.run_id }).catch((error: unknown) => {
      if (!hasEnded(error)) throw error;
    });
    conversation = await readConversation(connection, threadId);
  }
  const { values, next, owner } = conversation;
  const result = await deliverInterjection(
    {
      saved: { values, next },
      putInInbox: (id, value) =>
        send(connection, subject, (sdk) => sdk.store.putItem(inboxOf(threadId, owner), id, { ...value })),
      update: (changed, asNode) =>
        send(connection, subject, (sdk) =>
          sdk.threads.updateState(threadId, { values: serializeMessages(changed), asNode }),
        ),
    },
    text,
    { ...options, now },
  );
  if (result.heard === "now" || (isCancelled && next.length > 0))
    return { ...result, run: await continueThread(connection, conversation, { input: null }) };
  return active && isOpening ? { ...result, heard: "next-turn" } : result;
}
