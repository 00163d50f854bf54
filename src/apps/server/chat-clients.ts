import type { Context, HonoRequest, Next } from "hono";
import { isRecord, type Named } from "../../base/is-record.js";
import { type ServerEnvironment, serverIn } from "./server-operations.js";

type ChatContext = Context<ServerEnvironment>;

/** Replaces the body that later handlers read. Hono caches promises in `bodyCache`, although its type says `string`. */
export function replaceBody({ bodyCache }: HonoRequest, body: unknown): void {
  Object.assign(bodyCache, { text: Promise.resolve(JSON.stringify(body)) });
}

/**
 * Lets a chat message interrupt a run, because the server would otherwise reject the message. During a run, the
 * client's checkpoint is outdated, and continuing from it would lose all later messages, so the request continues from
 * the latest state.
 */
export async function letChatInterrupt(context: ChatContext, next: Next): Promise<void> {
  const { req } = context;
  const { operations, auth } = serverIn(context);
  const [, thread] = /^\/threads\/([^/]+)\/runs(?:\/stream|\/wait)?$/.exec(req.path) ?? [];
  const body: unknown = thread && req.method === "POST" ? await req.json().catch(() => undefined) : undefined;
  if (thread && isRecord(body) && isChat(body)) {
    const { checkpoint, checkpoint_id, ...latest } = body;
    const known = (await operations?.threads.get(thread, auth).catch(() => undefined)) as Named | undefined;
    const request = { ...(known?.["status"] === "busy" ? latest : body), multitask_strategy: "interrupt" };
    replaceBody(req, request);
  }
  await next();
}

function isChat({ input, command, multitask_strategy: strategy }: Readonly<Record<string, unknown>>): boolean {
  return isRecord(input) && Object.keys(input).join() === "messages" && !command && !strategy;
}

/** Redirects from an assistant's id to the name of its graph, because the server finds components only by graph. */
export async function findComponent(context: ChatContext, next: Next) {
  const { operations, auth } = serverIn(context);
  const found = operations?.assistants.get(context.req.param("assistant") ?? "", auth).catch(() => undefined);
  const assistant = (await found) as Named | undefined;
  return assistant ? context.redirect(`/ui/${assistant["graph_id"]}`, 307) : next();
}
