/** A model call's span covers all attempts of the call. */
import type { Span } from "@opentelemetry/api";
import { addTokens, noTokens, type Tokens } from "../../core/usage/usage.js";
import type { UsageMeter } from "../../core/usage/usage-meter.js";
import { noteFailure, type OpenTelemetry } from "./open-telemetry.js";

/** LangChain's provider names and those in OpenTelemetry's conventions, where the two differ. */
const providers: Readonly<Record<string, string>> = {
  azure_openai: "azure.ai.openai",
  aws: "aws.bedrock",
  bedrock: "aws.bedrock",
  google: "gcp.gemini",
  "google-genai": "gcp.gemini",
  "google-vertexai": "gcp.vertex_ai",
  "google-vertexai-web": "gcp.vertex_ai",
  mistral: "mistral_ai",
  mistralai: "mistral_ai",
  xai: "x_ai",
};

/** `type`: LangChain's type of the model, which names the provider if the label does not. */
export function splitLabel(label: string, type: string): { readonly provider: string; readonly model: string } {
  const [, prefix, model] = /^([\w-]+):(\S+)$/.exec(label) ?? [];
  const provider = prefix ?? type;
  return { provider: providers[provider] ?? provider, model: model ?? label };
}

export class CallSpan {
  private tokens: Tokens | undefined;
  private staysOpen = false;

  constructor(
    private readonly telemetry: OpenTelemetry,
    private readonly span: Span,
    private readonly onCount: (tokens: Tokens) => void,
  ) {}

  /** Spans that `act` starts, such as those of HTTP requests, belong to the call. */
  run<Result>(act: () => Result): Result {
    const { context, trace } = this.telemetry;
    return context.with(trace.setSpan(context.active(), this.span), act);
  }

  /** Counts only tokens that the provider reported, not estimates. */
  count({ reportedTokens }: UsageMeter): void {
    if (!reportedTokens) return;
    this.tokens = addTokens(this.tokens ?? noTokens, reportedTokens);
    this.onCount(reportedTokens);
  }

  retry(attempt: number, errorType: string): void {
    this.span.addEvent("retry", { "rostrum.attempt": attempt, "error.type": errorType });
  }

  /** Keeps the span open until `over`, for an answer that is read after the call has returned. */
  endAfter(over: Promise<void>, meter: UsageMeter): void {
    this.staysOpen = true;
    void over.then(() => {
      this.staysOpen = false;
      this.count(meter);
      this.end();
    });
  }

  /** Without `errorType`, the span does not count as failed. */
  end(errorType?: string): void {
    if (this.staysOpen) return;
    if (this.tokens)
      this.span.setAttributes({
        "gen_ai.usage.input_tokens": this.tokens.inputTokens,
        "gen_ai.usage.output_tokens": this.tokens.outputTokens,
      });
    if (errorType !== undefined) noteFailure(this.telemetry, this.span, errorType);
    this.span.end();
  }
}
