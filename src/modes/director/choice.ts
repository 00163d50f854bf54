/** The rule of the director mode: the candidate that the director chose, or the fallback if no answer could be read. */
import { pick } from "../../chance.js";
import { isFailedCall } from "../../models/call-failure.js";
import type { ChoiceAttempt } from "../../selection/decision.js";
import { silentLongest } from "../../selection/least-recent.js";
import type { Candidate, Selection, SelectionContext } from "../../selection/rule.js";
import type { FindSpeaker } from "../../steps/choose-speaker.js";
import type { ModeServices } from "../../steps/services.js";
import { parseChoice } from "../../text/read-choice.js";
import { askDirector, directorScene } from "./ask-director.js";
import type { DirectorSettings } from "./settings.js";
import type { DirectorConversation } from "./state.js";

const fallbacks: Readonly<Record<DirectorSettings["fallback"], (floor: SelectionContext) => Candidate>> = {
  first: ({ candidates }) => pick(candidates, 0),
  "least-recent": silentLongest,
  random: ({ candidates, draw }) => pick(candidates, draw("rule")),
};

/** `index`: the chosen candidate, counted from 0; undefined if no answer could be read. */
export function directorsChoice(
  floor: SelectionContext,
  index: number | undefined,
  { choices, fallback }: { choices: readonly ChoiceAttempt[]; fallback: DirectorSettings["fallback"] },
): Selection {
  const chosen = index === undefined ? undefined : floor.candidates[index];
  return chosen
    ? { rule: "directors-choice", seat: chosen.seat, choices }
    : { rule: `fallback-${fallback}`, seat: fallbacks[fallback](floor).seat, choices };
}

export function createDirectorChoice(services: ModeServices): FindSpeaker<DirectorConversation> {
  return async (floor, step) => {
    const { candidates, state, turn } = floor;
    const direction = state.direction?.turn === turn ? state.direction : undefined;
    const { fallback } = state.director;
    if (direction && direction.choices.length > 0) {
      const { choices } = direction;
      const readable = choices.findLast(({ problem }) => problem === null);
      const choice = readable && parseChoice(readable.answer, candidates.length);
      return { selected: directorsChoice(floor, choice?.ok ? choice.index : undefined, { choices, fallback }) };
    }
    const [only] = candidates;
    // A single candidate gets the floor without a call.
    if (only && candidates.length === 1) return { selected: { rule: "only-candidate", seat: only.seat } };
    const request = {
      ...directorScene(state),
      purpose: "choose-speaker",
      comment: direction?.comment ?? "",
      candidates: candidates.map(({ participant }) => participant),
    } as const;
    const read = (answer: string) => {
      const value = parseChoice(answer, candidates.length);
      return { value, text: answer, faults: [], rejections: value.ok ? [] : [value.problem] };
    };
    const outcome = await askDirector(services, state, { request, read }, step).catch((error: unknown) => {
      if (isFailedCall(error)) return undefined;
      throw error;
    });
    if (!outcome) {
      const choices = [{ answer: "", problem: "call-failed" }] as const;
      return { selected: directorsChoice(floor, undefined, { choices, fallback }) };
    }
    const { last, readings, answers } = outcome;
    const choices = readings.map(({ value }, index) => ({
      answer: answers[index] ?? "",
      problem: value.ok ? null : value.problem,
    }));
    const index = last.value.ok ? last.value.index : undefined;
    return { selected: directorsChoice(floor, index, { choices, fallback }) };
  };
}
