/**
 * Model answers for tests that compare conversations. Every answer except a plan depends on the whole prompt, so a text
 * that a server loses, repeats or mixes up changes later speeches.
 */
import { createHash } from "node:crypto";
import type { ServedCall } from "./model-server.js";
import type { RequestMetadata } from "./openai-request.js";

const plan = [
  { worker: 1, task: "Measure the river.", after: [] },
  { worker: 2, task: "Ask the ferry's owner.", after: [] },
  { worker: 3, task: "Reckon what it costs.", after: [1, 2] },
];

export const servedAnswer = (call: ServedCall): string =>
  hashedAnswer(call, JSON.stringify(call.body.messages.map(({ role, content }) => [role, content])));

export function hashedAnswer({ purpose, participant }: RequestMetadata, prompt: string): string {
  const digest = createHash("sha256").update(prompt).digest("hex");
  const words = digest.match(/.{6}/g)?.slice(0, 6).join(" ") ?? "";
  const number = Number.parseInt(digest.slice(0, 6), 16);
  switch (purpose) {
    case "bid":
      return `<${1 + (number % 3)}>`;
    case "choose-speaker":
    case "select":
      return `<${1 + (number % 3)}>`;
    case "judge-round":
      return JSON.stringify({ sufficient: true, reason: `Said: ${words}.`, open: [] });
    case "decide":
      return JSON.stringify({ decision: `Decided: ${words}.`, rationale: "", dissent: "" });
    case "plan":
      return JSON.stringify({ tasks: plan });
    default:
      return `I, ${participant || "somebody"}, hold that ${words}.`;
  }
}
