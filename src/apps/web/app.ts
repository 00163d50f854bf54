/** The web page and its HTTP API, as a Hono app that uses the port `Conversations`. */

import { type Context, Hono } from "hono";
import { bodyLimit } from "hono/body-limit";
import { RostrumError } from "../../errors/rostrum-error.js";
import { type KnownModels, knownModels } from "../../graph/models/model-source.js";
import { summaryOf } from "../../graph/modes/mode.js";
import { modes as builtIn, type Modes } from "../../graph/modes/registry.js";
import type { Conversations, SharedConversations } from "../../talk/conversations/port/port.js";
import { fillIn } from "../../talk/scenario/check-scenario.js";
import { modeJsonSchema } from "../../talk/scenario/json-schema.js";
import type { Language } from "../../words/registry.js";
import { languages } from "../../words/registry.js";
import { readVersion } from "../package-files.js";
import { runAgUi } from "./ag-ui.js";
import { conversationRoutes } from "./conversation-routes.js";
import { describeFailure, refuse, statusOf } from "./failures.js";
import { guard, headers, type Identify, type Visible } from "./guard.js";
import { Invitations } from "./invitations.js";
import { languageOf } from "./language.js";
import { openApiDocument } from "./openapi.js";
import { findPage } from "./page.js";
import { bodies, readBody } from "./requests.js";
import { readScenarios } from "./scenarios.js";
import { sendEvents } from "./send-events.js";

export interface WebOptions {
  /**
   * The token that every request must carry, as `Authorization: Bearer …` or, in a browser, once as `/?token=…`.
   * All who have the token are one user, who sees every conversation. Default: none, so the app accepts only requests
   * to `localhost` or a loopback address.
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
   * The interval between the comments that an idle event stream sends as signs of life, in milliseconds. The page says
   * so if none arrives for almost three intervals. Default: 3,000.
   */
  readonly heartbeatMs?: number;
}

/** The maximum size of a request's body, in bytes. The longest line that a person may send has 20,000 characters. */
const maxBodySize = 1024 * 1024;

function tooLarge(): never {
  throw new RostrumError("request-refused", { fault: "too-large", most: maxBodySize });
}

function refuseUnknown(): never {
  throw refuse("unknown-path");
}

function explain(error: Error, context: Context): Response {
  const { seconds } = RostrumError.isInstance(error) ? error.details : {};
  if (seconds !== undefined) context.header("Retry-After", String(seconds));
  return context.json(describeFailure(error, languageOf(context.req.raw)), statusOf(error));
}

/**
 * Returns the data that the page needs to offer each mode, such as texts in every language and the schema of the form.
 */
function describeModes(modes: Modes) {
  const inEach = (make: (language: Language) => unknown) =>
    Object.fromEntries(languages.map((language) => [language, make(language)]));
  return Object.entries(modes).map(([name, mode]) => ({
    name,
    summary: inEach((language) => summaryOf(mode, language)),
    example: inEach((language) => fillIn({}, mode.fields, language)),
    schema: modeJsonSchema(name, mode),
    context: Object.keys(mode.context),
  }));
}

/**
 * Creates the app: the page at `/`, its HTTP API under `/api`, and AG-UI at `/agui`. Mount it in your own server, or
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
  const described = openApiDocument(readVersion());
  const modeList = describeModes(modes);
  const api = new Hono<Visible>()
    .get("/openapi.json", (context) => context.json(described))
    .get("/modes", (context) => context.json(modeList))
    .get("/models", (context) => {
      if (context.var.seats) throw refuse("only-a-seat");
      return context.json(options.models ?? knownModels());
    })
    .get("/scenarios", async (context) => context.json(await readScenarios()))
    .route("/conversations", conversationRoutes({ modes, page: options.page, heartbeatMs, invitations }));

  const app = new Hono<Visible>()
    .use(
      headers,
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
    .all("/api/*", refuseUnknown)
    .get("/*", findPage(options.page))
    .all("/*", refuseUnknown)
    .onError(explain);
  // Hides the type of the variable that the guard sets, because only these routes read it.
  return app as unknown as Hono;
}
