/** The page's HTTP API calls the server with the user's own token, so users see only what the server allows. */
import type { HttpBindings } from "@hono/node-server";
import { Hono } from "hono";
import { RostrumError } from "../../errors/rostrum-error.js";
import { connectConversations } from "../../talk/conversations/remote/server-conversations.js";
import { EstimateQueue } from "../../talk/estimate/estimate-queue.js";
import type { Estimating } from "../../talk/estimate/estimating.js";
import type { RequestFault } from "../../words/error-parameters.js";
import { createApp } from "../web/app.js";
import { answerFailure } from "../web/failures.js";
import { tokenIn } from "../web/guard.js";
import { localOwner } from "./admission.js";
import { admitTo } from "./auth.js";

const refuse = (request: Request, status: 401 | 403 | 501, fault: RequestFault) =>
  answerFailure(new RostrumError("request-refused", fault), request, status);

/** Reads the address from the socket, because the `Host` header may name a proxy. */
function ownAddress({ incoming }: Partial<HttpBindings>): string | undefined {
  const { localAddress, localPort } = incoming?.socket ?? {};
  if (!localAddress) return undefined;
  return `http://${localAddress.includes(":") ? `[${localAddress}]` : localAddress}:${localPort}`;
}

/** The server's graphs run in this process, so estimates can use its modes and its default model. */
function createEstimating(): Estimating {
  const estimates = new EstimateQueue();
  return { estimate: (mode, given, { signal } = {}) => estimates.estimate([mode, given], signal) };
}

function openApp(server: { readonly url: string; readonly token: string | undefined }, estimating: Estimating) {
  const conversations = Object.assign(connectConversations(server), estimating);
  return new Hono().route("/stage", createApp(conversations, { token: server.token, seatTokens: false }));
}

export function createStage() {
  const apps = new Map<string, Hono>();
  // All users share the process's CPU time, so they also share one queue of estimates.
  const estimating = createEstimating();
  return new Hono<{ Bindings: Partial<HttpBindings> }>()
    .get("/stage", ({ redirect, req }) => redirect(`/stage/${new URL(req.url).search}`))
    .all("/stage/*", (context) => {
      const { env, req } = context;
      const admission = admitTo(req.raw);
      if ("status" in admission) return refuse(req.raw, admission.status, admission.refusal);
      const url = ownAddress(env);
      if (url === undefined) return refuse(req.raw, 501, { fault: "no-address" });
      // A server without tokens ignores tokens in requests.
      const given = admission.owner === localOwner ? undefined : tokenIn(req.raw);
      const app = apps.get(given ?? "") ?? openApp({ url, token: given }, estimating);
      apps.set(given ?? "", app);
      return app.fetch(req.raw, env);
    });
}
