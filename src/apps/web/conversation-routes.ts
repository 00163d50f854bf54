import { Hono } from "hono";
import { totalUsage } from "../../core/usage/usage.js";
import { invalidInput, RostrumError } from "../../errors/rostrum-error.js";
import type { Modes } from "../../graph/modes/registry.js";
import { readControl } from "../../graph/state/control.js";
import type { ConversationSnapshot } from "../../talk/conversations/port/port.js";
import { fileNameOf } from "../../talk/transcript/file-name.js";
import type { PageParts } from "../../talk/transcript/html.js";
import type { ConversationDocument } from "../../talk/transcript/json.js";
import { publicCopy } from "../../talk/transcript/public.js";
import type { Visible } from "./guard.js";
import { bodies, check, paths, queries, readBody } from "./requests.js";
import type { ConversationView } from "./responses.js";
import type { Invitations } from "./seats/invitations.js";
import { seatRoutes } from "./seats/seat-routes.js";
import { seatsIn } from "./seats/seated-conversations.js";
import { sendEvents } from "./send-events.js";
import { TypingSignals } from "./typing.js";

function viewOf(modes: Modes, { state, ...snapshot }: ConversationSnapshot): Omit<ConversationView, "seats"> {
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

async function recordingOf(document: ConversationDocument, parts: PageParts | undefined): Promise<string> {
  if (!parts) throw new RostrumError("request-refused", { fault: "no-page" });
  return (await import("../../talk/transcript/html.js")).renderHtml(document, parts);
}

/** Resolves to undefined if the page is not built. */
type ReadPageParts = () => Promise<PageParts | undefined>;

/** Imports the renderers only when they are needed, so that the playground appears sooner. */
const exportFormats = {
  json: {
    type: "application/json",
    extension: "json",
    textOf: async (document: ConversationDocument) => JSON.stringify(document),
  },
  markdown: {
    type: "text/markdown; charset=utf-8",
    extension: "md",
    textOf: async (document: ConversationDocument) =>
      (await import("../../talk/transcript/markdown.js")).renderMarkdown(document),
  },
  html: {
    type: "text/html; charset=utf-8",
    extension: "html",
    textOf: async (document: ConversationDocument, read: ReadPageParts) => recordingOf(document, await read()),
  },
};

function attachment(name: string): string {
  const encoded = encodeURIComponent(name).replace(
    /['()*]/g,
    (character) => `%${character.charCodeAt(0).toString(16)}`,
  );
  return `attachment; filename*=UTF-8''${encoded}`;
}

export interface RouteOptions {
  readonly modes: Modes;
  readonly pageParts: ReadPageParts;
  readonly heartbeatMs: number;
  readonly invitations: Invitations | undefined;
}

export function conversationRoutes({ modes, pageParts, heartbeatMs, invitations }: RouteOptions) {
  const typing = new TypingSignals();
  return new Hono<Visible>()
    .route("/:thread", seatRoutes(typing, invitations))
    .get("/", async (context) =>
      context.json(await context.var.conversations.list(check(queries.list, context.req.query()))),
    )
    .post("/", async (context) => {
      const { mode, ...given } = await readBody(context, bodies.start);
      return context.json(await context.var.conversations.start(mode, given), 201);
    })
    .get("/:thread", async (context) => {
      const { conversations, seats } = context.var;
      const thread = context.req.param("thread");
      const view = viewOf(modes, await conversations.read(thread));
      return context.json<ConversationView>({ ...view, seats: seats ? seatsIn(thread, seats) : null });
    })
    .delete("/:thread", async (context) => {
      await context.var.conversations.remove(context.req.param("thread"));
      return context.body(null, 204);
    })
    .get("/:thread/events", async (context) => {
      const { after } = check(queries.events, {
        after: context.req.header("last-event-id") ?? context.req.query("after"),
      });
      const thread = context.req.param("thread");
      const events = async function* (signal: AbortSignal) {
        for await (const event of context.var.conversations.follow(thread, { after: after ?? 0, signal })) {
          const id = event.sequence === undefined ? {} : { id: String(event.sequence) };
          yield { ...id, data: JSON.stringify(event) };
        }
      };
      const onTyping = (tell: (data: string) => void) =>
        typing.follow([context.var.owner, thread], (event) => tell(JSON.stringify(event)));
      return sendEvents(context, heartbeatMs, events, onTyping);
    })
    .get("/:thread/turns/:turn/prompts", async (context) => {
      const { thread, turn } = context.req.param();
      return context.json(await context.var.conversations.prompts(thread, check(paths.turn, { turn }).turn));
    })
    .get("/:thread/export", async (context) => {
      const { format, contents } = check(queries.export, context.req.query());
      const complete = await context.var.conversations.transcript(context.req.param("thread"));
      const document = contents === "public" ? publicCopy(complete) : complete;
      const { type, extension, textOf } = exportFormats[format];
      return context.body(await textOf(document, pageParts), 200, {
        "content-type": type,
        // Makes the browser save the file instead of opening it, because the app's content security policy would block
        // a recording's inline script.
        "content-disposition": attachment(fileNameOf(document, extension)),
      });
    })
    .post("/:thread/interject", async (context) => {
      const { text, ...given } = await readBody(context, bodies.interject);
      return context.json(await context.var.conversations.interject(context.req.param("thread"), text, given));
    })
    .post("/:thread/control", async (context) => {
      const { control, ...given } = await readBody(context, bodies.control);
      const read = readControl(control);
      if ("problems" in read) throw invalidInput(read.problems);
      return context.json(await context.var.conversations.control(context.req.param("thread"), read.control, given));
    })
    .post("/:thread/answer", async (context) => {
      const { lines } = await readBody(context, bodies.answer);
      await context.var.conversations.answer(context.req.param("thread"), lines);
      return context.body(null, 204);
    })
    .post("/:thread/rename", async (context) => {
      const { title } = await readBody(context, bodies.rename);
      await context.var.conversations.rename(context.req.param("thread"), title);
      return context.body(null, 204);
    })
    .post("/:thread/cancel", async (context) => {
      await context.var.conversations.cancel(context.req.param("thread"), await readBody(context, bodies.cancel));
      return context.body(null, 204);
    })
    .post("/:thread/resume", async (context) => {
      await context.var.conversations.resume(context.req.param("thread"), await readBody(context, bodies.resume));
      return context.body(null, 204);
    })
    .post("/:thread/fork", async (context) => {
      const request = await readBody(context, bodies.fork);
      return context.json({ thread: await context.var.conversations.fork(context.req.param("thread"), request) }, 201);
    });
}
