/** What every mode shares in which a rule alone gives the floor: `set-scene → choose-speaker → speak → stop-check → …`. */
import { END } from "@langchain/langgraph";
import type { SelectionRule } from "../selection/rule.js";
import type { Conversation } from "../state/conversation-state.js";
import { byRule, createChooseSpeaker } from "../steps/choose-speaker.js";
import { callsOfSpeakers } from "../steps/expected-calls.js";
import type { FloorRules } from "../steps/open-floor.js";
import type { ModeServices } from "../steps/services.js";
import { createSetScene, type SceneRules } from "../steps/set-scene.js";
import { createSpeak } from "../steps/speak.js";
import { createMeter } from "../steps/step.js";
import { stepNames } from "../steps/step-names.js";
import { createStopCheck, type StopRules, type Talk } from "../steps/stop-check.js";

type RuleParts<State extends Talk> = FloorRules<State> &
  Pick<SceneRules<State>, "fields" | "check"> &
  Pick<StopRules<State>, "stopWhen"> & { readonly selectSpeaker: SelectionRule<State> };

/** The nodes in their order. */
export function ruleSequence<State extends Talk>(
  services: ModeServices,
  { selectSpeaker, stopWhen, ...rules }: RuleParts<State>,
) {
  const meter = createMeter(services);
  const scene = createSetScene<State>(services, { callsOf: callsOfSpeakers, leastCalls: () => 1, ...rules });
  return {
    [stepNames.setScene]: meter(scene, { overBudget: "run" }),
    [stepNames.chooseSpeaker]: meter(createChooseSpeaker<State>(byRule(selectSpeaker), rules)),
    [stepNames.speak]: meter(createSpeak<State>(services)),
    [stepNames.stopCheck]: meter(createStopCheck<State>(services, { stopWhen }), { overBudget: "stop" }),
  };
}

/** Where the last node goes. */
export const chooseOrEnd = ({ stopReason }: Conversation) => (stopReason ? END : stepNames.chooseSpeaker);
