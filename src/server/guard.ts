/**
 * What stands before a LangGraph server's own routes: limits for every request, and what the development server leaves open
 * between users. It looks up what it must know through the server's own operations.
 */
import { type Context, Hono } from "hono";
import { bodyLimit } from "hono/body-limit";
import { HTTPException } from "hono/http-exception";
import { admit, nobodyElse } from "./admission.js";
import { requestsIn } from "./body.js";
import { forbiddenIn } from "./forbidden.js";
import { excessIn, readLimits } from "./limits.js";

/** The part of the development server that is asked. Other servers have none, and see to it themselves. */
interface Operations {
  readonly threads: {
    get(threadId: string): Promise<{ readonly metadata?: Readonly<Record<string, unknown>> | null }>;
  };
  readonly runs: { get(runId: string, threadId: string | undefined, auth?: unknown): Promise<unknown> };
  readonly assistants: { get(assistantId: string, auth?: unknown): Promise<unknown> };
}

interface Variables {
  readonly LANGGRAPH_OPS?: Operations;
  readonly auth?: { readonly user: { readonly identity: string } };
}

type Request = Context<{ Variables: Variables }>;

/** In bytes. A fork sends a whole conversation. */
const largestBody = 16 * 1024 * 1024;
const limits = readLimits(process.env);

const refuse = (status: 403 | 404 | 422, message: string) => new HTTPException(status, { message });

/** Throws 404 where it is not there, or another's: to its user that is the same. */
async function mustSee(what: string, find: () => Promise<unknown>): Promise<void> {
  const found = await find().catch(() => null);
  if (found === null || found === undefined) throw refuse(404, `${what} not found`);
}

/** Whose each thread was when it was first spoken of: the server goes on acting as that one, also once the thread is gone. */
const owners = new Map<string, string>();

/** A thread's commands and events are shared by all who ask for them: only its owner may. */
async function checkThread({ threads }: Operations, threadId: string, owner: string): Promise<void> {
  const missing = refuse(404, "Thread not found");
  if (!isId(threadId)) throw missing;
  const thread = await threads.get(threadId).catch(() => undefined);
  if (thread && thread.metadata?.["owner"] !== owner) throw missing;
  if ((owners.get(threadId) ?? owner) !== owner) throw missing;
  owners.set(threadId, owner);
}

const isId = (name: string) => /^[0-9a-f]{8}-(?:[0-9a-f]{4}-){3}[0-9a-f]{12}$/i.test(name);

/** The assistants that a body asks to run. Graphs go by their names, and are everybody's. */
const assistantsIn = (body: unknown): string[] =>
  requestsIn(body).flatMap(({ assistant_id: id }) => (typeof id === "string" && isId(id) ? [id] : []));

async function checkOwnership({ req, var: { auth } }: Request, operations: Operations, body: unknown): Promise<void> {
  const owner = auth?.user.identity ?? nobodyElse;
  const [, thread] = /^\/threads\/([^/]+)\/(?:stream\/events|commands)$/.exec(req.path) ?? [];
  if (thread !== undefined) await checkThread(operations, thread, owner);
  const [, ofThread, run] = /^(?:\/threads\/([^/]+))?\/runs\/([^/]+)(?:\/.*)?$/.exec(req.path) ?? [];
  if (run !== undefined && isId(run)) await mustSee("Run", () => operations.runs.get(run, ofThread, auth));
  for (const assistant of assistantsIn(body))
    await mustSee("Assistant", () => operations.assistants.get(assistant, auth));
}

export const app = new Hono<{ Variables: Variables }>();

app.use("*", bodyLimit({ maxSize: largestBody }));

app.use("*", async (context, next) => {
  // The server lets some paths through without asking who is there.
  const admission = admit(context.req.raw.headers);
  if ("status" in admission && admission.status === 403) throw refuse(403, admission.reason);
  // What comes over a socket later would pass nothing of this.
  if (context.req.header("upgrade")) throw refuse(403, "use server-sent events in place of WebSockets");

  // Whatever type a body is said to have, the server may yet take it for JSON.
  const hasBody = !["GET", "HEAD"].includes(context.req.method);
  const body: unknown = hasBody ? await context.req.json().catch(() => undefined) : undefined;
  const refusal = forbiddenIn(body) ?? excessIn(body, limits);
  if (refusal) throw refuse(422, refusal);

  const operations = context.var.LANGGRAPH_OPS;
  const owner = context.var.auth?.user.identity ?? nobodyElse;
  if (operations && owner !== nobodyElse) await checkOwnership(context, operations, body);
  await next();
});
