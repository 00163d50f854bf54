/** Reads a scenario: a conversation written down in YAML. */
import { checkScenario } from "./check-scenario.js";
import { parseScenarioDocument } from "./parse-document.js";
import type { Scenario, ScenarioOptions } from "./scenario.js";

/** The scenario that a YAML text describes. Throws `invalid-scenario` or `invalid-input`, with line and column. */
export function readScenario(text: string, options: ScenarioOptions): Scenario {
  const { file = "scenario", language } = options;
  return checkScenario(parseScenarioDocument(text, { file, language }), options);
}
