import { type AIMessage, type BaseMessage, isBaseMessage } from "@langchain/core/messages";
import type { Cleaner } from "../../core/text/clean-speech.js";
import { textOf } from "../../core/text/message.js";
import { lengthLimitOf, limitLength, type WholeAnswer, warnOfCut } from "./answer-limit.js";
import { EmptyAnswerError } from "./call-failure.js";
import { defaultTimeoutMs, withTimeout } from "./call-policy.js";
import { type Call, CallSender, startSpan } from "./call-sender.js";
import { chargeCall, definitionsOf } from "./charge-call.js";
import type { ChooseModel } from "./choose-model.js";
import { type CallContext, type ModelCall, optionsFor } from "./model-call.js";
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
import { callTools, requestedCalls, type ToolUse, withMalformedCalls } from "./tool-use.js";

interface SpeechOptions {
  readonly toolUse?: ToolUse | undefined;
  readonly speculative?: { readonly answer: SpeculativeAnswer; readonly createCleaner: () => Cleaner } | undefined;
  /** Whether to accept a speech that is empty after cleaning. By default, it counts as a failed attempt. */
  readonly allowEmpty?: boolean;
}

export class ModelCaller {
  private readonly shortener = new Shortener((modelCall, context) => this.text(modelCall, context));

  /**
   * Models that return structured answers without the raw message, which alone contains the usage. Prompts for these
   * models describe the format instead.
   */
  private readonly withoutRaw = new WeakSet<object>();

  private readonly sender: CallSender;

  constructor(readonly chooseModel: ChooseModel) {
    this.sender = new CallSender(chooseModel, this.shortener);
  }

  /** Records a warning if the answer is cut off at the maximum length. */
  async text(modelCall: ModelCall, context: CallContext): Promise<WholeAnswer> {
    const text = await this.sender.send(modelCall, context, async ({ resolved, messages, options, meter }) => {
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
   * Returns JSON text. If the provider's client cannot parse the answer, returns its raw text, or an empty text if the
   * client discards the answer.
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
        // OpenAI's client throws if the answer is not valid JSON, even though the call succeeded.
        if (error instanceof SyntaxError) return "";
        throw error;
      }
    };
    const text = await this.sender.send(modelCall, context, send, { attach: () => schema });
    return text === undefined ? this.structured(modelCall, schema, context) : this.limited(text, modelCall, context);
  }

  /**
   * While the speaker can still call tools, an answer is not streamed in pieces, because only a complete answer shows
   * whether it calls a tool.
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
      // The messages may contain tool calls. If they do, some providers require the definitions of these tools, even
      // though the model must not call any more tools.
      const speaker = toolUse && model.bindTools?.([...toolUse.tools], { tool_choice: "none" });
      const chunks = await (speaker ?? model).stream(messages, options);
      const answer = readAnswer(chunks, meter, lengthLimitOf(context.settings));
      return streamSpeech(answer, createCleaner, listener, { allowEmpty });
    };
    return this.sender.send(modelCall, context, speak, { exchange, attach: () => definitionsOf(toolUse?.tools) });
  }

  /**
   * Streams the speech from the speculative answer. Returns undefined if the answer fails, is empty or exceeds the
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
   * for a later step.
   *
   * @param read - Returns undefined if it needs more text.
   */
  startWithHead<Head>(
    modelCall: ModelCall,
    context: CallContext,
    read: (answer: string, isWhole: boolean) => Head | undefined,
  ): Promise<{ readonly head: Head; readonly answer: SpeculativeAnswer }> {
    return this.sender.send(modelCall, context, async ({ resolved: { model }, messages, options, meter, span }) => {
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
          if (head === undefined) continue;
          span?.endAfter(answer.over, meter);
          return { head, answer };
        }
        const head = read(text, true);
        if (head === undefined) throw new EmptyAnswerError();
        span?.endAfter(answer.over, meter);
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
    const answer = new SpeculativeAnswer(context.runSignal, lengthLimitOf(context.settings), async (signal) => {
      const { resolved, payer } = await this.sender.resolve(request, context.settings);
      const prompt = compose(request);
      const meter = await chargeCall({ payer, resolved, prompt, request }, context.usage, signal);
      const options = optionsFor(request, resolved, signal, meter, context.savedThread);
      const send = () => resolved.model.stream(prompt, options);
      const span = startSpan(request, resolved, context);
      span?.endAfter(answer.over, meter);
      return { open: () => (span ? span.run(send) : send()), meter };
    });
    return answer;
  }

  /** `reply`: the model's first answer without a tool call; missing if there was none. */
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
      const reply = await this.sender.send(modelCall, context, call, { exchange, attach: () => definitionsOf(tools) });
      // Only the rehearsal has no `bindTools`: `checkModels` rejects any other model without it.
      if (!reply) return { exchange };
      const requested = requestedCalls(reply);
      if (requested.length === 0) return { exchange, reply };
      exchange.push(
        withMalformedCalls(reply),
        ...(await callTools(requested, toolUse, { remaining, timeoutMs, lengthLimit, signal: context.signal })),
      );
      remaining -= requested.length;
    }
    return { exchange };
  }
}
