/** Uses nothing from Node.js, so that a web page can contain the API and work without a server. */
import { Hono } from "hono";
import { lazy } from "../../base/lazy.js";
import { invalidField } from "../../errors/rostrum-error.js";
import type { KnownModels } from "../../graph/models/model-source.js";
import { summaryOf } from "../../graph/modes/mode.js";
import type { Modes } from "../../graph/modes/registry.js";
import type { Conversations } from "../../talk/conversations/port/port.js";
import { EstimateQueue } from "../../talk/estimate/estimate-queue.js";
import { canEstimate, type EstimateRequest, type Estimating } from "../../talk/estimate/estimating.js";
import { fillIn } from "../../talk/scenario/check-scenario.js";
import { modeJsonSchema } from "../../talk/scenario/json-schema.js";
import { type Language, languages } from "../../words/registry.js";
import { conversationRoutes, type RouteOptions } from "./conversation-routes.js";
import { refuse } from "./failures.js";
import type { Visible } from "./guard.js";
import { bodies, readBody } from "./requests.js";
import type { ModeDescription, ShippedScenario } from "./responses.js";

type Given = NonNullable<Parameters<Estimating["estimate"]>[1]>;

export interface ApiOptions extends RouteOptions {
  /** All conversations, regardless of who sends a request. */
  readonly conversations: Conversations;
  readonly models: () => KnownModels;
  readonly scenarios: () => Promise<readonly ShippedScenario[]>;
}

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
 * The routes below `/conversations` use the context variable `conversations`, which contains only what the sender may
 * see.
 */
export function apiRoutes({ conversations, models, scenarios, ...options }: ApiOptions) {
  const modeList = lazy(() => describeModes(options.modes));
  const estimates = new EstimateQueue();
  const estimate = async (mode: string, given: Given, asked: EstimateRequest) => {
    if (canEstimate(conversations)) return conversations.estimate(mode, given, asked);
    if (!given.context?.["model"]) throw invalidField("model", "unknown-default", {});
    return estimates.estimate([mode, given, { modes: options.modes }], asked.signal);
  };
  return new Hono<Visible>()
    .get("/modes", (context) => context.json(modeList()))
    .get("/models", (context) => {
      if (context.var.seats) throw refuse("only-a-seat");
      return context.json(models());
    })
    .post("/estimates", async (context) => {
      if (context.var.seats) throw refuse("only-a-seat");
      const { mode, ...given } = await readBody(context, bodies.estimate);
      const { signal } = context.req.raw;
      return context.json(await estimate(mode, given, { owner: context.var.owner, signal }));
    })
    .get("/scenarios", async (context) => context.json(await scenarios()))
    .route("/conversations", conversationRoutes(options));
}
