/** Answers that one step starts and a later step of the run uses or discards. */
import type { SpeculativeAnswer } from "../models/speculative-answer.js";
import type { Cleaner } from "../text/clean-speech.js";
import type { TaskUsage } from "../usage/task-usage.js";

export interface StartedAnswer {
  readonly answer: SpeculativeAnswer;
  /** Adapts the speech's cleaner to this answer, which may begin with a bid. */
  readonly cleaner: (clean: Cleaner) => Cleaner;
}

/** The started answers of one turn, by the participant's name. */
export class SpeculativeAnswers {
  private turn = 0;
  private readonly answers = new Map<string, StartedAnswer>();

  keep(turn: number, name: string, started: StartedAnswer): void {
    if (this.turn !== turn) this.end();
    this.turn = turn;
    started.answer.hold();
    this.answers.set(name, started);
  }

  has(turn: number, name: string): boolean {
    return this.turn === turn && this.answers.has(name);
  }

  /** Takes the answer out and charges its cost to `usage`; undefined if none was started for this turn. */
  take(turn: number, name: string, usage: TaskUsage): StartedAnswer | undefined {
    const started = this.turn === turn ? this.answers.get(name) : undefined;
    this.answers.delete(name);
    started?.answer.chargeTo(usage);
    return started;
  }

  /** Discards all answers except the winner's, and returns them. Charges their cost so far to `usage`. */
  end(usage?: TaskUsage, except?: { readonly turn: number; readonly name: string }): SpeculativeAnswer[] {
    const winner = except?.turn === this.turn ? except.name : undefined;
    const discarded = [...this.answers].filter(([name]) => name !== winner);
    for (const [name, { answer }] of discarded) {
      this.answers.delete(name);
      if (usage) answer.chargeTo(usage);
      answer.end();
    }
    return discarded.map(([, { answer }]) => answer);
  }
}
