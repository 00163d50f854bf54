/** What chat clients, such as Agent Chat UI, leave to the server. */
import type { Context, Next } from "hono";
import { isRecord, type Named } from "../../base/is-record.js";
import type { Variables } from "./ownership.js";

type ChatContext = Context<{ Variables: Variables }>;

/**
 * Lets a chat message interrupt the run under way, whose next run hears it; without a strategy the server would refuse it. The
 * checkpoint that a page knows is then out of date, and a run from there would leave out what was said since.
 */
export async function letChatInterrupt(
  { req, var: { LANGGRAPH_OPS: ops, auth } }: ChatContext,
  next: Next,
): Promise<void> {
  const [, thread] = /^\/threads\/([^/]+)\/runs(?:\/stream|\/wait)?$/.exec(req.path) ?? [];
  const body: unknown = thread && req.method === "POST" ? await req.json().catch(() => undefined) : undefined;
  if (thread && isRecord(body) && isChat(body)) {
    const { checkpoint, checkpoint_id, ...latest } = body;
    const known = (await ops?.threads.get(thread, auth).catch(() => undefined)) as Named | undefined;
    const request = { ...(known?.["status"] === "busy" ? latest : body), multitask_strategy: "interrupt" };
    // Despite its type, Hono keeps promises here.
    req.bodyCache.text = Promise.resolve(JSON.stringify(request)) as unknown as string;
  }
  await next();
}

/** Whether a request's input is nothing but messages, and its strategy is left open. */
function isChat({ input, command, multitask_strategy: strategy }: Readonly<Record<string, unknown>>): boolean {
  return isRecord(input) && Object.keys(input).join() === "messages" && !command && !strategy;
}

/** Sends a page that names an assistant by its id to the component of its graph: the server knows components by graph only. */
export async function findComponent({ req, redirect, var: { LANGGRAPH_OPS: ops, auth } }: ChatContext, next: Next) {
  const found = ops?.assistants.get(req.param("assistant") ?? "", auth).catch(() => undefined);
  const assistant = (await found) as Named | undefined;
  return assistant ? redirect(`/ui/${assistant["graph_id"]}`, 307) : next();
}
