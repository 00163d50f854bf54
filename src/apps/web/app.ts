/** The web page and its HTTP interface over the port `Conversations`, as an app for Hono. */

import { type Context, Hono } from "hono";
import { bodyLimit } from "hono/body-limit";
import { type SSEMessage, streamSSE } from "hono/streaming";
import type { z } from "zod";
import type { Control } from "../../core/state/control-record.js";
import { totalUsage } from "../../core/usage/usage.js";
import { RostrumError } from "../../errors/rostrum-error.js";
import { summaryOf } from "../../graph/modes/mode.js";
import { modes as builtIn, type Modes } from "../../graph/modes/registry.js";
import type { ConversationSnapshot, Conversations } from "../../talk/conversations/port/port.js";
import { fillIn } from "../../talk/scenario/check-scenario.js";
import { modeJsonSchema } from "../../talk/scenario/json-schema.js";
import { renderHtml } from "../../talk/transcript/html.js";
import type { ConversationDocument } from "../../talk/transcript/json.js";
import { renderMarkdown } from "../../talk/transcript/markdown.js";
import type { Language } from "../../words/registry.js";
import { languages } from "../../words/registry.js";
import { readVersion } from "../package-files.js";
import { runAgUi } from "./ag-ui.js";
import { describeFailure, statusOf } from "./failures.js";
import { guard, headers } from "./guard.js";
import { languageOf } from "./language.js";
import { openApiDocument } from "./openapi.js";
import { findPage, readPageParts } from "./page.js";
import { bodies, check, paths, queries } from "./requests.js";
import { readScenarios } from "./scenarios.js";

export interface WebOptions {
  /** The token that every request must carry, as `Authorization: Bearer …` or once as `/?token=…`. Default: none; then the app serves only this machine. */
  readonly token?: string | undefined;
  /** The folder of the built page. Default: the one that the package ships. */
  readonly page?: string;
  /** The modes of its forms: those of the conversations. Default: the built-in ones. */
  readonly modes?: Modes;
  /** How often an idle stream of events gets a comment, in milliseconds. Default: 15,000. */
  readonly heartbeatMs?: number;
}

/** In bytes. A line of a person has at most 20,000 characters. */
const maxBodySize = 1024 * 1024;

function tooLarge(): never {
  throw new RostrumError("request-refused", { fault: "too-large", most: maxBodySize });
}

const explain = (error: Error, context: Context): Response =>
  context.json(describeFailure(error, languageOf(context.req)), statusOf(error));

async function readBody<Schema extends z.ZodType>({ req }: Context, schema: Schema) {
  const given = await req.json().catch(() => {
    throw new RostrumError("request-refused", { fault: "not-json" });
  });
  return check(schema, given);
}

/** Streams events until they end or the client leaves. An error before the first event is the answer. */
async function sendEvents(
  context: Context,
  heartbeatMs: number,
  open: (signal: AbortSignal) => AsyncGenerator<SSEMessage, void>,
): Promise<Response> {
  const leaving = new AbortController();
  const events = open(leaving.signal);
  let next = await events.next();
  return streamSSE(context, async (stream) => {
    stream.onAbort(() => leaving.abort());
    const beat = setInterval(() => void stream.write(":\n\n"), heartbeatMs);
    try {
      for (; !next.done; next = await events.next()) await stream.writeSSE(next.value);
    } finally {
      clearInterval(beat);
      await events.return();
    }
  });
}

/** What the page shows of a conversation beside its events. */
function viewOf(modes: Modes, { state, ...snapshot }: ConversationSnapshot) {
  const { mode } = snapshot;
  const {
    usage = [],
    turn = 0,
    stopReason = null,
    spending = null,
    opening = null,
    stopDraws = [],
    toolCalls = [],
  } = state;
  const names = Object.keys(modes[mode]?.fields ?? {});
  const settings = Object.fromEntries(names.filter((name) => name in state).map((name) => [name, state[name]]));
  const account = { usage: { rows: usage, totals: totalUsage(usage) }, spending };
  return { ...snapshot, turn, stopReason, opening, settings, ...account, stopDraws, toolCalls };
}

/**
 * Makes the app: the page at `/`, its interface below `/api`, and AG-UI at `/agui`. Mount it in a server of your own, or serve it with `@hono/node-server`.
 *
 * @example
 * ```ts
 * const conversations = await openConversations("talks.db");
 * serve({ fetch: createApp(conversations).fetch, hostname: "127.0.0.1", port: 4300 });
 * ```
 */
