/** Who stands where, in one sentence. */

import type { Participant } from "../../../state/participant.js";
import type { SpeechRequest } from "../../request.js";
import { chanceInDebate } from "../luck.js";
import type { Stance } from "../phrases.js";
import { stancesOf } from "../stance.js";
import { isOpen } from "../subject.js";
import { fill } from "../template.js";
import { wishOf } from "../wish.js";
import { type Argued, arguersIn } from "./heard.js";
import { meetingTextsOf } from "./texts.js";
import { namesOf } from "./wording.js";

const sides: readonly Stance[] = ["for", "against", "unsure"];

/** The camps of those who have argued. */
export function campsIn(argued: readonly Argued[], request: SpeechRequest): string | undefined {
  const people = arguersIn(argued);
  const clauses = wishClauses(people, request) ?? stanceClauses(people, request);
  const { clauseJoints } = meetingTextsOf[request.language];
  const [last, ...others] = clauses.toReversed();
  if (last === undefined) return undefined;
  const sentence = others.length > 0 ? others.reverse().join(clauseJoints[0]) + clauseJoints[1] + last : last;
  return `${sentence}${request.language === "en" ? "." : "。"}`;
}

function stanceClauses(people: readonly Participant[], request: SpeechRequest): string[] {
  const { closed, open } = meetingTextsOf[request.language].summary.camps;
  const styles = isOpen(request.topic) ? open : closed;
  const style = styles[Math.floor(chanceInDebate(request, 0, "camps") * styles.length)];
  const stances = stancesOf(request);
  return sides
    .flatMap((side) => {
      const camp = people.filter(({ name }) => stances.get(name) === side);
      return camp.length > 0 && style ? [{ template: style[side], names: namesOf(camp, request) }] : [];
    })
    .map(({ template, names }, index) => {
      // A name keeps its letters.
      const begun = index === 0 ? template.charAt(0).toUpperCase() + template.slice(1) : template;
      return fill(begun, { names }) as string;
    });
}

/** Who wants what, where the question leaves the answer open and at least two have said. */
function wishClauses(people: readonly Participant[], request: SpeechRequest): string[] | undefined {
  if (!isOpen(request.topic)) return undefined;
  const wishes = [...new Set(people.flatMap((one) => wishOf(one, request.language) ?? []))];
  if (wishes.length < 2) return undefined;
  const { wishes: texts } = meetingTextsOf[request.language].summary.camps;
  const template = texts[Math.floor(chanceInDebate(request, 0, "camps") * texts.length)] as string;
  return wishes.map((wish) => {
    const camp = people.filter((one) => wishOf(one, request.language) === wish);
    return fill(template, { wish, names: namesOf(camp, request) }) as string;
  });
}
