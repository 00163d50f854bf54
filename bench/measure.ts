async function timed(run: () => Promise<unknown>): Promise<number> {
  const start = performance.now();
  await run();
  return performance.now() - start;
}

/** If the number of figures is even, returns the upper of the two middle figures. */
export function median(figures: readonly number[]): number {
  const sorted = [...figures].sort((left, right) => left - right);
  return sorted[Math.floor(sorted.length / 2)] ?? Number.NaN;
}

/**
 * The median duration of each contender in milliseconds. Alternates between the contenders, so that a slow moment
 * affects all of them. `rounds` should be odd.
 */
export async function compare<Name extends string>(
  contenders: Readonly<Record<Name, () => Promise<unknown>>>,
  rounds: number,
): Promise<Record<Name, number>> {
  const names = Object.keys(contenders) as Name[];
  const times = Object.fromEntries(names.map((name) => [name, [] as number[]])) as Record<Name, number[]>;
  for (let round = 0; round < rounds; round += 1)
    for (const name of names) times[name].push(await timed(contenders[name]));
  return Object.fromEntries(names.map((name) => [name, median(times[name])])) as Record<Name, number>;
}
