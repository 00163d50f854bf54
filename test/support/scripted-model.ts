/** A chat model that answers from a script: it fails on calls that the script does not expect, and on replies not used. */
import type { CallbackManagerForLLMRun } from "@langchain/core/callbacks/manager";
import { BaseChatModel } from "@langchain/core/language_models/chat_models";
import { AIMessage, AIMessageChunk, type BaseMessage } from "@langchain/core/messages";
import { ChatGenerationChunk, type ChatResult } from "@langchain/core/outputs";
import { RunnableLambda } from "@langchain/core/runnables";
import type { Purpose } from "../../src/models/request.js";

/** A call as the script sees it. */
export interface Call {
  readonly purpose: Purpose;
  /** The participant that the model answers for; the empty string for the moderator's calls. */
  readonly self: string;
  readonly messages: readonly BaseMessage[];
  /** How many calls for this purpose and participant came before. */
  readonly index: number;
}

export type Reply = string | Error;

/** Replies by `purpose:participant` in the order they are given, or a function for all calls. */
export type Script = Readonly<Record<string, readonly Reply[]>> | ((call: Call) => Reply | Promise<Reply>);

const marks: readonly (readonly [RegExp, Purpose])[] = [
  [/makes a bid and says at once|先出价，并紧接着/, "bid-and-speech"],
  [/bids now|轮到.+出价/, "bid"],
  [/has the floor|presents\. Lay|sums up:|由.+发言|现在轮到.+说|陈述。向|讨论结束，由.+总结/, "speech"],
  [/Judge the discussion|请判断讨论/, "judge-round"],
  [/decides for the meeting|代表会议作出决定/, "decide"],
  [/Write three parts|请依次写三部分/, "direct"],
  [/It is your turn\. Write|This is your last message|轮到你了。写出|最后一段话/, "reflect"],
  [/Who is to speak after that|接下来请谁说/, "choose-speaker"],
  [/You give the floor to|你把话筒交给/, "prompt-speaker"],
  [/Make the plan|请定计划/, "plan"],
  [/has this task|的任务：/, "execute"],
  [/The work is done|任务都结束了/, "sum-up"],
  [/Write down what has been said so far|写下到目前为止说过的内容/, "summarize"],
  [/one precise question|明确的、可以有不同回答的问题/, "sharpen-topic"],
  [/Describe |人物介绍/, "describe-participant"],
];

/** What a prompt asks for, and of whom. What is said of an answer that would not do comes behind the request. */
export function readPrompt(messages: readonly BaseMessage[]): { purpose: Purpose; self: string } {
  const text = messages[1]?.text ?? "";
  const request = text.slice(Math.max(0, text.lastIndexOf("\n</conversation>")));
  const purpose = marks.find(([mark]) => mark.test(request))?.[1];
  if (!purpose) throw new Error(`a prompt that asks for nothing known: ${request}`);
  if (purpose === "describe-participant")
    return { purpose, self: /Describe ([^,]+?)[,.]|为([^（]+?)(?:（|写)/.exec(request)?.slice(1).find(Boolean) ?? "" };
  return { purpose, self: /^(?:You are |你是)([^,.（。]+)/.exec(messages[0]?.text ?? "")?.[1] ?? "" };
}

/** A model's answers as structured output: JSON, or none. */
export function readingJson(model: BaseChatModel): never {
  const read = async (messages: BaseMessage[]) => {
    const raw = (await model.invoke(messages)) as AIMessage;
    try {
      return { raw, parsed: JSON.parse(raw.text) };
    } catch {
      return { raw, parsed: null };
    }
  };
  return RunnableLambda.from(read) as never;
}

export class ScriptedModel extends BaseChatModel {
  readonly calls: Call[] = [];
  /** The most calls that were under way together. */
  mostAtOnce = 0;
  private underWay = 0;

  constructor(private readonly script: Script) {
    super({});
  }

  override _llmType(): string {
    return "scripted";
  }

  /** Fails when a reply of the script was not asked for. */
  assertComplete(): void {
    if (typeof this.script === "function") return;
    for (const [key, replies] of Object.entries(this.script)) {
      const used = this.calls.filter(({ purpose, self }) => `${purpose}:${self}` === key).length;
      if (used < replies.length) throw new Error(`${replies.length - used} replies of ${key} were not used`);
    }
  }

  private async answer(messages: readonly BaseMessage[]): Promise<string> {
    const { purpose, self } = readPrompt(messages);
    const index = this.calls.filter((call) => call.purpose === purpose && call.self === self).length;
    const call = { purpose, self, messages, index };
    this.calls.push(call);
    this.underWay += 1;
    this.mostAtOnce = Math.max(this.mostAtOnce, this.underWay);
    try {
      const reply =
        typeof this.script === "function" ? await this.script(call) : this.script[`${purpose}:${self}`]?.[index];
      if (reply === undefined) throw new Error(`call ${index + 1} of ${purpose}:${self} was not expected`);
      if (reply instanceof Error) throw reply;
      return reply;
    } finally {
      this.underWay -= 1;
    }
  }

  override async _generate(messages: BaseMessage[]): Promise<ChatResult> {
    const text = await this.answer(messages);
    return { generations: [{ text, message: Object.assign(new AIMessage(text), { usage_metadata: usageOf(text) }) }] };
  }

  override async *_streamResponseChunks(
    messages: BaseMessage[],
    _options: this["ParsedCallOptions"],
    run?: CallbackManagerForLLMRun,
  ): AsyncGenerator<ChatGenerationChunk> {
    const text = await this.answer(messages);
    const pieces = text.match(/\s*\S+\s*/g) ?? [text];
    for (const [index, piece] of pieces.entries()) {
      const message = new AIMessageChunk(piece);
      if (index === pieces.length - 1) Object.assign(message, { usage_metadata: usageOf(text) });
      const chunk = new ChatGenerationChunk({ text: piece, message });
      yield chunk;
      await run?.handleLLMNewToken(piece, undefined, undefined, undefined, undefined, { chunk });
    }
  }

  override withStructuredOutput(): never {
    return readingJson(this);
  }
}

const usageOf = (text: string) => ({ input_tokens: 10, output_tokens: text.length, total_tokens: 10 + text.length });
