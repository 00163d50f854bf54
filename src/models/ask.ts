/** The one way to ask a model: chooses it, keeps the limits, counts the cost, explains failures. */
import type { AIMessage, AIMessageChunk, BaseMessage } from "@langchain/core/messages";
import type { Brief } from "../domain/brief.js";
import type { Fault } from "../domain/correction.js";
import type { Participant } from "../domain/participant.js";
import { addUsage, type UsageRow } from "../domain/usage.js";
import { RostrumError } from "../errors.js";
import type { Cleaner } from "../parsing/clean-speech.js";
import { stripThinking } from "../parsing/strip-thinking.js";
import type { RunContext } from "../state/context.js";
import { EmptyAnswerError, explainFailure } from "./call-failure.js";
import { callWithin, defaultTimeoutMs } from "./call-policy.js";
import type { CallFor, ChooseModel } from "./choose-model.js";
import { RehearsalModel } from "./rehearsal/rehearsal-model.js";
import type { ResolvedModel } from "./resolved-model.js";
import { callTools, type ToolUse, wantedCalls } from "./tool-use.js";
import { UsageMeter } from "./usage-meter.js";

/** What is asked: as data, and in words. */
export interface Question {
  readonly brief: Brief;
  readonly messages: readonly BaseMessage[];
}

/** The run that a question belongs to. */
export interface Run {
  readonly context: RunContext;
  /** Aborted when the run is cancelled or a call beside this one has failed. */
  readonly signal: AbortSignal;
  /** The signal that all calls of the graph's step share, where `signal` is this call's alone. Default: `signal`. */
  readonly step?: AbortSignal;
  /** The thread that keeps the conversation; undefined where nothing is kept. */
  readonly thread?: string | undefined;
  /** Is told what a call cost that was given up because `signal` was aborted. */
  readonly abandoned?: (usage: UsageRow) => void;
}

export interface Answer {
  readonly text: string;
  readonly usage: UsageRow;
}

/** A speech: `text` is what was clean of it. */
export interface Speech extends Answer {
  /** What the model answered, to the letter. */
  readonly raw: string;
  readonly faults: readonly Fault[];
}

/** Hears a speech as it comes. */
export interface Listener {
  /** A try begins; over 1 when the one before broke off and its pieces are void. */
  attempt(number: number): void;
  piece(text: string): Promise<void> | void;
}

type CallOptions = { signal: AbortSignal; tags: string[]; runName: string; brief?: Brief };

/** Keeps a call's tokens out of the `messages` stream: what is public there, the speaking node puts there itself. */
const unheard = ["langsmith:nostream"];

function optionsFor(brief: Brief, { model }: ResolvedModel, signal: AbortSignal): CallOptions {
  const common = { signal, tags: unheard, runName: brief.purpose };
  // The rehearsal cannot read prompts: it is given the data that they were made from.
  return RehearsalModel.isInstance(model) ? { ...common, brief } : common;
}

const participantOf = (brief: Brief): Participant | undefined => ("self" in brief ? brief.self : undefined);

/** One try of a call. */
type Call<Result> = (model: ResolvedModel, options: CallOptions, meter: UsageMeter, attempt: number) => Promise<Result>;

/** What calling tools came to: the conversation with what was found, and the speech where the model is done with it. */
interface LookedUp {
  readonly messages: readonly BaseMessage[];
  readonly answer?: Answer;
}

/** Asks models on behalf of the nodes. */
export class Asker {
  constructor(private readonly chooseModel: ChooseModel) {}

  /** The whole answer as text. */
  text(question: Question, run: Run): Promise<Answer> {
    return this.askForText(question, run, async ({ model }, options, meter) => {
      const message = await model.invoke([...question.messages], options);
      meter.count(message);
      return message.text;
    });
  }

