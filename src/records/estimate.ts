import type { Purpose } from "./request.js";
import type { BudgetKind, UsageRow } from "./usage.js";

/** The lowest and the highest expected value. */
export interface Range {
  readonly least: number;
  readonly most: number;
}

/** The shortest or the longest expected run, or the shortest or the longest expected answers. */
export type Extent = keyof Range;

/** The expected usage and cost of all calls with the same purpose, participant and model. */
export interface EstimateRow extends Pick<UsageRow, "participant" | "model"> {
  readonly purpose: Purpose;
  readonly calls: Range;
  readonly inputTokens: Range;
  readonly outputTokens: Range;
  /** The cost; null if the price of the model is unknown. The rehearsal costs nothing. */
  readonly money: Range | null;
}

/**
 * An assumption of an estimate. `answers`: a speech has between a quarter of the word limit and all of it. `tokens`: a
 * token is four to seven letters. `no-repeats`: no call fails, and no answer is asked for again. `length`: the shortest
 * run ends as soon as its settings allow, the longest only at its limit. `shares`: how often each participant speaks is
 * a guess. `tools`: no tool is called. `agents`: each agent makes one call. `people`: people speak for as long as
 * models, and approve every draft. `extended`: only the first turns were simulated. `cache`: the provider may have
 * cached every prompt, or none.
 */
export type Assumption =
  | ("answers" | "tokens" | "no-repeats" | "length" | "shares")
  | ("tools" | "agents" | "people" | "extended" | "cache");

/** The expected usage and cost of a run. */
export interface Estimate {
  readonly mode: string;
  /** The number of turns; in director mode, of exchanges. */
  readonly turns: Range;
  readonly rows: readonly EstimateRow[];
  /**
   * The figures for each purpose. They are more certain than the figures in `rows`, which depend on how often each
   * participant speaks.
   */
  readonly purposes: readonly Pick<EstimateRow, "purpose" | "calls" | "inputTokens" | "outputTokens">[];
  readonly totals: Pick<EstimateRow, "calls" | "inputTokens" | "outputTokens"> & {
    /** The cost, in the currency of the prices; null if the price of a model is unknown. */
    readonly money: Range | null;
  };
  /** The prices per million tokens, by model. Those with `listedOn` are from Rostrum's price list, in US dollars. */
  readonly prices: Readonly<
    Record<
      string,
      {
        readonly input: number;
        readonly output: number;
        readonly cachedInput?: number | undefined;
        readonly listedOn?: string | undefined;
      }
    >
  >;
  /** The models whose price is unknown. Agents are left out. */
  readonly unpriced: readonly string[];
  /** How likely the run is to exceed each limit of the budget, except seconds and, if a price is unknown, money. */
  readonly limits: readonly {
    readonly kind: BudgetKind;
    readonly limit: number;
    readonly isReached: "never" | "perhaps" | "surely";
  }[];
  readonly assumptions: readonly Assumption[];
}
