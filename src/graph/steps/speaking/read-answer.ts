/** Reads people's answers to an interrupt, in the forms that clients send. */
import { isRecord } from "../../../base/is-record.js";
import { longestLine, type YourTurnProblem } from "../../../records/person-question.js";

function decisionIn(answer: unknown): Readonly<Record<string, unknown>> | undefined {
  const decisions = isRecord(answer) ? answer["decisions"] : undefined;
  const decision: unknown = Array.isArray(decisions) ? decisions[0] : undefined;
  return isRecord(decision) ? decision : undefined;
}

/** The time when the answer arrived, in milliseconds since 1970; undefined if the client did not note it. */
export function arrivalOf(answer: unknown): number | undefined {
  const time = isRecord(answer) ? answer["arrivedAt"] : undefined;
  return typeof time === "number" ? time : undefined;
}

export function readLine(answer: unknown): { readonly text: string } | { readonly problem: YourTurnProblem } {
  const action = decisionIn(answer)?.["edited_action"];
  const line = isRecord(action) ? action["args"] : answer;
  const given = isRecord(line) && "text" in line ? line["text"] : line;
  if (given === null || given === undefined) return { text: "" };
  if (typeof given !== "string") return { problem: "not-a-text" };
  const text = given.replace(/\r\n?/g, "\n").trim();
  return [...text].length > longestLine ? { problem: "too-long" } : { text };
}

export type Review = { readonly text: string } | { readonly rewrite: string } | { readonly problem: YourTurnProblem };

/** An empty text, `true` or the decision `approve` accepts the draft. */
export function readReview(answer: unknown, draft: string): Review {
  const decision = decisionIn(answer);
  if (answer === true || decision?.["type"] === "approve") return { text: draft };
  const given = decision?.["type"] === "reject" ? (decision["message"] ?? "") : isRecord(answer) && answer["rewrite"];
  if (typeof given === "string") {
    const line = readLine(given);
    return "problem" in line ? line : { rewrite: line.text };
  }
  const line = readLine(answer);
  return "text" in line && line.text === "" ? { text: draft } : line;
}

/**
 * Lets clients generate a form for the answer. LangGraph does not check answers against a JSON Schema, so answers in
 * other formats are accepted as well.
 */
export const responseSchema = {
  type: "object" as const,
  properties: { text: { type: "string", title: "Line", maxLength: longestLine } },
  required: ["text"],
  additionalProperties: false,
};
