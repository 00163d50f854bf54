/**
 * Keeps users from accessing each other's threads, runs and assistants. Needed only on the development server, because
 * other LangGraph servers separate their users themselves.
 */

import type { Context } from "hono";
import { HTTPException } from "hono/http-exception";
import { isRecord } from "../../base/is-record.js";
import { isUuid } from "../../base/uuid.js";
import { localOwner } from "./admission.js";
import { requestsIn } from "./request-checks.js";
import { type ServerAuth, type ServerEnvironment, type ServerOperations, serverIn } from "./server-operations.js";

export const notFound = (what: string) => new HTTPException(404, { message: `${what} not found` });

/**
 * Throws the same error for an object that does not exist and for another user's object, so that the sender cannot
 * tell them apart.
 */
async function requireVisible(what: string, find: () => Promise<unknown>): Promise<void> {
  if (!(await find().catch(() => undefined))) throw notFound(what);
}

/** `maxStreamedThreads`: the maximum number of streamed threads that the check remembers for each owner. */
export function createOwnershipCheck(maxStreamedThreads = 10_000) {
  /** Each owner's streamed threads. The server still streams a deleted thread, so no other owner may use its id. */
  const streamed = new Map<string, Set<string>>();

  /**
   * Checks that the owner may use the thread, and remembers it. For `run.start`, creates the thread if it does not
   * exist, because the server would create it too late for this check.
   */
  async function takeThread({ threads }: ServerOperations, threadId: string, auth: ServerAuth, body: unknown) {
    const owner = auth.user.identity;
    const others = [...streamed].filter(([other]) => other !== owner);
    if (others.some(([, taken]) => taken.has(threadId))) throw notFound("Thread");
    const isStart = isRecord(body) && body["method"] === "run.start";
    await requireVisible("Thread", () =>
      isStart ? threads.put(threadId, { if_exists: "do_nothing" }, auth) : threads.get(threadId, auth),
    );
    const own = streamed.get(owner) ?? new Set();
    own.delete(threadId);
    streamed.set(owner, own.add(threadId));
    const [oldest = threadId] = own;
    if (own.size > maxStreamedThreads) own.delete(oldest);
  }

  return async (context: Context<ServerEnvironment>, body: unknown) => {
    const { operations: ops, auth } = serverIn(context);
    const { req } = context;
    if (!ops || !auth || auth.user.identity === localOwner) return;
    const [, thread] = /^\/threads\/([^/]+)\/(?:stream\/events|commands)$/.exec(req.path) ?? [];
    if (thread !== undefined) await takeThread(ops, thread, auth, body);
    const [, threadOfRun, run] = /^(?:\/threads\/([^/]+))?\/runs\/([^/]+)(?:\/.*)?$/.exec(req.path) ?? [];
    if (run !== undefined && isUuid(run)) await requireVisible("Run", () => ops.runs.get(run, threadOfRun, auth));
    for (const { assistant_id: id } of requestsIn(body))
      if (typeof id === "string" && isUuid(id)) await requireVisible("Assistant", () => ops.assistants.get(id, auth));
  };
}
