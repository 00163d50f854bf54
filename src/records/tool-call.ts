/** A tool call that a participant's model made before the participant spoke. */
export interface ToolCall {
  /** The turn of the speech that the call belongs to. */
  readonly turn: number;
  readonly participant: string;
  readonly tool: string;
  /** The arguments from the model; if they were unreadable or too long, their text or the beginning of it. */
  readonly input: Readonly<Record<string, unknown>> | string;
  /**
   * `failed`: the tool threw or took too long. `unknown-tool`: the participant has no tool with this name. `malformed`:
   * the arguments were unreadable or too long. `over-limit`: the speaker had no calls left, so the tool was not called.
   */
  readonly outcome: "done" | "failed" | "unknown-tool" | "malformed" | "over-limit";
  /** The result that the model received, cut off at 10,000 characters. */
  readonly result: string;
  /** Whether the result exceeded `maxAnswerLength`, so that the model received only the beginning. */
  readonly cut?: boolean;
}

/** Why a tool call has no result, or only part of a result. The model receives a sentence about the problem. */
export type ToolProblem =
  | { readonly kind: "failed"; readonly tool: string; readonly reason: string }
  | { readonly kind: "unknown-tool"; readonly tool: string; readonly tools: readonly string[] }
  | { readonly kind: "malformed"; readonly tool: string }
  | { readonly kind: "over-limit" }
  /** The result was cut off; the model receives this sentence after the result's first `limit` characters. */
  | { readonly kind: "cut"; readonly limit: number };
