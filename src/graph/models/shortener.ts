/**
 * Shortens a call whose prompt is too long for its model: keeps the later half of the conversation, and summarizes or
 * drops the rest.
 */

import { fitMemorySummary, laterHalf } from "../../core/memory/remember.js";
import { afterThinking } from "../../core/text/read-answer.js";
import type { Line } from "../../records/message.js";
import type { RememberedConversation } from "../../records/remembered-conversation.js";
import { locales } from "../../words/registry.js";
import type { WholeAnswer } from "./answer-limit.js";
import { isFailedCall } from "./call-failure.js";
import { type CallContext, type ModelCall, participantOf } from "./model-call.js";

export class Shortener {
  /** The shorter call for each call that was too long for its model. */
  readonly shorter = new WeakMap<ModelCall, ModelCall>();

  /** Summaries, by the first of the messages that they replace. */
  private readonly summaries = new WeakMap<
    Line,
    { readonly lines: number; readonly text: Promise<string | undefined> }
  >();

  constructor(private readonly askForText: (modelCall: ModelCall, context: CallContext) => Promise<WholeAnswer>) {}

  async shorten(modelCall: ModelCall, context: CallContext): Promise<ModelCall | undefined> {
    const { request } = modelCall;
    if (!("conversation" in request)) return undefined;
    const { conversation } = request;
    const lines = laterHalf(conversation.lines);
    const dropped = conversation.lines.length - lines.length;
    if (dropped === 0) return undefined;
    const earlier = { ...conversation, lines: conversation.lines.slice(0, dropped) };
    const memorySummary = await this.summarize(earlier, modelCall, context);
    const participant = participantOf(request)?.name ?? "";
    const reason = locales[request.language].transcript.shortened(request.turn, dropped, Boolean(memorySummary));
    context.usage.warnings.push({ purpose: "shorten-prompt", participant, reason });
    const left = { ...conversation, lines, omitted: conversation.omitted + dropped };
    const summarized = memorySummary ? { ...left, summary: memorySummary } : left;
    const shorter = { ...modelCall, request: { ...request, conversation: summarized } };
    this.shorter.set(modelCall, shorter);
    return shorter;
  }

  private async summarize(earlier: RememberedConversation, modelCall: ModelCall, context: CallContext) {
    const first = earlier.lines[0];
    const summaryCall = modelCall.summarizeMemory?.(earlier);
    if (!summaryCall || !first) return undefined;
    // A turn's bidders drop the same messages, so they share a summary.
    const known = this.summaries.get(first);
    if (known?.lines === earlier.lines.length) return known.text;
    const text = this.askForText(summaryCall, context).then(
      (written) => fitMemorySummary(afterThinking(written.text), summaryCall.request),
      (error: unknown) => {
        // If summarizing fails, the messages are dropped without a summary.
        if (!isFailedCall(error)) throw error;
        return undefined;
      },
    );
    this.summaries.set(first, { lines: earlier.lines.length, text });
    text.catch(() => this.summaries.delete(first));
    return text;
  }
}
