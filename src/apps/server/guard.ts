/** Runs before a LangGraph server's own routes; `langgraph.json` refers to this file. */

import { type Context, Hono, type HonoRequest } from "hono";
import { bodyLimit } from "hono/body-limit";
import { HTTPException } from "hono/http-exception";
import { isRecord } from "../../base/is-record.js";
import { isUuid } from "../../base/uuid.js";
import { RostrumError } from "../../errors/rostrum-error.js";
import type { RequestFault } from "../../words/error-parameters.js";
import { describeFailure } from "../web/failures.js";
import { languageOf } from "../web/language.js";
import { admit } from "./auth.js";
import { findComponent, letChatInterrupt, replaceBody } from "./chat-clients.js";
import { createOwnershipCheck, notFound } from "./ownership.js";
import { refusalMessage } from "./refusal-message.js";
import { checkControl, graphNames, readLimits, refusalOf, requestsIn, structureRefusal } from "./request-checks.js";
import type { ServerEnvironment } from "./server-operations.js";
import { createStage } from "./stage.js";

/** The maximum size of a request's body, in bytes. It is large because a fork sends a whole conversation. */
const maxBodySize = 16 * 1024 * 1024;

/**
 * The maximum number of states that a request can ask for. Each state contains a whole conversation, so a long history
 * would block the development server.
 */
const maxHistory = 200;

const refuse = (req: HonoRequest, status: 400 | 401 | 403 | 422, fault: RequestFault) =>
  new HTTPException(status, { message: refusalMessage(fault, req.raw) });

const isAssistant = (id: string) => isUuid(id) || graphNames.includes(id);

/** Rejects malformed ids: the server looks ids up in plain objects, which have properties such as `constructor`. */
function checkIds({ req }: Context, body: unknown): void {
  if (/%00/.test(req.url)) throw refuse(req, 400, { fault: "null-character" });
  const [, kind, id = "search"] = req.path.split("/");
  const isKnown = kind === "threads" ? isUuid(id) : kind !== "assistants" || isAssistant(id);
  if (!isKnown && id !== "search" && id !== "count") throw notFound(id);
  for (const { assistant_id: assistant } of requestsIn(body))
    if (typeof assistant === "string" && !isAssistant(assistant)) throw notFound(`Assistant ${assistant}`);
}

function checkHistory({ req }: Context, body: unknown): void {
  if (!/^\/threads\/[^/]+\/history$/.test(req.path)) return;
  // Parses the limit in the same way as the server, but rejects a limit that is not a number, because the server
  // ignores such a limit.
  for (const limit of [...(req.queries("limit") ?? []), isRecord(body) ? body["limit"] : undefined])
    if (!(Number.parseInt(String(limit ?? 1), 10) <= maxHistory))
      throw refuse(req, 422, { fault: "too-many", field: "limit", most: maxHistory, unit: "states" });
}

const statePath = /^\/threads(?:\/[^/]+\/(?:state(?:\/checkpoint)?|history))?$/;

const limits = readLimits(process.env);
const checkOwnership = createOwnershipCheck();

/**
 * Returns the number of turns for which the limits on a request's body are raised: a fork sends a whole conversation as
 * the state of a new thread.
 */
const turnsSent = ({ path }: Context["req"]) => (/^\/threads\/[^/]+\/state$/.test(path) ? limits.ROSTRUM_MAX_TURNS : 0);

/** Parses every body as JSON, regardless of its content type, because the server may do so too. */
async function readBody({ req }: Context): Promise<unknown> {
  const text = ["GET", "HEAD"].includes(req.method) ? "" : await req.text();
  if (text === "") return undefined;
  const refusal = structureRefusal(text, turnsSent(req));
  if (refusal) throw refuse(req, 422, refusal);
  try {
    return JSON.parse(text);
  } catch {
    throw refuse(req, 400, { fault: "not-json" });
  }
}

export const app = new Hono<ServerEnvironment>()
  .route("/", createStage())
  .use("*", bodyLimit({ maxSize: maxBodySize }))
  .use("*", async (context, next) => {
    const { req } = context;
    // Authenticates requests here as well, because the server does not authenticate all paths. Leaves GET requests
    // without a valid token to the server.
    const admission = admit(req.raw.headers);
    if ("status" in admission && (admission.status === 403 || req.method !== "GET"))
      throw refuse(req, admission.status, admission.refusal);
    // This middleware cannot check messages sent through a WebSocket.
    if (req.header("upgrade")) throw refuse(req, 403, { fault: "web-socket" });
    const body = await readBody(context);
    const refusal = refusalOf(body, limits, turnsSent(req));
    if (refusal) throw refuse(req, 422, refusal);
    const control = /^\/store\/items\/?$/.test(req.path) ? checkControl(body, limits) : undefined;
    if (control && "refusal" in control) throw refuse(req, 422, control.refusal);
    if (control) replaceBody(req, control.body);
    checkIds(context, body);
    checkHistory(context, body);
    await checkOwnership(context, body);
    await next();
    // If a graph rejects a state or its checkpoint, the server responds with 500, even though the request is invalid.
    const { error } = context;
    if (!error || "status" in error || req.method !== "POST" || !statePath.test(req.path)) return;
    if (RostrumError.isInstance(error)) {
      // The client reads the problems in this answer, for example to name the fields that a fork cannot change.
      context.res = context.json(describeFailure(error, languageOf(req.raw)), 422);
      return;
    }
    const isMessage = "lc_error_code" in error && error.lc_error_code === "MESSAGE_COERCION_FAILURE";
    context.res = context.text(`${isMessage ? "messages: " : ""}${error.message}`, 422);
  })
  // The client uses the owner to keep the idempotency keys of different owners apart.
  .get("/owner", ({ req, json }) => {
    const admission = admit(req.raw.headers);
    if ("status" in admission) throw refuse(req, admission.status, admission.refusal);
    return json({ owner: admission.owner });
  })
  .use("*", letChatInterrupt)
  .post("/ui/:assistant{[0-9a-f-]{36}}", findComponent);
