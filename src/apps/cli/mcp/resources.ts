import { readFile } from "node:fs/promises";
import { type McpServer, ResourceTemplate } from "@modelcontextprotocol/sdk/server/mcp.js";
import type { Conversations } from "../../../talk/conversations/port/port.js";
import { addressOf, readScenarios, scenarioNames } from "../../web/scenarios.js";
import { transcriptOf } from "./reading-tools.js";

const limit = 100;

const scenarioUri = (name: string) => `rostrum://scenarios/${encodeURIComponent(name)}`;
const transcriptUri = (thread: string) => `rostrum://conversations/${encodeURIComponent(thread)}`;

/** Accepts a percent sign that is not part of an escape, because some clients do not escape the names they fill in. */
const nameIn = (part: unknown) => decodeURIComponent(String(part).replace(/%(?![\da-f]{2})/gi, "%25"));

const startingWith = (start: string) => (name: string) => name.startsWith(start);

/** A thread named `.` or `..` has no usable address, because clients that parse the address remove the dots. */
const hasAddress = ({ thread }: { readonly thread: string }) => ![".", ".."].includes(thread);

export const completeScenario = async (start: string) => (await scenarioNames()).filter(startingWith(start));

export const threadCompletion = (conversations: Conversations) => async (start: string) =>
  (await conversations.list({ limit })).conversations.map(({ thread }) => thread).filter(startingWith(start));

export async function transcriptResource(conversations: Conversations, thread: string) {
  return { uri: transcriptUri(thread), mimeType: "text/markdown", text: await transcriptOf(conversations, thread) };
}

export function registerResources(server: McpServer, conversations: Conversations): void {
  server.registerResource(
    "scenario",
    new ResourceTemplate("rostrum://scenarios/{name}", {
      list: async () => ({
        resources: (await readScenarios()).map(({ name, fields }) => ({
          uri: scenarioUri(name),
          name,
          title: String(fields["title"] ?? fields["topic"] ?? name),
          mimeType: "application/yaml",
        })),
      }),
      complete: { name: completeScenario },
    }),
    {
      title: "Scenarios",
      description: "Conversations that run_conversation can start by name, as scenario files.",
      mimeType: "application/yaml",
    },
    async (uri, { name }) => {
      const known = await scenarioNames();
      const found = known.find((each) => each === nameIn(name));
      if (!found) throw new Error(`no scenario "${name}" (scenarios: ${known.join(", ")})`);
      return {
        contents: [{ uri: uri.href, mimeType: "application/yaml", text: await readFile(addressOf(found), "utf8") }],
      };
    },
  );

  server.registerResource(
    "transcript",
    new ResourceTemplate("rostrum://conversations/{thread}", {
      list: async () => ({
        resources: (await conversations.list({ limit })).conversations
          .filter(hasAddress)
          .map(({ thread, title, topic, mode, status }) => ({
            uri: transcriptUri(thread),
            name: thread,
            title: title ?? (topic || thread),
            description: `${mode}, ${status}`,
            mimeType: "text/markdown",
          })),
      }),
      complete: { thread: threadCompletion(conversations) },
    }),
    {
      title: "Transcripts",
      description:
        "What has been said in each conversation so far. Only the most recently updated conversations are listed.",
      mimeType: "text/markdown",
    },
    async (uri, { thread }) => {
      const resource = await transcriptResource(conversations, nameIn(thread));
      return { contents: [{ ...resource, uri: uri.href }] };
    },
  );
}
