/**
 * What stands before a LangGraph server's own routes: limits for every request, and what the development server leaves open
 * between users. It looks up what it must know through the server's own operations.
 */
import { type Context, Hono } from "hono";
import { bodyLimit } from "hono/body-limit";
import { HTTPException } from "hono/http-exception";
import { admit, nobodyElse } from "./admission.js";
import { excessIn, readLimits } from "./limits.js";

/** The part of the development server that is asked. Other servers have none, and see to it themselves. */
interface Operations {
  readonly threads: { get(threadId: string, auth?: unknown): Promise<unknown> };
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

const missing = (what: string) => new HTTPException(404, { message: `${what} not found` });

/** Throws 404 where it is not there, or another's: to its user that is the same. */
async function mustSee(what: string, find: () => Promise<unknown>): Promise<void> {
  const found = await find().catch(() => null);
  if (found === null || found === undefined) throw missing(what);
}

/** Whose threads will be that are spoken of before there are any. */
const awaited = new Map<string, string>();

/** Event streams of a thread are shared by all who ask for them: nobody may who cannot see the thread. */
async function checkThread({ threads }: Operations, threadId: string, { var: { auth } }: Request): Promise<void> {
  const owner = auth?.user.identity ?? nobodyElse;
  const exists = await threads.get(threadId).then(
    () => true,
    () => false,
  );
  if (exists) {
    awaited.delete(threadId);
    return mustSee("Thread", () => threads.get(threadId, auth));
  }
  if ((awaited.get(threadId) ?? owner) !== owner) throw missing("Thread");
  awaited.set(threadId, owner);
}

const isId = (name: string) => /^[0-9a-f]{8}-[0-9a-f-]{27}$/i.test(name);

/** The assistants that a body asks to run. Graphs go by their names, and are everybody's. */
function assistantsIn(body: unknown): string[] {
  const requests = Array.isArray(body) ? body : [body];
  return requests.flatMap((each: { assistant_id?: unknown; params?: { assistant_id?: unknown } } | null) =>
    [each?.assistant_id, each?.params?.assistant_id].filter((id) => typeof id === "string" && isId(id)),
  ) as string[];
}

async function checkOwnership(context: Request, operations: Operations, body: unknown): Promise<void> {
  const { auth } = context.var;
  const path = context.req.path;
  const [, thread] = /^\/threads\/([^/]+)\/(?:stream\/events|commands)\/?$/.exec(path) ?? [];
  if (thread !== undefined) await checkThread(operations, decodeURIComponent(thread), context);
  const [, ofThread, run] = /^(?:\/threads\/([^/]+))?\/runs\/([^/]+)(?:\/.*)?$/.exec(path) ?? [];
  if (run !== undefined && isId(run)) await mustSee("Run", () => operations.runs.get(run, ofThread, auth));
  for (const assistant of assistantsIn(body))
    await mustSee("Assistant", () => operations.assistants.get(assistant, auth));
}

export const app = new Hono<{ Variables: Variables }>();

app.use("*", bodyLimit({ maxSize: largestBody }));

app.use("*", async (context, next) => {
  // The server lets some paths through without asking who is there.
  const admission = admit(context.req.raw.headers);
  const isPublic = context.req.method === "OPTIONS";
  if ("status" in admission && admission.status === 403 && !isPublic)
    throw new HTTPException(admission.status, { message: admission.reason });

  const hasBody = context.req.header("content-type")?.includes("json") ?? false;
  const body: unknown = hasBody ? await context.req.json().catch(() => undefined) : undefined;
  const excess = excessIn(body, limits);
  if (excess) throw new HTTPException(422, { message: excess });

  const operations = context.var.LANGGRAPH_OPS;
  const owner = context.var.auth?.user.identity ?? nobodyElse;
  if (operations && owner !== nobodyElse) {
    // What comes over a socket later would pass nothing of this.
    if (context.req.header("upgrade")) throw new HTTPException(403, { message: "use server-sent events instead" });
    await checkOwnership(context, operations, body);
  }
  await next();
});
