/** The AI SDK's own client and parser: the code that a page with `useChat` runs, without React's state. */
import type { ChatMetadata, ChatSpeaker } from "../../src/ai-sdk.js";

type ChatPart =
  | { readonly type: "text"; readonly text: string; readonly state?: "streaming" | "done" }
  | { readonly type: "data-speaker"; readonly id?: string; readonly data: ChatSpeaker };

export interface ChatMessage {
  readonly id: string;
  readonly role: "user" | "assistant";
  readonly parts: readonly ChatPart[];
  readonly metadata?: ChatMetadata;
}

export interface Chat {
  readonly messages: readonly ChatMessage[];
  readonly status: "submitted" | "streaming" | "ready" | "error";
  readonly error: Error | undefined;
  sendMessage(message: { readonly text: string }): Promise<void>;
  regenerate(): Promise<void>;
  resumeStream(): Promise<void>;
  stop(): Promise<void>;
}

/** The part of the package that the tests use. The package's own types need a browser's types. */
interface AiSdk {
  readonly AbstractChat: new (init: object) => Chat;
  readonly DefaultChatTransport: new (init: object) => object;
  readonly readUIMessageStream: (options: { readonly stream: ReadableStream }) => AsyncIterable<ChatMessage>;
  readonly uiMessageChunkSchema: () => { readonly validate?: (chunk: unknown) => Promise<{ success: boolean }> };
}
const name: string = "ai";
export const aiSdk = (): Promise<AiSdk> => import(name);

export async function openChat(id: string, answer: (request: Request) => Promise<Response>): Promise<Chat> {
  const { AbstractChat, DefaultChatTransport } = await aiSdk();
  const state = {
    status: "ready",
    error: undefined,
    messages: [] as ChatMessage[],
    pushMessage(message: ChatMessage) {
      this.messages = [...this.messages, message];
    },
    popMessage() {
      this.messages = this.messages.slice(0, -1);
    },
    replaceMessage(index: number, message: ChatMessage) {
      this.messages = this.messages.with(index, message);
    },
    snapshot: structuredClone,
  };
  const fetch = (url: string, init: RequestInit) => answer(new Request(url, init));
  const transport = new DefaultChatTransport({ api: "http://localhost/api/chat", fetch });
  return new AbstractChat({ id, state, transport });
}

/** Leaves out discarded texts, and texts without a speaker. */
export function linesOf({ parts }: ChatMessage): readonly (readonly [string, string])[] {
  return parts.flatMap((part, index) => {
    const speaker = parts[index - 1];
    if (part.type !== "text" || speaker?.type !== "data-speaker" || speaker.data.isDiscarded) return [];
    return [[speaker.data.name, part.text] as const];
  });
}
