/** Lets a speaker call tools before it speaks. Whatever goes wrong with a tool is told to the model; it never ends a turn. */
import { type AIMessage, ToolMessage } from "@langchain/core/messages";
import type { StructuredToolInterface } from "@langchain/core/tools";
import { isGraphBubbleUp } from "@langchain/langgraph";
import type { ToolCall, ToolProblem } from "../state/tool-call.js";
import { within } from "./call-policy.js";

/** The tools of one speech. */
export interface ToolUse {
  readonly tools: readonly StructuredToolInterface[];
  /** The most calls for this speech. */
  readonly mostCalls: number;
  readonly explain: (problem: ToolProblem) => string;
  /** Hears of every call once it has its result. */
  readonly called: (call: Omit<ToolCall, "turn" | "participant">) => void;
}

interface Wanted {
  readonly id: string;
  readonly tool: string;
  /** Undefined where they could not be read. */
  readonly given: Record<string, unknown> | undefined;
  readonly raw: string;
}

/** What a model wants to call; also what it wanted in a form that cannot be read, because every call has to be answered. */
export function wantedCalls({ tool_calls = [], invalid_tool_calls = [] }: AIMessage): Wanted[] {
  const readable = tool_calls.map(({ id = "", name, args }) => ({ id, tool: name, given: args, raw: "" }));
  const malformed = invalid_tool_calls.map(({ id = "", name = "", args = "" }) => ({
    id,
    tool: name,
    given: undefined,
    raw: args,
  }));
  return [...readable, ...malformed];
}

const longestRecord = 10_000;

/** The reason that a tool gives, or what it gives instead of one. */
const reasonOf = (error: unknown) => (error instanceof Error ? error.message : String(error));

interface ToolLimits {
  /** How many of the calls may still be made. */
  readonly left: number;
  /** One tool's time limit, in milliseconds. */
  readonly timeoutMs: number;
  readonly signal: AbortSignal;
}

type Made = Parameters<ToolUse["called"]>[0];

/** The text of whatever a tool gave. */
function textOf(result: unknown): string {
  if (ToolMessage.isInstance(result)) return result.text;
  return typeof result === "string" ? result : (JSON.stringify(result) ?? "");
}

async function callTool(
  { id, tool, given, raw }: Wanted,
  { tools, explain }: ToolUse,
  { left, timeoutMs, signal: cancelled }: ToolLimits,
): Promise<Made> {
  const end = (outcome: ToolCall["outcome"], result: string) => ({ tool, input: given ?? raw, outcome, result });
  const found = tools.find(({ name }) => name === tool);
  if (left <= 0) return end("over-limit", explain({ kind: "over-limit" }));
  if (!found) return end("unknown-tool", explain({ kind: "unknown-tool", tool, tools: tools.map(({ name }) => name) }));
  if (!given) return end("malformed", explain({ kind: "malformed", tool }));
  try {
    const call = { id, name: tool, args: given, type: "tool_call" } as const;
    // What a tool's own models and graphs say is not said in public.
    const tags = ["langsmith:nostream", "langsmith:hidden"];
    return end("done", textOf(await within(timeoutMs, cancelled, (signal) => found.invoke(call, { signal, tags }))));
  } catch (error) {
    cancelled.throwIfAborted();
    if (isGraphBubbleUp(error)) throw error;
    return end("failed", explain({ kind: "failed", tool, reason: reasonOf(error) }));
  }
}

/** Calls what was wanted, all at once, as far as may be. Returns what the model is to be told, in order. */
export async function callTools(
  wanted: readonly Wanted[],
  toolUse: ToolUse,
  limits: ToolLimits,
): Promise<ToolMessage[]> {
  const made = await Promise.all(
    wanted.map((each, index) => callTool(each, toolUse, { ...limits, left: limits.left - index })),
  );
  return made.map(({ result: content, ...call }, index) => {
    toolUse.called({ ...call, result: content.slice(0, longestRecord) });
    const status = call.outcome === "done" ? "success" : "error";
    return new ToolMessage({ tool_call_id: wanted[index]?.id ?? "", name: call.tool, content, status });
  });
}
