import { type BaseEvent, HttpAgent, type Message } from "@ag-ui/client";
import type { Conversations } from "../../src/talk/conversations/port/port.js";

/** `events` collects the agent's events. The client itself checks each event and the order in which events arrive. */
export function openAgent(url: string, threadId: string, messages: Message[] = [], state: object = {}) {
  const agent = new HttpAgent({ url, threadId, initialMessages: messages, initialState: state });
  const events: BaseEvent[] = [];
  agent.subscribe({ onEvent: ({ event }) => void events.push(event) });
  return { agent, events };
}

export const linesOf = (messages: readonly Message[]) =>
  messages.map(({ role, ...rest }) => [role, "name" in rest ? rest.name : "", "content" in rest ? rest.content : ""]);

/** The messages that a client should show, in the form that `linesOf` returns. */
export async function linesIn(conversations: Conversations, thread: string) {
  const { messages } = await conversations.transcript(thread);
  return messages.map(({ name, text, kind }) => [kind === "interjection" ? "user" : "assistant", name, text]);
}

/** Answers the open interrupts with the payload. Without a payload, cancels them. */
export const answering = (agent: HttpAgent, payload?: object) =>
  agent.runAgent({
    resume: agent.pendingInterrupts.map(({ id }) => ({
      interruptId: id,
      ...(payload ? { status: "resolved" as const, payload } : { status: "cancelled" as const }),
    })),
  });
