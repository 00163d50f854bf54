/** Director: one agent comments, gives the floor by its own choice, asks; a Bernoulli draw ends the conversation. */
import { END, START } from "@langchain/langgraph";
import type { Purpose } from "../domain/brief.js";
import type { CallFor } from "../models/choose-model.js";
import { byRule, createChooseSpeaker } from "../nodes/choose-speaker.js";
import { createDirectorChoice } from "../nodes/director-choice.js";
import { createDirectorReflect } from "../nodes/director-reflect.js";
import { directorOf } from "../nodes/leader-of.js";
import { nodeNames } from "../nodes/node-names.js";
import type { FloorRules } from "../nodes/open-floor.js";
import { createPromptSpeaker } from "../nodes/prompt-speaker.js";
import { createSetScene } from "../nodes/set-scene.js";
import { createSpeak } from "../nodes/speak.js";
import { createStopCheck } from "../nodes/stop-check.js";
import { callersRule } from "../policies/selection/callers-rule.js";
import type { Ahead } from "../policies/stopping/by-budget.js";
import { byDirector } from "../policies/stopping/by-director.js";
import { type DirectorConversation, director } from "../state/conversation-state.js";
import { checkDirector } from "../state/fields/director.js";
import { callsOfSpeakers } from "./calls.js";
import { conversationGraph } from "./conversation-graph.js";
import { type ConversationOptions, kitOf } from "./options.js";

/** What the director is asked for: its choice only where no rule of the caller's makes it. */
function purposesOf({ director: { calls } }: DirectorConversation, choosesItself: boolean): Purpose[] {
  const choice: Purpose = calls === "one" ? "direct" : "choose-speaker";
  return ["reflect", ...(choosesItself ? [choice] : []), "prompt-speaker"];
}

const floorRules: FloorRules<DirectorConversation> = { repeatOf: (state) => state.director.repeat };

/** The last word is one call, after all that was said; an exchange takes the director's calls and the guest's. */
function oneExchange({ director: { calls }, participants }: DirectorConversation): Ahead {
  const choosing = participants.length > 1 ? 1 : 0;
  return { turns: 1, closing: { calls: 1, turns: 0.5 }, leastCalls: calls === "one" ? 2 : 3 + choosing };
}

const closeOrChoose = ({ stopReason }: DirectorConversation) => (stopReason ? END : nodeNames.chooseSpeaker);

/**
 * Makes the director mode: `set-scene → stop-check → director-reflect → (END | choose-speaker → prompt-speaker → speak →
 * stop-check → …)`. A turn is one exchange: the director's message, then the speech of whom it chose. The director is not in
 * the cast and is never a candidate. It always has the last word: at the draw, at `maxTurns` and at any other stop.
 *
 * `selectSpeaker` takes the place of the director's own choice, and with it of `fallback` and `calls: "one"`. Returns an
 * uncompiled builder. The idea of a director that reflects, chooses by number and prompts, with a Bernoulli draw to end,
 * follows LangChain's authoritarian multi-agent simulation.
 *
 * @example
 * ```ts
 * const graph = createDirector({ model: "openai:gpt-4.1-mini" }).compile();
 * await graph.invoke({ topic: "Is a hot dog a sandwich?", director: { name: "Vesna", probability: 0.1 } });
 * ```
 */
export function createDirector(options: ConversationOptions<DirectorConversation> = {}) {
  const kit = kitOf(options);
  const { selectSpeaker, stopWhen } = options;
  const find = selectSpeaker ? byRule(callersRule(selectSpeaker)) : createDirectorChoice(kit);
  const choosesItself = selectSpeaker === undefined;
  const callsOf = (state: DirectorConversation): CallFor[] => [
    ...purposesOf(state, choosesItself).map((purpose) => ({ purpose, participant: directorOf(state) })),
    ...callsOfSpeakers(state),
  ];
  const conditionOf = (state: DirectorConversation) => byDirector(state.director);
  const settle = ({ director: settings }: DirectorConversation, moderator: string) => ({
    director: { ...settings, name: settings.name || moderator },
  });
  return conversationGraph(kit, director)
    .addNode(
      nodeNames.setScene,
      createSetScene(kit, { fields: director.fields, callsOf, check: checkDirector, settle }),
    )
    .addNode(nodeNames.directorReflect, createDirectorReflect(kit, floorRules, choosesItself))
    .addNode(nodeNames.chooseSpeaker, createChooseSpeaker(find, floorRules))
    .addNode(nodeNames.promptSpeaker, createPromptSpeaker(kit))
    .addNode(nodeNames.speak, createSpeak(kit))
    .addNode(nodeNames.stopCheck, createStopCheck(kit, { stopWhen, conditionOf, aheadOf: oneExchange }))
    .addEdge(START, nodeNames.setScene)
    .addEdge(nodeNames.setScene, nodeNames.stopCheck)
    .addEdge(nodeNames.stopCheck, nodeNames.directorReflect)
    .addConditionalEdges(nodeNames.directorReflect, closeOrChoose, [nodeNames.chooseSpeaker, END])
    .addEdge(nodeNames.chooseSpeaker, nodeNames.promptSpeaker)
    .addEdge(nodeNames.promptSpeaker, nodeNames.speak)
    .addEdge(nodeNames.speak, nodeNames.stopCheck);
}
