/** The one way to ask a model: chooses it, keeps the limits, counts the cost, explains failures. */
import type { AIMessage, BaseMessage } from "@langchain/core/messages";
import { RostrumError } from "../errors.js";
import { defaultLanguage, locales } from "../locales/registry.js";
import type { RunSettings } from "../state/run-settings.js";
import type { Cleaner } from "../text/clean-speech.js";
import { AgentFailure } from "../usage/agent-cost.js";
import { BudgetExceededError } from "../usage/budget-guard.js";
import { UsageMeter } from "../usage/usage-meter.js";
import { causeOf, EmptyAnswerError, explainFailure, isTooLong } from "./call-failure.js";
import { callWithin, defaultTimeoutMs, type FailedTry, within } from "./call-policy.js";
import type { CallTarget, ChooseModel } from "./choose-model.js";
import { structuredOutputOf } from "./form-in-text.js";
import { type CallContext, type ModelCall, participantOf } from "./model-call.js";
import type { ModelRequest } from "./request.js";
import type { ResolvedModel } from "./resolved-model.js";
import { Shortener } from "./shortener.js";
import { SpeculativeAnswer } from "./speculative-answer.js";
import { cleanable, growing, type Listener, type Speech, sayAsItComes } from "./stream-speech.js";
import { callTools, type ToolUse, wantedCalls } from "./tool-use.js";

type CallOptions = { signal: AbortSignal; tags: string[]; runName: string; request?: ModelRequest };

/** Keeps a call's tokens out of the `messages` stream: what is public there, the speaking node puts there itself. */
const unheard = ["langsmith:nostream"];

function optionsFor(request: ModelRequest, { model }: ResolvedModel, signal: AbortSignal): CallOptions {
  const common = { signal, tags: unheard, runName: request.purpose };
  // A model that declares it, such as the rehearsal or a scripted one, gets the request as data beside the prompt.
  return model.callKeys?.includes("request") ? { ...common, request } : common;
}

/** The rehearsal costs nothing, and has no use for tools. */
const isFree = ({ model }: ResolvedModel): boolean => model._llmType() === "rehearsal";

/** One try of a call. */
interface Try {
  readonly resolved: ResolvedModel;
  readonly messages: readonly BaseMessage[];
  readonly options: CallOptions;
  readonly meter: UsageMeter;
  /** Counted from 1. */
  readonly attempt: number;
}

type Call<Result> = (attempt: Try) => Promise<Result>;

/** What calling tools came to: what was found, and the speech where the model is done with it. */
interface LookedUp {
  readonly found: readonly BaseMessage[];
  readonly answer?: string;
}

interface SpeechOptions {
  /** The tools that the speaker may call. Default: none. */
  readonly toolUse?: ToolUse | undefined;
  /** The speech, where it has begun to come already. */
  readonly begun?: { readonly answer: SpeculativeAnswer; readonly createCleaner: () => Cleaner } | undefined;
  /** Whether the answer may hold nothing that is to be said. Default: then it is asked for again, as after any failure. */
  readonly mayBeEmpty?: boolean;
}

/** Asks models on behalf of the nodes. */
export class ModelCaller {
  private readonly shortener = new Shortener((modelCall, context) => this.text(modelCall, context));

  constructor(private readonly chooseModel: ChooseModel) {}

  /** The whole answer as text. */
  text(modelCall: ModelCall, context: CallContext): Promise<string> {
    return this.ask(modelCall, context, async ({ resolved, messages, options, meter }) => {
      const message = await resolved.model.invoke([...messages], options);
      meter.count(message);
      return message.text;
    });
  }

  /** An answer in the provider's structured form, as JSON text; where the form was not kept, what was answered instead, as far as the client gives it away. */
  structured(modelCall: ModelCall, schema: Record<string, unknown>, context: CallContext): Promise<string> {
    return this.ask(modelCall, context, async ({ resolved, messages, options, meter }) => {
      const { model } = resolved;
      const asking = structuredOutputOf(model, schema);
      try {
        // A chain called as its node is would pass for the node, and the raw answer for what it makes public.
        const named = { ...options, runName: `${options.runName}-answer` };
        const { raw, parsed } = await asking.invoke([...messages], named);
        meter.count(raw);
        return parsed ? JSON.stringify(parsed) : raw.text;
      } catch (error) {
        // OpenAI's client throws away an answer that is not the JSON it asked for. That is no failed call.
        if (error instanceof SyntaxError) return "";
        throw error;
      }
    });
  }

