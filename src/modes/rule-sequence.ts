/** What every mode shares in which a rule alone gives the floor: `set-scene → choose-speaker → speak → stop-check → …`. */
import { END } from "@langchain/langgraph";
import { byRule, createChooseSpeaker } from "../nodes/choose-speaker.js";
import type { NodeKit } from "../nodes/node-kit.js";
import { nodeNames } from "../nodes/node-names.js";
import type { FloorRules } from "../nodes/open-floor.js";
import { createSetScene, type SceneRules } from "../nodes/set-scene.js";
import { createSpeak } from "../nodes/speak.js";
import { createStopCheck, type StopRules, type Talk } from "../nodes/stop-check.js";
import type { SelectSpeaker } from "../policies/selection/policy.js";
import type { Conversation } from "../state/conversation-state.js";
import { callsOfSpeakers } from "./calls.js";

type RuleParts<State extends Talk> = FloorRules<State> &
  Pick<SceneRules<State>, "fields" | "check"> &
  Pick<StopRules<State>, "stopWhen"> & { readonly selectSpeaker: SelectSpeaker<State> };

/** The nodes in their order. */
export function ruleSequence<State extends Talk>(
  kit: NodeKit,
  { selectSpeaker, stopWhen, ...rules }: RuleParts<State>,
) {
  return {
    [nodeNames.setScene]: createSetScene<State>(kit, { callsOf: callsOfSpeakers, leastCalls: () => 1, ...rules }),
    [nodeNames.chooseSpeaker]: createChooseSpeaker<State>(byRule(selectSpeaker), rules),
    [nodeNames.speak]: createSpeak(kit),
    [nodeNames.stopCheck]: createStopCheck<State>(kit, { stopWhen }),
  };
}

/** Where the last node goes. */
export const chooseOrEnd = ({ stopReason }: Conversation) => (stopReason ? END : nodeNames.chooseSpeaker);
