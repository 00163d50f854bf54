/** Clients of AG-UI, and what they should show. */
import { type BaseEvent, HttpAgent, type Message } from "@ag-ui/client";
import type { Conversations } from "../../src/talk/conversations/port/port.js";

/** A client, which checks every event and its place itself, with what it has seen. */
export function openAgent(url: string, threadId: string, messages: Message[] = [], state: object = {}) {
  const agent = new HttpAgent({ url, threadId, initialMessages: messages, initialState: state });
  const events: BaseEvent[] = [];
  agent.subscribe({ onEvent: ({ event }) => void events.push(event) });
  return { agent, events };
}

export const linesOf = (messages: readonly Message[]) =>
  messages.map(({ role, ...rest }) => [role, "name" in rest ? rest.name : "", "content" in rest ? rest.content : ""]);

/** What a conversation holds, as a client should show it. */
export async function linesIn(conversations: Conversations, thread: string) {
  const { messages } = await conversations.transcript(thread);
  return messages.map(({ name, text, kind }) => [kind === "interjection" ? "user" : "assistant", name, text]);
}

/** Answers whatever is waited for. Abandons where there is no payload. */
export const answering = (agent: HttpAgent, payload?: object) =>
  agent.runAgent({
    resume: agent.pendingInterrupts.map(({ id }) => ({
      interruptId: id,
      ...(payload ? { status: "resolved" as const, payload } : { status: "cancelled" as const }),
    })),
  });
