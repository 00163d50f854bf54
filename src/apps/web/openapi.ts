/** The document is only in English, because only developers and tools read it. */
import { z } from "zod/v4";
import { bodies, queries } from "./requests.js";
import type { Responses } from "./responses.js";
import described from "./responses.json" with { type: "json" };

const responses: Readonly<Record<keyof Responses, object>> = described.responses;

const toJson = (schema: z.ZodType) => {
  const { $schema: _draft, ...json } = z.toJSONSchema(schema, { io: "input" });
  return json;
};

const pathParameters = [
  { name: "thread", description: "The conversation's name.", schema: { type: "string" } },
  { name: "turn", description: "The turn's number, counted from 1.", schema: { type: "integer", minimum: 1 } },
];

const parametersOf = (path: string, query: z.ZodObject | undefined) => [
  ...pathParameters
    .filter(({ name }) => path.includes(`{${name}}`))
    .map((parameter) => ({ ...parameter, in: "path", required: true })),
  ...Object.entries(query?.shape ?? {}).map(([name, schema]) => ({
    name,
    in: "query",
    schema: toJson(schema as z.ZodType),
  })),
];

interface Operation {
  readonly path: string;
  readonly method?: "get" | "post" | "delete";
  readonly summary: string;
  readonly body?: z.ZodType;
  readonly query?: z.ZodObject;
  /** The status of a successful response. Default: 200, or 204 if the response has no body. */
  readonly status?: 201;
  readonly texts?: readonly string[];
  readonly isStream?: boolean;
}

const one = "/api/conversations/{thread}";

const operations: Readonly<Record<string, Operation>> = {
  listConversations: {
    path: "/api/conversations",
    summary: "Lists conversations in pages, most recently updated first.",
    query: queries.list,
  },
  startConversation: {
    path: "/api/conversations",
    method: "post",
    summary: "Starts a conversation.",
    body: bodies.start,
    status: 201,
  },
  estimateConversation: {
    path: "/api/estimates",
    method: "post",
    summary:
      "Estimates the calls, tokens and cost of a new conversation, without calling a model. If the conversations run on another server, the request must name a model.",
    body: bodies.estimate,
  },
  readConversation: { path: one, summary: "Returns a conversation's status, settings and usage." },
  removeConversation: { path: one, method: "delete", summary: "Deletes a conversation and cancels its run." },
  followConversation: {
    path: `${one}/events`,
    summary:
      "Streams the saved events that follow the given id, and then new events as they happen. The `Last-Event-ID` header or the `after` parameter contains the id; the header takes precedence. Only saved events have an `id`.",
    query: queries.events,
    isStream: true,
  },
  readPrompts: {
    path: `${one}/turns/{turn}/prompts`,
    summary: "Returns the first prompt of each model call of a turn, rebuilt from the saved states.",
  },
  interject: {
    path: `${one}/interject`,
    method: "post",
    summary: "Adds a listener's message.",
    body: bodies.interject,
  },
  control: { path: `${one}/control`, method: "post", summary: "Steers a conversation.", body: bodies.control },
  answer: {
    path: `${one}/answer`,
    method: "post",
    summary: "Delivers the answers of people for whom a conversation is waiting.",
    body: bodies.answer,
  },
  sendTyping: {
    path: `${one}/typing`,
    method: "post",
    summary:
      "Sends an event of type `typing`, with the `participant`, to everybody who follows the conversation through this process. The event is not saved, and expires after a few seconds.",
    body: bodies.typing,
  },
  invite: {
    path: `${one}/invite`,
    method: "post",
    summary:
      "Returns the `token` of an invitation to a person's seat. Whoever sends this token can follow this conversation and speak from this seat. The token is null if invitations have no tokens.",
    body: bodies.invite,
  },
  renameConversation: {
    path: `${one}/rename`,
    method: "post",
    summary: "Changes a conversation's title.",
    body: bodies.rename,
  },
  cancelConversation: {
    path: `${one}/cancel`,
    method: "post",
    summary: "Stops a conversation's run.",
    body: bodies.cancel,
  },
  resumeConversation: {
    path: `${one}/resume`,
    method: "post",
    summary: "Continues a conversation.",
    body: bodies.resume,
  },
  forkConversation: {
    path: `${one}/fork`,
    method: "post",
    summary: "Creates a new thread with a copy of a conversation's state after a given turn.",
    body: bodies.fork,
    status: 201,
  },
  exportConversation: {
    path: `${one}/export`,
    summary: "Returns a conversation's transcript.",
    query: queries.export,
    texts: ["text/markdown", "text/html"],
  },
  listModes: { path: "/api/modes", summary: "Returns the modes, each with the JSON Schema of its settings." },
  listScenarios: { path: "/api/scenarios", summary: "Returns the scenarios that come with the package." },
  listModels: {
    path: "/api/models",
    summary:
      "Returns names of models, and the providers for which the server has a key or an address. The keys are not returned.",
  },
  runAgUi: {
    path: "/agui",
    method: "post",
    summary: "Starts, continues or joins a conversation as an AG-UI 1.0 run.",
    body: bodies.agUi,
    isStream: true,
  },
};