  /**
   * The answer as it comes, cleaned, and without what a reasoning model thinks aloud. With tools it comes whole: until it is
   * there, nobody knows whether a call will follow.
   */
  async stream(
    modelCall: ModelCall,
    context: CallContext,
    createCleaner: () => Cleaner,
    listener: Listener,
    { toolUse, begun, mayBeEmpty = false }: SpeechOptions = {},
  ): Promise<Speech> {
    let tries = 0;
    if (begun) {
      tries = 1;
      const speech = await this.hear(begun.answer, context, begun.createCleaner(), listener);
      if (speech) return speech;
    }
    const { found, answer }: LookedUp = toolUse ? await this.lookUp(modelCall, context, toolUse) : { found: [] };
    if (answer !== undefined) {
      const { text, faults } = createCleaner()(cleanable(answer), true);
      if (text !== "") {
        listener.attempt(1);
        await listener.piece(text);
        return { text, faults, raw: answer };
      }
    }
    return this.ask(modelCall, context, async ({ resolved: { model }, messages, options, meter, attempt }) => {
      listener.attempt(tries + attempt);
      // Providers want the tools named that a conversation speaks of, also where none may be called any more.
      const speaker = toolUse && model.bindTools?.([...toolUse.tools], { tool_choice: "none" });
      const chunks = await (speaker ?? model).stream([...messages, ...found], options);
      return sayAsItComes(growing(chunks, meter), createCleaner(), listener, { mayBeEmpty });
    });
  }

  /** Hears an answer that has begun already; undefined where it breaks off, for the modelCall to be asked anew. */
  private async hear(
    begun: SpeculativeAnswer,
    context: CallContext,
    clean: Cleaner,
    listener: Listener,
  ): Promise<Speech | undefined> {
    try {
      return await within(context.settings.timeoutMs, context.signal, async (signal) => {
        const cut = () => void begun.end();
        signal.addEventListener("abort", cut, { once: true });
        listener.attempt(1);
        return sayAsItComes(begun.growing(), clean, listener).finally(() => signal.removeEventListener("abort", cut));
      });
    } catch {
      context.signal.throwIfAborted();
      return undefined;
    } finally {
      begun.end();
    }
  }

  /**
   * Begins an answer and reads the beginning of it; the rest goes on coming, for whoever wants to hear it. `read` is given
   * all that has come so far and returns undefined while it needs more.
   */
  begin<Head>(
    modelCall: ModelCall,
    context: CallContext,
    read: (answer: string, isWhole: boolean) => Head | undefined,
  ): Promise<{ readonly head: Head; readonly begun: SpeculativeAnswer }> {
    return this.ask(modelCall, context, async ({ resolved: { model }, messages, options, meter }) => {
      const { controller, signal } = lifeOf(context);
      const cut = () => controller.abort();
      options.signal.throwIfAborted();
      options.signal.addEventListener("abort", cut, { once: true });
      meter.stayOpen();
      const begun = new SpeculativeAnswer(controller, async () => {
        return { chunks: await model.stream([...messages], { ...options, signal }), meter, asked: messages };
      });
      try {
        let answer = "";
        for await (answer of begun.growing()) {
          const head = read(answer, false);
          if (head !== undefined) return { head, begun };
        }
        const head = read(answer, true);
        if (head === undefined) throw new EmptyAnswerError();
        return { head, begun };
      } catch (error) {
        begun.end();
        throw error;
      } finally {
        options.signal.removeEventListener("abort", cut);
      }
    });
  }

  /** Begins an answer that may never be heard: it is tried once, and fails for nobody but who hears it. */
  start({ request, compose }: ModelCall, context: CallContext): SpeculativeAnswer {
    const { controller, signal } = lifeOf(context);
    return new SpeculativeAnswer(controller, async () => {
      const { resolved, payer } = await this.resolve(request, context.settings);
      const asked = compose(request);
      context.usage.admit(resolved.label, isFree(resolved));
      const meter = new UsageMeter(context.usage, payer);
      const chunks = await resolved.model.stream([...asked], optionsFor(request, resolved, signal));
      return { chunks, meter, asked };
    });
  }

