import { z } from "zod/v4";
import { maxTurnLimit } from "../../../base/limits.js";
import type { FieldCheck } from "../../../core/field-issue.js";
import { fallbackNames } from "../../../core/selection/model-choice.js";
import { repeat } from "../../../core/selection/registry.js";
import { checkTransitions, selectionWithoutRules } from "../../../core/selection/transitions.js";
import { commonFields } from "../../../core/state/fields.js";
import { checkLeader, leaderFields, participants } from "../../../core/state/participant.js";
import { contexts } from "../../../core/state/run-settings.js";
import type { StopCondition } from "../../../core/stopping/condition.js";
import { drawToStop } from "../../../core/stopping/probability.js";
import { conditionsWithoutDraws, stoppingField } from "../../../core/stopping/registry.js";
import type { Extent } from "../../../records/estimate.js";
import { nullable, type StateOf, schemasOf, type UpdateOf } from "../../state/conversation-state.js";
import type { ModeGraph } from "../../steps/run/conversation-graph.js";
import type { Direction } from "./read-direction.js";

const directorSettings = z
  .strictObject({
    ...leaderFields,
    probability: z.number().min(0).max(1).default(0.2).meta({
      title: "Probability",
      description:
        "The probability that the conversation closes before an exchange. After the first “minTurns” exchanges, a random number is drawn before each exchange to decide. “ramp” can increase the probability from exchange to exchange.",
    }),
    minTurns: z.int().min(0).max(maxTurnLimit).default(1).meta({
      title: "Minimum",
      description:
        "The number of exchanges before the first draw. At 0, the conversation may close before the first exchange.",
    }),
    ramp: z.number().min(0).max(1).default(0).meta({
      title: "Ramp",
      description: "How much the probability increases with every exchange after the first “minTurns” exchanges.",
    }),
    fallback: fallbackNames.default("first").meta({
      title: "Fallback",
      description:
        "Who gets the floor after two unreadable choices, or if the call for the choice fails. “first”: the first candidate. “least-recent”: the candidate who has been silent longest. “random”: a candidate drawn at random.",
    }),
    repeat: repeat.meta({
      title: "Repeat",
      description: "Whether the director may choose the same guest twice in a row.",
    }),
    calls: z.enum(["three", "one"]).default("three").meta({
      title: "Calls",
      description:
        "“three”: separate calls for comment, choice and question, so an exchange usually takes as long as four calls. “one”: a single call writes all three and streams the comment first, so an exchange usually takes as long as two calls.",
    }),
  })
  .prefault({});

export interface DirectorSettings extends Readonly<z.output<typeof directorSettings>> {}

const directorFields = {
  ...commonFields,
  participants,
  maxTurns: commonFields.maxTurns.meta({
    title: "Turns",
    description:
      "The maximum number of exchanges in a run. After the last one, the conversation closes, whatever the draw.",
  }),
  director: directorSettings.meta({ title: "Director", description: "Who leads the conversation, and how." }),
  selection: selectionWithoutRules,
  stopping: stoppingField(conditionsWithoutDraws),
};

const checkName = checkLeader("director");

type CheckedFields = "selection" | "director" | "participants";

export const checkDirector: FieldCheck<Pick<DirectorConversation, CheckedFields>> = (input) => {
  const { selection, director, participants } = input;
  const names = participants.map(({ name }) => name);
  return [...checkName(input), ...checkTransitions(selection.transitions, director.repeat, names)];
};

/** Without rounding, events would show the error in sums such as 0.1 + 0.2. */
const round = (value: number) => Math.round(value * 1e9) / 1e9;

/**
 * A draw, not the director, decides when to stop. The idea comes from LangChain's authoritarian multi-agent simulation.
 */
export function byDirector({ probability, minTurns, ramp }: DirectorSettings): StopCondition {
  return (progress) => {
    const after = progress.turnsThisRun - minTurns;
    return after < 0 ? undefined : drawToStop(Math.min(1, round(probability + ramp * after)), progress);
  };
}

/**
 * Returns settings that leave nothing to chance: the shortest conversation closes at the first draw, the longest only
 * when the probability has risen to 1.
 */
export function extremeOfDirector(
  { director: settings, maxTurns }: Pick<DirectorConversation, "director" | "maxTurns">,
  extent: Extent,
) {
  const { probability, minTurns, ramp } = settings;
  if (probability === 0 && ramp === 0) return {};
  if (extent === "least") return { director: { ...settings, probability: 1 } };
  const exchanges = ramp === 0 ? Number.POSITIVE_INFINITY : Math.ceil((1 - probability) / ramp);
  const last = probability === 1 ? minTurns : minTurns + exchanges;
  return { director: { ...settings, probability: 0, ramp: 0 }, maxTurns: Math.max(1, Math.min(maxTurns, last)) };
}

export const director = schemasOf(
  directorFields,
  { direction: nullable<Direction>("What the director has prepared for this turn; null between turns.") },
  contexts.director,
);
export interface DirectorConversation extends StateOf<typeof director> {}
export interface DirectorUpdate extends UpdateOf<typeof director> {}
export interface DirectorBuilder extends ModeGraph<typeof director, DirectorConversation, DirectorUpdate> {}
