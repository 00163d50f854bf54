/** A draw chooses: every candidate is equally likely. */
import { pick } from "../chance.js";
import { defineRule } from "./rule.js";

export const lottery = defineRule({
  name: "lottery",
  description: "a random candidate speaks, drawn from the seed",
  settings: {},
  needsBids: false,
  select: ({ candidates, draw }) => pick(candidates, draw("rule")),
});
