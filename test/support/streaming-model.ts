/** A chat model that streams given pieces, and records the text of each stream and how the stream ended. */
import { setTimeout as wait } from "node:timers/promises";
import { BaseChatModel, type BaseChatModelCallOptions } from "@langchain/core/language_models/chat_models";
import { AIMessage, AIMessageChunk, type BaseMessage } from "@langchain/core/messages";
import { ChatGenerationChunk, type ChatResult } from "@langchain/core/outputs";
import type { ModelRequest } from "../../src/core/model-request.js";
import type { Purpose } from "../../src/records/request.js";

export interface Stream {
  readonly purpose: Purpose;
  readonly participant: string;
  readonly turn: number;
  /** The number of earlier calls with the same purpose, participant and turn. */
  readonly index: number;
  said: string;
  end: "open" | "whole" | "aborted" | "broken";
}

/** An error among the pieces breaks the stream at that point. A function is called when its piece is due. */
type Answer = (stream: Stream) => readonly (string | Error | (() => string | Promise<string>))[];

interface CallOptions extends BaseChatModelCallOptions {
  readonly request?: ModelRequest;
}

export class StreamingModel extends BaseChatModel<CallOptions> {
  readonly streams: Stream[] = [];

  /** @param pieceMs - The pause before each piece, in milliseconds. Even 0 lets other tasks run. */
  constructor(
    private readonly answer: Answer,
    private readonly pieceMs = 0,
  ) {
    super({});
  }

  override get callKeys(): string[] {
    return [...super.callKeys, "request"];
  }

  override _llmType(): string {
    return "streaming";
  }

  override async _generate(messages: BaseMessage[], options: this["ParsedCallOptions"]): Promise<ChatResult> {
    let text = "";
    for await (const chunk of this._streamResponseChunks(messages, options)) text += chunk.text;
    return { generations: [{ text, message: new AIMessage(text) }] };
  }

  override async *_streamResponseChunks(
    _messages: BaseMessage[],
    { signal, request }: this["ParsedCallOptions"],
  ): AsyncGenerator<ChatGenerationChunk> {
    if (!request) throw new Error("a call from outside a conversation");
    const { purpose, turn } = request;
    const participant = "self" in request ? request.self.name : "";
    const index = this.streams.filter(
      (each) => each.purpose === purpose && each.participant === participant && each.turn === turn,
    ).length;
    const stream: Stream = { purpose, participant, turn, index, said: "", end: "open" };
    this.streams.push(stream);
    const aborted = () => {
      if (stream.end === "open") stream.end = "aborted";
    };
    signal?.addEventListener("abort", aborted, { once: true });
    for (const given of this.answer(stream)) {
      await wait(this.pieceMs);
      const piece = typeof given === "function" ? await given() : given;
      if (stream.end === "aborted") throw new Error("aborted");
      if (piece instanceof Error) {
        stream.end = "broken";
        throw piece;
      }
      stream.said += piece;
      yield new ChatGenerationChunk({ text: piece, message: new AIMessageChunk(piece) });
    }
    if (stream.end === "open") stream.end = "whole";
    signal?.removeEventListener("abort", aborted);
  }
}

/** Each word keeps the space before it. */
export const inPieces = (text: string): string[] => text.match(/\s*\S+/g) ?? [text];
