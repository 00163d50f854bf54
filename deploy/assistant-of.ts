/**
 * What a scenario becomes on a server. An assistant holds no input, so the conversation travels in the context, and the graph
 * takes from there whatever a run's input leaves untouched. It is the conversation itself and not the scenario's name: the
 * server need not have the file, and nothing about the assistant changes when the server is given another version of it.
 */
import type { RunSettings } from "../src/state/run-settings.js";
import type { NamedScenario } from "./read-scenarios.js";

export interface ScenarioAssistant {
  readonly name: string;
  readonly description: string;
  readonly graphId: string;
  readonly context: RunSettings & { readonly scenario: Readonly<Record<string, unknown>> };
  /** The scenario's name. By this an assistant is found again, whatever it is called by now. */
  readonly metadata: { readonly rostrum: { readonly scenario: string } };
}

export function assistantOf({ name, scenario }: NamedScenario): ScenarioAssistant {
  const topic = String(scenario.input["topic"]);
  return {
    name: scenario.title ?? topic,
    description: topic,
    graphId: scenario.mode,
    context: { ...scenario.context, scenario: scenario.input },
    metadata: { rostrum: { scenario: name } },
  };
}
