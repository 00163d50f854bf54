import { z } from "zod/v4";
import { isId } from "../../base/is-id.js";
import type { Named } from "../../base/is-record.js";

export interface ChatOptions {
  /** The mode of a new conversation. Default: `bidding`. */
  readonly mode?: string;
  /** The mode's input fields. The user's first message becomes the `topic`, unless it is set here. Default: none. */
  readonly input?: Named;
  /** The mode's context fields, such as `model`. Default: the settings of the environment. */
  readonly context?: Named;
  /**
   * The name of the chat's user in the conversation. Default: `User`, or its translation in the conversation's
   * language.
   */
  readonly from?: string;
}

const question = z.object({ participant: z.string(), turn: z.number(), draft: z.string().optional() });

/** Metadata from other programs is ignored. */
const metadata = z.object({
  sequence: z.int().optional().catch(undefined),
  waiting: z.array(question).optional().catch(undefined),
});

/** Drops unknown fields, which newer versions of the AI SDK may send. */
export const chatRequest = z.object({
  id: z.string().refine(isId, { params: { rule: "expected", expected: "id" } }),
  messages: z.array(
    z.object({
      id: z.string(),
      role: z.string(),
      parts: z.array(z.object({ type: z.string(), text: z.string().optional() })),
      metadata: metadata.optional().catch(undefined),
    }),
  ),
});
export type ChatRequest = z.output<typeof chatRequest>;

export interface Said {
  readonly id: string;
  readonly text: string;
}

export function newMessageIn({ messages }: Pick<ChatRequest, "messages">): Said | undefined {
  const last = messages.at(-1);
  if (last?.role !== "user") return undefined;
  const text = last.parts.flatMap((part) => (part.type === "text" ? (part.text ?? "") : [])).join("\n");
  return text.trim() === "" ? undefined : { id: last.id, text };
}

export const shownIn = ({ messages }: Pick<ChatRequest, "messages">): number =>
  Math.max(0, ...messages.map((message) => message.metadata?.sequence ?? 0));

/** The open questions to people after the chat's latest answer; undefined if its metadata does not contain the list. */
export const questionsSeenIn = ({ messages }: Pick<ChatRequest, "messages">) =>
  messages.findLast(({ role }) => role === "assistant")?.metadata?.waiting;
