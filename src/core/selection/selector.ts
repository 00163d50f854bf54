/** The idea comes from AutoGen's `SelectorGroupChat` (https://github.com/microsoft/autogen). */
import { z } from "zod/v4";
import { fallBack, fallbackNames, guidance } from "./model-choice.js";
import { defineRule, type Selection, type SelectionContext } from "./rule.js";

const mostNamed = 20;

/**
 * Selects the next of the candidates whom the model named when it was last asked, if that was in this run. Skips those
 * who have had the floor since.
 */
function nextNamed({ turn, turnsThisRun, history, candidates }: SelectionContext): Selection | undefined {
  const asked = history.findLastIndex(({ choices }) => choices.length > 0);
  const { named } = history[asked] ?? {};
  if (!named || named.turn < turn - turnsThisRun) return undefined;
  const spoken = history.slice(asked).map(({ speaker }) => speaker);
  const waiting = named.names.filter((name) => !spoken.includes(name));
  const [next] = waiting.flatMap((name) => candidates.find(({ participant }) => participant.name === name) ?? []);
  return next && { seat: next.seat, named };
}

export const selector = defineRule({
  name: "selector",
  description: "a model reads the conversation and chooses the next speaker",
  settings: {
    guidance,
    count: z.int().min(1).max(mostNamed).optional().meta({
      title: "Count",
      description:
        "If “rule” is “selector”: how many participants the model may name at once. Before the model is asked again, they usually speak in the order in which it named them. Default: 1.",
    }),
    fallback: fallbackNames.optional().meta({
      title: "Fallback",
      description:
        "If “rule” is “selector”: who gets the floor after two unreadable choices, or if the call fails. “first”: the first candidate. “least-recent”: the candidate who has been silent longest. “random”: a candidate drawn at random. Default: “least-recent”.",
    }),
  },
  needsBids: false,
  asksModel: () => "always",
  words: {
    label: "chosen by a model",
    explain: ({ speaker }) => `The “selector” rule let a model choose, and the model chose ${speaker}.`,
  },
  async select(floor) {
    const { turn, candidates, settings } = floor;
    const next = nextNamed(floor);
    if (next) return next;
    const [only, ...others] = candidates;
    if (only && others.length === 0) return { rule: "only-candidate", seat: only.seat };
    const { chosen } = await floor.ask({ guidance: settings.guidance, count: settings.count });
    const [first] = chosen;
    if (!first) return fallBack(floor, settings.fallback ?? "least-recent");
    const names = chosen.map(({ participant }) => participant.name);
    return { seat: first.seat, ...(names.length > 1 && { named: { turn, names } }) };
  },
});
