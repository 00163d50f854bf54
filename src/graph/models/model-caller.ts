/** Makes every model call: chooses the model, applies the limits, counts the usage, and explains failures. */
import { type AIMessage, type BaseMessage, isBaseMessage } from "@langchain/core/messages";
import type { ModelRequest } from "../../core/model-request.js";
import type { RunSettings } from "../../core/state/run-settings.js";
import type { Cleaner } from "../../core/text/clean-speech.js";
import { textOf } from "../../core/text/message.js";
import { BudgetExceededError } from "../../core/usage/task-usage.js";
import type { SentCall, UsageMeter } from "../../core/usage/usage-meter.js";
import { RostrumError } from "../../errors/rostrum-error.js";
import { AgentModel } from "./agent-model.js";
import { lengthLimitOf, limitLength, type WholeAnswer, warnOfCut } from "./answer-limit.js";
import { EmptyAnswerError, explainFailure, isTooLong, reasonOf, statusOf } from "./call-failure.js";
import { callWithRetries, defaultTimeoutMs, type FailedAttempt, withTimeout } from "./call-policy.js";
import { chargeCall, definitionsOf } from "./charge-call.js";
import type { ChooseModel } from "./choose-model.js";
import { rejectForeignAnswer } from "./foreign-answer.js";
import { type CallContext, type CallOptions, type ModelCall, optionsFor, participantOf } from "./model-call.js";
import type { ResolvedModel } from "./resolved-model.js";
import { Shortener } from "./shortener.js";
import { SpeculativeAnswer } from "./speculative-answer.js";
import {
  inStrides,
  type Listener,
  normalizeAnswer,
  readAnswer,
  type Speech,
  saysCutOff,
  streamSpeech,
} from "./stream-speech.js";
import { type StructuredAnswer, structuredOutputOf } from "./structured-output.js";
import { callTools, requestedCalls, type ToolUse } from "./tool-use.js";

type Call<Result> = (attempt: {
  readonly resolved: ResolvedModel;
  readonly messages: BaseMessage[];
  readonly options: CallOptions;
  readonly meter: UsageMeter;
}) => Promise<Result>;

/** What a call sends besides its prompt: the tool calls so far with their results, and a schema or tools. */
interface Addition {
  readonly exchange?: readonly BaseMessage[];
  readonly attach?: SentCall["attach"];
}

interface SpeechOptions {
  readonly toolUse?: ToolUse | undefined;
  readonly speculative?: { readonly answer: SpeculativeAnswer; readonly createCleaner: () => Cleaner } | undefined;
  /**
   * Whether to accept a speech that is empty after cleaning. Default: false; an empty speech counts as a failed
   * attempt.
   */
  readonly allowEmpty?: boolean;
}

export class ModelCaller {
  private readonly shortener = new Shortener((modelCall, context) => this.text(modelCall, context));

  /**
   * Models that return structured answers without the raw message, which contains the usage. For these models, the
   * prompt describes the format instead.
   */
  private readonly withoutRaw = new WeakSet<object>();

  constructor(readonly chooseModel: ChooseModel) {}

  /** Asks the model, without streaming. Cuts an answer that exceeds the maximum length, and records a warning. */
  async text(modelCall: ModelCall, context: CallContext): Promise<WholeAnswer> {
    const text = await this.ask(modelCall, context, async ({ resolved, messages, options, meter }) => {
      const message = await resolved.model.invoke(messages, options);
      meter.count(message);
      return textOf(message);
    });
    return this.limited(text, modelCall, context);
  }

  private limited(text: string, modelCall: ModelCall, context: CallContext): WholeAnswer {
    const answer = limitLength(text, lengthLimitOf(context.settings));
    if (answer.isTooLong) warnOfCut(modelCall, context);
    return answer;
  }

