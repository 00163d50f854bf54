/** The one way to ask a model: chooses it, keeps the limits, counts the cost, explains failures. */
import type { AIMessageChunk, BaseMessage } from "@langchain/core/messages";
import type { Brief } from "../domain/brief.js";
import type { Fault } from "../domain/correction.js";
import type { Participant } from "../domain/participant.js";
import type { UsageRow } from "../domain/usage.js";
import { RostrumError } from "../errors.js";
import type { Cleaner } from "../parsing/clean-speech.js";
import { stripThinking } from "../parsing/strip-thinking.js";
import type { RunContext } from "../state/context.js";
import { EmptyAnswerError, explainFailure } from "./call-failure.js";
import { callWithin } from "./call-policy.js";
import type { CallFor, ChooseModel } from "./choose-model.js";
import { RehearsalModel } from "./rehearsal/rehearsal-model.js";
import type { ResolvedModel } from "./resolved-model.js";
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
  /** The thread that keeps the conversation; undefined where nothing is kept. */
  readonly thread?: string | undefined;
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

/** Asks models on behalf of the nodes. */
export class Asker {
  constructor(private readonly chooseModel: ChooseModel) {}

  /** The whole answer as text. */
  text(question: Question, run: Run): Promise<Answer> {
    return this.ask(question, run, async ({ model }, options, meter) => {
      const message = await model.invoke([...question.messages], options);
      meter.count(message);
      return message.text;
    });
  }

  /** An answer in the provider's structured form, as JSON text; where the form was not kept, what was answered instead, as far as the client gives it away. */
  structured(question: Question, schema: Record<string, unknown>, run: Run): Promise<Answer> {
    return this.ask(question, run, async ({ model }, options, meter) => {
      const asking = model.withStructuredOutput<Record<string, unknown>>(schema, { includeRaw: true, name: "answer" });
      try {
        const { raw, parsed } = await asking.invoke([...question.messages], options);
        meter.count(raw);
        return parsed ? JSON.stringify(parsed) : raw.text;
      } catch (error) {
        // OpenAI's client throws away an answer that is not the JSON it asked for. That is no failed call.
        if (error instanceof SyntaxError) return "";
        throw error;
      }
    });
  }

  /** The answer as it comes, cleaned, and without what a reasoning model thinks aloud. Never empty. */
  async stream(question: Question, run: Run, createCleaner: () => Cleaner, listener: Listener): Promise<Speech> {
    let raw = "";
    let faults: readonly Fault[] = [];
    const answer = await this.ask(question, run, async ({ model }, options, meter, attempt) => {
      listener.attempt(attempt);
      raw = "";
      let told = "";
      const clean = createCleaner();
      const tell = async (isWhole: boolean) => {
        const answer = stripThinking(raw).replace(/\r\n?/g, "\n");
        const visible = clean(!isWhole && mayBeThinking(answer) ? "" : answer, isWhole);
        faults = visible.faults;
        if (visible.text.length > told.length) await listener.piece(visible.text.slice(told.length));
        told = visible.text;
      };
      for await (const chunk of await model.stream([...question.messages], options)) {
        meter.count(chunk as AIMessageChunk);
        raw += chunk.text;
        await tell(false);
      }
      await tell(true);
      if (told === "") throw new EmptyAnswerError();
      return told;
    });
    return { ...answer, raw, faults };
  }

  /** Finds the models of these calls, so that a wrong name or a missing key shows before anything is said. */
  async checkModels(calls: readonly CallFor[], context: RunContext): Promise<void> {
    for (const call of calls) await this.chooseModel(call, context);
  }

  private async ask(
    { brief }: Question,
    { context, signal: step, thread }: Run,
    call: (model: ResolvedModel, options: CallOptions, meter: UsageMeter, attempt: number) => Promise<string>,
  ): Promise<Answer> {
    const participant = participantOf(brief);
    const resolved = await this.chooseModel({ purpose: brief.purpose, participant, language: brief.language }, context);
    const meter = new UsageMeter();
    const usage = () => meter.row(brief.purpose, participant?.name ?? "", resolved.label);
    try {
      const text = await callWithin(context, step, (attempt, signal) => {
        meter.begin();
        return call(resolved, optionsFor(brief, resolved, signal), meter, attempt);
      });
      return { text, usage: usage() };
    } catch (error) {
      // A cancelled call looks like one that took too long; it must not be told as that.
      step.throwIfAborted();
      if (RostrumError.isInstance(error)) throw error;
      throw explainFailure(error, brief, resolved, { usage: usage(), thread });
    }
  }
}

/** Whether what has come so far may yet turn out to be the beginning of a block of thinking. */
function mayBeThinking(answer: string): boolean {
  const start = answer.trimStart().toLowerCase();
  return "<thinking>".startsWith(start) || "<think>".startsWith(start);
}