/** OpenAPI 3.1 cannot describe the events of a stream, so this schema describes the JSON inside them. */
const streamOf = (contentSchema: object) => ({
  "text/event-stream": {
    schema: {
      type: "string",
      description: "Server-sent events. The `data` of each event is JSON with this schema.",
      contentMediaType: "application/json",
      contentSchema,
    },
  },
});

function contentOf(id: string, { texts = [], isStream = false }: Operation): object | undefined {
  const schema = id in responses ? responses[id as keyof Responses] : undefined;
  if (isStream) return streamOf(schema ?? { type: "object", description: "An event of AG-UI 1.0." });
  if (!schema) return undefined;
  const asText = texts.map((type) => [type, { schema: { type: "string" } }]);
  return { "application/json": { schema }, ...Object.fromEntries(asText) };
}

const failure = {
  description: "The error. Browsers that request a page get a page with advice.",
  headers: {
    "Retry-After": {
      description: "With status 429: when to repeat the request, in seconds from now.",
      schema: { type: "integer" },
    },
  },
  content: { "application/json": { schema: responses.failure } },
};

const referToFailure = { $ref: "#/components/responses/failure" };

function describe(id: string, operation: Operation) {
  const { path, summary, body, query, status } = operation;
  const content = contentOf(id, operation);
  return {
    operationId: id,
    summary,
    parameters: parametersOf(path, query),
    ...(body && { requestBody: { required: true, content: { "application/json": { schema: toJson(body) } } } }),
    responses: {
      [status ?? (content ? 200 : 204)]: { description: "Success.", ...(content && { content }) },
      "4XX": referToFailure,
      "5XX": referToFailure,
    },
  };
}

const securitySchemes = {
  token: { type: "http", scheme: "bearer", description: "The app's token." },
  cookie: {
    type: "apiKey",
    in: "cookie",
    name: "rostrum_token",
    description: "The same token, which browsers send after opening `/?token=…` once.",
  },
};

/**
 * @param needsToken - Whether requests must carry a token.
 * @param server - The path at which the app is mounted, such as `/stage`; `/` for the root.
 */
export function openApiDocument(version: string, needsToken: boolean, server: string) {
  const paths = Object.groupBy(Object.entries(operations), ([, { path }]) => path);
  return {
    openapi: "3.1.0",
    info: {
      title: "Rostrum",
      version,
      description: "Starts, follows and steers conversations among language-model agents and people.",
      license: { name: "MIT", identifier: "MIT" },
    },
    servers: [{ url: server }],
    security: needsToken ? [{ token: [] }, { cookie: [] }] : [{}],
    paths: Object.fromEntries(
      Object.entries(paths).map(([path, each = []]) => [
        path,
        Object.fromEntries(each.map(([id, operation]) => [operation.method ?? "get", describe(id, operation)])),
      ]),
    ),
    components: {
      schemas: described.schemas,
      responses: { failure },
      ...(needsToken && { securitySchemes }),
    },
  };
}
