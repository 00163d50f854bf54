import type { BaseMessage } from "@langchain/core/messages";
import type { ModelRequest } from "../../core/model-request.js";
import type { RunSettings } from "../../core/state/run-settings.js";
import { BudgetExceededError } from "../../core/usage/task-usage.js";
import type { SentCall, UsageMeter } from "../../core/usage/usage-meter.js";
import { RostrumError } from "../../errors/rostrum-error.js";
import type { CallSpan } from "../tracing/call-span.js";
import { AgentModel } from "./agent-model.js";
import { explainFailure, isTooLong, reasonOf, statusOf, typeOf } from "./call-failure.js";
import { callWithRetries, type FailedAttempt } from "./call-policy.js";
import { chargeCall } from "./charge-call.js";
import type { ChooseModel } from "./choose-model.js";
import { rejectForeignAnswer } from "./foreign-answer.js";
import { type CallContext, type CallOptions, type ModelCall, optionsFor, participantOf } from "./model-call.js";
import type { ResolvedModel } from "./resolved-model.js";
import type { Shortener } from "./shortener.js";

export type Call<Result> = (attempt: {
  readonly resolved: ResolvedModel;
  readonly messages: BaseMessage[];
  readonly options: CallOptions;
  readonly meter: UsageMeter;
  readonly span: CallSpan | undefined;
}) => Promise<Result>;

export interface Addition {
  readonly exchange?: readonly BaseMessage[];
  readonly attach?: SentCall["attach"];
}

export function startSpan(request: ModelRequest, { label, model }: ResolvedModel, { trace }: CallContext) {
  const { purpose, turn } = request;
  return trace?.startCall({ purpose, turn, participant: participantOf(request)?.name, label, type: model._llmType() });
}

export class CallSender {
  constructor(
    private readonly chooseModel: ChooseModel,
    private readonly shortener: Shortener,
  ) {}

  /** If the prompt is too long for the model, repeats the call once with a shorter conversation. */
  async send<Result>(
    modelCall: ModelCall,
    context: CallContext,
    call: Call<Result>,
    addition: Addition = {},
  ): Promise<Result> {
    const shortened = this.shortener.shorter.get(modelCall);
    try {
      return await this.askOnce(shortened ?? modelCall, context, call, addition);
    } catch (error) {
      const shorter = !shortened && isTooLong(error) ? await this.shortener.shorten(modelCall, context) : undefined;
      if (!shorter) throw error;
      return this.askOnce(shorter, context, call, addition);
    }
  }

  private async askOnce<Result>(
    modelCall: ModelCall,
    context: CallContext,
    call: Call<Result>,
    { exchange = [], attach }: Addition,
  ): Promise<Result> {
    const { settings, signal, limiter, thread, savedThread, usage, onRetry } = context;
    const { request } = modelCall;
    const { turn, language } = request;
    let span: CallSpan | undefined;
    const { resolved, payer } = await this.resolve(request, settings);
    const messages = [...modelCall.compose(request), ...exchange];
    const report = ({ error, ...retry }: FailedAttempt) => {
      span?.retry(retry.attempt, typeOf(error));
      onRetry?.(turn, { ...payer, ...retry, reason: reasonOf(error, language), status: statusOf(error) ?? null });
    };
    try {
      const limits = { signal, timeoutMs: settings.timeoutMs, limiter, onRetry: report };
      const attempt = async (untilTimeout: AbortSignal) => {
        const meter = await chargeCall({ payer, resolved, prompt: messages, attach, request }, usage, untilTimeout);
        try {
          const options = optionsFor(request, resolved, untilTimeout, meter, savedThread);
          span ??= startSpan(request, resolved, context);
          const send = () => call({ resolved, messages: [...messages], options, meter, span });
          return await (span ? span.run(send) : send());
        } catch (error) {
          if (statusOf(error) !== undefined) meter.end(true);
          throw error;
        } finally {
          if (!meter.staysOpen) {
            meter.end();
            span?.count(meter);
          }
        }
      };
      // Accepts foreign answers from agents, whose requests include those of their tools, which may fetch web pages.
      const isAgent = resolved.model instanceof AgentModel;
      const checked = (untilTimeout: AbortSignal) => rejectForeignAnswer(() => attempt(untilTimeout));
      const result = await callWithRetries(limits, isAgent ? attempt : checked);
      span?.end();
      return result;
    } catch (error) {
      span?.end(signal.aborted ? undefined : typeOf(error));
      // A cancellation and a timeout cause the same error, but a cancellation must not be reported as a failed call.
      signal.throwIfAborted();
      if (RostrumError.isInstance(error) || error instanceof BudgetExceededError) throw error;
      throw explainFailure(error, request, resolved, thread);
    }
  }

  async resolve(request: ModelRequest, settings: RunSettings) {
    const { purpose, language } = request;
    const participant = participantOf(request);
    const resolved = await this.chooseModel({ purpose, participant, language }, settings);
    return { resolved, payer: { purpose, participant: participant?.name ?? "", model: resolved.label } };
  }
}
