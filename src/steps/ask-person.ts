/** Asks a person for a line. Interrupts the run, so that no process has to wait for the answer. */
import { interrupt } from "@langchain/langgraph";
import type { Conversation } from "../state/conversation-state.js";
import type { Interjection } from "../state/interjection.js";
import { longestLine, type YourTurn, type YourTurnProblem } from "../state/your-turn.js";
import { lineOf } from "../text/message.js";

type PersonQuestion = Pick<YourTurn, "participant" | "turn" | "purpose"> & {
  readonly task?: string;
  /** The interjection that this person should answer. Default: the person answers the latest message. */
  readonly heard?: Interjection | undefined;
};

/** The answer, or why it is rejected. */
function readLine(answer: unknown): { readonly text: string } | { readonly problem: YourTurnProblem } {
  const given = typeof answer === "object" && answer !== null && "text" in answer ? answer.text : answer;
  if (given === null || given === undefined) return { text: "" };
  if (typeof given !== "string") return { problem: "not-a-text" };
  const text = given.replace(/\r\n?/g, "\n").trim();
  return [...text].length > longestLine ? { problem: "too-long" } : { text };
}

/** Returns the person's line, empty for a pass. Asks again until an answer is accepted. */
export function askPerson(
  { messages, language }: Conversation,
  { task = "", heard, ...asked }: PersonQuestion,
): string {
  const last = messages.at(-1);
  const interjection = heard && { speaker: heard.from, text: heard.text };
  const latest = interjection ?? (last ? lineOf(last) : null);
  const yourTurn = { kind: "your-turn", ...asked, language, latest } as const;
  let problem: YourTurnProblem | null = null;
  for (;;) {
    const answer = readLine(interrupt<YourTurn, unknown>({ ...yourTurn, task: task || null, problem }));
    if ("problem" in answer) problem = answer.problem;
    else if (answer.text === "" && asked.purpose === "decide") problem = "empty";
    else return answer.text;
  }
}
