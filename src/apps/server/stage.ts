/**
 * Serves the page at `/stage/` of a LangGraph server. The page's HTTP API calls the server with the user's own token,
 * so the page shows only what the server lets that user see.
 */
import type { HttpBindings } from "@hono/node-server";
import { Hono } from "hono";
import { HTTPException } from "hono/http-exception";
import { connectConversations } from "../../talk/conversations/remote/server-conversations.js";
import type { RequestFault } from "../../words/error-parameters.js";
import { createApp } from "../web/app.js";
import { tokenIn } from "../web/guard.js";
import { localOwner } from "./admission.js";
import { admitTo } from "./auth.js";
import { refusalMessage } from "./refusal-message.js";

const refuse = (request: Request, status: 401 | 403 | 501, fault: RequestFault) =>
  new HTTPException(status, { message: refusalMessage(fault, request) });

/** Returns the server's own address. Reads it from the socket, because the `Host` header may name a proxy. */
function ownAddress({ incoming }: Partial<HttpBindings>, request: Request): string {
  const { localAddress, localPort } = incoming?.socket ?? {};
  if (!localAddress) throw refuse(request, 501, { fault: "no-address" });
  return `http://${localAddress.includes(":") ? `[${localAddress}]` : localAddress}:${localPort}`;
}

const openApp = (server: { readonly url: string; readonly token: string | undefined }) =>
  new Hono().route("/stage", createApp(connectConversations(server), { token: server.token, seatTokens: false }));

export function createStage() {
  const apps = new Map<string, Hono>();
  return new Hono<{ Bindings: Partial<HttpBindings> }>()
    .get("/stage", ({ redirect, req }) => redirect(`/stage/${new URL(req.url).search}`))
    .all("/stage/*", (context) => {
      const { env, req } = context;
      const admission = admitTo(req.raw);
      if ("status" in admission) throw refuse(req.raw, admission.status, admission.refusal);
      // A server without tokens ignores the token of a request.
      const given = admission.owner === localOwner ? undefined : tokenIn(req.raw);
      const app = apps.get(given ?? "") ?? openApp({ url: ownAddress(env, req.raw), token: given });
      apps.set(given ?? "", app);
      return app.fetch(req.raw, env);
    });
}
