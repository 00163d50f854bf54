import type { McpServer } from "@modelcontextprotocol/sdk/server/mcp.js";
import { z } from "zod/v4";
import type { Conversations } from "../../../talk/conversations/port/port.js";
import { renderMarkdown } from "../../../talk/transcript/markdown.js";
import { readScenarios } from "../../web/scenarios.js";

export const threadArgument = z.string().describe("The conversation's name, as run_conversation returned it.");

export const textContent = (text: string) => ({ type: "text" as const, text });

export const transcriptOf = async (conversations: Conversations, thread: string) =>
  renderMarkdown(await conversations.transcript(thread));

export function registerReadingTools(server: McpServer, conversations: Conversations): void {
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
      return { content: [textContent(JSON.stringify(listed, null, 2))] };
    },
  );

  server.registerTool(
    "get_transcript",
    {
      title: "Get a transcript",
      description: "Returns the transcript of a conversation so far, even while the conversation is running.",
      inputSchema: { thread: threadArgument, format: z.enum(["markdown", "json"]).default("markdown") },
      annotations: { readOnlyHint: true },
    },
    async ({ thread, format }) => {
      if (format === "markdown") return { content: [textContent(await transcriptOf(conversations, thread))] };
      return { content: [textContent(JSON.stringify(await conversations.transcript(thread), null, 2))] };
    },
  );
}
