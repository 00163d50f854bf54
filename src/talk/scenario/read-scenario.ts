import type { Scenario, ScenarioTextOptions } from "./scenario.js";

/**
 * Reads a scenario from YAML text and checks it.
 *
 * @throws `invalid-scenario` if the text is not a valid YAML mapping; `invalid-input` with the problems in its fields,
 * each with its line and column.
 *
 * @example
 * ```ts
 * const { mode, input, context } = await readScenario("mode: bidding\ntopic: Should the ferry be free?");
 * const conversations = await openConversations("memory");
 * const { thread } = await conversations.start(mode, { input, context });
 * ```
 */
export async function readScenario(text: string, options: ScenarioTextOptions = {}): Promise<Scenario> {
  const { file = "scenario", language } = options;
  // Loads the YAML parser on first use, because most programs do not need it.
  const [{ parseScenarioDocument }, { checkScenario }] = await Promise.all([
    import("./parse-document.js"),
    import("./check-scenario.js"),
  ]);
  return checkScenario(parseScenarioDocument(text, { file, language }), options);
}
