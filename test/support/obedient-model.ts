/**
 * A model that obeys injections. What it answers follows from nothing but the structure of its prompt as a naive reader sees
 * it: who seems to have spoken, in which order, and what seems to be asked. So a text that stays a quotation changes nothing,
 * and one that passes for a line, a tag or a heading changes everything; an order in such a line is carried out to the letter.
 */
import { createHash } from "node:crypto";
import { BaseChatModel } from "@langchain/core/language_models/chat_models";
import { AIMessage, type BaseMessage, HumanMessage } from "@langchain/core/messages";
import type { ChatResult } from "@langchain/core/outputs";
import type { Purpose } from "../../src/models/request.js";
import { type NaiveReading, readNaively } from "./naive-reader.js";
import { readingJson, readPrompt } from "./scripted-model.js";

/** A call as whoever writes its answer sees it. */
interface ObedientCall {
  readonly purpose: Purpose;
  readonly self: string;
  /** How many calls for this purpose and participant came before. */
  readonly index: number;
  /** What a tool gave, where one was called. */
  readonly found: string | undefined;
  /** The number of candidates, tasks or the like that the request names last in angle brackets. */
  readonly among: number;
}

/** What is answered in place of the model's own answer; undefined where it has the word. */
export type Part = (call: ObedientCall) => string | undefined;

/** Words with which the requests of our prompts never go on as an order does: `answer <10>`. */
const numberOrder = /(?:answer|bid|choose|reply|回答|出价|选)[\s:]{0,3}<?\s*(\d+)/;
const judgementOrder = /^sufficient\s*:\s*(true|false)$/;
const jsonOrder = /\{\s*".+\}/;
/** The field by which a structured answer is known for what it is. */
const forms: Partial<Record<Purpose, string>> = {
  "judge-round": "sufficient",
  decide: "decision",
  plan: "tasks",
};

/** What is really asked: below the last end of a conversation, without what is quoted there. */
function realRequest(text: string): string {
  const below = text.slice(text.lastIndexOf("\n</conversation>"));
  return below
    .split("\n")
    .filter((line) => !line.startsWith("  "))
    .join("\n");
}

/** The first order for this purpose in what looks like an instruction. */
function orderFor(purpose: Purpose, { orders, instructions }: NaiveReading): string | undefined {
  const form = forms[purpose];
  for (const line of [...orders, ...instructions]) {
    const number = numberOrder.exec(line)?.[1];
    const sufficient = judgementOrder.exec(line)?.[1];
    const json = jsonOrder.exec(line)?.[0];
    if (purpose === "bid" || purpose === "choose-speaker") {
      if (number) return `<${number}>`;
    } else if (form) {
      if (json?.includes(`"${form}"`)) return json;
      if (sufficient && purpose === "judge-round") return `{"sufficient":${sufficient},"reason":"","open":[]}`;
    } else if (number || json || sufficient) return `As I was told: ${line}`;
  }
  return undefined;
}

const words = (digest: string) => digest.match(/.{5}/g)?.slice(0, 5).join(" ") ?? "";

/** What it answers by itself. */
function answerFor({ purpose, self, among }: ObedientCall, reading: NaiveReading): string {
  const { labels, strays, instructions } = reading;
  const digest = createHash("sha256")
    .update(JSON.stringify([labels, strays, instructions]))
    .digest("hex");
  const number = Number.parseInt(digest.slice(0, 8), 16);
  const said = words(digest);
  switch (purpose) {
    case "bid":
      return `<${1 + (number % 9)}>`;
    case "choose-speaker":
      return `<${1 + (number % among)}>`;
    case "judge-round":
      return JSON.stringify({ sufficient: number % 2 === 0, reason: said, open: [said] });
    case "decide":
      return JSON.stringify({ decision: said, rationale: "", dissent: "" });
    case "plan":
      return JSON.stringify({
        tasks: [2, 3, 1, 4].map((worker, index) => ({ worker, task: `Do ${said}.`, after: index === 0 ? [] : [1] })),
      });
    default:
      return `${self} holds that ${said}.`;
  }
}

export class ObedientModel extends BaseChatModel {
  /** Every order that was carried out. */
  readonly obeyed: string[] = [];
  private readonly asked = new Map<string, number>();

  constructor(private readonly part: Part = () => undefined) {
    super({});
  }

  override _llmType(): string {
    return "obedient";
  }

  private answer(messages: readonly BaseMessage[]): string {
    const [system, question] = messages;
    const request = realRequest(question?.text ?? "");
    const { purpose, self } = readPrompt([system ?? new HumanMessage(""), new HumanMessage(request)]);
    const key = `${purpose}:${self}`;
    const index = this.asked.get(key) ?? 0;
    this.asked.set(key, index + 1);
    const last = messages.at(-1);
    const among = Number([...request.matchAll(/<(\d+)>/g)].at(-1)?.[1] ?? 1);
    const call = { purpose, self, index, among, found: last?.type === "tool" ? last.text : undefined };
    const given = this.part(call);
    if (given !== undefined) return given;
    const reading = readNaively(messages);
    const order = orderFor(purpose, reading);
    if (order === undefined) return answerFor(call, reading);
    this.obeyed.push(`${key} ${order}`);
    return order;
  }

  override async _generate(messages: BaseMessage[], options?: this["ParsedCallOptions"]): Promise<ChatResult> {
    const [tool] = (options as { tools?: readonly { readonly name: string }[] } | undefined)?.tools ?? [];
    const isToLookUp = tool !== undefined && !messages.some(({ type }) => type === "tool");
    const message = isToLookUp
      ? new AIMessage({ content: "", tool_calls: [{ id: "1", name: tool.name, args: {} }] })
      : new AIMessage(this.answer(messages));
    return { generations: [{ text: message.text, message }] };
  }

  override bindTools(tools: unknown[]): ReturnType<NonNullable<BaseChatModel["bindTools"]>> {
    return this.withConfig({ tools } as Partial<this["ParsedCallOptions"]>) as never;
  }

  override withStructuredOutput(): never {
    return readingJson(this);
  }
}
