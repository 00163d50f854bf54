import type { McpServer } from "@modelcontextprotocol/sdk/server/mcp.js";
import { z } from "zod/v4";
import { nameKey } from "../../../core/text/name.js";
import { longestLine } from "../../../records/person-question.js";
import type { Conversations } from "../../../talk/conversations/port/port.js";
import { questionName } from "../../../talk/conversations/port/status.js";
import { textContent, threadArgument } from "./reading-tools.js";

export function registerInterjectTool(server: McpServer, conversations: Conversations): void {
  server.registerTool(
    "interject",
    {
      title: "Interject",
      description:
        "Adds a listener's message to a conversation. The participants hear the message before the next turn or, if the conversation has ended, in the next round. If the conversation is waiting for the person named in `from`, the message becomes that person's line, and the conversation continues. With `draft`, the message approves or replaces that draft; if `rewrite` is also set, it asks for another draft.",
      inputSchema: {
        thread: threadArgument,
        text: z.string().max(longestLine),
        from: z.string().optional().describe("The speaker's name. Default: User."),
        to: z
          .string()
          .optional()
          .describe("The participant who answers next. Default: the participant whom the text names."),
        draft: z
          .string()
          .optional()
          .describe(
            "The name of a draft, as run_conversation returned it. An empty text approves the draft, and any other text replaces it.",
          ),
        rewrite: z
          .boolean()
          .default(false)
          .describe("With `draft`: the text says what to change, and the model writes another draft."),
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
          `draft "${draft ?? ""}" is not waiting for approval; to get the drafts that are, call run_conversation with the thread`,
        );
      if (asked) {
        const { id, value } = asked;
        const said = rewrite ? { rewrite: line } : { text: line };
        const answer = value.kind === "approval" ? { ...said, answered: value.work.answered, from } : line;
        await conversations.answer(thread, { [id]: answer });
        return {
          content: [
            textContent("The conversation continues. To wait for the rest, call run_conversation with its thread."),
          ],
        };
      }
      const { heard } = await conversations.interject(thread, line, { from, to });
      const next = heard === "next-run" ? "round. To start that round, call run_conversation with its thread" : "turn";
      return { content: [textContent(`The conversation receives the message before its next ${next}.`)] };
    },
  );
}
