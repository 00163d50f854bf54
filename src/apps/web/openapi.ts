/**
 * The OpenAPI document of the HTTP API, generated from the schemas that check its requests. Developers and tools read
 * it, so it is only in English.
 */
import { z } from "zod";
import { bodies, queries } from "./requests.js";

const toJson = (schema: z.ZodType) => {
  const { $schema: _draft, ...json } = z.toJSONSchema(schema, { io: "input" });
  return json;
};

const thread = { name: "thread", in: "path", required: true, schema: { type: "string" } };
const turn = { name: "turn", in: "path", required: true, schema: { type: "integer", minimum: 1 } };

const parametersOf = (query: z.ZodObject | undefined) =>
  Object.entries(query?.shape ?? {}).map(([name, schema]) => ({
    name,
    in: "query",
    schema: toJson(schema as z.ZodType),
  }));

const error = {
  description: "The error.",
  content: {
    "application/json": {
      schema: {
        type: "object",
        required: ["code", "message", "problems"],
        properties: {
          code: { type: "string" },
          message: { type: "string" },
          problems: { type: "array", items: { type: "object" } },
        },
      },
    },
  },
};

interface Operation {
  readonly path: string;
  readonly method?: "get" | "post" | "delete";
  readonly summary: string;
  readonly body?: z.ZodType;
  readonly query?: z.ZodObject;
  readonly status?: 200 | 201 | 204;
  readonly type?: string;
}

const one = "/api/conversations/{thread}";

const operations: readonly Operation[] = [
  {
    path: "/api/conversations",
    summary: "Lists conversations by pages, most recently updated first.",
    query: queries.list,
  },
  { path: "/api/conversations", method: "post", summary: "Starts a conversation.", body: bodies.start, status: 201 },
  { path: one, summary: "Returns a conversation's status, settings and usage." },
  { path: one, method: "delete", summary: "Deletes a conversation and cancels its run.", status: 204 },
  {
    path: `${one}/events`,
    summary:
      "Streams the saved events that follow the given id, and then new events as they happen. The header Last-Event-ID or the parameter `after` gives the id; the header takes precedence. Only saved events have an `id`.",
    query: queries.events,
    type: "text/event-stream",
  },
  {
    path: `${one}/turns/{turn}/prompts`,
    summary: "Returns the first prompt of each model call of a turn, rebuilt from the saved states.",
  },
  { path: `${one}/interject`, method: "post", summary: "Adds a listener's message.", body: bodies.interject },
  { path: `${one}/control`, method: "post", summary: "Steers a conversation.", body: bodies.control },
  {
    path: `${one}/answer`,
    method: "post",
    summary: "Delivers the answers of people for whom a conversation is waiting.",
    body: bodies.answer,
    status: 204,
  },
  {
    path: `${one}/typing`,
    method: "post",
    summary:
      "Sends an event of type `typing`, with the `participant`, to everybody who follows the conversation in this process. It is not saved, and is valid for a few seconds.",
    body: bodies.typing,
    status: 204,
  },
  {
    path: `${one}/invite`,
    method: "post",
    summary:
      "Returns the `token` of an invitation to a person's seat. Its holder can follow this conversation and speak from this seat. Null if invitations have no tokens.",
    body: bodies.invite,
  },
  { path: `${one}/cancel`, method: "post", summary: "Stops a conversation's run.", body: bodies.cancel, status: 204 },
  { path: `${one}/resume`, method: "post", summary: "Continues a conversation.", body: bodies.resume, status: 204 },
  {
    path: `${one}/fork`,
    method: "post",
    summary: "Copies a conversation, as it was after a turn, to a new thread.",
    body: bodies.fork,
    status: 201,
  },
  { path: `${one}/export`, summary: "Returns a conversation's transcript.", query: queries.export },
  { path: "/api/modes", summary: "Returns the modes, each with the JSON Schema of its settings." },
  {
    path: "/api/models",
    summary: "Returns names of models, and the providers for which the server has a key. Contains no keys.",
  },
  { path: "/api/scenarios", summary: "Returns the scenarios that the package ships." },
  {
    path: "/agui",
    method: "post",
    summary: "Starts, continues or joins a conversation as a run of AG-UI 1.0.",
    body: bodies.agUi,
    type: "text/event-stream",
  },
];

const describe = ({ path, summary, body, query, status = 200, type = "application/json" }: Operation) => ({
  summary,
  parameters: [...[thread, turn].filter(({ name }) => path.includes(`{${name}}`)), ...parametersOf(query)],
  ...(body && { requestBody: { required: true, content: { "application/json": { schema: toJson(body) } } } }),
  responses: {
    [status]: { description: "Success.", ...(status === 204 ? {} : { content: { [type]: {} } }) },
    default: error,
  },
});

export function openApiDocument(version: string) {
  const paths = Object.groupBy(operations, ({ path }) => path);
  return {
    openapi: "3.1.0",
    info: { title: "Rostrum", version },
    paths: Object.fromEntries(
      Object.entries(paths).map(([path, each = []]) => [
        path,
        Object.fromEntries(each.map((operation) => [operation.method ?? "get", describe(operation)])),
      ]),
    ),
  };
}
