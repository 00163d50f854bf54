/** The web page and its HTTP API, as a Hono app that uses the port `Conversations`. */

import { type Handler, Hono } from "hono";
import { bodyLimit } from "hono/body-limit";
import { compress } from "hono/compress";
import { RostrumError } from "../../errors/rostrum-error.js";
import { type KnownModels, knownModels } from "../../graph/models/model-source.js";
import { summaryOf } from "../../graph/modes/mode.js";
import { modes as builtIn, type Modes } from "../../graph/modes/registry.js";
import { isMeasured } from "../../talk/conversations/measures/measures.js";
import type { Conversations, SharedConversations } from "../../talk/conversations/port/port.js";
import { fillIn } from "../../talk/scenario/check-scenario.js";
import { modeJsonSchema } from "../../talk/scenario/json-schema.js";
import type { Language } from "../../words/registry.js";
import { languages } from "../../words/registry.js";
import { readVersion } from "../package-files.js";
import { runAgUi } from "./ag-ui.js";
import { conversationRoutes } from "./conversation-routes.js";
import { answerFailure, refuse } from "./failures.js";
import { guard, headers, type Identify, type Visible } from "./guard.js";
import { Invitations } from "./invitations.js";
import { languageOf } from "./language.js";
import { answerHealth, answerMetrics } from "./measures.js";
import { openApiDocument } from "./openapi.js";
import { findPage } from "./page.js";
import { bodies, readBody } from "./requests.js";
import type { ModeDescription } from "./responses.js";
import { readScenarios } from "./scenarios.js";
import { sendEvents } from "./send-events.js";

export interface WebOptions {
  /**
   * The token that every request must carry, as `Authorization: Bearer …` or, in a browser, once as `/?token=…`.
   * Everyone who has the token counts as one user, who sees every conversation. Default: none, so the app accepts only
   * requests to `localhost` or a loopback address.
   */
  readonly token?: string | undefined;
  /**
   * Returns the owner who sends a request, for example from your own session. Returns undefined if the sender is
   * unknown; the app then responds with status 401. Each owner sees and changes only their own conversations. If this
   * function throws, the app answers with status 500 and logs the error. Default: none, so all requests come from one
   * user.
   */
  readonly identify?: Identify | undefined;
  /**
   * Whether an invitation to a seat has a token of its own, which allows its holder to follow the conversation and to
   * speak from this seat, but nothing else. Otherwise an invitation is a link for people who may use the app anyway.
   * Default: true if there is a `token` and no `identify`.
   */
  readonly seatTokens?: boolean;
  /** The folder of the built page. Default: the one that the package ships. */
  readonly page?: string;
  /** The modes that the page offers, which must be those of `conversations`. Default: the built-in modes. */
  readonly modes?: Modes;
  /** The models that the page suggests. Default: those to which the environment of this process gives access. */
  readonly models?: KnownModels;
  /**
   * The interval, in milliseconds, at which each event stream sends a comment to show that the server is alive. If
   * nothing arrives for almost three intervals, the page tells the user. Default: 3,000.
   */
  readonly heartbeatMs?: number;
}

/** The maximum size of a request's body, in bytes. The longest line that a person may send has 20,000 characters. */
const maxBodySize = 1024 * 1024;

function tooLarge(): never {
  throw new RostrumError("request-refused", { fault: "too-large", most: maxBodySize });
}

/** Returns a handler for requests without a route. Its error names the methods that the address supports. */
function refuseRest({ routes }: Hono<Visible>): Handler {
  const known = routes
    .filter(({ method, path }) => method !== "ALL" && !path.endsWith("*"))
    // Compares only the ends of addresses, because the app may be mounted at any path.
    .map(({ method, path }) => ({ method, end: new RegExp(`${path.replace(/:\w+/g, "[^/]+")}$`) }));
  return ({ req }) => {
    const methods = new Set(known.filter(({ end }) => end.test(req.path)).map(({ method }) => method));
    if (methods.size === 0 || methods.has(req.method)) throw refuse("unknown-path");
    if (methods.has("GET")) methods.add("HEAD");
    throw new RostrumError("request-refused", { fault: "wrong-method", methods: [...methods] });
  };
}

