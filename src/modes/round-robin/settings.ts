/** The input fields of conversations in which a rule alone gives the floor. */
import { rulesWithoutBids, selectionField } from "../../selection/registry.js";
import { talkFields } from "../../state/fields.js";

export const roundRobinFields = {
  ...talkFields,
  selection: selectionField(rulesWithoutBids, "round-robin"),
};
