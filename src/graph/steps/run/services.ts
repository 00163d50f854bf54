import type { BaseMessage } from "@langchain/core/messages";
import { remember } from "../../../core/memory/remember.js";
import type { ModelRequest, SpeechRequest, SummarizeRequest } from "../../../core/model-request.js";
import { type Participant, presentIn } from "../../../core/state/participant.js";
import type { RunSettings } from "../../../core/state/run-settings.js";
import { leaderIn } from "../../../core/state/scene.js";
import type { ConditionDefinition } from "../../../core/stopping/condition.js";
import type { PromptCatalog } from "../../../words/en/prompts.js";
import type { Guidelines } from "../../../words/en/prompts-modes.js";
import { defaultLanguage, locales } from "../../../words/registry.js";
import { composePrompt } from "../../models/compose.js";
import type { ModelCall } from "../../models/model-call.js";
import type { ModelCaller } from "../../models/model-caller.js";
import type { ToolUse } from "../../models/tool-use.js";
import type { Conversation } from "../../state/conversation-state.js";
import { findInterjection } from "./floor-requests.js";

export interface ModeServices {
  readonly caller: ModelCaller;
  readonly prompts: Partial<PromptCatalog>;
  readonly clock: () => Date;
  readonly ui: boolean;
  readonly conditions: readonly ConditionDefinition[];
  /** The names in the `models.byParticipant` and `agents` options, which may match no participant. */
  readonly assigned: readonly string[];
  readonly toolbox: Pick<ToolUse, "tools" | "maxCalls">;
}

interface Asker {
  readonly services: ModeServices;
  readonly settings: RunSettings;
}

export function promptsFor({ services, settings }: Asker, { language }: Pick<Conversation, "language">): PromptCatalog {
  const catalog = { ...locales[language].prompts, ...services.prompts };
  const shown = locales[defaultLanguage].prompts.rules;
  // A settings form sends the English defaults unless the user edits them, so they do not replace other guidelines.
  const choose = (name: keyof Guidelines) => {
    const given = settings[`${name}Rules`]?.trim();
    return given && given !== shown[name] ? given : catalog.rules[name];
  };
  const [speaking, leading] = [choose("speaking"), choose("leading")];
  return { ...catalog, rules: { speaking, leading, supervising: choose("supervising"), judging: choose("judging") } };
}

export function callFor<Asked extends ModelRequest>(
  step: Asker,
  state: Conversation,
  request: Asked,
  compose: (catalog: PromptCatalog, request: Asked) => BaseMessage[] = composePrompt,
): ModelCall<Asked> {
  const catalog = promptsFor(step, state);
  const call = { request, compose: (asked: Asked) => compose(catalog, asked) };
  if (state.memory.window !== "summary") return call;
  return { ...call, summarizeMemory: (conversation) => summaryCall(catalog, { ...request, conversation }) };
}

export function summaryCall(
  catalog: PromptCatalog,
  scene: Omit<SummarizeRequest, "purpose">,
): ModelCall<SummarizeRequest> {
  const { language, topic, cast, leader, wordLimit, seed, turn, conversation } = scene;
  const led = leader ? { leader } : {};
  const request = { purpose: "summarize", language, topic, cast, ...led, wordLimit, seed, turn, conversation } as const;
  return { request, compose: (asked) => composePrompt(catalog, asked) };
}

export function seedOf({ seed }: Pick<Conversation, "seed">): number {
  if (seed === undefined) throw new Error("the conversation has no seed: set-scene did not run");
  return seed;
}

export function sceneOf(state: Conversation, leader = leaderIn(state)) {
  return {
    language: state.language,
    topic: state.opening?.question ?? state.topic,
    cast: presentIn(state.participants),
    ...(leader ? { leader } : {}),
    wordLimit: state.wordLimit,
    seed: seedOf(state),
  };
}

export function occasionOf(
  state: Conversation,
  self: Participant,
): Pick<SpeechRequest, "interjection" | "bidReason" | "isLast"> {
  const { bids = [] } = state.decisions.findLast(({ turn }) => turn === state.turn + 1) ?? {};
  const bidReason = bids.find(({ participant }) => participant === self.name)?.reason;
  const heard = findInterjection(state, self.name);
  const interjection = heard && { speaker: heard.from, text: heard.text, isPersonal: heard.to === self.name };
  return {
    ...(interjection ? { interjection } : {}),
    ...(bidReason ? { bidReason } : {}),
    ...(state.spending?.lastTurnFor ? { isLast: true } : {}),
  };
}

export function personalScene(state: Conversation, self: Participant, turn: number) {
  return { ...sceneOf(state), self, turn, conversation: remember(state) };
}
