/**
 * Lets a speaker call tools before it speaks. If a tool call fails, the model receives the problem as the call's
 * result, and the turn continues.
 */
import { AIMessage, ToolMessage } from "@langchain/core/messages";
import type { StructuredToolInterface } from "@langchain/core/tools";
import { isGraphBubbleUp } from "@langchain/langgraph";
import { cutText } from "../../core/text/cut.js";
import { withoutSecrets } from "../../core/text/server-text.js";
import type { ToolCall, ToolProblem } from "../../records/tool-call.js";
import { limitLength } from "./answer-limit.js";
import { withTimeout } from "./call-policy.js";
import { noStreamTags } from "./model-call.js";

export interface ToolUse {
  readonly tools: readonly StructuredToolInterface[];
  readonly maxCalls: number;
  readonly explain: (problem: ToolProblem) => string;
  readonly onCall: (call: Omit<ToolCall, "turn" | "participant">) => void;
}

/** Includes malformed calls, whose input is text, because providers expect a result for every call. */
export function requestedCalls({ tool_calls = [], invalid_tool_calls = [] }: AIMessage) {
  const all = [...tool_calls, ...invalid_tool_calls];
  return all.map(({ id = "", name: tool = "", args: input = "" }) => ({ id, tool, input }));
}

/**
 * If a message has both well-formed and malformed calls, returns a copy in which the malformed calls are well-formed,
 * but have no arguments. Otherwise, clients would send only the well-formed calls back to the provider, which would
 * then reject the results of the others.
 */
export function withMalformedCalls(reply: AIMessage): AIMessage {
  const { content, additional_kwargs, response_metadata, tool_calls = [], invalid_tool_calls = [] } = reply;
  if (tool_calls.length === 0 || invalid_tool_calls.length === 0) return reply;
  const malformed = invalid_tool_calls.map(({ id = "", name = "" }) => ({ id, name, args: {} }));
  return new AIMessage({ content, additional_kwargs, response_metadata, tool_calls: [...tool_calls, ...malformed] });
}

type RequestedCall = ReturnType<typeof requestedCalls>[number];

/** In characters. */
const maxRecordedLength = 10_000;

interface ToolLimits {
  readonly remaining: number;
  readonly timeoutMs: number;
  /** For the arguments and for the result, in characters. */
  readonly lengthLimit: number;
  readonly signal: AbortSignal;
}

function textOf(result: unknown): string {
  if (ToolMessage.isInstance(result)) return result.text;
  return typeof result === "string" ? result : (JSON.stringify(result) ?? "");
}

async function callTool(
  { id, tool: name, input: given }: RequestedCall,
  { tools, explain }: ToolUse,
  { remaining, timeoutMs, lengthLimit, signal: cancelled }: ToolLimits,
): Promise<Parameters<ToolUse["onCall"]>[0]> {
  const tool = cutText(name, lengthLimit);
  const written = limitLength(typeof given === "string" ? given : JSON.stringify(given), lengthLimit);
  // Arguments that are too long count as malformed, because only the beginning is recorded.
  const input = written.isTooLong ? written.text : given;
  const end = (outcome: ToolCall["outcome"], returned: string) => {
    const { text: result, isTooLong } = limitLength(returned, lengthLimit);
    return { tool, input, outcome, result, ...(isTooLong && { cut: true }) };
  };
  const found = tools.find(({ name }) => name === tool);
  if (remaining <= 0) return end("over-limit", explain({ kind: "over-limit" }));
  if (!found) return end("unknown-tool", explain({ kind: "unknown-tool", tool, tools: tools.map(({ name }) => name) }));
  if (typeof input === "string") return end("malformed", explain({ kind: "malformed", tool }));
  try {
    const call = { id, name: tool, args: input, type: "tool_call" } as const;
    // These tags keep the output of a tool's own models and graphs out of the public streams.
    const tags = [...noStreamTags, "langsmith:hidden"];
    const result = await withTimeout(timeoutMs, cancelled, (signal) => found.invoke(call, { signal, tags }));
    return end("done", textOf(result));
  } catch (error) {
    cancelled.throwIfAborted();
    if (isGraphBubbleUp(error)) throw error;
    const reason = withoutSecrets(error instanceof Error ? error.message : String(error));
    return end("failed", explain({ kind: "failed", tool, reason }));
  }
}

export async function callTools(
  requested: readonly RequestedCall[],
  toolUse: ToolUse,
  limits: ToolLimits,
): Promise<ToolMessage[]> {
  const finished = await Promise.all(
    requested.map((call, index) => callTool(call, toolUse, { ...limits, remaining: limits.remaining - index })),
  );
  return finished.map(({ result, ...call }, index) => {
    toolUse.onCall({ ...call, result: cutText(result, maxRecordedLength) });
    const content = call.cut ? `${result}\n${toolUse.explain({ kind: "cut", limit: limits.lengthLimit })}` : result;
    const status = call.outcome === "done" ? "success" : "error";
    return new ToolMessage({ tool_call_id: requested[index]?.id ?? "", name: call.tool, content, status });
  });
}
