/**
 * Keeps a LangGraph server's users apart: whose token it is, and what is theirs. `langgraph.json` names it. What the server
 * leaves open beside that is closed by `guard.ts`.
 */
import { v5 as namedId } from "@langchain/core/utils/uuid";
import { Auth, HTTPException } from "@langchain/langgraph-sdk/auth";
import { getPath } from "hono/utils/url";
import { ownerLabel, ownerPrefix } from "../storage/inbox.js";
import { admit, nobodyElse } from "./admission.js";
import { graphNames } from "./graphs.js";

/** What LangGraph makes of a graph's name to have an assistant of its own for each. */
const graphNamespace = "6ba7b821-9dad-11d1-80b4-00c04fd430c8";
const graphAssistants = new Set(graphNames.map((name) => namedId(name, graphNamespace)));

const isFree = ({ identity }: { readonly identity: string }) => identity === nobodyElse;

/** Has what is made be its maker's, whatever the request says. */
function stamp(value: { metadata?: Record<string, unknown> | null | undefined }, owner: string): void {
  const { created_by: _reserved, ...metadata } = value.metadata ?? {};
  value.metadata = { ...metadata, owner };
}

const refuse = (message: string) => new HTTPException(403, { message });

/** An owner's part of the store is what lies below the label with their name. */
function checkNamespace(namespace: readonly string[] | undefined | null, owner: string): void {
  const [first, ...rest] = namespace ?? [];
  if (first !== ownerLabel(owner) || rest.some((each) => each.startsWith(ownerPrefix)))
    throw refuse(`your part of the store is what begins with "${ownerLabel(owner)}"`);
}

export const auth = new Auth()
  .authenticate((request) => {
    // The development server would let anybody with a token empty it. The path is the router's: it decodes what is encoded.
    if (/^\/+internal(?:\/|$)/i.test(getPath(request))) throw refuse("this is not for clients");
    const admission = admit(request.headers);
    if ("status" in admission) throw new HTTPException(admission.status, { message: admission.reason });
    return { identity: admission.owner, permissions: [] };
  })
  // What is not named below, such as crons, is nobody's.
  .on("*", ({ user }) => isFree(user))
  .on("threads", ({ event, value, user }) => {
    if (isFree(user)) return true;
    if (event === "threads:create" || event === "threads:create_run" || (event === "threads:update" && value.metadata))
      stamp(value, user.identity);
    return { owner: user.identity };
  })
  .on("assistants", ({ event, value, user }) => {
    if (isFree(user)) return true;
    if (event === "assistants:create" || (event === "assistants:update" && value.metadata)) stamp(value, user.identity);
    // Everybody may use the graphs themselves. Filters cannot say "or": a search finds either these or one's own.
    if (event === "assistants:read" && graphAssistants.has(value.assistant_id)) return true;
    if (event === "assistants:search" && value.metadata?.["created_by"] === "system") return { created_by: "system" };
    return { owner: user.identity };
  })
  .on("store", ({ value, user }) => {
    if (isFree(user)) return true;
    checkNamespace(value.namespace, user.identity);
    return { namespace: { $contains: ownerLabel(user.identity) } };
  });
