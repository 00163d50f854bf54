/** The input fields of a conversation whose speakers are chosen by a rule of the caller's own. */
import { z } from "zod";
import { repeat } from "../../selection/repeat.js";
import { talkFields } from "../../state/common-settings.js";

export const ownRuleFields = {
  ...talkFields,
  selection: z
    .strictObject({ repeat })
    .prefault({})
    .meta({ title: "Selection", description: "Whom the rule may choose." }),
};
