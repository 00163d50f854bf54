import { randomUUID } from "node:crypto";

/** One owner's resources. They contain `secret`, so that a test can detect them in an answer. */
export interface Belongings {
  readonly owner: string;
  readonly secret: string;
  readonly thread: string;
  readonly run: string;
  readonly checkpoint: string;
  readonly assistant: string;
  readonly namespace: readonly string[];
  readonly key: string;
}

export interface Request {
  readonly path: string;
  readonly body?: unknown;
}

interface Case {
  readonly ask: (theirs: Belongings) => Request;
  /** The status that the owner must get. */
  readonly owner: number;
  /** The allowed statuses for another user: 200 only where the answer must leave out the owner's resources. */
  readonly other: readonly number[];
}

const hidden = [403, 404, 409];
const shortRun = { assistant_id: "round-robin", input: { maxTurns: 1, seed: 1 } };
const inThread = (rest: string) => (theirs: Belongings) => `/threads/${theirs.thread}${rest}`;
const store = ({ namespace, key }: Belongings) => ({ namespace, key });
const withAssistant = (theirs: Belongings) => ({ ...shortRun, assistant_id: theirs.assistant });

const get = (path: (theirs: Belongings) => string, other: readonly number[] = hidden): Case => ({
  ask: (theirs) => ({ path: path(theirs) }),
  owner: 200,
  other,
});
const send = (
  path: (theirs: Belongings) => string,
  body: (theirs: Belongings) => unknown,
  { owner = 200, other = hidden }: { owner?: number; other?: readonly number[] } = {},
): Case => ({ ask: (theirs) => ({ path: path(theirs), body: body(theirs) }), owner, other });

const assistant =
  (rest = "") =>
  (theirs: Belongings) =>
    `/assistants/${theirs.assistant}${rest}`;
/** The development server does not support crons, and answers requests for them with status 500. */
const noCrons = { owner: 500, other: [500] };
const cron = (theirs: Belongings) => ({
  assistant_id: theirs.assistant,
  thread_id: theirs.thread,
  schedule: "0 0 * * *",
});

