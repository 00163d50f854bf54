import type { RunSettings } from "../../core/state/run-settings.js";
import { RostrumError } from "../../errors/rostrum-error.js";
import { defaultLanguage, locales } from "../../words/registry.js";
import type { CallTarget, ChooseModel } from "./choose-model.js";
import { isFree } from "./resolved-model.js";

/**
 * Resolves the models of all calls, so that an invalid name or a missing key is reported before the first speech.
 * Returns the labels of the models that may cost money.
 *
 * @throws the errors of `resolveModel`, and `unknown-model` if a speaker has tools, but its model cannot call any. The
 * rehearsal is accepted.
 */
export async function resolveModels(
  chooseModel: ChooseModel,
  calls: readonly CallTarget[],
  settings: RunSettings,
): Promise<readonly string[]> {
  const labels = new Set<string>();
  for (const call of calls) {
    const resolved = await chooseModel(call, settings);
    if (isFree(resolved)) continue;
    const { model, label } = resolved;
    const { name: participant = "", tools = [] } = call.participant ?? {};
    const speaks = call.purpose === "speech" || call.purpose === "execute";
    const words = locales[call.language ?? defaultLanguage].errors;
    if (speaks && tools.length > 0 && !model.bindTools)
      throw new RostrumError("unknown-model", { fault: "no-tools", model: label, participant }, words);
    labels.add(label);
  }
  return [...labels];
}
