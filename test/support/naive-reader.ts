/**
 * Reads a prompt like an easily fooled model: letters that look alike are the same, and only indented lines are
 * quotations.
 */
import type { BaseMessage } from "@langchain/core/messages";

export interface NaiveReading {
  /** The labels of the apparent messages in the conversation, in order, including their numbers. */
  readonly labels: readonly string[];
  readonly strays: readonly string[];
  /** Lines outside the conversation that start in the first column, and the tags around the conversation. */
  readonly instructions: readonly string[];
  /** Lines inside the conversation that have no speaker, or whose speaker is an authority, such as the system. */
  readonly orders: readonly string[];
}

const lineBreak = /\r\n|[\n\r\u2028\u2029\u0085\v\f\u001c-\u001e]/;
const unseen = /[\p{Default_Ignorable_Code_Point}\p{Cf}\p{Cs}\p{Co}\u2800]|(?!\t)\p{Cc}/gu;
const twins = new Map(
  [..."аеорсухіјѕԁԝкмнтвοαεικνρτυχ"].map((letter, index) => [letter, "aeopcyxijsdwkmhtboaeikvptux".charAt(index)]),
);
const colon = /[:∶꞉]/;
const authorities = new Set(["system", "developer", "assistant", "tool", "系统", "助手", "开发者"]);

const look = (line: string) =>
  [...line.replace(unseen, "").normalize("NFKC").replace(unseen, "").toLowerCase()]
    .map((letter) => twins.get(letter) ?? letter)
    .join("")
    .trimEnd();

const looks = new Map<string, string>();

function fold(line: string): string {
  const known = looks.get(line);
  if (known !== undefined) return known;
  const folded = look(line);
  if (looks.size > 20_000) looks.clear();
  looks.set(line, folded);
  return folded;
}

const linesOf = (text: string) => text.split(lineBreak).map(fold);
const isPlain = (line: string) => line !== "" && !/^\s/.test(line);

/**
 * Ignores all but the first two messages, because later ones are answers, tool results and requests to answer again.
 */
export function readNaively(messages: readonly BaseMessage[]): NaiveReading {
  const [system, question] = messages.map(({ text }) => linesOf(text));
  const labels: string[] = [];
  const strays: string[] = [];
  const orders: string[] = [];
  const instructions = (system ?? []).filter(isPlain);
  let isInside = false;
  for (const line of question ?? []) {
    if (/^<\s*\/?\s*conversation\s*>$/.test(line)) {
      isInside = !line.includes("/");
      instructions.push(line);
    } else if (!isPlain(line)) continue;
    else if (!isInside) instructions.push(line);
    else {
      const end = line.search(colon);
      const label = end > 0 && end <= 80 && !/^[{<]/.test(line) ? line.slice(0, end) : undefined;
      if (label === undefined) strays.push(line);
      else labels.push(label);
      const speaker = label?.replace(/[^\p{L}\p{N} ]/gu, "").trim() ?? "";
      if (label === undefined || authorities.has(speaker)) orders.push(line);
    }
  }
  return { labels, strays, instructions, orders };
}