/**
 * Returns the data that the page needs to offer each mode, such as texts in every language and the schema of the form.
 */
function describeModes(modes: Modes): ModeDescription[] {
  const inEach = <Text>(make: (language: Language) => Text) =>
    Object.fromEntries(languages.map((language) => [language, make(language)])) as Record<Language, Text>;
  return Object.entries(modes).map(([name, mode]) => ({
    name,
    summary: inEach((language) => summaryOf(mode, language)),
    example: inEach((language) => fillIn({}, mode.fields, language)),
    schema: modeJsonSchema(name, mode),
    context: Object.keys(mode.context),
  }));
}

/**
 * Creates the app: the page at `/`, its HTTP API under `/api`, AG-UI at `/agui`, and `/health` and `/metrics` for
 * monitoring. Mount it in your own server, or
 * serve it with `@hono/node-server`.
 *
 * @example
 * ```ts
 * const conversations = await openConversations("talks.db");
 * serve({ fetch: createApp(conversations).fetch, hostname: "127.0.0.1", port: 4300 });
 * ```
 */
export function createApp(conversations: SharedConversations, options?: WebOptions): Hono;
export function createApp(conversations: Conversations, options?: Omit<WebOptions, "identify">): Hono;
export function createApp(conversations: Conversations, options: WebOptions = {}): Hono {
  const { token, identify, heartbeatMs = 3_000, modes = builtIn } = options;
  const { seatTokens = true } = options;
  const invitations = seatTokens && token !== undefined && !identify ? new Invitations(token) : undefined;
  const version = readVersion();
  const modeList = describeModes(modes);
  const api = new Hono<Visible>()
    .get("/openapi.json", ({ json, req }) =>
      json(openApiDocument(version, token !== undefined, req.path.replace(/\/api\/openapi\.json$/, "") || "/")),
    )
    .get("/modes", (context) => context.json(modeList))
    .get("/models", (context) => {
      if (context.var.seats) throw refuse("only-a-seat");
      return context.json(options.models ?? knownModels());
    })
    .get("/scenarios", async (context) => context.json(await readScenarios()))
    .route("/conversations", conversationRoutes({ modes, page: options.page, heartbeatMs, invitations }));

  // Conversations on another server have no measures here, so `/health` checks whether that server can be reached.
  const measured = isMeasured(conversations)
    ? conversations
    : { isStopping: false, measure: () => conversations.list({ limit: 1 }) };
  const app = new Hono<Visible>()
    .use(
      headers,
      compress(),
      guard({ conversations, token, identify, invitations }),
      bodyLimit({ maxSize: maxBodySize, onError: tooLarge }),
    )
    .route("/api", api)
    .post("/agui", async (context) => {
      const input = await readBody(context, bodies.agUi);
      const language = languageOf(context.req.raw);
      return sendEvents(context, heartbeatMs, async function* (signal) {
        for await (const event of runAgUi(context.var.conversations, input, { signal, language }))
          yield { data: JSON.stringify(event) };
      });
    })
    .get("/health", () => answerHealth(measured))
    .get("/metrics", ({ var: { owner, seats } }) => {
      if (seats) throw refuse("only-a-seat");
      // The figures include the conversations of all owners.
      if (owner !== undefined || !isMeasured(conversations)) throw refuse("unknown-path");
      return answerMetrics(conversations);
    })
    .get("/*", findPage(options.page))
    .onError((error, { req }) => answerFailure(error, req.raw));
  app.all("/*", refuseRest(app));
  // Hides the type of the variable that the guard sets, because only these routes read it.
  return app as unknown as Hono;
}
