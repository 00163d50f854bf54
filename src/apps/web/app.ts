import { type Handler, Hono } from "hono";
import { bodyLimit } from "hono/body-limit";
import { compress } from "hono/compress";
import { RostrumError } from "../../errors/rostrum-error.js";
import { type KnownModels, knownModels } from "../../graph/models/model-source.js";
import { modes as builtIn, type Modes } from "../../graph/modes/registry.js";
import { isMeasured } from "../../talk/conversations/measures/measures.js";
import type { Conversations, SharedConversations } from "../../talk/conversations/port/port.js";
import { readVersion } from "../package-files.js";
import { readPageParts } from "../page-parts.js";
import { runAgUi } from "./ag-ui.js";
import { apiRoutes } from "./api-routes.js";
import { answerFailure, refuse } from "./failures.js";
import { guard, headers, type Identify, type Visible } from "./guard.js";
import { languageOf } from "./language.js";
import { answerHealth, answerMetrics } from "./measures.js";
import { openApiDocument } from "./openapi.js";
import { findPage } from "./page.js";
import { bodies, readBody } from "./requests.js";
import { readScenarios } from "./scenarios.js";
import { Invitations } from "./seats/invitations.js";
import { sendEvents } from "./send-events.js";

export interface WebOptions {
  /**
   * The token that every request must carry, as `Authorization: Bearer …` or, in a browser, once as `/?token=…`. The
   * token of an invitation is accepted in its place; see `seatTokens`. Without `identify`, everyone who has the token
   * counts as the same user, who sees all conversations. Default: no token. With neither a token nor `identify`, the
   * app accepts only requests to `localhost` or a loopback address.
   */
  readonly token?: string | undefined;
  /**
   * Returns the owner who sends a request, for example from your own session. Return undefined if the sender is
   * unknown; the app then responds with status 401. Owners see and change only their own conversations. If this
   * function throws, the app responds with status 500 and logs the error. Default: all requests come from the same
   * user.
   */
  readonly identify?: Identify | undefined;
  /**
   * Whether each invitation to a seat has its own token, with which the holder of the invitation can follow the
   * conversation and speak from this seat, but neither steer it nor see other conversations. Otherwise, an invitation
   * is a link for people who can use the app anyway. Has no effect unless `token` is set and `identify` is not.
   * Default: true.
   */
  readonly seatTokens?: boolean;
  /** The folder of the built page. Default: the page that comes with the package. */
  readonly page?: string;
  /** The modes that the page offers. They must be the modes of `conversations`. Default: the built-in modes. */
  readonly modes?: Modes;
  /** The models that the page suggests. Default: the models that this process's environment makes available. */
  readonly models?: KnownModels;
  /**
   * The interval, in milliseconds, at which each event stream sends a comment to show that the server is alive. If the
   * page receives nothing for almost three intervals, it informs the user. Default: 3,000.
   */
  readonly heartbeatMs?: number;
}

/** The maximum size of a request's body, in bytes. The longest line that a person can send has 20,000 characters. */
const maxBodySize = 1024 * 1024;

function tooLarge(): never {
  throw new RostrumError("request-refused", { fault: "too-large", most: maxBodySize });
}

/** Rejects requests that no route handles. The error for a wrong method lists the methods that the address supports. */
function refuseRest({ routes }: Hono<Visible>): Handler {
  const known = routes
    .filter(({ method, path }) => method !== "ALL" && !path.endsWith("*"))
    // Compares only the ends of paths, because the app can be mounted at any path.
    .map(({ method, path }) => ({ method, end: new RegExp(`${path.replace(/:\w+/g, "[^/]+")}$`) }));
  return ({ req }) => {
    const methods = new Set(known.filter(({ end }) => end.test(req.path)).map(({ method }) => method));
    if (methods.size === 0 || methods.has(req.method)) throw refuse("unknown-path");
    if (methods.has("GET")) methods.add("HEAD");
    throw new RostrumError("request-refused", { fault: "wrong-method", methods: [...methods] });
  };
}

/**
 * Creates the app: the page at `/`, its HTTP API under `/api`, AG-UI at `/agui`, and `/health` and `/metrics` for
 * monitoring. Mount the app in your own server, or serve it with `@hono/node-server`.
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
  const models = () => options.models ?? knownModels();
  const pageParts = async () => readPageParts(options.page);
  const api = new Hono<Visible>()
    .get("/openapi.json", ({ json, req }) =>
      json(openApiDocument(version, token !== undefined, req.path.replace(/\/api\/openapi\.json$/, "") || "/")),
    )
    .route(
      "/",
      apiRoutes({ conversations, modes, models, scenarios: readScenarios, heartbeatMs, invitations, pageParts }),
    );

  // If conversations run on another server, there are no measures here, so `/health` checks whether that server can be
  // reached.
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
      // The figures include the conversations of all owners, so only an app without owners serves them.
      if (owner !== undefined || !isMeasured(conversations)) throw refuse("unknown-path");
      return answerMetrics(conversations);
    })
    .get("/*", findPage(options.page))
    .onError((error, { req }) => answerFailure(error, req.raw));
  app.all("/*", refuseRest(app));
  // Hides the type of the variables that the guard sets, because only these routes read them.
  return app as unknown as Hono;
}
