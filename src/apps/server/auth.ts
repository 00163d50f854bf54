/** `langgraph.json` refers to this file. `guard.ts` checks what the server itself does not check. */
import { v5 as namedId } from "@langchain/core/utils/uuid";
import { Auth, HTTPException } from "@langchain/langgraph-sdk/auth";
import { getPath } from "hono/utils/url";
import { ownerLabel, ownerPrefix } from "../../graph/inbox/inbox.js";
import type { RequestFault } from "../../words/error-parameters.js";
import { tokenIn } from "../web/guard.js";
import { createAdmission, localOwner } from "./admission.js";
import { refusalMessage } from "./refusal-message.js";
import { graphNames } from "./request-checks.js";

/** LangGraph derives the id of a graph's own assistant from the graph's name and this namespace. */
const graphNamespace = "6ba7b821-9dad-11d1-80b4-00c04fd430c8";
const graphAssistants = new Set(graphNames.map((name) => namedId(name, graphNamespace)));

const isLocal = ({ identity }: { readonly identity: string }) => identity === localOwner;

/**
 * Makes the sender the owner, whatever the request's own metadata says. Removes `created_by`, because the value
 * "system" marks the assistants that every user can find.
 */
function stampOwner(value: { metadata?: Record<string, unknown> | null | undefined }, owner: string): void {
  const { created_by: _reserved, ...metadata } = value.metadata ?? {};
  value.metadata = { ...metadata, owner };
}

export const admit = createAdmission(process.env["ROSTRUM_TOKENS"], process.env["ROSTRUM_ORIGINS"]);

/**
 * Like `admit`, but for page requests, also accepts the token from the URL or a cookie, because a browser that opens a
 * page cannot send an `Authorization` header.
 */
export function admitTo(request: Request) {
  const headers = new Headers(request.headers);
  const token = /^\/stage(?:\/|$)/.test(getPath(request)) ? tokenIn(request) : undefined;
  if (token !== undefined) headers.set("authorization", `Bearer ${token}`);
  return admit(headers);
}

const refuse = (request: Request, status: 401 | 403, fault: RequestFault) =>
  new HTTPException(status, { message: refusalMessage(fault, request) });

export const auth = new Auth()
  .authenticate((request) => {
    // Through these paths, any user could delete all of the server's data. `getPath` decodes the path in the same way
    // as the router.
    if (/^\/+internal(?:\/|$)/i.test(getPath(request))) throw refuse(request, 403, { fault: "not-for-clients" });
    const admission = admitTo(request);
    if ("status" in admission) throw refuse(request, admission.status, admission.refusal);
    return { identity: admission.owner, permissions: [] };
  })
  // Other resources, such as crons, have no owners, so they are available only on a server without tokens.
  .on("*", ({ user }) => isLocal(user))
  .on("threads", ({ event, value, user }) => {
    if (isLocal(user)) return true;
    if (event === "threads:create" || event === "threads:create_run" || (event === "threads:update" && value.metadata))
      stampOwner(value, user.identity);
    return { owner: user.identity };
  })
  .on("assistants", ({ event, value, user }) => {
    if (isLocal(user)) return true;
    if (event === "assistants:create" || (event === "assistants:update" && value.metadata))
      stampOwner(value, user.identity);
    // Every user can use the graphs' own assistants. Filters have no "or", so a search finds either those assistants or
    // the user's own.
    if (event === "assistants:read" && graphAssistants.has(value.assistant_id)) return true;
    if (event === "assistants:search" && value.metadata?.["created_by"] === "system") return { created_by: "system" };
    return { owner: user.identity };
  })
  .on("store", ({ value, user }) => {
    if (isLocal(user)) return true;
    // Owners can use only namespaces that start with their own label and contain no further owner label.
    const own = ownerLabel(user.identity);
    const [first, ...rest] = value.namespace ?? [];
    if (first !== own || rest.some((label) => label.startsWith(ownerPrefix)))
      throw new HTTPException(403, { message: refusalMessage({ fault: "other-namespace", own }) });
    return { namespace: { $contains: own } };
  });
