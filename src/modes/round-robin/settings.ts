/** The input fields of the round-robin mode. */
import { z } from "zod";
import { talkFields } from "../../state/common-settings.js";
import type { FieldCheck } from "../../state/field-check.js";
import type { Participant } from "../../state/participant.js";
import type { RoundRobinSettings } from "../../state/settings.js";

const selection = z
  .strictObject({
    lead: z.string().trim().max(200).default("").meta({
      title: "Lead",
      description:
        "The name of a participant who speaks first and then between all the others, as the storyteller of a game does. Empty: nobody.",
    }),
  })
  .prefault({}) satisfies z.ZodType<RoundRobinSettings, unknown>;

export const roundRobinFields = {
  ...talkFields,
  selection: selection.meta({ title: "Selection", description: "In which order they speak." }),
};

/** Who leads must be in the cast. */
export const checkRoundRobin: FieldCheck = (input) => {
  const { selection, participants } = input as { selection: RoundRobinSettings; participants: readonly Participant[] };
  const names = participants.map(({ name }) => name);
  if (selection.lead === "" || names.includes(selection.lead)) return [];
  return [{ path: ["selection", "lead"], params: { rule: "not-in-cast", name: selection.lead, names } }];
};