  /**
   * Like `text`, for a structured answer, which it returns as JSON text. If the provider's client cannot parse the
   * answer, returns its raw text, or an empty text if the client discards it.
   */
  async structured(modelCall: ModelCall, schema: Record<string, unknown>, context: CallContext): Promise<WholeAnswer> {
    const send: Call<string | undefined> = async ({ resolved: { model }, messages, options, meter }) => {
      const asking = structuredOutputOf(model, schema, this.withoutRaw.has(model));
      try {
        const answer = (await asking.invoke(messages, options)) as StructuredAnswer | null;
        if (!isBaseMessage(answer?.raw)) {
          this.withoutRaw.add(model);
          return undefined;
        }
        meter.count(answer.raw);
        return answer.parsed ? JSON.stringify(answer.parsed) : answer.raw.text;
      } catch (error) {
        // OpenAI's client throws if the answer is not valid JSON, although the call succeeded.
        if (error instanceof SyntaxError) return "";
        throw error;
      }
    };
    const text = await this.ask(modelCall, context, send, { attach: () => schema });
    return text === undefined ? this.structured(modelCall, schema, context) : this.limited(text, modelCall, context);
  }

  /**
   * Streams the cleaned answer, without thinking, to the listener. While the speaker may still call tools, an answer
   * arrives as a whole, because only a complete answer shows whether it calls a tool.
   */
  async stream(
    modelCall: ModelCall,
    context: CallContext,
    createCleaner: () => Cleaner,
    listener: Listener,
    { toolUse, speculative, allowEmpty = false }: SpeechOptions = {},
  ): Promise<Speech> {
    if (speculative) {
      const speech = await this.streamSpeculative(speculative, context, listener);
      if (speech) return speech;
    }
    const { exchange, reply } = await this.callToolsFirst(modelCall, context, toolUse);
    if (reply && normalizeAnswer(reply.text) !== "") {
      const { text, isTooLong } = limitLength(reply.text, lengthLimitOf(context.settings));
      const whole = { texts: [text], isCutOff: saysCutOff(reply), isTooLong };
      listener.begin();
      const speech = await streamSpeech(whole, createCleaner, listener, { allowEmpty: true });
      if (speech.text !== "") return speech;
    }
    const speak: Call<Speech> = async ({ resolved: { model }, messages, options, meter }) => {
      listener.begin();
      // The messages may contain tool calls. Providers then require the definitions of these tools, even if the model
      // may make no more calls.
      const speaker = toolUse && model.bindTools?.([...toolUse.tools], { tool_choice: "none" });
      const chunks = await (speaker ?? model).stream(messages, options);
      const answer = readAnswer(chunks, meter, lengthLimitOf(context.settings));
      return streamSpeech(answer, createCleaner, listener, { allowEmpty });
    };
    return this.ask(modelCall, context, speak, { exchange, attach: () => definitionsOf(toolUse?.tools) });
  }

  /**
   * Streams an answer that started in an earlier step. Returns undefined if the answer fails, is empty or exceeds the
   * timeout, so that the caller asks again.
   */
  private async streamSpeculative(
    { answer, createCleaner }: NonNullable<SpeechOptions["speculative"]>,
    context: CallContext,
    listener: Listener,
  ): Promise<Speech | undefined> {
    try {
      return await withTimeout(context.settings.timeoutMs, context.signal, (signal) => {
        signal.addEventListener("abort", () => answer.end(), { once: true });
        listener.begin();
        return streamSpeech(answer, createCleaner, listener);
      });
    } catch {
      context.signal.throwIfAborted();
      return undefined;
    } finally {
      answer.end();
    }
  }

  /**
   * Starts an answer and reads its head, such as the bid before a speech. The rest continues to stream into `answer`,
   * for a later step. `read` receives the whole text so far and returns undefined if it needs more.
   */
  startWithHead<Head>(
    modelCall: ModelCall,
    context: CallContext,
    read: (answer: string, isWhole: boolean) => Head | undefined,
  ): Promise<{ readonly head: Head; readonly answer: SpeculativeAnswer }> {
    return this.ask(modelCall, context, async ({ resolved: { model }, messages, options, meter }) => {
      options.signal.throwIfAborted();
      meter.staysOpen = true;
      const answer = new SpeculativeAnswer(context.runSignal, lengthLimitOf(context.settings), async (signal) => {
        return { open: () => model.stream(messages, { ...options, signal }), meter };
      });
      const end = () => answer.end();
      options.signal.addEventListener("abort", end, { once: true });
      try {
        let text = "";
        for await (text of inStrides(answer.texts)) {
          const head = read(text, false);
          if (head !== undefined) return { head, answer };
        }
        const head = read(text, true);
        if (head === undefined) throw new EmptyAnswerError();
        return { head, answer };
      } catch (error) {
        answer.end();
        throw error;
      } finally {
        options.signal.removeEventListener("abort", end);
      }
    });
  }

