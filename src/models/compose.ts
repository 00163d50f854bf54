/** From a brief to the messages of a model call. What stays the same comes first, so that providers can cache it. */
import { AIMessage, type BaseMessage, HumanMessage, SystemMessage } from "@langchain/core/messages";
import type { BidAttempt } from "../domain/bid.js";
import type {
  BidAndSpeechBrief,
  BidBrief,
  Brief,
  CondenseBrief,
  DecideBrief,
  DirectorBrief,
  ExecuteBrief,
  JudgeBrief,
  PlanBrief,
  SpeechBrief,
  SumUpBrief,
} from "../domain/brief.js";
import type { Fault } from "../domain/correction.js";
import type { ChoiceProblem } from "../domain/decision.js";
import { memoize } from "../domain/memoize.js";
import type { Participant } from "../domain/participant.js";
import type { PromptCatalog } from "./catalog.js";

/** A participant's instructions, which are the same in every turn: worked out once for each cast, topic and limit. */
const instructionsOf = memoize((_self: Participant) => new Map<Instruct, Instructions>());

interface Instructions {
  readonly given: readonly unknown[];
  readonly text: string;
}

/** A brief that somebody answers out of the conversation. */
type PersonalBrief =
  | BidBrief
  | SpeechBrief
  | BidAndSpeechBrief
  | DirectorBrief
  | DecideBrief
  | PlanBrief
  | ExecuteBrief
  | SumUpBrief;

type Instruct = PromptCatalog["instructions"];

function instruct(make: Instruct, brief: PersonalBrief, rules: string): string {
  if (brief.self.instructions) return brief.self.instructions;
  const { language, topic, cast, leader, wordLimit, self } = brief;
  const given = [language, topic, cast, leader?.name, wordLimit, rules];
  const made = instructionsOf(brief.self);
  const known = made.get(make);
  if (known?.given.every((value, index) => value === given[index])) return known.text;
  const text = make({ language, topic, cast, ...(leader ? { leader } : {}), wordLimit, self, rules });
  made.set(make, { given, text });
  return text;
}

/** Who is spoken to, by which rules. */
interface Address {
  readonly make: Instruct;
  readonly rules: string;
}

function ask({ make, rules }: Address, catalog: PromptCatalog, brief: PersonalBrief, request: string): BaseMessage[] {
  return [
    new SystemMessage(instruct(make, brief, rules)),
    new HumanMessage(`${conversationIn(catalog, brief)}\n\n${request}`),
  ];
}

/** Where speakers say which message they answer, messages have numbers. */
function conversationIn(catalog: PromptCatalog, brief: PersonalBrief | JudgeBrief | CondenseBrief): string {
  return catalog.conversation(brief.conversation, { isNumbered: brief.purpose === "speech" && asksForReply(brief) });
}

const asParticipant = (catalog: PromptCatalog, brief: PersonalBrief, request: string) =>
  ask({ make: catalog.instructions, rules: catalog.rules.speaking }, catalog, brief, request);

const asDirector = (catalog: PromptCatalog, brief: PersonalBrief, request: string) =>
  ask({ make: catalog.leading, rules: catalog.rules.leading }, catalog, brief, request);

const asSupervisor = (catalog: PromptCatalog, brief: PersonalBrief, request: string) =>
  ask({ make: catalog.supervising, rules: catalog.rules.supervising }, catalog, brief, request);

/** Whether a speech is to say which message it answers. */
export const asksForReply = ({ stage }: SpeechBrief): boolean => stage?.task === "discuss";

/** The messages that ask for what a brief asks for. */
export function composePrompt(catalog: PromptCatalog, brief: Brief): BaseMessage[] {
  switch (brief.purpose) {
    case "bid":
      return asParticipant(catalog, brief, catalog.bid(brief));
    case "bid-and-speech": {
      const rules = catalog.bidAndSpeechRules(brief);
      const request = catalog.bidAndSpeech(brief);
      // Instructions of the caller's own take the place of all rules; this one is needed all the same.
      if (brief.self.instructions) return asParticipant(catalog, brief, `${rules}\n\n${request}`);
      return ask({ make: catalog.instructions, rules: `${catalog.rules.speaking}\n${rules}` }, catalog, brief, request);
    }
    case "speech":
      return asParticipant(catalog, brief, catalog.speech(brief));
    case "reflect":
      return asDirector(catalog, brief, catalog.reflect(brief));
    case "choose-speaker":
      return asDirector(catalog, brief, catalog.choose(brief));
    case "prompt-speaker":
      return asDirector(catalog, brief, catalog.prompt(brief));
    case "direct":
      return asDirector(catalog, brief, catalog.direct(brief));
    case "plan":
      return asSupervisor(catalog, brief, catalog.plan(brief));
    case "sum-up":
      return asSupervisor(catalog, brief, catalog.sumUp(brief));
    case "execute":
      return asParticipant(catalog, brief, catalog.execute(brief));
    case "decide":
      return asParticipant(catalog, brief, catalog.decide(brief));
    case "judge-round": {
      const { system, request } = catalog.judge(brief, catalog.rules.judging);
      return [new SystemMessage(system), new HumanMessage(`${conversationIn(catalog, brief)}\n\n${request}`)];
    }
    case "condense": {
      const { system, request } = catalog.condense(brief);
      return [new SystemMessage(system), new HumanMessage(`${conversationIn(catalog, brief)}\n\n${request}`)];
    }
    case "describe-participant":
    case "sharpen-topic": {
      const { system, request } = brief.purpose === "sharpen-topic" ? catalog.sharpen(brief) : catalog.describe(brief);
      return [new SystemMessage(system), new HumanMessage(request)];
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
  brief: BidBrief,
  attempts: readonly BidAttempt[],
): BaseMessage[] {
  const complaintOf = ({ problem }: BidAttempt) => catalog.bidAgain(brief, problem ?? "no-bid");
  return composeAgain(
    composePrompt(catalog, brief),
    attempts.map((attempt) => ({ answer: attempt.answer, complaint: complaintOf(attempt) })),
  );
}

/** The same for an answer in a form that could not be read. */
export function composeFormAgain(
  catalog: PromptCatalog,
  brief: DecideBrief | PlanBrief,
  answers: readonly string[],
): BaseMessage[] {
  const complaint = brief.purpose === "plan" ? catalog.planAgain(brief) : catalog.decideAgain(brief);
  return composeAgain(
    composePrompt(catalog, brief),
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
  brief: DirectorBrief,
  attempts: readonly DirectorAttempt[],
): BaseMessage[] {
  return composeAgain(
    composePrompt(catalog, brief),
    attempts.map(({ answer, faults }) => ({ answer, complaint: catalog.directorAgain(brief, faults) })),
  );
}
