import type { Conversations } from "../../../src/talk/conversations/port/port.js";
import { inputFor } from "../../support/any-mode.js";
import { isStatus, until } from "../../talk/contracts/conversations.js";

/** `waiting` means waiting for a person. `stopped` means a fork that has not continued yet. */
export type Stage = "ended" | "waiting" | "stopped";

export interface RouteCase {
  /** The query string, with its question mark. */
  readonly query?: string;
  readonly body?: (thread: string) => object;
  /** The stage that the conversation must have reached for the request to succeed. Default: ended. */
  readonly stage?: Stage;
  readonly status: number;
  /** The status if the app identifies its users, so that conversations have owners. Default: `status`. */
  readonly owner?: number;
  /** The status for a person who was invited to Ann's seat in the conversation. */
  readonly seat: number;
  /** Whether the request creates a conversation with the given name if there is none. */
  readonly creates?: boolean;
  readonly isEndless?: boolean;
}

const people = [{ name: "Ann", human: true }, { name: "Bo" }];
export const agents = [{ name: "Ann" }, { name: "Bo" }];

export async function begin(conversations: Conversations, thread: string, stage: Stage): Promise<void> {
  const participants = stage === "waiting" ? people : agents;
  const input = inputFor("round-robin", { participants, maxTurns: 2 });
  const started = stage === "stopped" ? "original" : thread;
  await conversations.start("round-robin", { input, thread: started });
  await until(conversations.follow(started), isStatus(stage === "waiting" ? "waiting" : "ended"));
  if (stage === "stopped") await conversations.fork(started, { turn: 1, as: thread });
}

export const removeAll = async (conversations: Conversations) => {
  for (const { thread } of (await conversations.list()).conversations) await conversations.remove(thread);
};

const two = { participants: agents, maxTurns: 2 };
const one = "/api/conversations/:thread";

const routeCases: Readonly<Record<string, RouteCase>> = {
  "GET /api/openapi.json": { status: 200, seat: 200 },
  "GET /api/modes": { status: 200, seat: 200 },
  "GET /api/models": { status: 200, seat: 403 },
  "POST /api/estimates": {
    body: () => ({ mode: "round-robin", input: inputFor("round-robin", two) }),
    status: 200,
    seat: 403,
  },
  "GET /api/scenarios": { status: 200, seat: 200 },
  "GET /api/conversations": { status: 200, seat: 200 },
  "POST /api/conversations": {
    body: (thread) => ({ mode: "round-robin", input: inputFor("round-robin", two), thread }),
    status: 201,
    seat: 403,
    creates: true,
  },
  [`GET ${one}`]: { status: 200, seat: 200 },
  [`DELETE ${one}`]: { status: 204, seat: 403 },
  [`GET ${one}/events`]: { status: 200, seat: 200, isEndless: true },
  [`GET ${one}/turns/:turn/prompts`]: { status: 200, seat: 403 },
  [`GET ${one}/export`]: { status: 200, seat: 200, query: "?format=markdown" },
  [`POST ${one}/interject`]: { body: () => ({ text: "And the fog?", id: "said-1" }), status: 200, seat: 200 },
  [`POST ${one}/control`]: { body: () => ({ control: { mute: "Bo" } }), status: 200, seat: 403 },
  [`POST ${one}/answer`]: { body: () => ({ lines: "By ferry." }), stage: "waiting", status: 204, seat: 204 },
  [`POST ${one}/typing`]: { body: () => ({ participant: "Ann" }), status: 204, seat: 204 },
  [`POST ${one}/invite`]: { body: () => ({ participant: "Ann" }), stage: "waiting", status: 200, seat: 403 },
  [`POST ${one}/rename`]: { body: () => ({ title: "Fog" }), status: 204, seat: 403 },
  [`POST ${one}/cancel`]: { body: () => ({}), status: 204, seat: 403 },
  [`POST ${one}/resume`]: { body: () => ({}), stage: "stopped", status: 204, seat: 403 },
  [`POST ${one}/fork`]: { body: () => ({ turn: 1 }), status: 201, seat: 403 },
  "POST /agui": {
    body: (threadId) => ({
      threadId,
      runId: "run",
      messages: [{ id: "said-2", role: "user", content: "Or shall we keep the ferry?" }],
      forwardedProps: { mode: "round-robin", input: { ...inputFor("round-robin", two), topic: undefined } },
    }),
    status: 200,
    seat: 403,
    creates: true,
  },
  "GET /health": { status: 200, seat: 200 },
  "GET /metrics": { status: 200, seat: 403, owner: 404 },
  "GET /*": { status: 404, seat: 404 },
};

export function caseOf(route: string): RouteCase {
  const found = routeCases[route];
  if (!found) throw new Error(`add a case for the route ${route} to test/apps/web/route-cases.ts`);
  return found;
}

/** Returns the text of a response, or only the first piece of an endless response. */
export async function textOf(route: string, { body, status }: Response): Promise<string> {
  const isEndless = caseOf(route).isEndless && status === 200;
  const reader = body?.getReader();
  let text = "";
  for (let next = await reader?.read(); next && !next.done; next = await reader?.read()) {
    text += new TextDecoder().decode(next.value);
    if (isEndless) await reader?.cancel();
  }
  return text;
}

/** Returns the routes as `METHOD /path/:parameter`. */
export const routesOf = ({
  routes,
}: {
  readonly routes: readonly { readonly method: string; readonly path: string }[];
}) => [...new Set(routes.flatMap(({ method, path }) => (method === "ALL" ? [] : `${method} ${path}`)))];

/** `path`: the text that replaces `:thread` in the URL. */
export function requestFor(route: string, thread: string, { path = encodeURIComponent(thread), turn = "1" } = {}) {
  const { query = "", body } = caseOf(route);
  const [method = "", pattern = ""] = route.split(" ");
  const filled = pattern
    .replace(":thread", () => path)
    .replace(":turn", () => turn)
    .replace("*", "none");
  const sent = body ? { body: JSON.stringify(body(thread)), headers: { "content-type": "application/json" } } : {};
  return { url: `http://localhost${filled}${query}`, method, ...sent };
}
