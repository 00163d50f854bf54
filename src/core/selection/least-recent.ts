import { pick } from "../../base/chance.js";
import { type Candidate, defineRule, type SelectionContext } from "./rule.js";

/** Returns the candidate who has been silent longest; if several have not spoken yet, the first of them in the cast. */
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
      `The “least-recent” rule gives the floor to the participant who has been silent longest: ${speaker}.`,
  },
  select: silentLongest,
});
