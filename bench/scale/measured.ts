import type { Postgres } from "../../test/support/postgres.js";
import { median } from "../measure.js";
import type { Figure } from "../report.js";
import { cpuMs, postgresCpuMs } from "./process-figures.js";
import type { Workers } from "./workers.js";

/**
 * `rate`: conversations per second. `own`, `workers`, `database`: the CPU time per conversation of this process, of the
 * workers and of PostgreSQL, in milliseconds.
 */
export interface Measured {
  readonly rate: number;
  readonly own: number;
  readonly workers: number;
  readonly database: number;
}

export async function measured(
  postgres: Postgres,
  { address, workers }: { readonly address: string; readonly workers: Workers },
  count: number,
  run: () => Promise<unknown>,
): Promise<Measured> {
  const figures = async () => [cpuMs(), await workers.cpuMs(), await postgresCpuMs(postgres, address)] as const;
  const before = await figures();
  const begun = performance.now();
  await run();
  const seconds = (performance.now() - begun) / 1000;
  const after = await figures();
  const perTalk = (place: 0 | 1 | 2) => (after[place] - before[place]) / count;
  return { rate: count / seconds, own: perTalk(0), workers: perTalk(1), database: perTalk(2) };
}

export function medians(all: readonly Measured[]): Measured {
  const of = (figure: keyof Measured) => median(all.map((each) => each[figure]));
  return { rate: of("rate"), own: of("own"), workers: of("workers"), database: of("database") };
}

export const cpuOf = ({ own, workers, database }: Measured): number => own + workers + database;

export const figuresOf = (name: string, { rate, own, workers, database }: Measured): Figure[] => [
  { name, value: rate, unit: "/s" },
  { name: "  CPU a conversation, this process", value: own, unit: "ms" },
  { name: "  CPU a conversation, workers", value: workers, unit: "ms" },
  { name: "  CPU a conversation, PostgreSQL", value: database, unit: "ms" },
];