  /** Has the speaker call tools until it speaks, or has no calls left. */
  private async lookUp(modelCall: ModelCall, context: CallContext, toolUse: ToolUse): Promise<LookedUp> {
    const { tools, mostCalls } = toolUse;
    const timeoutMs = context.settings.timeoutMs ?? defaultTimeoutMs;
    const found: BaseMessage[] = [];
    for (let left = mostCalls; left > 0; ) {
      const reply = await this.ask(modelCall, context, async ({ resolved: { model }, messages, options, meter }) => {
        if (!model.bindTools) return undefined;
        const message = await model.bindTools([...tools]).invoke([...messages, ...found], options);
        meter.count(message);
        return message as AIMessage;
      });
      // The rehearsal has no use for tools.
      if (!reply) return { found };
      const wanted = wantedCalls(reply);
      if (wanted.length === 0) return { found, answer: reply.text };
      found.push(reply, ...(await callTools(wanted, toolUse, { left, timeoutMs, signal: context.signal })));
      left -= wanted.length;
    }
    return { found };
  }

  /**
   * Finds the models of these calls, so that a wrong name or a missing key shows before anything is said. Returns the names of
   * those that cost something.
   */
  async checkModels(calls: readonly CallTarget[], settings: RunSettings): Promise<readonly string[]> {
    const labels = new Set<string>();
    for (const call of calls) {
      const resolved = await this.chooseModel(call, settings);
      const { model, label } = resolved;
      const { name, tools = [] } = call.participant ?? {};
      const speaks = call.purpose === "speech" || call.purpose === "execute";
      if (speaks && tools.length > 0 && !model.bindTools && !isFree(resolved))
        throw new RostrumError(
          "unknown-model",
          { fault: "no-tools", model: label, participant: name ?? "" },
          locales[call.language ?? defaultLanguage].errors,
        );
      if (!isFree(resolved)) labels.add(label);
    }
    return [...labels];
  }

  /** Asks; and once more with less of the conversation where the model cannot read all of it. */
  private async ask<Result>(modelCall: ModelCall, context: CallContext, call: Call<Result>): Promise<Result> {
    const known = this.shortener.known(modelCall);
    if (known) return this.askOnce(known, context, call);
    try {
      return await this.askOnce(modelCall, context, call);
    } catch (error) {
      const shorter = isTooLong(error) ? await this.shortener.shorten(modelCall, context) : undefined;
      if (!shorter) throw error;
      return this.askOnce(shorter, context, call);
    }
  }

  private async askOnce<Result>(
    modelCall: ModelCall,
    { settings, signal, limiter, thread, usage, onRetry }: CallContext,
    call: Call<Result>,
  ): Promise<Result> {
    const { request } = modelCall;
    const { resolved, payer } = await this.resolve(request, settings);
    const messages = modelCall.compose(request);
    const report = ({ error, ...how }: FailedTry) => onRetry?.(request.turn, { ...payer, ...how, ...causeOf(error) });
    try {
      const limits = { signal, timeoutMs: settings.timeoutMs, limiter, onRetry: report };
      return await callWithin(limits, async (attempt, untilTimeout) => {
        usage.admit(resolved.label, isFree(resolved));
        const meter = new UsageMeter(usage, payer);
        try {
          return await call({
            resolved,
            messages,
            options: optionsFor(request, resolved, untilTimeout),
            meter,
            attempt,
          });
        } catch (error) {
          meter.countFailure(error);
          throw error instanceof AgentFailure ? error.cause : error;
        } finally {
          meter.endTry(messages);
        }
      });
    } catch (error) {
      // A cancelled call looks like one that took too long; it must not be told as that.
      signal.throwIfAborted();
      if (RostrumError.isInstance(error) || BudgetExceededError.isInstance(error)) throw error;
      throw explainFailure(error, request, resolved, thread);
    }
  }

  /** The model that is asked, and whose cost that is. */
  private async resolve(request: ModelRequest, settings: RunSettings) {
    const { purpose, language } = request;
    const participant = participantOf(request);
    const resolved = await this.chooseModel({ purpose, participant, language }, settings);
    return { resolved, payer: { purpose, participant: participant?.name ?? "", model: resolved.label } };
  }
}

/** What ends an answer that goes on after the step that began it: its own controller, or the end of the run. */
function lifeOf({ runSignal }: CallContext) {
  const controller = new AbortController();
  return { controller, signal: AbortSignal.any([controller.signal, runSignal]) };
}
