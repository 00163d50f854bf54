/** Replaces another model in a simulated run, and records estimates of the tokens that its calls would use. */
import { AIMessage, type BaseMessage } from "@langchain/core/messages";
import type { ModelRequest } from "../core/model-request.js";
import { rehearsalName, weighTokens } from "../core/usage/usage.js";
import type { Extent } from "../records/estimate.js";
import { type LocalCallOptions, LocalModel } from "./local-model.js";
import { StandInAnswers } from "./stand-in-answers.js";

export interface SimulatedCall {
  readonly request: ModelRequest;
  readonly model: string;
  readonly inputTokens: number;
  readonly outputTokens: number;
}

/** The highest estimate of the tokens that a provider's format adds to each message. */
const tokensPerMessage = 4;

/** The lowest estimate of a text's tokens, as a share of the number that `weighTokens` returns. */
const leastWeight = 0.6;

export interface StandInOptions {
  /** The name under which usage tables list the replaced model. */
  readonly label: string;
  readonly extent: Extent;
  /** The output tokens to reserve for the answer to a request. */
  readonly reserveFor: (request: ModelRequest) => number;
  readonly record: (call: SimulatedCall) => void;
}

export class StandInModel extends LocalModel {
  /** Named as `describeModel` expects, so that usage tables and prices use the label. */
  readonly model: string;
  /** True for the longest answers: providers receive the schema with the prompt, and count its tokens as input. */
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
    if (!request) throw new Error("a stand-in answers only calls from a Rostrum conversation");
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
