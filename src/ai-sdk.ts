/**
 * `rostrum/ai-sdk`: conversations for the AI SDK's `useChat`, as a UI message stream in which each text names its
 * speaker.
 * @module rostrum/ai-sdk
 */

import "./base/require-node.js";

export { answerChat, streamChat } from "./apps/ai-sdk/answer-chat.js";
export type { ChatMetadata, ChatQuestion, ChatSpeaker } from "./apps/ai-sdk/chat-chunks.js";
export type { ChatOptions } from "./apps/ai-sdk/chat-request.js";
