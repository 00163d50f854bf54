/** The participant who has been silent longest speaks. */
import { pick } from "../../base/chance.js";
import { type Candidate, defineRule, type SelectionContext } from "./rule.js";

/** The candidate whose last speech was longest ago. If several have not spoken yet, the first of them. */
export function silentLongest({ candidates, spoken }: SelectionContext): Candidate {
  const lastSpeech = ({ participant: { name } }: Candidate) => spoken.findLastIndex(({ speaker }) => speaker === name);
  const bySilence = candidates.toSorted((left, right) => lastSpeech(left) - lastSpeech(right));
  return pick(bySilence, 0);
}

export const leastRecent = defineRule({
  name: "least-recent",
  description: "the participant who has been silent longest speaks",
  settings: {},
  needsBids: false,
  words: {
    label: "silent longest",
    explain: ({ speaker }) =>
      `The rule least-recent gives the floor to the participant who has been silent longest: ${speaker}.`,
  },
  select: silentLongest,
});
