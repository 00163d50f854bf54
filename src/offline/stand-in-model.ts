/** A chat model that stands in for another in a simulated run, and records what its calls would have cost. */
import { AIMessage, type BaseMessage } from "@langchain/core/messages";
import type { ModelRequest } from "../core/model-request.js";
import { rehearsalName, weighTokens } from "../core/usage/usage.js";
import { type LocalCallOptions, LocalModel } from "./local-model.js";
import { type Extent, StandInAnswers } from "./stand-in-answers.js";

/** A call that was simulated. */
export interface SimulatedCall {
  readonly request: ModelRequest;
  readonly model: string;
  readonly inputTokens: number;
  readonly outputTokens: number;
}

/** The tokens that a provider's format adds to each message, at most. */
const tokensPerMessage = 4;

/** The share of the tokens that `weighTokens` counts that a text has at least. */
const leastWeight = 0.6;

export interface StandInOptions {
  /** The name of the model in usage tables. */
  readonly label: string;
  readonly extent: Extent;
  /** Returns the tokens that an answer may have. */
  readonly reserveFor: (request: ModelRequest) => number;
  readonly record: (call: SimulatedCall) => void;
}

export class StandInModel extends LocalModel {
  /** Usage tables and prices show the label of a model object. */
  readonly model: string;
  /** Providers receive the schema beside the prompt, and count it. */
  protected override readonly needsSchema: boolean;
  private readonly answers: StandInAnswers;

  constructor(private readonly standIn: StandInOptions) {
    super({});
    this.model = standIn.label;
    this.needsSchema = standIn.extent === "most";
    this.answers = new StandInAnswers(standIn.extent);
  }

  override _llmType(): string {
    return this.model === rehearsalName ? rehearsalName : "stand-in";
  }

  protected override async reply(messages: readonly BaseMessage[], { request }: LocalCallOptions): Promise<AIMessage> {
    if (!request) throw new Error("a stand-in answers only calls of a Rostrum conversation");
    const text = this.answers.answer(request);
    const { record, reserveFor, extent } = this.standIn;
    const weigh = (each: string) => Math.ceil(weighTokens(each) * (extent === "most" ? 1 : leastWeight));
    const perMessage = extent === "most" ? tokensPerMessage : 0;
    const inputTokens = messages.reduce((sum, message) => sum + weigh(message.text) + perMessage, 0);
    const outputTokens = extent === "most" ? Math.max(weigh(text), reserveFor(request)) : weigh(text);
    record({ request, model: this.model, inputTokens, outputTokens });
    return new AIMessage(text);
  }
}
