import { z } from "zod/v4";
import { defineCondition, type StopCondition } from "./condition.js";

/** Holds while the latest verdict says that the participants agree. */
const onAgreement: StopCondition = ({ turn, verdicts }) => {
  const latest = verdicts.findLast(({ condition }) => condition === "agreement");
  return latest?.holds ? { kind: "agreement", turn, judged: latest.turn, on: latest.evidence } : undefined;
};

export const agreement = defineCondition({
  name: "agreement",
  setting: z
    .strictObject({
      every: z.int().min(1).max(1000).default(4).meta({
        title: "Every",
        description:
          "The minimum number of turns before a model is first asked for a verdict, and between verdicts. Each verdict takes at least one call.",
      }),
    })
    .meta({
      title: "Agreement",
      description:
        "Holds if the participants agree on an answer. A model judges this every few turns. If its verdict cannot be read, the conversation continues.",
    }),
  needs: null,
  create: () => onAgreement,
  earliest: ({ every }) => every,
  judge: {
    purpose: "judge-agreement",
    everyOf: ({ every }) => every,
    fields: {
      agreed: { type: "boolean", description: "Whether everybody who has spoken accepts the same answer." },
      on: { type: "string", description: "What they agree on, or what divides them, in one sentence." },
    },
    read: ({ agreed, on }) =>
      typeof agreed === "boolean" ? { holds: agreed, evidence: typeof on === "string" ? on : "" } : null,
  },
});
