/** What came of speeches that were begun while bids came in. */
export interface Speculation {
  /** Their speaker won, and the speech was used. */
  readonly hits: number;
  readonly misses: number;
  /** Tokens of the misses, prompts included; estimated, since the calls were cut off. */
  readonly wastedTokens: number;
}

export const noSpeculation: Speculation = { hits: 0, misses: 0, wastedTokens: 0 };

export const addSpeculation = (left: Speculation, right: Speculation): Speculation => ({
  hits: left.hits + right.hits,
  misses: left.misses + right.misses,
  wastedTokens: left.wastedTokens + right.wastedTokens,
});
