/**
 * Separates the users of a LangGraph server, which loads this as `langgraph.json` says: identifies them by their tokens, and lets
 * them see only what they own. `guard.ts` closes what the server leaves open beside that.
 */
import { v5 as namedId } from "@langchain/core/utils/uuid";
import { Auth, HTTPException } from "@langchain/langgraph-sdk/auth";
import { getPath } from "hono/utils/url";
import { ownerLabel, ownerPrefix } from "../../graph/inbox/inbox.js";
import { tokenIn } from "../web/guard.js";
import { createAdmission, localOwner } from "./admission.js";
import { graphNames } from "./request-checks.js";

/** From a graph's name and this namespace, LangGraph derives the id of the assistant that it creates for the graph. */
const graphNamespace = "6ba7b821-9dad-11d1-80b4-00c04fd430c8";
const graphAssistants = new Set(graphNames.map((name) => namedId(name, graphNamespace)));

const isLocal = ({ identity }: { readonly identity: string }) => identity === localOwner;

/** Makes the creator the owner, whatever the request says. */
function stampOwner(value: { metadata?: Record<string, unknown> | null | undefined }, owner: string): void {
  const { created_by: _reserved, ...metadata } = value.metadata ?? {};
  value.metadata = { ...metadata, owner };
}

const refuse = (message: string) => new HTTPException(403, { message });

export const admit = createAdmission(process.env["ROSTRUM_TOKENS"], process.env["ROSTRUM_ORIGINS"]);

/** As `admit`. A browser that opens the page cannot send the header: it brings the token in the address once, then in a cookie. */
export function admitTo(request: Request) {
  const headers = new Headers(request.headers);
  const token = /^\/stage(?:\/|$)/.test(getPath(request)) ? tokenIn(request) : undefined;
  if (token !== undefined) headers.set("authorization", `Bearer ${token}`);
  return admit(headers);
}

export const auth = new Auth()
  .authenticate((request) => {
    // Any user could empty the development server here. `getPath` decodes the path as the router does.
    if (/^\/+internal(?:\/|$)/i.test(getPath(request))) throw refuse("not available to clients");
    const admission = admitTo(request);
    if ("status" in admission) throw new HTTPException(admission.status, { message: admission.reason });
    return { identity: admission.owner, permissions: [] };
  })
  // No user owns any other resource, such as crons.
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
    // Every user may use the graphs' own assistants. Filters have no "or": a search finds these or the user's own.
    if (event === "assistants:read" && graphAssistants.has(value.assistant_id)) return true;
    if (event === "assistants:search" && value.metadata?.["created_by"] === "system") return { created_by: "system" };
    return { owner: user.identity };
  })
  .on("store", ({ value, user }) => {
    if (isLocal(user)) return true;
    // An owner's part of the store is everything below the label with their name.
    const own = ownerLabel(user.identity);
    const [first, ...rest] = value.namespace ?? [];
    if (first !== own || rest.some((label) => label.startsWith(ownerPrefix)))
      throw refuse(`your namespaces in the store start with "${own}"`);
    return { namespace: { $contains: own } };
  });
