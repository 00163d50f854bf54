import type { Named } from "../../../base/is-record.js";
import { commonFields } from "../../../core/state/fields.js";
import { participantKeys } from "../../../core/state/participant.js";
import { isUntouched } from "../../../core/state/run-settings.js";
import type { Modes } from "../../../graph/modes/registry.js";
import { checkFields } from "../../scenario/check-scenario.js";
import type { Scenario } from "../../scenario/scenario.js";
import type { ThreadRecord } from "../../storage/threads.js";

export const pick = (values: Named, keys: readonly string[]) =>
  Object.fromEntries(Object.entries(values).filter(([key, value]) => keys.includes(key) && value !== undefined));

/**
 * Returns the settings that all modes share, except those with their default value, so that another mode's defaults can
 * apply.
 */
export function commonSettings(modes: Modes, mode: string, values: Named): Named {
  const participants = (values["participants"] as readonly Named[]).map((each) => pick(each, participantKeys));
  const fields = modes[mode]?.fields ?? {};
  const set = Object.keys(commonFields).filter((name) => fields[name] && !isUntouched(fields[name], values[name]));
  return { ...pick(values, set), topic: values["topic"], participants };
}

export function otherMode(
  modes: Modes,
  origin: Pick<ThreadRecord, "mode" | "context">,
  values: Named,
  { mode, changes, context }: { readonly mode: string; readonly changes: Named; readonly context: Named },
): Pick<Scenario, "input" | "context"> {
  const kept = pick(origin.context, Object.keys(modes[mode]?.context ?? {}));
  const fields = { ...commonSettings(modes, origin.mode, values), ...kept, ...changes, ...context };
  return checkFields(mode, fields, modes);
}
