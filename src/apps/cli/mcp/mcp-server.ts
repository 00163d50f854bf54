/** The tools of `rostrum mcp`, over the port `Conversations`. */

import { McpServer } from "@modelcontextprotocol/sdk/server/mcp.js";
import { z } from "zod";
import { type EventReader, type RostrumEvent, readEvent } from "../../../core/state/events.js";
import { nameKey } from "../../../core/text/name.js";
import { summaryOf } from "../../../graph/modes/mode.js";
import { modes } from "../../../graph/modes/registry.js";
import { longestLine } from "../../../records/person-question.js";
import type { ConversationStatus, Conversations } from "../../../talk/conversations/port/port.js";
import { findConversation, questionName } from "../../../talk/conversations/port/status.js";
import { renderMarkdown } from "../../../talk/transcript/markdown.js";
import { readVersion } from "../../package-files.js";
import { readScenarios } from "../../web/scenarios.js";

const modeNames = Object.keys(modes);
const modeList = Object.values(modes).map((mode) => `${mode.name} (${summaryOf(mode, "en")})`);
const thread = z.string().describe("The conversation's name, as run_conversation returned it.");

const run = {
  scenario: z
    .string()
    .optional()
    .describe("The name of a scenario, as list_scenarios returns it. All other arguments override its settings."),
  mode: z
    .enum(modeNames)
    .optional()
    .describe(`How speakers are chosen. Default: bidding. ${modeList.join("; ")}`),
  topic: z.string().optional().describe("What the conversation is about, best as a question."),
  participants: z.array(z.string()).optional().describe("The participants' names. Default: the mode's example cast."),
  maxTurns: z.int().min(1).optional().describe("The maximum number of turns."),
  settings: z
    .record(z.string(), z.unknown())
    .optional()
    .describe(
      "Other settings of the mode, as in scenario files: model, participants with role and description, seed, language, …",
    ),
  thread: z
    .string()
    .optional()
    .describe(
      "A name for the conversation. Given alone, it continues a saved conversation, or begins another round of one that has ended.",
    ),
};

const outcome = {
  thread: z.string(),
  status: z.enum(["running", "waiting", "paused", "stopped", "failed", "ended"]),
  waitingFor: z.array(z.string()).describe("The people who have the floor; send each one's line with interject."),
  drafts: z
    .array(z.object({ draft: z.string(), participant: z.string(), text: z.string() }))
    .describe("What participants are going to say once it is approved; answer each draft with interject."),
};

const text = (words: string) => ({ type: "text" as const, text: words });

/** Starts or continues the conversation. Resolves to its thread. */
async function begin(conversations: Conversations, given: z.output<z.ZodObject<typeof run>>): Promise<string> {
  const { scenario, mode, settings, thread, ...fields } = given;
  const isAlone = thread !== undefined && Object.keys(given).length === 1;
  const find = (name: string) => (isAlone ? conversations.read(name) : findConversation(conversations, name));
  const known = thread === undefined ? undefined : await find(thread);
  if (isAlone && known && known.status !== "ended") {
    if (["stopped", "failed", "paused"].includes(known.status)) await conversations.resume(thread);
    return thread;
  }
  const scenarios = scenario === undefined ? [] : await readScenarios();
  const found = scenarios.find(({ name }) => name === scenario);
  if (scenario !== undefined && !found)
    throw new Error(`no scenario "${scenario}" (scenarios: ${scenarios.map(({ name }) => name).join(", ")})`);
  const { mode: usual = known?.mode ?? "bidding", ...usualFields } = found?.fields ?? {};
  const input = { ...usualFields, ...settings, ...fields };
  return (await conversations.start(mode ?? String(usual), { input, thread })).thread;
}

/** What a progress notification says about each kind of event. The result of the tool, a transcript, says the rest. */
const progressReader: EventReader<RostrumEvent, string> = {
  "speech-end": ({ speaker, text }) => `${speaker}: ${text}`,
  bid: null,
  control: null,
  correction: null,
  decision: null,
  interjection: null,
  judgement: null,
  opening: null,
  retry: null,
  "round-start": null,
  "scene-set": null,
  "speech-delta": null,
  "speech-failed": null,
  "speech-start": null,
  "stop-draw": null,
  stopped: null,
  task: null,
  "tool-call": null,
  verdict: null,
  warning: null,
};

/** Follows the conversation until nothing more happens in it by itself. */
async function untilRest(
  conversations: Conversations,
  thread: string,
  signal: AbortSignal,
  tell: (message: string) => Promise<void>,
): Promise<{ readonly status: ConversationStatus; readonly reason: string | undefined }> {
  let isLive = false;
  for await (const event of conversations.follow(thread, { signal })) {
    if (event.type === "status" && event.status !== "running")
      return { status: event.status, reason: event.error?.message };
    isLive ||= event.type === "status";
    if (!isLive || event.type === "status" || event.sequence !== undefined) continue;
    const message = readEvent(progressReader, event);
    if (message !== undefined) await tell(message);
  }
  await conversations.cancel(thread);
  return { status: "stopped", reason: undefined };
}

const transcriptOf = async (conversations: Conversations, thread: string) =>
  renderMarkdown(await conversations.transcript(thread));

