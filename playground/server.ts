/** The server of the playground, which runs in the page itself and keeps conversations in the browser. */

import { Hono } from "hono";
import { apiRoutes } from "../src/apps/web/api-routes.js";
import { answerFailure } from "../src/apps/web/failures.js";
import type { Visible } from "../src/apps/web/guard.js";
import { modes } from "../src/graph/modes/registry.js";
import { openConversations } from "../src/talk/open-in-browser.js";
import { languages } from "../src/words/registry.js";
import { recallEndpoint } from "./state/endpoint.js";

async function openModel() {
  const endpoint = recallEndpoint();
  if (!endpoint) return "rehearsal";
  const { ChatOpenAI } = await import("@langchain/openai");
  const { address: baseURL, model, key } = endpoint;
  // By default, the client refuses to run in a page, because a key in the page's files would be public. This key is not
  // in the files: the reader enters it.
  const configuration = { baseURL, dangerouslyAllowBrowser: true };
  return new ChatOpenAI({ model, apiKey: key || "none", maxRetries: 0, configuration });
}

/** Loads the stage's script and style sheet, which an export as HTML contains. */
async function readPageParts() {
  const { script, style } = await import("virtual:stage");
  return { script, style };
}

/** Loads what the server would load on first use, except the client for a reader's own model. */
export async function loadRest(): Promise<void> {
  const texts = import("../src/offline/rehearsal/texts.js");
  await Promise.all([
    ...languages.map(async (language) => (await texts).loadTexts(language)),
    import("../src/offline/rehearsal/rehearsal-model.js"),
    import("../src/offline/rehearsal/answer.js"),
    import("../src/core/usage/price-list.js"),
    import("../src/talk/estimate/estimate.js"),
    import("../src/talk/scenario/parse-document.js"),
    import("../src/talk/transcript/html.js"),
    import("../src/talk/transcript/markdown.js"),
    import("virtual:scenarios"),
    import("virtual:stage"),
  ]);
}

export async function startServer(): Promise<(request: Request) => Promise<Response>> {
  const conversations = await openConversations("indexeddb:rostrum-playground", { model: await openModel() });
  const api = apiRoutes({
    conversations,
    modes,
    models: () => ({ models: ["rehearsal"], providers: [] }),
    scenarios: async () => (await import("virtual:scenarios")).default,
    heartbeatMs: 3000,
    invitations: undefined,
    pageParts: readPageParts,
  });
  const app = new Hono<Visible>()
    .use(async (context, next) => {
      context.set("conversations", conversations);
      await next();
    })
    .route("/api", api)
    .onError((error, { req }) => answerFailure(error, req.raw));
  return async (request) => {
    const { pathname, search } = new URL(request.url);
    // The playground may be at any address, and the routes begin with `/api`.
    const path = pathname.slice(pathname.lastIndexOf("/api/"));
    const answer = await app.fetch(new Request(new URL(path + search, "http://localhost"), request));
    const { body, status, headers } = answer;
    // As with `fetch`, aborting the request ends the response, so that the server stops following the conversation.
    const ending = body?.pipeThrough(new TransformStream(), { signal: request.signal });
    return new Response(ending ?? null, { status, headers });
  };
}
