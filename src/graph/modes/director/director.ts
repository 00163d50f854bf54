import { END, START } from "@langchain/langgraph";
import { askedBy, ownRule } from "../../../core/selection/registry.js";
import type { WhenAsked } from "../../../core/selection/rule.js";
import type { Ahead } from "../../../core/stopping/budget-forecast.js";
import { conditionsWithoutDraws } from "../../../core/stopping/registry.js";
import type { Purpose } from "../../../records/request.js";
import type { CallTarget } from "../../models/choose-model.js";
import { stepNames } from "../../state/step-names.js";
import { createSetScene } from "../../steps/boundary/set-scene.js";
import { createStopCheck, type StopRules } from "../../steps/boundary/stop-check.js";
import { byRule, createChooseSpeaker } from "../../steps/floor/choose-speaker.js";
import { conversationGraph } from "../../steps/run/conversation-graph.js";
import { callsOfRule, callsOfSpeakers, type SceneRules } from "../../steps/run/scene-rules.js";
import { createMeter, unlessPaused } from "../../steps/run/step.js";
import { createSpeak } from "../../steps/speaking/speak.js";
import { defineMode } from "../mode.js";
import { type ConversationOptions, servicesOf } from "../options.js";
import { withOwnChoices } from "../own-choices.js";
import { directorOf } from "./ask-director.js";
import { letDirectorChoose, promptSpeaker } from "./give-floor.js";
import { createDirectorReflect, floorRules } from "./reflect.js";
import {
  byDirector,
  checkDirector,
  type DirectorBuilder,
  type DirectorConversation,
  director,
  extremeOfDirector,
} from "./state.js";

const offers = { schemas: director, check: checkDirector, conditions: conditionsWithoutDraws };

/**
 * What the budget must cover: the director's and the guest's calls for one exchange, and one call for the closing
 * message. `own`: how often the caller's rule, which replaces the director's choice, asks a model.
 */
function oneExchange({ director: { calls }, participants }: DirectorConversation, own?: WhenAsked): Ahead {
  const isAsked = (own ?? "always") === "always" && participants.length > 1;
  const leastCalls = !own && calls === "one" ? 2 : 3 + (isAsked ? 1 : 0);
  return { turns: 1, closing: { calls: 1, turns: 0.5 }, leastCalls };
}

const closeOrChoose = ({ stopReason }: DirectorConversation) => (stopReason ? END : stepNames.chooseSpeaker);

/**
 * Creates the director mode: `set-scene → stop-check → director-reflect → (END | choose-speaker → prompt-speaker →
 * speak → stop-check → …)`. A turn is one exchange: the director's message, then the chosen guest's speech. The
 * director is not in the cast and is never a candidate. At the end, the director writes a closing message, unless the
 * budget is already spent. With `selectSpeaker`, the caller's rule chooses the speakers instead of the director, and
 * `fallback` and `calls: "one"` have no effect. Returns an uncompiled builder. The ideas of the reflecting director and
 * the draw come from LangChain's authoritarian multi-agent simulation.
 *
 * @throws `invalid-input` for invalid options.
 */
export function createDirector(
  options: Omit<ConversationOptions<DirectorConversation>, "rules"> = {},
): DirectorBuilder {
  const { selectSpeaker, stopWhen } = options;
  const own = selectSpeaker && ownRule(selectSpeaker);
  const find = own ? byRule(() => own) : letDirectorChoose;
  const choosesItself = selectSpeaker === undefined;
  const whenAsked = own && askedBy(own);
  const callsOf = (state: DirectorConversation): CallTarget[] => {
    const choice: Purpose = state.director.calls === "one" ? "direct" : "choose-speaker";
    const purposes: Purpose[] = ["reflect", ...(choosesItself ? [choice] : []), "prompt-speaker"];
    const ofDirector = purposes.map((purpose) => ({ purpose, participant: directorOf(state) }));
    return [...ofDirector, ...callsOfRule(whenAsked ?? "never"), ...callsOfSpeakers(state)];
  };
  const stopRules: StopRules<DirectorConversation> = {
    stopWhen,
    conditionOf: (state) => byDirector(state.director),
    aheadOf: (state) => oneExchange(state, whenAsked),
  };
  const initialFields = ({ director: settings }: DirectorConversation, moderator: string) => ({
    director: { ...settings, name: settings.name || moderator },
  });
  const { schemas, check } = withOwnChoices(offers, options);
  const sceneRules: SceneRules<DirectorConversation> = {
    fields: schemas.fields,
    callsOf,
    check,
    initialFields,
    leaderOf: directorOf,
  };
  const meter = createMeter(servicesOf(options, ["rules"]), sceneRules);
  return conversationGraph("director", schemas)
    .addNode(stepNames.setScene, meter(createSetScene(sceneRules), { overBudget: "run" }))
    .addNode(stepNames.directorReflect, meter(createDirectorReflect(choosesItself)))
    .addNode(stepNames.chooseSpeaker, meter(createChooseSpeaker(find, floorRules)))
    .addNode(stepNames.promptSpeaker, meter(promptSpeaker))
    .addNode(stepNames.speak, meter(createSpeak()))
    .addNode(stepNames.stopCheck, meter(createStopCheck(stopRules), { overBudget: "stop" }))
    .addEdge(START, stepNames.setScene)
    .addEdge(stepNames.setScene, stepNames.stopCheck)
    .addConditionalEdges(
      stepNames.stopCheck,
      unlessPaused(() => stepNames.directorReflect),
      [stepNames.directorReflect, stepNames.stopCheck],
    )
    .addConditionalEdges(stepNames.directorReflect, closeOrChoose, [stepNames.chooseSpeaker, END])
    .addEdge(stepNames.chooseSpeaker, stepNames.promptSpeaker)
    .addEdge(stepNames.promptSpeaker, stepNames.speak)
    .addEdge(stepNames.speak, stepNames.stopCheck);
}

export const directorMode = defineMode({
  name: "director",
  summary:
    "a host comments, chooses the next speaker and asks a question; a draw may end the conversation before an exchange",
  ...offers,
  extreme: extremeOfDirector,
  create: createDirector,
});
