/**
 * A rule that lets a model choose: the model reads the conversation, gives a reason, and names a candidate. The idea
 * comes from AutoGen's `SelectorGroupChat` (https://github.com/microsoft/autogen).
 */
import { z } from "zod/v4";
import { chosenBy, fallbackNames } from "./model-choice.js";
import { defineRule } from "./rule.js";

export const selector = defineRule({
  name: "selector",
  description: "a model reads the conversation and chooses the next speaker",
  settings: {
    guidance: z.string().trim().max(4000).optional().meta({
      title: "Guidance",
      description:
        "If “rule” is “selector”: what the model should consider when it chooses. By default, it chooses whoever has the best reason to respond, without forgetting those who have said little.",
    }),
    fallback: fallbackNames.optional().meta({
      title: "Fallback",
      description:
        "If “rule” is “selector”: who gets the floor after two unreadable choices, or if the call fails. “first”: the first candidate. “least-recent”: the candidate who has been silent longest. “random”: a candidate drawn at random. Default: “least-recent”.",
    }),
  },
  needsBids: false,
  asksModel: "always",
  words: {
    label: "chosen by a model",
    explain: ({ speaker }) => `The “selector” rule let a model choose, and the model chose ${speaker}.`,
  },
  select(floor) {
    const { fallback = "least-recent" } = floor.settings;
    const [only, ...others] = floor.candidates;
    if (only && others.length === 0) return { rule: "only-candidate", seat: only.seat };
    return chosenBy("selector", floor, floor.choices ?? [], fallback);
  },
});
