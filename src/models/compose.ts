/** From a request to the messages of a model call. What stays the same comes first, so that providers can cache it. */
import { AIMessage, type BaseMessage, HumanMessage, SystemMessage } from "@langchain/core/messages";
import type { PromptCatalog } from "../locales/prompt-catalog.js";
import { recapWords } from "../memory/summary.js";
import type { BidAttempt } from "../selection/bid.js";
import type { ChoiceProblem } from "../selection/decision.js";
import type { Fault } from "../state/correction.js";
import type {
  BidRequest,
  DecideRequest,
  DirectorRequest,
  JudgeRequest,
  ModelRequest,
  PlanRequest,
  SpeechRequest,
  SummarizeRequest,
} from "./request.js";

/** A request that a participant or leader answers out of the conversation. */
type PersonalRequest = Extract<ModelRequest, { readonly self: unknown; readonly conversation: unknown }>;

type Instruct = PromptCatalog["instructions"];

function instruct(make: Instruct, request: PersonalRequest, rules: string): string {
  const { language, topic, cast, leader, wordLimit, self } = request;
  return self.instructions || make({ language, topic, cast, ...(leader ? { leader } : {}), wordLimit, self, rules });
}

/** Who is spoken to, by which rules. */
interface Address {
  readonly make: Instruct;
  readonly rules: string;
}

function ask(
  { make, rules }: Address,
  catalog: PromptCatalog,
  request: PersonalRequest,
  instruction: string,
): BaseMessage[] {
  return [
    new SystemMessage(instruct(make, request, rules)),
    new HumanMessage(`${conversationIn(catalog, request)}\n\n${instruction}`),
  ];
}

/** Where speakers say which message they answer, messages have numbers. */
function conversationIn(catalog: PromptCatalog, request: PersonalRequest | JudgeRequest | SummarizeRequest): string {
  return catalog.conversation(request.conversation, {
    isNumbered: request.purpose === "speech" && asksForReply(request),
  });
}

const asParticipant = (catalog: PromptCatalog, request: PersonalRequest, instruction: string) =>
  ask({ make: catalog.instructions, rules: catalog.rules.speaking }, catalog, request, instruction);

const asDirector = (catalog: PromptCatalog, request: PersonalRequest, instruction: string) =>
  ask({ make: catalog.leading, rules: catalog.rules.leading }, catalog, request, instruction);

const asSupervisor = (catalog: PromptCatalog, request: PersonalRequest, instruction: string) =>
  ask({ make: catalog.supervising, rules: catalog.rules.supervising }, catalog, request, instruction);

/** Whether a speech is to say which message it answers. */
export const asksForReply = ({ stage }: SpeechRequest): boolean => stage?.task === "discuss";

/** The messages that ask for what a request asks for. */
export function composePrompt(catalog: PromptCatalog, request: ModelRequest): BaseMessage[] {
  switch (request.purpose) {
    case "bid":
      return asParticipant(catalog, request, catalog.bid(request));
    case "bid-and-speech": {
      const rules = catalog.bidAndSpeechRules(request);
      const instruction = catalog.bidAndSpeech(request);
      // Instructions of the caller's own take the place of all rules; this one is needed all the same.
      if (request.self.instructions) return asParticipant(catalog, request, `${rules}\n\n${instruction}`);
      return ask(
        { make: catalog.instructions, rules: `${catalog.rules.speaking}\n${rules}` },
        catalog,
        request,
        instruction,
      );
    }
    case "speech":
      return asParticipant(catalog, request, catalog.speech(request));
    case "reflect":
      return asDirector(catalog, request, catalog.reflect(request));
    case "choose-speaker":
      return asDirector(catalog, request, catalog.choose(request));
    case "prompt-speaker":
      return asDirector(catalog, request, catalog.prompt(request));
    case "direct":
      return asDirector(catalog, request, catalog.direct(request));
    case "plan":
      return asSupervisor(catalog, request, catalog.plan(request));
    case "sum-up":
      return asSupervisor(catalog, request, catalog.sumUp(request));
    case "execute":
      return asParticipant(catalog, request, catalog.execute(request));
    case "decide":
      return asParticipant(catalog, request, catalog.decide(request));
    case "judge-round": {
      const { system, instruction } = catalog.judge(request, catalog.rules.judging);
      return [new SystemMessage(system), new HumanMessage(`${conversationIn(catalog, request)}\n\n${instruction}`)];
    }
    case "summarize": {
      const { system, instruction } = catalog.summarizeMemory(request, recapWords(request));
      return [new SystemMessage(system), new HumanMessage(`${conversationIn(catalog, request)}\n\n${instruction}`)];
    }
    case "describe-participant":
    case "sharpen-topic": {
      const { system, instruction } =
        request.purpose === "sharpen-topic" ? catalog.sharpen(request) : catalog.describe(request);
      return [new SystemMessage(system), new HumanMessage(instruction)];
    }
  }
}

/** An answer that would not do, and what is said of it. */
interface Exchange {
  readonly answer: string;
  readonly complaint: string;
}

/** The same question once more, behind the answers that would not do. */
function composeAgain(question: readonly BaseMessage[], exchanges: readonly Exchange[]): BaseMessage[] {
  // Some providers refuse an empty message.
  return [
    ...question,
    ...exchanges.flatMap(({ answer, complaint }) => [new AIMessage(answer || "…"), new HumanMessage(complaint)]),
  ];
}

export function composeBidAgain(
  catalog: PromptCatalog,
  request: BidRequest,
  attempts: readonly BidAttempt[],
): BaseMessage[] {
  const complaintOf = ({ problem }: BidAttempt) => catalog.bidAgain(request, problem ?? "no-bid");
  return composeAgain(
    composePrompt(catalog, request),
    attempts.map((attempt) => ({ answer: attempt.answer, complaint: complaintOf(attempt) })),
  );
}

/** The same for an answer in a form that could not be read. */
export function composeFormAgain(
  catalog: PromptCatalog,
  request: DecideRequest | PlanRequest,
  answers: readonly string[],
): BaseMessage[] {
  const complaint = request.purpose === "plan" ? catalog.planAgain(request) : catalog.decideAgain(request);
  return composeAgain(
    composePrompt(catalog, request),
    answers.map((answer) => ({ answer, complaint })),
  );
}

/** An answer of the director's with what was wrong with it. */
export interface DirectorAttempt {
  readonly answer: string;
  readonly faults: readonly (Fault | ChoiceProblem)[];
}

export function composeDirectorAgain(
  catalog: PromptCatalog,
  request: DirectorRequest,
  attempts: readonly DirectorAttempt[],
): BaseMessage[] {
  return composeAgain(
    composePrompt(catalog, request),
    attempts.map(({ answer, faults }) => ({ answer, complaint: catalog.directorAgain(request, faults) })),
  );
}
