interface Figures {
  readonly inputTokens: number;
  readonly outputTokens: number;
}

/**
 * Returns the calls and tokens of `turns` turns. If only the first `simulated` turns are known, extrapolates the calls
 * from the second half of the known turns, and the tokens from the last quarter of those turns. If `grows` is true,
 * assumes that the tokens per turn keep growing as fast as in the second half. The number of calls may be a fraction.
 */
export function extrapolate(
  calls: readonly (Figures & { readonly turn: number })[],
  { simulated, turns, grows }: { readonly simulated: number; readonly turns: number; readonly grows: boolean },
): Figures & { readonly calls: number } {
  const sum = (some: readonly Figures[], field: keyof Figures) => some.reduce((total, each) => total + each[field], 0);
  const known = {
    calls: calls.length,
    inputTokens: sum(calls, "inputTokens"),
    outputTokens: sum(calls, "outputTokens"),
  };
  const missing = turns - simulated;
  if (missing <= 0) return known;
  const quarter = Math.floor(simulated / 4);
  const between = (first: number, last: number) => calls.filter(({ turn }) => turn > first && turn <= last);
  const third = between(simulated - 2 * quarter, simulated - quarter);
  const fourth = between(simulated - quarter, simulated);
  /** `earlier`, `later`: a figure's mean per turn in the third and in the fourth quarter of the known turns. */
  const beyond = (earlier: number, later: number) => {
    const growth = grows ? Math.max(0, (later - earlier) / quarter) : 0;
    const turnsAhead = (quarter + missing) / 2;
    return missing * (later + growth * turnsAhead);
  };
  return {
    calls: known.calls + (missing * (third.length + fourth.length)) / (2 * quarter),
    inputTokens: Math.round(
      known.inputTokens + beyond(sum(third, "inputTokens") / quarter, sum(fourth, "inputTokens") / quarter),
    ),
    outputTokens: Math.round(
      known.outputTokens + beyond(sum(third, "outputTokens") / quarter, sum(fourth, "outputTokens") / quarter),
    ),
  };
}
