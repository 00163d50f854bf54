/** From a brief to the messages of a model call. What stays the same comes first, so that providers can cache it. */
import { AIMessage, type BaseMessage, HumanMessage, SystemMessage } from "@langchain/core/messages";
import type { BidAttempt } from "../domain/bid.js";
import type { BidBrief, Brief, SpeechBrief } from "../domain/brief.js";
import { memoize } from "../domain/memoize.js";
import type { Participant } from "../domain/participant.js";
import type { PromptCatalog } from "./catalog.js";

/** A participant's instructions, which are the same in every turn: worked out once for each cast, topic and limit. */
const instructionsOf = memoize((_self: Participant) => new Map<PromptCatalog["instructions"], Instructions>());

interface Instructions {
  readonly given: readonly unknown[];
  readonly text: string;
}

function instruct(catalog: PromptCatalog, brief: BidBrief | SpeechBrief): string {
  if (brief.self.instructions) return brief.self.instructions;
  const { language, topic, cast, wordLimit, self } = brief;
  const given = [language, topic, cast, wordLimit];
  const made = instructionsOf(brief.self);
  const known = made.get(catalog.instructions);
  if (known?.given.every((value, index) => value === given[index])) return known.text;
  const text = catalog.instructions({ language, topic, cast, wordLimit, self });
  made.set(catalog.instructions, { given, text });
  return text;
}

function asParticipant(catalog: PromptCatalog, brief: BidBrief | SpeechBrief, request: string): BaseMessage[] {
  return [
    new SystemMessage(instruct(catalog, brief)),
    new HumanMessage(`${catalog.conversation(brief.conversation)}\n\n${request}`),
  ];
}

/** The messages that ask for what a brief asks for. */
export function composePrompt(catalog: PromptCatalog, brief: Brief): BaseMessage[] {
  switch (brief.purpose) {
    case "bid":
      return asParticipant(catalog, brief, catalog.bid(brief));
    case "speech":
      return asParticipant(catalog, brief, catalog.speech(brief));
    case "describe-participant":
    case "sharpen-topic": {
      const { system, request } = brief.purpose === "sharpen-topic" ? catalog.sharpen(brief) : catalog.describe(brief);
      return [new SystemMessage(system), new HumanMessage(request)];
    }
  }
}

/** The same question once more, behind the answers that could not be read. */
export function composeBidAgain(
  catalog: PromptCatalog,
  brief: BidBrief,
  attempts: readonly BidAttempt[],
): BaseMessage[] {
  const exchanges = attempts.flatMap(({ answer, problem }) => [
    // Some providers refuse an empty message.
    new AIMessage(answer || "…"),
    new HumanMessage(catalog.bidAgain(brief, problem ?? "no-bid")),
  ]);
  return [...composePrompt(catalog, brief), ...exchanges];
}
