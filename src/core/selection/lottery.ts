import { defineRule, type Selection, type SelectionContext } from "./rule.js";

/** If the talkativeness of all candidates is 0, they have equal chances. */
export function drawCandidate({ candidates, draw }: SelectionContext): Pick<Selection, "seat" | "scores"> {
  const given = candidates.map(({ participant }) => participant.talkativeness ?? 1);
  const weights = given.some((weight) => weight > 0) ? given : given.map(() => 1);
  const total = weights.reduce((sum, weight) => sum + weight, 0);
  const drawn = draw("rule") * total;
  let end = 0;
  const winner = weights.findIndex((weight) => {
    end += weight;
    return drawn < end;
  });
  const scores = candidates.map(({ participant: { name } }, index) => {
    const weight = weights[index] ?? 0;
    return { participant: name, bid: 0, talkativeness: weight, total: weight / total };
  });
  return { seat: candidates[winner]?.seat ?? -1, scores: weights.every((weight) => weight === 1) ? [] : scores };
}

export const lottery = defineRule({
  name: "lottery",
  description: "the speaker is drawn at random, with chances in proportion to talkativeness",
  settings: {},
  needsBids: false,
  words: {
    label: "by lot",
    explain: ({ speaker, drawn }) =>
      `The “lottery” rule draws the speaker at random: the draw of ${drawn} selected ${speaker}.`,
  },
  select: drawCandidate,
});