  /** An answer in the provider's structured form, as JSON text; where the form was not kept, what was answered instead, as far as the client gives it away. */
  structured(question: Question, schema: Record<string, unknown>, run: Run): Promise<Answer> {
    return this.askForText(question, run, async ({ model }, options, meter) => {
      const asking = model.withStructuredOutput<Record<string, unknown>>(schema, { includeRaw: true, name: "answer" });
      try {
        // A chain called as its node is would pass for the node, and the raw answer for what it makes public.
        const named = { ...options, runName: `${options.runName}-answer` };
        const { raw, parsed } = await asking.invoke([...question.messages], named);
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
   * The answer as it comes, cleaned, and without what a reasoning model thinks aloud. Never empty. With tools it comes whole:
   * until it is there, nobody knows whether a call will follow.
   */
  async stream(
    question: Question,
    run: Run,
    createCleaner: () => Cleaner,
    listener: Listener,
    toolUse?: ToolUse,
  ): Promise<Speech> {
    const spent: UsageRow[] = [];
    const looked = toolUse ? await this.lookUp(question, run, toolUse, spent) : { messages: question.messages };
    const total = (usage: UsageRow) => addUsage([], [...spent, usage])[0] ?? usage;
    if (looked.answer) {
      const { text, faults } = createCleaner()(cleanable(looked.answer.text), true);
      if (text !== "") {
        listener.attempt(1);
        await listener.piece(text);
        return { text, faults, raw: looked.answer.text, usage: total(looked.answer.usage) };
      }
      spent.push(looked.answer.usage);
    }
    let raw = "";
    let faults: readonly Fault[] = [];
    const { result, usage } = await this.ask(question, run, async ({ model }, options, meter, attempt) => {
      listener.attempt(attempt);
      raw = "";
      let told = "";
      const clean = createCleaner();
      const tell = async (isWhole: boolean) => {
        const answer = cleanable(raw);
        const visible = clean(!isWhole && mayBeThinking(answer) ? "" : answer, isWhole);
        faults = visible.faults;
        if (visible.text.length > told.length) await listener.piece(visible.text.slice(told.length));
        told = visible.text;
      };
      // Providers want the tools named that a conversation speaks of, also where none may be called any more.
      const speaker = toolUse && model.bindTools?.([...toolUse.tools], { tool_choice: "none" });
      for await (const chunk of await (speaker ?? model).stream([...looked.messages], options)) {
        meter.count(chunk as AIMessageChunk);
        raw += chunk.text;
        await tell(false);
      }
      await tell(true);
      if (told === "") throw new EmptyAnswerError();
      return told;
    }).catch((error: unknown) => {
      throw withCost(error, spent);
    });
    return { text: result, usage: total(usage), raw, faults };
  }

  /** Has the speaker call tools until it speaks, or has no calls left. `spent` takes what that cost. */
  private async lookUp(question: Question, run: Run, toolUse: ToolUse, spent: UsageRow[]): Promise<LookedUp> {
    const { tools, mostCalls } = toolUse;
    const timeoutMs = run.context.timeoutMs ?? defaultTimeoutMs;
    let messages = question.messages;
    for (let left = mostCalls; left > 0; ) {
      const reply = await this.ask(question, run, async ({ model }, options, meter) => {
        if (!model.bindTools) return undefined;
        const message = (await model.bindTools([...tools]).invoke([...messages], options)) as AIMessage;
        meter.count(message);
        return message;
      }).catch((error: unknown) => {
        throw withCost(error, spent);
      });
      // The rehearsal has no use for tools.
      if (!reply.result) return { messages };
      const wanted = wantedCalls(reply.result);
      if (wanted.length === 0) return { messages, answer: { text: reply.result.text, usage: reply.usage } };
      spent.push(reply.usage);
      const results = await callTools(wanted, toolUse, { left, timeoutMs, step: run.signal });
      messages = [...messages, reply.result, ...results];
      left -= wanted.length;
    }
    return { messages };
  }

  /** Finds the models of these calls, so that a wrong name or a missing key shows before anything is said. */
  async checkModels(calls: readonly CallFor[], context: RunContext): Promise<void> {
    for (const call of calls) {
      const { model, label } = await this.chooseModel(call, context);
      const { name, tools = [] } = call.participant ?? {};
      const speaks = call.purpose === "speech" || call.purpose === "execute";
      if (speaks && tools.length > 0 && !model.bindTools && !RehearsalModel.isInstance(model))
        throw new RostrumError("unknown-model", `${label} cannot call tools, which ${name} has`, { model: label });
    }
  }

  private async askForText(question: Question, run: Run, call: Call<string>): Promise<Answer> {
    const { result, usage } = await this.ask(question, run, call);
    return { text: result, usage };
  }

  private async ask<Result>(
    { brief }: Question,
    { context, signal, step = signal, thread, abandoned }: Run,
    call: Call<Result>,
  ): Promise<{ readonly result: Result; readonly usage: UsageRow }> {
    const participant = participantOf(brief);
    const resolved = await this.chooseModel({ purpose: brief.purpose, participant, language: brief.language }, context);
    const meter = new UsageMeter();
    const usage = () => meter.row(brief.purpose, participant?.name ?? "", resolved.label);
    try {
      const result = await callWithin(context, { signal, step }, (attempt, untilTimeout) => {
        meter.begin();
        return call(resolved, optionsFor(brief, resolved, untilTimeout), meter, attempt).catch((error: unknown) => {
          meter.countFailure(error);
          throw error;
        });
      });
      return { result, usage: usage() };
    } catch (error) {
      if (signal.aborted) abandoned?.(usage());
      // A cancelled call looks like one that took too long; it must not be told as that.
      signal.throwIfAborted();
      if (RostrumError.isInstance(error)) throw error;
      throw explainFailure(error, brief, resolved, { usage: usage(), thread });
    }
  }
}

/** The failure of a call, with what the calls before it cost as well. */
export function withCost(error: unknown, spent: readonly UsageRow[]): unknown {
  if (!RostrumError.isInstance(error) || spent.length === 0) return error;
  const { usage } = error.details;
  const [total] = addUsage([], [...spent, ...(usage ? [usage] : [])]);
  return new RostrumError(error.code, error.message, { ...error.details, ...(total ? { usage: total } : {}) });
}

/** What cleaning begins with. */
const cleanable = (raw: string) => stripThinking(raw).replace(/\r\n?/g, "\n");

/** Whether what has come so far may yet turn out to be the beginning of a block of thinking. */
function mayBeThinking(answer: string): boolean {
  const start = answer.trimStart().toLowerCase();
  return "<thinking>".startsWith(start) || "<think>".startsWith(start);
}
