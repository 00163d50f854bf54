/** Figures for operators about a process that runs conversations, and about the queue. */
import { spentOn } from "../../../core/usage/budget.js";
import { totalUsage } from "../../../core/usage/usage.js";
import type { Conversation } from "../../../graph/state/conversation-state.js";

/** Totals since the process opened its conversations. */
export interface Counts {
  readonly turns: number;
  readonly calls: number;
  readonly inputTokens: number;
  readonly outputTokens: number;
  /** The cost, in the currency of `prices`. Models without a price count as free. */
  readonly money: number;
  /** The number of ended runs, by the status of the conversation after the run. */
  readonly ends: Readonly<Record<string, number>>;
}

/** The queue's job counts. Workers refresh those of deferred, active and failed jobs about once a second. */
export interface QueueMeasures {
  readonly ready: number;
  /** 0 if no job is ready. */
  readonly oldestReadySeconds: number;
  /** Jobs that start later, such as those for a person's deadline. */
  readonly deferred: number;
  readonly active: number;
  readonly failed: number;
}

export interface Measures {
  readonly running: number;
  /** The maximum of `running` in a worker; null if this process is not a worker. */
  readonly places: number | null;
  readonly counts: Counts;
  /** Null without a queue. */
  readonly queue: QueueMeasures | null;
}

export interface Measured {
  readonly isStopping: boolean;
  /** Rejects if the database or the queue cannot be reached. */
  measure(): Promise<Measures>;
}

/** False for conversations on a LangGraph server, for example. */
export const isMeasured = (value: object): value is Measured => "measure" in value;

type Costs = Pick<Counts, "turns" | "calls" | "inputTokens" | "outputTokens" | "money">;
type State = Partial<Pick<Conversation, "turn" | "turnAtStart" | "usage" | "prices">>;

const costsFrom = (figureOf: (name: keyof Costs) => number): Costs => ({
  turns: figureOf("turns"),
  calls: figureOf("calls"),
  inputTokens: figureOf("inputTokens"),
  outputTokens: figureOf("outputTokens"),
  money: figureOf("money"),
});

function costsIn({ turn = 0, usage = [], prices = {} }: State): Costs {
  const { calls, inputTokens, outputTokens } = totalUsage(usage);
  return { turns: turn, calls, inputTokens, outputTokens, money: spentOn(usage, prices).money };
}

/** Counts what a process's runs use, from the states that they save. */
export class RunCounts {
  private total = costsFrom(() => 0);
  private readonly ends: Record<string, number> = {};
  /**
   * The highest totals in the saved states of each running thread. The cost can decrease: with a budget, it includes
   * estimates, which the provider's figures replace.
   */
  private readonly known = new Map<string, Costs>();

  begin(thread: string, state: State): void {
    this.known.set(thread, costsIn(state));
  }

  save(thread: string, state: State): void {
    const known = this.known.get(thread);
    if (!known) return;
    // A fork into another mode learns only when it opens how many turns it has copied.
    const before = { ...known, turns: Math.max(known.turns, state.turnAtStart ?? 0) };
    const now = costsIn(state);
    const after = costsFrom((name) => Math.max(before[name], now[name]));
    this.total = costsFrom((name) => this.total[name] + after[name] - before[name]);
    this.known.set(thread, after);
  }

  /** `status`: undefined if another worker continues the conversation. */
  end(thread: string, status?: string): void {
    this.known.delete(thread);
    if (status !== undefined) this.ends[status] = (this.ends[status] ?? 0) + 1;
  }

  get counts(): Counts {
    return { ...this.total, ends: { ...this.ends } };
  }
}