export function createMcpServer(conversations: Conversations): McpServer {
  const server = new McpServer({ name: "rostrum", version: readVersion() });

  server.registerTool(
    "run_conversation",
    {
      title: "Run a conversation",
      description:
        "Runs a conversation among language-model agents until it ends or waits for a person, and returns its transcript in Markdown. Takes minutes with a model; a progress notification reports each speech.",
      inputSchema: run,
      outputSchema: outcome,
      annotations: { openWorldHint: true, destructiveHint: false },
    },
    async (given, { signal, sendNotification, _meta }) => {
      const thread = await begin(conversations, given);
      const progressToken = _meta?.progressToken;
      let progress = 0;
      const { status, reason } = await untilRest(conversations, thread, signal, async (message) => {
        progress += 1;
        const params = { progressToken: progressToken ?? "", progress, message };
        if (progressToken !== undefined) await sendNotification({ method: "notifications/progress", params });
      });
      const { waiting } = await conversations.read(thread);
      const waitingFor = waiting.flatMap(({ value }) => (value.kind === "approval" ? [] : value.participant));
      const drafts = waiting.flatMap(({ id, value }) => {
        if (value.kind !== "approval") return [];
        return { draft: questionName({ id, value }), participant: value.participant, text: value.draft };
      });
      const standing = [
        `Conversation “${thread}”: ${status}${reason === undefined ? "" : `: ${reason}`}`,
        ...waitingFor.map((person) => `${person} has the floor: give the line with interject, and from: "${person}".`),
        ...drafts.map(
          ({ draft, participant, text }) =>
            `${participant} is going to say “${text}”. Answer with interject and draft: "${draft}". An empty text approves it, and any other text is said instead; with rewrite: true, the text says what to change, and the model writes another draft.`,
        ),
      ].join("\n");
      const content = [text(standing), text(await transcriptOf(conversations, thread))];
      const structuredContent = { thread, status, waitingFor, drafts };
      return { content, structuredContent, isError: status === "failed" };
    },
  );

  server.registerTool(
    "list_scenarios",
    {
      title: "List scenarios",
      description:
        "Lists the conversations that run_conversation can start by name, each with its mode, topic and cast.",
      annotations: { readOnlyHint: true },
    },
    async () => {
      const listed = (await readScenarios()).map(({ name, fields }) => {
        const { mode, topic, participants = [] } = fields;
        const cast = [participants].flat().map((person) => (person as { readonly name?: unknown }).name ?? person);
        return { name, mode, topic, participants: cast };
      });
      return { content: [text(JSON.stringify(listed, null, 2))] };
    },
  );

  server.registerTool(
    "get_transcript",
    {
      title: "Get a transcript",
      description: "Returns what has been said in a conversation so far, even while it runs.",
      inputSchema: { thread, format: z.enum(["markdown", "json"]).default("markdown") },
      annotations: { readOnlyHint: true },
    },
    async ({ thread, format }) => {
      if (format === "markdown") return { content: [text(await transcriptOf(conversations, thread))] };
      return { content: [text(JSON.stringify(await conversations.transcript(thread), null, 2))] };
    },
  );

  server.registerTool(
    "interject",
    {
      title: "Interject",
      description:
        "Adds a listener's message to a conversation, which hears it before its next turn; one that has ended hears it in its next round. If the conversation waits for the person in `from`, the message is that person's line, and the conversation continues. With `draft`, it approves or replaces that draft, or asks for another one.",
      inputSchema: {
        thread,
        text: z.string().max(longestLine),
        from: z.string().optional().describe("Who says it. Default: User."),
        to: z
          .string()
          .optional()
          .describe("The participant who answers next. Default: the participant whom the text names."),
        draft: z
          .string()
          .optional()
          .describe("The draft that an empty text approves and another text replaces, as run_conversation named it."),
        rewrite: z
          .boolean()
          .default(false)
          .describe("With draft: the text says what to change, and the model writes another draft."),
      },
      annotations: { destructiveHint: false },
    },
    async ({ thread, text: line, from, to, draft, rewrite }) => {
      const { waiting } = await conversations.read(thread);
      const asked = waiting.find((person) => {
        if (draft !== undefined || rewrite || person.value.kind === "approval") return questionName(person) === draft;
        return from !== undefined && nameKey(person.value.participant) === nameKey(from);
      });
      if (!asked && (draft !== undefined || rewrite))
        throw new Error(
          `draft "${draft ?? ""}" does not wait for approval; run_conversation with its thread tells what does`,
        );
      if (asked) {
        const { id, value } = asked;
        const said = rewrite ? { rewrite: line } : { text: line };
        const answer = value.kind === "approval" ? { ...said, answered: value.work.answered, from } : line;
        await conversations.answer(thread, { [id]: answer });
        return { content: [text("The conversation continues. run_conversation with its thread waits for the rest.")] };
      }
      const { heard } = await conversations.interject(thread, line, { from, to });
      const next = heard === "next-run" ? "round, which run_conversation with its thread begins" : "turn";
      return { content: [text(`The conversation hears it before its next ${next}.`)] };
    },
  );

  return server;
}
