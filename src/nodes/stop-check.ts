/** Decides after each turn whether the conversation is over. */
import { draw } from "../domain/chance.js";
import { lineOf } from "../domain/message.js";
import { afterTurns } from "../policies/stopping/after-turns.js";
import { anyOf } from "../policies/stopping/combine.js";
import { stopConditionOf } from "../policies/stopping/from-settings.js";
import type { StopCondition } from "../policies/stopping/policy.js";
import type { Conversation, ConversationUpdate } from "../state/conversation-state.js";
import { type NodeConfig, seedOf, tell } from "./node-kit.js";

/** `stopWhen` takes the place of the conversation's `stopping` field; `maxTurns` holds in any case. */
export function createStopCheck(stopWhen: StopCondition | undefined) {
  return function stopCheck(state: Conversation, config: NodeConfig): ConversationUpdate {
    const { turn, messages, decisions } = state;
    const seed = seedOf(state);
    const latest = messages.at(-1);
    const condition = anyOf(afterTurns(state.maxTurns), stopWhen ?? stopConditionOf(state.stopping));
    const reason = condition({
      turn,
      turnsThisRun: turn - state.turnAtStart,
      latest: latest && lineOf(latest),
      decisions,
      drawStop(probability) {
        const drawn = draw({ seed, turn, purpose: "stop" });
        const stops = drawn < probability;
        tell(config, { type: "stop-draw", turn, probability, draw: drawn, stops });
        return { draw: drawn, stops };
      },
    });
    if (reason) tell(config, { type: "stopped", turn, reason });
    return { stopReason: reason ?? null };
  };
}
