/** Who stands where, in one sentence. */
import type { SpeechBrief } from "../../../domain/brief.js";
import type { Participant } from "../../../domain/participant.js";
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
export function campsIn(argued: readonly Argued[], brief: SpeechBrief): string | undefined {
  const people = arguersIn(argued);
  const clauses = wishClauses(people, brief) ?? stanceClauses(people, brief);
  const { clauseJoints } = meetingTextsOf[brief.language];
  const [last, ...others] = clauses.toReversed();
  if (last === undefined) return undefined;
  const sentence = others.length > 0 ? others.reverse().join(clauseJoints[0]) + clauseJoints[1] + last : last;
  return `${sentence}${brief.language === "en" ? "." : "。"}`;
}

function stanceClauses(people: readonly Participant[], brief: SpeechBrief): string[] {
  const { closed, open } = meetingTextsOf[brief.language].summary.camps;
  const styles = isOpen(brief.topic) ? open : closed;
  const style = styles[Math.floor(chanceInDebate(brief, 0, "camps") * styles.length)];
  const stances = stancesOf(brief);
  return sides
    .flatMap((side) => {
      const camp = people.filter(({ name }) => stances.get(name) === side);
      return camp.length > 0 && style ? [{ template: style[side], names: namesOf(camp, brief) }] : [];
    })
    .map(({ template, names }, index) => {
      // A name keeps its letters.
      const begun = index === 0 ? template.charAt(0).toUpperCase() + template.slice(1) : template;
      return fill(begun, { names }) as string;
    });
}

/** Who wants what, where the question leaves the answer open and at least two have said. */
function wishClauses(people: readonly Participant[], brief: SpeechBrief): string[] | undefined {
  if (!isOpen(brief.topic)) return undefined;
  const wishes = [...new Set(people.flatMap((one) => wishOf(one, brief.language) ?? []))];
  if (wishes.length < 2) return undefined;
  const { wishes: texts } = meetingTextsOf[brief.language].summary.camps;
  const template = texts[Math.floor(chanceInDebate(brief, 0, "camps") * texts.length)] as string;
  return wishes.map((wish) => {
    const camp = people.filter((one) => wishOf(one, brief.language) === wish);
    return fill(template, { wish, names: namesOf(camp, brief) }) as string;
  });
}
