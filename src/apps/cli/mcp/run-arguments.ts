import { z } from "zod/v4";
import type { Named } from "../../../base/is-record.js";
import { summaryOf } from "../../../graph/modes/mode.js";
import { modes } from "../../../graph/modes/registry.js";
import { withNames } from "../../../talk/scenario/check-scenario.js";
import { readScenarios } from "../../web/scenarios.js";

const modeNames = Object.keys(modes);
const modeList = Object.values(modes).map((mode) => `${mode.name} (${summaryOf(mode, "en")})`);

export const plannedArguments = {
  scenario: z
    .string()
    .optional()
    .describe("The name of a scenario, as list_scenarios returns it. All other arguments override its settings."),
  mode: z
    .enum(modeNames)
    .optional()
    .describe(
      `How speakers are chosen. Default: the mode of the scenario or of the existing conversation; otherwise bidding. The modes: ${modeList.join("; ")}`,
    ),
  topic: z.string().optional().describe("What the conversation is about, ideally as a question."),
  participants: z
    .array(z.string())
    .optional()
    .describe(
      "The participants' names. Default: the cast of the scenario or of the existing conversation; otherwise the mode's example cast.",
    ),
  maxTurns: z.int().min(1).optional().describe("The maximum number of turns."),
  settings: z
    .record(z.string(), z.unknown())
    .optional()
    .describe(
      "Other settings of the mode, as in scenario files: model, participants with role and description, seed, language, …",
    ),
};

/**
 * @param knownMode - The mode of the existing conversation, if there is one.
 * @throws Error if there is no scenario with the given name.
 */
export async function planFrom(
  { scenario, mode, settings, ...fields }: z.output<z.ZodObject<typeof plannedArguments>>,
  knownMode?: string,
): Promise<{ readonly mode: string; readonly input: Named; readonly context: Named }> {
  const scenarios = scenario === undefined ? [] : await readScenarios();
  const found = scenarios.find(({ name }) => name === scenario);
  if (scenario !== undefined && !found)
    throw new Error(`no scenario "${scenario}" (scenarios: ${scenarios.map(({ name }) => name).join(", ")})`);
  const { mode: usual = knownMode ?? "bidding", ...rest } = { ...found?.fields, ...settings };
  const chosen = mode ?? String(usual);
  // Expands plain names and separates input from context: `start` does neither on a server or for another round.
  const given = Object.entries(withNames({ ...rest, ...fields }));
  const isContext = ([name]: readonly [string, unknown]) => Object.hasOwn(modes[chosen]?.context ?? {}, name);
  const input = Object.fromEntries(given.filter((field) => !isContext(field)));
  return { mode: chosen, input, context: Object.fromEntries(given.filter(isContext)) };
}
