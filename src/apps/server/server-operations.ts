/** Reads what LangGraph's development server puts into a request's context. Other servers do not provide this. */

export interface ServerAuth {
  readonly user: { readonly identity: string };
}

/**
 * The server's own operations, which check the owner in the same way as its routes. A call rejects if the owner may not
 * see the requested thread, run or assistant.
 */
export interface ServerOperations {
  readonly threads: {
    get(threadId: string, auth: ServerAuth | undefined): Promise<unknown>;
    put(threadId: string, options: object, auth: ServerAuth | undefined): Promise<unknown>;
  };
  readonly runs: { get(runId: string, threadId: string | undefined, auth: ServerAuth | undefined): Promise<unknown> };
  readonly assistants: { get(assistantId: string, auth: ServerAuth | undefined): Promise<unknown> };
}

/** The environment of a Hono app mounted in a LangGraph server. */
export interface ServerEnvironment {
  Variables: { readonly LANGGRAPH_OPS?: ServerOperations; readonly auth?: ServerAuth };
}

/**
 * Both results are undefined on servers other than the development server. `auth` is also undefined if the server has
 * no auth module.
 */
export const serverIn = ({
  var: { LANGGRAPH_OPS: operations, auth },
}: {
  readonly var: ServerEnvironment["Variables"];
}) => ({ operations, auth });
