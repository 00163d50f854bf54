import { refuseTaken } from "../../core/own-names.js";
import { withOwnConditions } from "../../core/stopping/registry.js";
import type { Mode } from "./mode.js";
import type { OwnChoices } from "./own-choices.js";
import { modes as builtIn, type Modes } from "./registry.js";

/** A caller's own modes, rules and conditions, by name. */
export interface Extension extends OwnChoices {
  readonly modes?: Readonly<Record<string, Mode>>;
}

/**
 * Returns the built-in modes and an extension's modes. Each mode offers the extension's rules and conditions that suit
 * it.
 *
 * @throws `invalid-input` if the extension uses the name of a built-in mode, rule or condition.
 */
export function extendModes({ modes: own = {}, ...choices }: Extension): Modes {
  refuseTaken("modes", Object.keys(own), Object.keys(builtIn));
  withOwnConditions(choices.conditions);
  return Object.fromEntries(Object.entries({ ...builtIn, ...own }).map(([name, mode]) => [name, mode.extend(choices)]));
}
