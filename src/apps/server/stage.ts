/**
 * The page at `/stage/` of a LangGraph server. It asks the server for everything in its user's name, so that nobody sees there what the
 * server would not show.
 */
import type { HttpBindings } from "@hono/node-server";
import { Hono } from "hono";
import { HTTPException } from "hono/http-exception";
import { connectConversations } from "../../talk/conversations/remote/server-conversations.js";
import { createApp } from "../web/app.js";
import { tokenIn } from "../web/guard.js";
import { localOwner } from "./admission.js";
import { admitTo } from "./auth.js";

const refuse = (status: 401 | 403 | 501, message: string) => new HTTPException(status, { message });

/** Where this very request has arrived: no header says it. */
function ownAddress({ incoming }: Partial<HttpBindings>): string {
  const { localAddress, localPort } = incoming?.socket ?? {};
  if (!localAddress) throw refuse(501, "the page needs a server that listens itself");
  return `http://${localAddress.includes(":") ? `[${localAddress}]` : localAddress}:${localPort}`;
}

const openApp = (server: { readonly url: string; readonly token: string | undefined }) =>
  new Hono().route("/stage", createApp(connectConversations(server), { token: server.token }));

export function createStage() {
  const apps = new Map<string, Hono>();
  return new Hono<{ Bindings: Partial<HttpBindings> }>()
    .get("/stage", ({ redirect, req }) => redirect(`/stage/${new URL(req.url).search}`))
    .all("/stage/*", (context) => {
      const { env, req } = context;
      const admission = admitTo(req.raw);
      if ("status" in admission) throw refuse(admission.status, admission.reason);
      // A server without tokens takes no notice of one.
      const given = admission.owner === localOwner ? undefined : tokenIn(req.raw);
      const app = apps.get(given ?? "") ?? openApp({ url: ownAddress(env), token: given });
      apps.set(given ?? "", app);
      return app.fetch(req.raw, env);
    });
}
