/** The texts in this folder are only in English, because most of them are for models. */

import { McpServer } from "@modelcontextprotocol/sdk/server/mcp.js";
import { z } from "zod/v4";
import type { Named } from "../../../base/is-record.js";
import type { WaitingPerson } from "../../../core/state/people.js";
import type { ConversationStatus, Conversations } from "../../../talk/conversations/port/port.js";
import { findConversation, questionName } from "../../../talk/conversations/port/status.js";
import { canResume, conversationStatuses, isActive } from "../../../talk/conversations/port/status-meanings.js";
import { readVersion } from "../../package-files.js";
import { registerCheckTool } from "./check-tool.js";
import { registerDocumentationTools } from "./documentation-tools.js";
import { registerEstimateTool } from "./estimate-tool.js";
import { registerInterjectTool } from "./interject-tool.js";
import { type Listener, Reporter } from "./notices.js";
import { registerPrompts } from "./prompts.js";
import { registerReadingTools, textContent, transcriptOf } from "./reading-tools.js";
import { registerResources } from "./resources.js";
import { planFrom, plannedArguments } from "./run-arguments.js";

const run = {
  ...plannedArguments,
  thread: z
    .string()
    .optional()
    .describe(
      "The conversation's name. If this is the only argument, the saved conversation with this name continues or, if it has ended, another round starts.",
    ),
};

const outcome = {
  thread: z.string(),
  status: z.enum(conversationStatuses),
  waitingFor: z.array(z.string()).describe("The people who have the floor. Send each person's line with interject."),
  drafts: z
    .array(z.object({ draft: z.string(), participant: z.string(), text: z.string() }))
    .describe("The speeches that are waiting for approval. Answer each draft with interject."),
};

type Outcome = z.output<z.ZodObject<typeof outcome>>;

async function startOrContinue(
  conversations: Conversations,
  given: z.output<z.ZodObject<typeof run>>,
): Promise<string> {
  const { thread, ...planned } = given;
  const isAlone = thread !== undefined && Object.keys(given).length === 1;
  const find = (name: string) => (isAlone ? conversations.read(name) : findConversation(conversations, name));
  const known = thread === undefined ? undefined : await find(thread);
  if (isAlone && known && known.status !== "ended") {
    if (canResume(known.status)) await conversations.resume(thread);
    return thread;
  }
  const { mode, input, context } = await planFrom(planned, known?.mode);
  // `start` checks the title together with the input.
  const { title, ...fields } = input as Named & { readonly title?: string };
  return (await conversations.start(mode, { input: fields, context, title, thread })).thread;
}

async function followRun(
  conversations: Conversations,
  thread: string,
  signal: AbortSignal,
  listener: Listener,
): Promise<{ readonly status: ConversationStatus; readonly reason: string | undefined }> {
  const reporter = new Reporter(thread, listener);
  let isLive = false;
  for await (const event of conversations.follow(thread, { signal })) {
    if (event.type === "status" && !isActive(event.status))
      return { status: event.status, reason: event.error?.message };
    isLive ||= event.type === "status";
    if (!isLive || event.type === "status" || event.sequence !== undefined) continue;
    await reporter.report(event);
  }
  await conversations.cancel(thread);
  return { status: "stopped", reason: undefined };
}

function whatWaits(waiting: readonly WaitingPerson[]): Pick<Outcome, "waitingFor" | "drafts"> {
  return {
    waitingFor: waiting.flatMap(({ value }) => (value.kind === "approval" ? [] : value.participant)),
    drafts: waiting.flatMap(({ id, value }) => {
      if (value.kind !== "approval") return [];
      return { draft: questionName({ id, value }), participant: value.participant, text: value.draft };
    }),
  };
}

function describeEnd({ thread, status, waitingFor, drafts }: Outcome, reason: string | undefined): string {
  return [
    `Conversation “${thread}”: ${status}${reason === undefined ? "" : `: ${reason}`}`,
    ...waitingFor.map((person) => `${person} has the floor. Send the line with interject and from: "${person}".`),
    ...drafts.map(
      ({ draft, participant, text }) =>
        `${participant} is going to say “${text}”. Answer with interject and draft: "${draft}". An empty text approves the draft, and any other text replaces it. With rewrite: true, the text says what to change, and the model writes another draft.`,
    ),
  ].join("\n");
}

interface RunCall {
  /** The conversation's thread; undefined until the conversation has started, unless the caller names it. */
  thread: string | undefined;
  readonly signal: AbortSignal;
  readonly end: Promise<void>;
}

function registerRunTool(server: McpServer, conversations: Conversations): void {
  const calls = new Set<RunCall>();
  server.registerTool(
    "run_conversation",
    {
      title: "Run a conversation",
      description:
        "Runs a conversation among language-model agents until it ends or waits for a person, and returns its transcript in Markdown. With a language model, this takes minutes; a progress notification reports each speech, and a log message says why its speaker had the floor.",
      inputSchema: run,
      outputSchema: outcome,
      annotations: { openWorldHint: true, destructiveHint: false },
    },
    async (given, { signal, sendNotification, sessionId, _meta }) => {
      // The runs of cancelled calls may still be stopping, and a thread's next run can start only when they have
      // stopped.
      const isBefore = ({ thread }: RunCall) => thread !== undefined && thread === given.thread;
      const stopping = [...calls].filter((each) => isBefore(each) && each.signal.aborted);
      await Promise.all(stopping.map(({ end }) => end));
      const { promise: end, resolve } = Promise.withResolvers<void>();
      const call: RunCall = { thread: given.thread, signal, end };
      calls.add(call);
      try {
        const { progressToken } = _meta ?? {};
        return await runConversation(given, call, {
          server,
          sessionId,
          async progress(progress, message) {
            const params = { progressToken: progressToken ?? "", progress, message };
            if (progressToken !== undefined) await sendNotification({ method: "notifications/progress", params });
          },
        });
      } finally {
        calls.delete(call);
        resolve();
      }
    },
  );

  async function runConversation(given: z.output<z.ZodObject<typeof run>>, call: RunCall, listener: Listener) {
    const thread = await startOrContinue(conversations, given);
    call.thread = thread;
    server.sendResourceListChanged();
    const { status, reason } = await followRun(conversations, thread, call.signal, listener);
    const { waiting } = await conversations.read(thread);
    const structuredContent = { thread, status, ...whatWaits(waiting) };
    const summary = describeEnd(structuredContent, reason);
    const content = [textContent(summary), textContent(await transcriptOf(conversations, thread))];
    return { content, structuredContent, isError: status === "failed" };
  }
}

export function createMcpServer(conversations: Conversations): McpServer {
  const server = new McpServer(
    { name: "rostrum", title: "Rostrum", version: readVersion() },
    { capabilities: { logging: {} } },
  );
  registerRunTool(server, conversations);
  registerEstimateTool(server, conversations);
  registerReadingTools(server, conversations);
  registerInterjectTool(server, conversations);
  registerCheckTool(server);
  registerDocumentationTools(server);
  registerResources(server, conversations);
  registerPrompts(server, conversations);
  return server;
}
