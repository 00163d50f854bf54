import { checkScenario } from "../../src/talk/scenario/check-scenario.js";
import { parseScenarioDocument } from "../../src/talk/scenario/parse-document.js";
import type { Scenario, ScenarioOptions } from "../../src/talk/scenario/scenario.js";

export function readScenario(text: string, options: ScenarioOptions = {}): Scenario {
  const { file = "scenario", language } = options;
  return checkScenario(parseScenarioDocument(text, { file, language }), options);
}
