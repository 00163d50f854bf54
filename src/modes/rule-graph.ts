/** What all modes share in which a rule alone gives the floor: `set-scene → choose-speaker → speak → stop-check → … | END`. */
import { END, START } from "@langchain/langgraph";
import { ruleBook, rulesWithoutBids, selectionField } from "../selection/registry.js";
import { withSelection } from "../state/conversation-state.js";
import { stepNames } from "../state/step-names.js";
import { askRule, createChooseSpeaker } from "../steps/choose-speaker.js";
import { conversationGraph } from "../steps/conversation-graph.js";
import { callsOfSpeakers } from "../steps/expected-calls.js";
import type { ModeServices } from "../steps/services.js";
import { createSetScene } from "../steps/set-scene.js";
import { createSpeak } from "../steps/speak.js";
import { createMeter } from "../steps/step.js";
import { createStopCheck } from "../steps/stop-check.js";
import type { ConversationOptions } from "./options.js";
import { type RoundRobinBuilder, type RoundRobinConversation, roundRobin } from "./round-robin/state.js";

/** The graph of a conversation whose settings choose one of the rules without bids. */
export function ruleGraph(
  services: ModeServices,
  options: ConversationOptions<RoundRobinConversation>,
): RoundRobinBuilder {
  const rules = ruleBook(rulesWithoutBids, options);
  const schemas = options.rules ? withSelection(roundRobin, selectionField(rules.offered, "round-robin")) : roundRobin;
  const scene = { fields: schemas.fields, check: rules.check, callsOf: callsOfSpeakers, leastCalls: () => 1 };
  const floorRules = {
    repeatOf: ({ selection }: RoundRobinConversation) => selection.repeat,
    settingsOf: ({ selection }: RoundRobinConversation) => selection,
  };
  const meter = createMeter(services);
  const graph = conversationGraph(schemas)
    .addSequence({
      [stepNames.setScene]: meter(createSetScene<RoundRobinConversation>(services, scene), { overBudget: "run" }),
      [stepNames.chooseSpeaker]: meter(
        createChooseSpeaker<RoundRobinConversation>(
          (floor) => ({ selected: askRule(rules.inForce(floor.state.selection), floor) }),
          floorRules,
        ),
      ),
      [stepNames.speak]: meter(createSpeak<RoundRobinConversation>(services)),
      [stepNames.stopCheck]: meter(createStopCheck<RoundRobinConversation>(services, { stopWhen: options.stopWhen }), {
        overBudget: "stop",
      }),
    })
    .addEdge(START, stepNames.setScene)
    .addConditionalEdges(stepNames.stopCheck, ({ stopReason }) => (stopReason ? END : stepNames.chooseSpeaker), [
      stepNames.chooseSpeaker,
      END,
    ]);
  return graph as unknown as RoundRobinBuilder;
}