export const cases: Readonly<Record<string, Case>> = {
  "POST /assistants": send(
    () => "/assistants",
    (theirs) => ({ assistant_id: theirs.assistant, graph_id: "bidding", if_exists: "do_nothing" }),
  ),
  "POST /assistants/search": send(
    () => "/assistants/search",
    () => ({ limit: 1000 }),
    { other: [200] },
  ),
  "POST /assistants/count": send(
    () => "/assistants/count",
    () => ({}),
    { other: [200] },
  ),
  "GET /assistants/:assistant_id": get(assistant()),
  "DELETE /assistants/:assistant_id": get(assistant()),
  "PATCH /assistants/:assistant_id": send(assistant(), () => ({ metadata: { owner: "ben" } })),
  "GET /assistants/:assistant_id/graph": get(assistant("/graph")),
  "GET /assistants/:assistant_id/schemas": get(assistant("/schemas")),
  "GET /assistants/:assistant_id/subgraphs/:namespace?": get(assistant("/subgraphs")),
  "POST /assistants/:assistant_id/latest": send(assistant("/latest"), () => ({ version: 1 })),
  "POST /assistants/:assistant_id/versions": send(assistant("/versions"), () => ({}), { other: [200, ...hidden] }),

  "POST /runs/crons": send(() => "/runs/crons", cron, { owner: 500, other: [500, ...hidden] }),
  "POST /runs/crons/search": send(
    () => "/runs/crons/search",
    () => ({}),
    noCrons,
  ),
  "DELETE /runs/crons/:cron_id": { ...get(() => `/runs/crons/${randomUUID()}`), ...noCrons },
  "POST /threads/:thread_id/runs/crons": send(inThread("/runs/crons"), cron, {
    owner: 500,
    other: [500, ...hidden],
  }),

  "POST /runs/stream": send(() => "/runs/stream", withAssistant),
  "GET /runs/:run_id/stream": get((theirs) => `/runs/${theirs.run}/stream`),
  "POST /runs/wait": send(() => "/runs/wait", withAssistant),
  "POST /runs": send(() => "/runs", withAssistant),
  "POST /runs/batch": send(
    () => "/runs/batch",
    (theirs) => [shortRun, withAssistant(theirs)],
  ),
  "GET /threads/:thread_id/runs": get(inThread("/runs")),
  "POST /threads/:thread_id/runs": send(inThread("/runs"), () => shortRun),
  "POST /threads/:thread_id/runs/stream": send(inThread("/runs/stream"), () => shortRun),
  "POST /threads/:thread_id/runs/wait": send(inThread("/runs/wait"), () => shortRun),
  "GET /threads/:thread_id/runs/:run_id": get((theirs) => inThread(`/runs/${theirs.run}`)(theirs)),
  "DELETE /threads/:thread_id/runs/:run_id": {
    ...get((theirs) => inThread(`/runs/${theirs.run}`)(theirs)),
    owner: 204,
  },
  "GET /threads/:thread_id/runs/:run_id/join": get((theirs) => inThread(`/runs/${theirs.run}/join`)(theirs)),
  "GET /threads/:thread_id/runs/:run_id/stream": get((theirs) => inThread(`/runs/${theirs.run}/stream`)(theirs)),
  "POST /threads/:thread_id/runs/:run_id/cancel": send(
    (theirs) => inThread(`/runs/${theirs.run}/cancel`)(theirs),
    () => ({}),
    { owner: 202 },
  ),

  "POST /threads": send(
    () => "/threads",
    (theirs) => ({ thread_id: theirs.thread, if_exists: "do_nothing" }),
  ),
  "POST /threads/search": send(
    () => "/threads/search",
    () => ({ limit: 1000 }),
    { other: [200] },
  ),
  "POST /threads/count": send(
    () => "/threads/count",
    () => ({}),
    { other: [200] },
  ),
  "GET /threads/:thread_id/state": get(inThread("/state")),
  "POST /threads/:thread_id/state": send(inThread("/state"), () => ({ values: { maxTurns: 2 }, as_node: "speak" })),
  "GET /threads/:thread_id/state/:checkpoint_id": get((theirs) => inThread(`/state/${theirs.checkpoint}`)(theirs)),
  "POST /threads/:thread_id/state/checkpoint": send(inThread("/state/checkpoint"), (theirs) => ({
    checkpoint: { thread_id: theirs.thread, checkpoint_id: theirs.checkpoint, checkpoint_ns: "" },
  })),
  "GET /threads/:thread_id/history": get(inThread("/history")),
  "POST /threads/:thread_id/history": send(inThread("/history"), () => ({ limit: 10 })),
  "GET /threads/:thread_id": get(inThread("")),
  "DELETE /threads/:thread_id": { ...get(inThread("")), owner: 204 },
  "PATCH /threads/:thread_id": send(inThread(""), () => ({ metadata: { owner: "ben" } })),
  "POST /threads/:thread_id/copy": send(inThread("/copy"), () => ({})),

  "POST /store/namespaces": send(
    () => "/store/namespaces",
    ({ namespace }) => ({ prefix: namespace }),
  ),
  "POST /store/items/search": send(
    () => "/store/items/search",
    ({ namespace }) => ({ namespace_prefix: namespace }),
  ),
  "PUT /store/items": send(
    () => "/store/items",
    (theirs) => ({ ...store(theirs), value: { text: theirs.secret } }),
    {
      owner: 204,
    },
  ),
  "DELETE /store/items": send(() => "/store/items", store, { owner: 204 }),
  "GET /store/items": get(({ namespace, key }) => `/store/items?namespace=${namespace.join(".")}&key=${key}`),

  // Every user may read the server's version and health. The version does not even require a token.
  "GET /info": get(() => "/info", [200]),
  "GET /ok": get(() => "/ok", [200]),

  // Even owners cannot open WebSockets, because the guard cannot check the messages sent over them.
  "GET /threads/:thread_id/stream/events": { ...get(inThread("/stream/events")), owner: 403 },
  "POST /threads/:thread_id/commands": send(inThread("/commands"), () => ({ id: 1, method: "state.get", params: {} })),
  "POST /threads/:thread_id/stream/events": send(inThread("/stream/events"), () => ({ channels: ["values"] })),
};
