/**
 * A language model's answers for tests that compare conversations: each follows from its whole prompt, so that whatever a
 * server loses, repeats or mixes up changes all that comes after it. Bids are few enough for ties, which the seed decides.
 */
import { createHash } from "node:crypto";
import type { ServedCall } from "./model-server.js";

/** Tasks that can be done at once, and tasks that wait for them. */
const plan = [
  { worker: 1, task: "Measure the river.", after: [] },
  { worker: 2, task: "Ask the ferry's owner.", after: [] },
  { worker: 3, task: "Reckon what it costs.", after: [1, 2] },
];

export function hashedAnswer({ purpose, participant, body }: ServedCall): string {
  const digest = createHash("sha256")
    .update(JSON.stringify(body.messages.map(({ role, content }) => [role, content])))
    .digest("hex");
  const words = digest.match(/.{6}/g)?.slice(0, 6).join(" ") ?? "";
  const number = Number.parseInt(digest.slice(0, 6), 16);
  switch (purpose) {
    case "bid":
      return `<${1 + (number % 3)}>`;
    case "choose-speaker":
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
