/** What speakers look up before they speak. */

export interface ToolCall {
  /** The turn of the speech that it was made for. */
  readonly turn: number;
  readonly participant: string;
  readonly tool: string;
  /** What the model asked with: the arguments, or the text that they could not be read from. */
  readonly input: Readonly<Record<string, unknown>> | string;
  /**
   * `failed`: the tool threw or took too long. `unknown-tool`: the participant has none of that name. `malformed`: the
   * arguments could not be read. `over-limit`: the speaker had no calls left; the tool was not called.
   */
  readonly outcome: "done" | "failed" | "unknown-tool" | "malformed" | "over-limit";
  /** What the model was told, at most the first 10,000 characters of it. */
  readonly result: string;
}

/** What a model is told in place of a tool's result. */
export type ToolProblem =
  | { readonly kind: "failed"; readonly tool: string; readonly reason: string }
  | { readonly kind: "unknown-tool"; readonly tool: string; readonly tools: readonly string[] }
  | { readonly kind: "malformed"; readonly tool: string }
  | { readonly kind: "over-limit" };
