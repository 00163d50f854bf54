/** Figures for operators about a process that runs conversations, and about the queue. */
import { spentOn } from "../../../core/usage/budget.js";
import { totalUsage } from "../../../core/usage/usage.js";
import type { Conversation } from "../../../graph/state/conversation-state.js";

/** Since the process opened its conversations. */
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

/** The queue's job counts, which its workers refresh about once a second. */
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

const none: Costs = { turns: 0, calls: 0, inputTokens: 0, outputTokens: 0, money: 0 };

function costsIn({ turn = 0, usage = [], prices = {} }: State): Costs {
  const { calls, inputTokens, outputTokens } = totalUsage(usage);
  return { turns: turn, calls, inputTokens, outputTokens, money: spentOn(usage, prices).money };
}

/** Counts what a process's runs use, from the states that they save. */
export class RunCounts {
  private total: Costs = none;
  private readonly ends: Record<string, number> = {};
  /** The totals in the latest saved state of each running thread. */
  private readonly known = new Map<string, Costs>();

  begin(thread: string, state: State): void {
    this.known.set(thread, costsIn(state));
  }

  save(thread: string, state: State): void {
    const known = this.known.get(thread);
    if (!known) return;
    // A fork into another mode learns only when it opens how many turns it has copied.
    const before = { ...known, turns: Math.max(known.turns, state.turnAtStart ?? 0) };
    const after = costsIn(state);
    const sum = (name: keyof Costs) => this.total[name] + Math.max(0, after[name] - before[name]);
    this.total = {
      turns: sum("turns"),
      calls: sum("calls"),
      inputTokens: sum("inputTokens"),
      outputTokens: sum("outputTokens"),
      money: sum("money"),
    };
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
