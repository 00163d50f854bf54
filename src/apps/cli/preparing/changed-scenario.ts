import type { Modes } from "../../../graph/modes/registry.js";
import { commonSettings, pick } from "../../../talk/conversations/local/other-mode.js";
import type { ConversationSnapshot } from "../../../talk/conversations/port/port.js";
import { checkScenario } from "../../../talk/scenario/check-scenario.js";
import type { Scenario } from "../../../talk/scenario/scenario.js";
import type { Language } from "../../../words/registry.js";
import { type Options, overridesOf } from "../options.js";
import { checkOverrides } from "./load-scenario.js";

/** @param language - The language of error messages. Default: the conversation's own language. */
export function changedScenario(
  modes: Modes,
  { mode: originalMode, title, context, state: input }: ConversationSnapshot,
  options: Options,
  language: Language | undefined,
): Scenario {
  const { mode = originalMode } = options;
  const overrides = overridesOf(options);
  checkOverrides({ overrides, language, modes }, { ...input, mode });
  const known = Object.keys(modes[mode]?.fields ?? {});
  const settings = mode === originalMode ? pick(input, known) : commonSettings(modes, originalMode, input);
  const kept = pick(context, Object.keys(modes[mode]?.context ?? {}));
  const fields = { mode, ...(title ? { title } : {}), ...settings, ...kept };
  return checkScenario({ fields }, { overrides, language, modes });
}

export function changesIn(scenario: Scenario, options: Options) {
  const changed = overridesOf(options).map(({ path: [field] }) => field);
  return { input: pick(scenario.input, changed), context: pick(scenario.context, changed) };
}
