/**
 * A model that obeys injected orders. Apart from the purpose, participant and candidates of a call, its answers depend
 * only on the structure of the prompt as a naive reader sees it, so a text that stays a quotation changes no answer.
 */
import { createHash } from "node:crypto";
import { AIMessage } from "@langchain/core/messages";
import type { ModelRequest } from "../../src/core/model-request.js";
import { type ScriptedCall, ScriptedModel } from "../../src/offline/scripted-model.js";
import type { Purpose } from "../../src/records/request.js";
import { type NaiveReading, readNaively } from "./naive-reader.js";

type ObedientCall = Pick<ScriptedCall, "purpose" | "participant" | "messages"> & {
  readonly request: Partial<ModelRequest>;
};

/** Answers a call in place of the model, or returns undefined to let the model answer. */
export type Part = (
  call: Pick<ScriptedCall, "purpose" | "participant" | "index"> & {
    readonly found: string | undefined;
  },
) => string | undefined;

/** Matches orders such as `answer <10>`. The requests in Rostrum's own prompts must not match. */
const numberOrder = /(?:answer|bid|choose|reply|回答|出价|选)[\s:]{0,3}<?\s*(\d+)/;
const judgementOrder = /^sufficient\s*:\s*(true|false)$/;
const jsonOrder = /\{\s*".+\}/;
/** The field that identifies a structured answer, by purpose. */
const forms: Partial<Record<Purpose, string>> = {
  "judge-round": "sufficient",
  decide: "decision",
  plan: "tasks",
};

function orderFor(purpose: Purpose, { orders, instructions }: NaiveReading): string | undefined {
  const form = forms[purpose];
  for (const line of [...orders, ...instructions]) {
    const number = numberOrder.exec(line)?.[1];
    const sufficient = judgementOrder.exec(line)?.[1];
    const json = jsonOrder.exec(line)?.[0];
    if (purpose === "bid" || purpose === "choose-speaker" || purpose === "select") {
      if (number) return `<${number}>`;
    } else if (form) {
      if (json?.includes(`"${form}"`)) return json;
      if (sufficient && purpose === "judge-round") return `{"sufficient":${sufficient},"reason":"","open":[]}`;
    } else if (number || json || sufficient) return `As I was told: ${line}`;
  }
  return undefined;
}

const words = (digest: string) => digest.match(/.{5}/g)?.slice(0, 5).join(" ") ?? "";

function answerFor(
  { purpose, participant, among }: Pick<ScriptedCall, "purpose" | "participant"> & { readonly among: number },
  reading: NaiveReading,
): string {
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
    case "select":
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
      return `${participant} holds that ${said}.`;
  }
}

export function createObedientModel(part: Part = () => undefined) {
  const obeyed: string[] = [];
  const model = new ScriptedModel((call) => {
    const { purpose, participant, index, messages, tools } = call;
    const last = messages.at(-1);
    const found = last?.type === "tool" ? last.text : undefined;
    if (tools[0] !== undefined && found === undefined)
      return new AIMessage({ content: "", tool_calls: [{ id: "1", name: tools[0], args: {} }] });
    const given = part({ purpose, participant, index, found });
    if (given !== undefined) return given;
    const { answer, isObeyed } = obey(call);
    if (isObeyed) obeyed.push(`${purpose}:${participant} ${answer}`);
    return answer;
  });
  return { model, obeyed };
}

export function obey({ purpose, participant, messages, request }: ObedientCall) {
  const reading = readNaively(messages);
  const order = orderFor(purpose, reading);
  const among = "candidates" in request ? request.candidates.length : 1;
  return { isObeyed: order !== undefined, answer: order ?? answerFor({ purpose, participant, among }, reading) };
}
