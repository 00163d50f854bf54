/** The thread that a conversation is saved in while it runs: its checkpoints, and its record in the list. */
import type { CliTexts } from "../../locales/command-line.js";
import type { RostrumEvent } from "../../state/events.js";
import type { ThreadRecord, ThreadState, Threads } from "../../storage/threads.js";
import type { RunEnd } from "../running/runner.js";
import { quote } from "../shell-words.js";
import type { Observer } from "../terminal/observer.js";

export interface SavedThreadOptions {
  readonly threads: Threads;
  readonly record: ThreadRecord;
  /** Whether the thread already holds a conversation, which continues. */
  readonly isContinued: boolean;
  readonly texts: CliTexts;
  command(words: string): string;
}

export class SavedThread implements Observer {
  readonly name: string;
  readonly isContinued: boolean;
  private turn: number;
  private saving: Promise<unknown> = Promise.resolve();

  constructor(private readonly options: SavedThreadOptions) {
    this.name = options.record.name;
    this.isContinued = options.isContinued;
    this.turn = options.record.turn;
  }

  get checkpointer() {
    return this.options.threads.checkpointer;
  }

  see(event: RostrumEvent): void {
    if (event.type !== "speech-end" || event.turn <= this.turn) return;
    this.turn = event.turn;
    this.save("running");
  }

  close(): void {}

  /** Records how the run ended. */
  async end({ state, isWaiting }: RunEnd): Promise<void> {
    this.turn = state?.turn ?? this.turn;
    this.save(isWaiting ? "waiting" : state?.stopReason ? "ended" : "stopped");
    await this.saving;
  }

  describe(hasEnded: boolean): string {
    const { texts, command } = this.options;
    return hasEnded
      ? texts.threads.saved(this.name, command(`show ${quote(this.name)}`))
      : texts.threads.savedUnfinished(this.name, command(`resume ${quote(this.name)}`));
  }

  private save(state: ThreadState): void {
    const { threads, record } = this.options;
    const saved = { ...record, state, turn: this.turn, updatedAt: new Date().toISOString() };
    this.saving = this.saving.then(() => threads.save(saved));
    // An outdated list must not end a conversation. Only the last save is awaited, and may fail.
    this.saving.catch(() => {});
  }
}
