/** Converts requests to prompts. The unchanging parts of a prompt come first, so that providers can cache them. */

import { AIMessage, type BaseMessage, HumanMessage, SystemMessage } from "@langchain/core/messages";
import { summaryWords } from "../../core/memory/remember.js";
import type { ModelRequest, SpeechRequest } from "../../core/model-request.js";
import { renderConversation } from "../../core/text/lines.js";
import type { Purpose } from "../../records/request.js";
import type { PromptCatalog } from "../../words/en/prompts.js";
import type { ModelCall } from "./model-call.js";

type ConversationRequest = Extract<ModelRequest, { readonly conversation: unknown }>;
type PersonalRequest = Extract<ConversationRequest, { readonly self: unknown }>;

/** A participant's or leader's own instructions replace those of its role. */
function ask(
  catalog: PromptCatalog,
  role: "participant" | "director" | "supervisor",
  request: PersonalRequest,
  instruction: string,
  addedRules = "",
): BaseMessage[] {
  const { make, rules } = {
    participant: { make: catalog.instructions, rules: catalog.rules.speaking + addedRules },
    director: { make: catalog.leading, rules: catalog.rules.leading },
    supervisor: { make: catalog.supervising, rules: catalog.rules.supervising },
  }[role];
  const system = request.self.instructions || make({ ...request, rules });
  return composeAbout(catalog, request, { system, instruction });
}

type PromptPair = ReturnType<PromptCatalog["judge"]>;

const composeTwo = ({ system, instruction }: PromptPair) => [new SystemMessage(system), new HumanMessage(instruction)];

/**
 * Puts the conversation before the instruction. Numbers the conversation's messages if the speaker has to name the
 * message that it answers.
 */
function composeAbout(
  catalog: PromptCatalog,
  request: ConversationRequest,
  { system, instruction }: PromptPair,
): BaseMessage[] {
  const isNumbered = request.purpose === "speech" && asksForReply(request);
  const conversation = catalog.conversation(request.conversation, isNumbered, renderConversation);
  return composeTwo({ system, instruction: `${conversation}\n\n${instruction}` });
}

export const asksForReply = ({ stage }: SpeechRequest): boolean => stage?.task === "discuss";

const composers: {
  [Each in Purpose]: (catalog: PromptCatalog, request: Extract<ModelRequest, { purpose: Each }>) => BaseMessage[];
} = {
  bid: (catalog, request) => ask(catalog, "participant", request, catalog.bid(request)),
  "bid-panel": (catalog, request) => composeAbout(catalog, request, catalog.bidForAll(request)),
  "bid-and-speech": (catalog, request) => {
    const rules = catalog.bidAndSpeechRules(request);
    const instruction = catalog.bidAndSpeech(request);
    // A participant's own instructions replace the system message, so the rules for the bid become part of the
    // question.
    if (request.self.instructions) return ask(catalog, "participant", request, `${rules}\n\n${instruction}`);
    return ask(catalog, "participant", request, instruction, `\n${rules}`);
  },
  speech: (catalog, request) => ask(catalog, "participant", request, catalog.speech(request)),
  reflect: (catalog, request) => ask(catalog, "director", request, catalog.reflect(request)),
  "choose-speaker": (catalog, request) => ask(catalog, "director", request, catalog.choose(request)),
  select: (catalog, request) => composeAbout(catalog, request, catalog.select(request)),
  "prompt-speaker": (catalog, request) => ask(catalog, "director", request, catalog.prompt(request)),
  direct: (catalog, request) => ask(catalog, "director", request, catalog.direct(request)),
  plan: (catalog, request) => ask(catalog, "supervisor", request, catalog.plan(request)),
  replan: (catalog, request) => ask(catalog, "supervisor", request, catalog.replan(request)),
  "sum-up": (catalog, request) => ask(catalog, "supervisor", request, catalog.sumUp(request)),
  execute: (catalog, request) => {
    const instruction = [catalog.execute(request), catalog.besidesTask(request)].filter(Boolean).join("\n");
    return ask(catalog, "participant", request, instruction);
  },
  decide: (catalog, request) => ask(catalog, "participant", request, catalog.decide(request)),
  "judge-round": (catalog, request) => composeAbout(catalog, request, catalog.judge(request, catalog.rules.judging)),
  "judge-agreement": (catalog, request) => composeAbout(catalog, request, catalog.judgeAgreement(request)),
  summarize: (catalog, request) =>
    composeAbout(catalog, request, catalog.summarizeMemory(request, summaryWords(request))),
  "describe-participant": (catalog, request) => composeTwo(catalog.describe(request)),
  "sharpen-topic": (catalog, request) => composeTwo(catalog.sharpen(request)),
};

export function composePrompt(catalog: PromptCatalog, request: ModelRequest): BaseMessage[] {
  const compose = composers[request.purpose] as (catalog: PromptCatalog, request: ModelRequest) => BaseMessage[];
  return compose(catalog, request);
}

export function askAgain<Attempt extends { readonly answer: string }>(
  call: ModelCall,
  attempts: readonly Attempt[],
  complain: (attempt: Attempt) => string,
): ModelCall {
  const exchanges = attempts.flatMap((attempt) => [
    // Some providers reject empty messages.
    new AIMessage(attempt.answer || "…"),
    new HumanMessage(complain(attempt)),
  ]);
  return { ...call, compose: (asked) => [...call.compose(asked), ...exchanges] };
}
