/** Completes the requests of chat clients such as Agent Chat UI. */
import type { Context, HonoRequest, Next } from "hono";
import { isRecord, type Named } from "../../base/is-record.js";
import type { Variables } from "./ownership.js";

type ChatContext = Context<{ Variables: Variables }>;

/** Replaces the body that later handlers read. Hono caches promises here, although its type says `string`. */
export function replaceBody({ bodyCache }: HonoRequest, body: unknown): void {
  Object.assign(bodyCache, { text: Promise.resolve(JSON.stringify(body)) });
}

/**
 * Lets a chat message interrupt the current run. The next run hears the message; without this strategy, the server
 * would refuse it. While a run is busy, the client's checkpoint is out of date, and a run from there would omit what
 * was said since.
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
    replaceBody(req, request);
  }
  await next();
}

/** Whether the input consists of messages only, and the request names no strategy. */
function isChat({ input, command, multitask_strategy: strategy }: Readonly<Record<string, unknown>>): boolean {
  return isRecord(input) && Object.keys(input).join() === "messages" && !command && !strategy;
}

/** Redirects a request for an assistant's component to that of its graph. The server knows components only by graph. */
export async function findComponent({ req, redirect, var: { LANGGRAPH_OPS: ops, auth } }: ChatContext, next: Next) {
  const found = ops?.assistants.get(req.param("assistant") ?? "", auth).catch(() => undefined);
  const assistant = (await found) as Named | undefined;
  return assistant ? redirect(`/ui/${assistant["graph_id"]}`, 307) : next();
}