export function createApp(conversations: Conversations, options: WebOptions = {}): Hono {
  const { token, heartbeatMs = 15_000, modes = builtIn } = options;
  const page = findPage(options.page);
  const recordingOf = (document: ConversationDocument) => {
    const parts = readPageParts(options.page);
    if (!parts) throw new RostrumError("request-refused", { fault: "no-page" });
    return renderHtml(document, parts);
  };
  const described = openApiDocument(readVersion());
  const inEach = (make: (language: Language) => unknown) =>
    Object.fromEntries(languages.map((language) => [language, make(language)]));
  const modeList = Object.entries(modes).map(([name, mode]) => ({
    name,
    summary: inEach((language) => summaryOf(mode, language)),
    example: inEach((language) => fillIn({}, mode.fields, language)),
    schema: modeJsonSchema(name, mode),
    context: Object.keys(mode.context),
  }));

  const api = new Hono()
    .get("/openapi.json", (context) => context.json(described))
    .get("/modes", (context) => context.json(modeList))
    .get("/scenarios", async (context) => context.json(await readScenarios()))
    .get("/conversations", async (context) =>
      context.json(await conversations.list(check(queries.list, context.req.query()))),
    )
    .post("/conversations", async (context) => {
      const { mode, ...given } = await readBody(context, bodies.start);
      return context.json(await conversations.start(mode, given), 201);
    })
    .get("/conversations/:thread", async (context) =>
      context.json(viewOf(modes, await conversations.read(context.req.param("thread")))),
    )
    .delete("/conversations/:thread", async (context) => {
      await conversations.remove(context.req.param("thread"));
      return context.body(null, 204);
    })
    .get("/conversations/:thread/events", async (context) => {
      const { after } = check(queries.events, {
        after: context.req.header("last-event-id") ?? context.req.query("after"),
      });
      const thread = context.req.param("thread");
      return sendEvents(context, heartbeatMs, async function* (signal) {
        for await (const event of conversations.follow(thread, { after: after ?? 0, signal })) {
          const id = event.sequence === undefined ? {} : { id: String(event.sequence) };
          yield { ...id, data: JSON.stringify(event) };
        }
      });
    })
    .get("/conversations/:thread/turns/:turn/prompts", async (context) => {
      const { thread, turn } = context.req.param();
      return context.json(await conversations.prompts(thread, check(paths.turn, { turn }).turn));
    })
    .get("/conversations/:thread/export", async (context) => {
      const { format } = check(queries.export, context.req.query());
      const document = await conversations.transcript(context.req.param("thread"));
      if (format === "json") return context.json(document);
      const [type, text] = format === "html" ? ["html", recordingOf(document)] : ["markdown", renderMarkdown(document)];
      return context.body(text, 200, {
        "content-type": `text/${type}; charset=utf-8`,
        // The page's own rules would keep a recording from running at its address.
        "content-disposition": "attachment",
      });
    })
    .post("/conversations/:thread/interject", async (context) => {
      const { text, ...given } = await readBody(context, bodies.interject);
      return context.json(await conversations.interject(context.req.param("thread"), text, given));
    })
    .post("/conversations/:thread/control", async (context) => {
      const { control, ...given } = await readBody(context, bodies.control);
      const thread = context.req.param("thread");
      return context.json(await conversations.control(thread, control as unknown as Control, given));
    })
    .post("/conversations/:thread/answer", async (context) => {
      const { lines } = await readBody(context, bodies.answer);
      await conversations.answer(context.req.param("thread"), lines);
      return context.body(null, 204);
    })
    .post("/conversations/:thread/cancel", async (context) => {
      await conversations.cancel(context.req.param("thread"), await readBody(context, bodies.cancel));
      return context.body(null, 204);
    })
    .post("/conversations/:thread/resume", async (context) => {
      await conversations.resume(context.req.param("thread"), await readBody(context, bodies.resume));
      return context.body(null, 204);
    })
    .post("/conversations/:thread/fork", async (context) => {
      const request = await readBody(context, bodies.fork);
      return context.json({ thread: await conversations.fork(context.req.param("thread"), request) }, 201);
    });

  return new Hono()
    .use(headers, guard(token), bodyLimit({ maxSize: maxBodySize, onError: tooLarge }))
    .route("/api", api)
    .post("/agui", async (context) => {
      const input = await readBody(context, bodies.agUi);
      const language = languageOf(context.req);
      return sendEvents(context, heartbeatMs, async function* (signal) {
        for await (const event of runAgUi(conversations, input, { signal, language }))
          yield { data: JSON.stringify(event) };
      });
    })
    .get("/*", page)
    .onError(explain);
}
