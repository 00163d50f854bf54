/** From a request to the messages of a model call. What stays the same comes first, so that providers can cache it. */
import { AIMessage, type BaseMessage, HumanMessage, SystemMessage } from "@langchain/core/messages";
import type { PromptCatalog } from "../locales/locale.js";
import { summaryWords } from "../memory/remember.js";
import type { BidAttempt } from "../selection/bid.js";
import type { ChoiceProblem } from "../selection/decision.js";
import type { Fault } from "../state/records.js";
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

type PersonalRequest = Extract<ModelRequest, { readonly self: unknown; readonly conversation: unknown }>;

/** Who answers: this decides which instructions and rules the prompt begins with. */
type Role = "participant" | "director" | "supervisor";

function ask(
  catalog: PromptCatalog,
  role: Role,
  request: PersonalRequest,
  instruction: string,
  addedRules = "",
): BaseMessage[] {
  const { language, topic, cast, leader, wordLimit, self } = request;
  const { make, rules } = {
    participant: { make: catalog.instructions, rules: catalog.rules.speaking + addedRules },
    director: { make: catalog.leading, rules: catalog.rules.leading },
    supervisor: { make: catalog.supervising, rules: catalog.rules.supervising },
  }[role];
  const scene = { language, topic, cast, ...(leader ? { leader } : {}), wordLimit, self, rules };
  return composeTwo(self.instructions || make(scene), `${conversationIn(catalog, request)}\n\n${instruction}`);
}

const composeTwo = (system: string, question: string) => [new SystemMessage(system), new HumanMessage(question)];

/** Where speakers say which message they answer, messages have numbers. */
function conversationIn(catalog: PromptCatalog, request: PersonalRequest | JudgeRequest | SummarizeRequest): string {
  return catalog.conversation(request.conversation, {
    isNumbered: request.purpose === "speech" && asksForReply(request),
  });
}

export const asksForReply = ({ stage }: SpeechRequest): boolean => stage?.task === "discuss";

export function composePrompt(catalog: PromptCatalog, request: ModelRequest): BaseMessage[] {
  switch (request.purpose) {
    case "bid":
      return ask(catalog, "participant", request, catalog.bid(request));
    case "bid-and-speech": {
      const rules = catalog.bidAndSpeechRules(request);
      const instruction = catalog.bidAndSpeech(request);
      // Instructions of the caller's own take the place of all rules; this one is needed all the same.
      if (request.self.instructions) return ask(catalog, "participant", request, `${rules}\n\n${instruction}`);
      return ask(catalog, "participant", request, instruction, `\n${rules}`);
    }
    case "speech":
      return ask(catalog, "participant", request, catalog.speech(request));
    case "reflect":
      return ask(catalog, "director", request, catalog.reflect(request));
    case "choose-speaker":
      return ask(catalog, "director", request, catalog.choose(request));
    case "prompt-speaker":
      return ask(catalog, "director", request, catalog.prompt(request));
    case "direct":
      return ask(catalog, "director", request, catalog.direct(request));
    case "plan":
      return ask(catalog, "supervisor", request, catalog.plan(request));
    case "sum-up":
      return ask(catalog, "supervisor", request, catalog.sumUp(request));
    case "execute":
      return ask(catalog, "participant", request, catalog.execute(request));
    case "decide":
      return ask(catalog, "participant", request, catalog.decide(request));
    case "judge-round": {
      const { system, instruction } = catalog.judge(request, catalog.rules.judging);
      return composeTwo(system, `${conversationIn(catalog, request)}\n\n${instruction}`);
    }
    case "summarize": {
      const { system, instruction } = catalog.summarizeMemory(request, summaryWords(request));
      return composeTwo(system, `${conversationIn(catalog, request)}\n\n${instruction}`);
    }
    case "describe-participant":
    case "sharpen-topic": {
      const { system, instruction } =
        request.purpose === "sharpen-topic" ? catalog.sharpen(request) : catalog.describe(request);
      return composeTwo(system, instruction);
    }
  }
}

/** The same question once more, behind the answers that were rejected and the complaints about them. */
function composeAgain<Attempt extends { readonly answer: string }>(
  catalog: PromptCatalog,
  request: ModelRequest,
  attempts: readonly Attempt[],
  complain: (attempt: Attempt) => string,
): BaseMessage[] {
  // Some providers refuse an empty message.
  const exchanges = attempts.flatMap((attempt) => [
    new AIMessage(attempt.answer || "…"),
    new HumanMessage(complain(attempt)),
  ]);
  return [...composePrompt(catalog, request), ...exchanges];
}

export function composeBidAgain(catalog: PromptCatalog, request: BidRequest, attempts: readonly BidAttempt[]) {
  return composeAgain(catalog, request, attempts, ({ problem }) => catalog.bidAgain(request, problem ?? "no-bid"));
}

export function composeFormAgain(
  catalog: PromptCatalog,
  request: DecideRequest | PlanRequest,
  answers: readonly string[],
): BaseMessage[] {
  const complaint = request.purpose === "plan" ? catalog.planAgain(request) : catalog.decideAgain;
  const attempts = answers.map((answer) => ({ answer }));
  return composeAgain(catalog, request, attempts, () => complaint);
}

export interface DirectorAttempt {
  readonly answer: string;
  readonly faults: readonly (Fault | ChoiceProblem)[];
}

export function composeDirectorAgain(
  catalog: PromptCatalog,
  request: DirectorRequest,
  attempts: readonly DirectorAttempt[],
): BaseMessage[] {
  return composeAgain(catalog, request, attempts, ({ faults }) => catalog.directorAgain(request, faults));
}
