/** Checks the input and the context of a new conversation. */
import { defaultModelName } from "../../../graph/models/model-source.js";
import type { Modes } from "../../../graph/modes/registry.js";
import { checkScenario } from "../../scenario/check-scenario.js";
import type { StartOptions } from "../port/port.js";
import type { LocalOptions } from "./local-threads.js";

/**
 * Returns the checked input and context. The caller's own graphs check their input themselves. Throws `invalid-input`
 * with every problem.
 */
export function checkStart(
  mode: string,
  { input = {}, scenario = {}, context = {}, title }: StartOptions,
  { graphs = {}, model }: LocalOptions,
  modes: Modes,
) {
  const isOwn = Object.hasOwn(graphs, mode);
  const fields = { ...scenario, ...input };
  const all = { mode, ...(title !== undefined && { title }), ...fields, ...context };
  const checked = isOwn ? { input: fields, context } : checkScenario({ fields: all }, { modes });
  // Saves the default model, because a later process may have another default.
  const defaults = model === undefined && !isOwn ? { model: defaultModelName() } : {};
  return { input: checked.input, context: { ...defaults, ...checked.context } };
}
