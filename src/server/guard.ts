/**
 * Runs before a LangGraph server's own routes, which loads this as `langgraph.json` says: enforces limits on every request, and
 * separates users where the development server does not. Looks owners up through the server's own operations.
 */
import { type Context, Hono } from "hono";
import { bodyLimit } from "hono/body-limit";
import { HTTPException } from "hono/http-exception";
import { localOwner } from "./admission.js";
import { admit } from "./auth.js";
import { readLimits, refusalOf, requestsIn } from "./request-checks.js";

/** The development server's operations that this calls. Other servers have none, and separate users themselves. */
interface Operations {
  readonly threads: {
    get(threadId: string): Promise<{ readonly metadata?: Readonly<Record<string, unknown>> | null }>;
  };
  readonly runs: { get(runId: string, threadId: string | undefined, auth?: unknown): Promise<unknown> };
  readonly assistants: { get(assistantId: string, auth?: unknown): Promise<unknown> };
}

interface Environment {
  readonly Variables: {
    readonly LANGGRAPH_OPS?: Operations;
    readonly auth?: { readonly user: { readonly identity: string } };
  };
}

/** In bytes. A fork sends a whole conversation. */
const maxBodySize = 16 * 1024 * 1024;

const refuse = (status: 403 | 404 | 422, message: string) => new HTTPException(status, { message });

const isUuid = (id: string) => /^[0-9a-f]{8}-(?:[0-9a-f]{4}-){3}[0-9a-f]{12}$/i.test(id);

/** Throws 404 for what does not exist or belongs to somebody else; the user cannot tell which. */
async function requireVisible(what: string, find: () => Promise<unknown>): Promise<void> {
  if (!(await find().catch(() => undefined))) throw refuse(404, `${what} not found`);
}

/** Returns the check that whatever a request names belongs to its sender. */
function createOwnershipCheck() {
  /** Each thread's first user, for whom the server goes on acting in its event streams even after the thread is deleted. */
  const threadOwners = new Map<string, string>();

  /** A thread's commands and events are shared by everyone who asks for them: only its owner may. */
  async function checkThread({ threads }: Operations, threadId: string, owner: string): Promise<void> {
    const missing = refuse(404, "Thread not found");
    if (!isUuid(threadId)) throw missing;
    const thread = await threads.get(threadId).catch(() => undefined);
    if (thread && thread.metadata?.["owner"] !== owner) throw missing;
    if ((threadOwners.get(threadId) ?? owner) !== owner) throw missing;
    threadOwners.set(threadId, owner);
  }

  return async ({ req, var: { auth, LANGGRAPH_OPS: ops } }: Context<Environment>, body: unknown) => {
    const owner = auth?.user.identity ?? localOwner;
    if (!ops || owner === localOwner) return;
    const [, thread] = /^\/threads\/([^/]+)\/(?:stream\/events|commands)$/.exec(req.path) ?? [];
    if (thread !== undefined) await checkThread(ops, thread, owner);
    const [, threadOfRun, run] = /^(?:\/threads\/([^/]+))?\/runs\/([^/]+)(?:\/.*)?$/.exec(req.path) ?? [];
    if (run !== undefined && isUuid(run)) await requireVisible("Run", () => ops.runs.get(run, threadOfRun, auth));
    // Graphs go by their names, and every user may run them.
    for (const { assistant_id: id } of requestsIn(body))
      if (typeof id === "string" && isUuid(id)) await requireVisible("Assistant", () => ops.assistants.get(id, auth));
  };
}

const limits = readLimits(process.env);
const checkOwnership = createOwnershipCheck();

export const app = new Hono<Environment>()
  .use("*", bodyLimit({ maxSize: maxBodySize }))
  .use("*", async (context, next) => {
    // The server does not authenticate some paths.
    const admission = admit(context.req.raw.headers);
    if ("status" in admission && admission.status === 403) throw refuse(403, admission.reason);
    // This could not check what comes over a socket.
    if (context.req.header("upgrade")) throw refuse(403, "use server-sent events instead of WebSockets");
    // The server may parse a body as JSON whatever its content type says.
    const hasBody = !["GET", "HEAD"].includes(context.req.method);
    const body: unknown = hasBody ? await context.req.json().catch(() => undefined) : undefined;
    const refusal = refusalOf(body, limits);
    if (refusal) throw refuse(422, refusal);
    await checkOwnership(context, body);
    await next();
  });