  startSpeculative({ request, compose }: ModelCall, context: CallContext): SpeculativeAnswer {
    return new SpeculativeAnswer(context.runSignal, lengthLimitOf(context.settings), async (signal) => {
      const { resolved, payer } = await this.resolve(request, context.settings);
      const prompt = compose(request);
      const meter = await chargeCall({ payer, resolved, prompt, request }, context.usage, signal);
      return { open: () => resolved.model.stream(prompt, optionsFor(request, resolved, signal, meter)), meter };
    });
  }

  /**
   * Lets the model call tools, up to the limit. `exchange`: the calls and their results. `reply`: the model's first
   * answer without a call; undefined if there is none.
   */
  private async callToolsFirst(modelCall: ModelCall, context: CallContext, toolUse: ToolUse | undefined) {
    const { tools, maxCalls } = toolUse ?? { tools: [], maxCalls: 0 };
    const timeoutMs = context.settings.timeoutMs ?? defaultTimeoutMs;
    const lengthLimit = lengthLimitOf(context.settings);
    const exchange: BaseMessage[] = [];
    for (let remaining = maxCalls; toolUse && remaining > 0; ) {
      const call: Call<AIMessage | undefined> = async ({ resolved: { model }, messages, options, meter }) => {
        if (!model.bindTools) return undefined;
        const message = await model.bindTools([...tools]).invoke(messages, options);
        meter.count(message);
        return message as AIMessage;
      };
      const reply = await this.ask(modelCall, context, call, { exchange, attach: () => definitionsOf(tools) });
      // Only the rehearsal has no `bindTools`: `checkModels` rejects other models without it.
      if (!reply) return { exchange };
      const requested = requestedCalls(reply);
      if (requested.length === 0) return { exchange, reply };
      exchange.push(
        reply,
        ...(await callTools(requested, toolUse, { remaining, timeoutMs, lengthLimit, signal: context.signal })),
      );
      remaining -= requested.length;
    }
    return { exchange };
  }

  /** Makes the call. If the prompt is too long for the model, repeats the call once with a shorter conversation. */
  private async ask<Result>(
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
    { settings, signal, limiter, thread, usage, onRetry }: CallContext,
    call: Call<Result>,
    { exchange = [], attach }: Addition,
  ): Promise<Result> {
    const { request } = modelCall;
    const { turn, language } = request;
    const { resolved, payer } = await this.resolve(request, settings);
    const messages = [...modelCall.compose(request), ...exchange];
    const report = ({ error, ...retry }: FailedAttempt) =>
      onRetry?.(turn, { ...payer, ...retry, reason: reasonOf(error, language), status: statusOf(error) ?? null });
    try {
      const limits = { signal, timeoutMs: settings.timeoutMs, limiter, onRetry: report };
      const attempt = async (untilTimeout: AbortSignal) => {
        const meter = await chargeCall({ payer, resolved, prompt: messages, attach, request }, usage, untilTimeout);
        try {
          const options = optionsFor(request, resolved, untilTimeout, meter);
          return await call({ resolved, messages: [...messages], options, meter });
        } catch (error) {
          if (statusOf(error) !== undefined) meter.end(true);
          throw error;
        } finally {
          if (!meter.staysOpen) meter.end();
        }
      };
      // The requests of an agent include those of its tools, which may fetch web pages.
      if (resolved.model instanceof AgentModel) return await callWithRetries(limits, attempt);
      return await callWithRetries(limits, (untilTimeout) => rejectForeignAnswer(() => attempt(untilTimeout)));
    } catch (error) {
      // A cancelled call and a timeout fail with the same error. A cancellation must not be reported as a failed call.
      signal.throwIfAborted();
      if (RostrumError.isInstance(error) || error instanceof BudgetExceededError) throw error;
      throw explainFailure(error, request, resolved, thread);
    }
  }

  private async resolve(request: ModelRequest, settings: RunSettings) {
    const { purpose, language } = request;
    const participant = participantOf(request);
    const resolved = await this.chooseModel({ purpose, participant, language }, settings);
    return { resolved, payer: { purpose, participant: participant?.name ?? "", model: resolved.label } };
  }
}
