/** A chat model that answers piece by piece, and remembers of each of its streams how far it came and how it ended. */
import { setTimeout as wait } from "node:timers/promises";
import { BaseChatModel } from "@langchain/core/language_models/chat_models";
import { AIMessage, AIMessageChunk, type BaseMessage } from "@langchain/core/messages";
import { ChatGenerationChunk, type ChatResult } from "@langchain/core/outputs";
import type { Purpose } from "../../src/models/request.js";
import { readPrompt } from "./scripted-model.js";

export interface Stream {
  readonly purpose: Purpose;
  readonly self: string;
  /** The turn that it belongs to, counted by what the prompt shows. */
  readonly turn: number;
  /** How often the same was asked before. */
  readonly index: number;
  said: string;
  end: "open" | "whole" | "aborted" | "broken";
}

/** What is answered; an error ends the stream after the text before it. */
type Answer = (stream: Stream) => readonly (string | Error)[];

const turnIn = (messages: readonly BaseMessage[]) => {
  const text = messages[1]?.text ?? "";
  return text.slice(0, text.lastIndexOf("\n</conversation>")).split(/\n(?=\S)/).length - 1;
};

export class StreamingModel extends BaseChatModel {
  readonly streams: Stream[] = [];

  /** A pause before each piece lets everybody else go on; `pieceMs` makes it longer. */
  constructor(
    private readonly answer: Answer,
    private readonly pieceMs = 0,
  ) {
    super({});
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
    messages: BaseMessage[],
    { signal }: this["ParsedCallOptions"],
  ): AsyncGenerator<ChatGenerationChunk> {
    const { purpose, self } = readPrompt(messages);
    const turn = turnIn(messages);
    const index = this.streams.filter(
      (each) => each.purpose === purpose && each.self === self && each.turn === turn,
    ).length;
    const stream: Stream = { purpose, self, turn, index, said: "", end: "open" };
    this.streams.push(stream);
    const aborted = () => {
      if (stream.end === "open") stream.end = "aborted";
    };
    signal?.addEventListener("abort", aborted, { once: true });
    for (const piece of this.answer(stream)) {
      await wait(this.pieceMs);
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

/** A speech's pieces. */
export const inPieces = (text: string): string[] => text.match(/\s*\S+/g) ?? [text];
