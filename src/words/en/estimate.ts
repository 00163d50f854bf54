import type { Assumption, Estimate, Range } from "../../records/estimate.js";
import { rangeFormats } from "../formats.js";
import { common } from "./common.js";

const { amount, budgets } = common;
const { range, money } = rangeFormats(common);

const ends: Readonly<Record<Estimate["limits"][number]["isReached"], string>> = {
  never: "covers the run",
  perhaps: "may end the run early",
  surely: "ends the run early",
};

const assumptions: Readonly<Record<Assumption, string>> = {
  answers:
    "The length of a speech is between a quarter of the word limit and the whole limit. Hidden reasoning is not included.",
  tokens: "A token is four to seven letters.",
  "no-repeats": "No call fails, and no answer has to be asked for again.",
  length: "The shortest run ends as soon as its settings allow, the longest only at its limit.",
  shares:
    "Unless the order is fixed, how often each participant speaks is a guess. This hardly affects the totals, unless the participants use different models.",
  tools: "No tool is called. Each round of tool calls costs another model call.",
  agents: "Each agent makes one model call for each answer. Rostrum does not know which models agents call.",
  people: "People's speeches are as long as models' speeches, and people approve every draft.",
  extended: "Only the first turns were simulated; the others continue in the same way.",
  cache:
    "For the lower cost, every prompt is cached, if the provider caches prompts; for the higher cost, no prompt is.",
};

export const estimate = {
  title: "Estimate",
  action: "Estimate the cost",
  working: "Estimating …",
  range,
  money,
  turns: "Turns",
  heading: (mode: string, turns: Range) =>
    `Estimate for ${mode}, ${range(turns)} ${turns.most === 1 ? "turn" : "turns"}. No model was called.`,
  free: "The rehearsal costs nothing.",
  unpriced: (model: string) => `The price of “${model}” is unknown.`,
  addPrice: (model: string) => `Add the price per million tokens with --prices "${model}=INPUT,OUTPUT".`,
  limit: ({ kind, limit, isReached }: Estimate["limits"][number]) =>
    `The ${budgets[kind]} budget of ${amount(limit)} ${ends[isReached]}.`,
  assumed: "This estimate assumes:",
  assumptions,
};

export interface EstimateWords extends Readonly<typeof estimate> {}
