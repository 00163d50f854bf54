/** Answers that one step of a run starts and a later one hears, or nobody. */
import type { SpeculativeAnswer } from "../models/speculative-answer.js";
import type { Cleaner } from "../text/clean-speech.js";
import type { TaskUsage } from "../usage/task-usage.js";

export interface StartedAnswer {
  readonly answer: SpeculativeAnswer;
  /** Cleans it of what is not the speech. */
  readonly cleaner: (clean: Cleaner) => Cleaner;
}

/** Those of one turn, by the name of who answers. */
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

  /** The answer for this turn, which is heard now and paid for by `usage`; undefined where none was started. */
  take(turn: number, name: string, usage: TaskUsage): StartedAnswer | undefined {
    const started = this.turn === turn ? this.answers.get(name) : undefined;
    this.answers.delete(name);
    started?.answer.chargeTo(usage);
    return started;
  }

  /** Cuts off all answers but that of who will be heard, and returns them. Their cost so far goes to `usage`. */
  end(usage?: TaskUsage, except?: { readonly turn: number; readonly name: string }): SpeculativeAnswer[] {
    const kept = except?.turn === this.turn ? except.name : undefined;
    const ended = [...this.answers].filter(([name]) => name !== kept);
    for (const [name, { answer }] of ended) {
      this.answers.delete(name);
      if (usage) answer.chargeTo(usage);
      answer.end();
    }
    return ended.map(([, { answer }]) => answer);
  }
}
