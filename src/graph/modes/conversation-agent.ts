/** Lets a whole conversation, such as a debate about a supervisor's task, answer for a participant. */
import type { BaseMessage } from "@langchain/core/messages";
import type { RunnableConfig } from "@langchain/core/runnables";
import { sha256 } from "#platform.js";
import { draw, maxSeed } from "../../base/chance.js";
import { isRecord } from "../../base/is-record.js";
import type { ModelRequest } from "../../core/model-request.js";
import { longestTopic } from "../../core/state/fields.js";
import { type Language, locales } from "../../words/registry.js";
import { RequestAgent } from "../models/agent-model.js";

/** A compiled mode. */
export interface ConversationToRun<State> {
  invoke(input: object, config?: RunnableConfig): Promise<State>;
}

interface EndedConversation {
  readonly messages: readonly BaseMessage[];
}

function topicFor(request: ModelRequest): string {
  if (request.purpose !== "execute") return request.topic;
  const { task, basis, again } = request;
  const results = basis.map(({ worker, text }) => `${worker}: ${text}`);
  return [task, again?.remark ?? "", ...results].filter(Boolean).join("\n\n");
}

const shorten = (text: string, limit: number) => [...text].slice(0, limit).join("");

/**
 * Adds what the person who reviews the answer wants to change, followed by the rejected draft. In the prompt, each
 * draft is followed by an instruction.
 */
function withReview(topic: string, request: ModelRequest, messages: readonly BaseMessage[]): string {
  const first = messages.findIndex(({ type }) => type === "ai");
  const isReviewed = "self" in request && request.self.approve && ["speech", "execute"].includes(request.purpose);
  if (first < 0 || !isReviewed) return topic;
  const review = messages.slice(first).map(({ text }) => text);
  const instructions = review.filter((_text, index) => index % 2 === 1);
  return [shorten(topic, longestTopic / 2), ...instructions, review.at(-2)].join("\n\n");
}

/** An agent that runs a conversation to find its answer; see {@link conversationAgent}. */
export class ConversationAgent<State extends EndedConversation = EndedConversation> extends RequestAgent {
  constructor(
    private readonly graph: ConversationToRun<State>,
    private readonly input: object,
    private readonly answerOf: (state: State) => string,
  ) {
    super();
  }

  /**
   * Runs the conversation, and returns its answer. If `thread` is known and the mode has a checkpointer, a run that was
   * cut off continues.
   *
   * @internal
   */
  async answer(
    request: ModelRequest,
    messages: readonly BaseMessage[],
    config: RunnableConfig,
    thread: string | undefined,
  ): Promise<string> {
    const { language, seed, turn, purpose } = request;
    const name = "self" in request ? request.self.name : "";
    const given = { topic: topicFor(request), ...this.input };
    const topic = withReview(given.topic, request, messages);
    const own = Math.floor(draw({ seed, turn, purpose: "rule", salt: `${purpose} ${name}` }) * maxSeed);
    const input = { language, seed: own, ...given, topic };
    if (thread === undefined) return this.hold(input, config, language);
    // The key identifies the call. The seed distinguishes a removed conversation from a later one with the same thread.
    // The key is a hash, because the length of an idempotency key is limited.
    const key = sha256(JSON.stringify([name, purpose, turn, topic, seed])).slice(0, 32);
    const saved = { ...config, configurable: { thread_id: `${thread}/${key}`, idempotencyKey: key } };
    return this.hold(input, saved, language);
  }

  private async hold(input: { readonly topic: string }, config: RunnableConfig, language: Language): Promise<string> {
    const state = await this.graph.invoke({ ...input, topic: shorten(input.topic, longestTopic) }, config);
    if (isRecord(state) && "stopReason" in state && state["stopReason"]) return this.answerOf(state);
    throw new Error(locales[language].errors.reasons.unfinished);
  }
}

/**
 * Creates an agent that runs a whole conversation each time it is called. Pass the agent in `agents`: a supervisor can
 * then give a task to a debate or a panel. The conversation is about the task or, without a task, about the topic of
 * the surrounding conversation, unless `input` has a topic. The agent's model calls count towards the surrounding
 * conversation's budget. People cannot take part in the agent's conversation.
 *
 * @param graph - A compiled mode. If it has a checkpointer and the surrounding conversation is saved, a run that was
 * cut off continues where it stopped.
 * @param input - The input of the conversation, such as its participants. Default: the mode's example cast.
 * @param answerOf - Returns the agent's answer. Default: the last message.
 */
export const conversationAgent = <State extends EndedConversation>(
  graph: ConversationToRun<State>,
  input: object = {},
  answerOf: (state: State) => string = ({ messages }) => messages.at(-1)?.text ?? "",
): ConversationAgent<State> => new ConversationAgent(graph, input, answerOf);
