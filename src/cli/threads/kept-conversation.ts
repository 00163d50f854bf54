/** A conversation that is kept under a name while it runs: its checkpoints, and what the list of threads says of it. */

import type { ThreadTexts } from "../../locales/command-line.js";
import type { RostrumEvent } from "../../state/events.js";
import type { ThreadRecord, ThreadState, Threads } from "../../storage/threads.js";
import type { KeptThread, RunEnd } from "../conversation-run.js";
import { quote } from "../repeat-command.js";
import type { Observer } from "../terminal/observer.js";

export interface KeptOptions {
  readonly threads: Threads;
  readonly record: ThreadRecord;
  /** Whether the thread holds a conversation that is to go on. */
  readonly goesOn: boolean;
  readonly texts: ThreadTexts;
  /** The command that does something with a thread, such as `resume`. */
  readonly command: (name: string) => string;
}

export class KeptConversation implements KeptThread, Observer {
  readonly name: string;
  readonly goesOn: boolean;
  private turn: number;
  private saving: Promise<unknown> = Promise.resolve();

  constructor(private readonly options: KeptOptions) {
    this.name = options.record.name;
    this.goesOn = options.goesOn;
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

  /** Writes down how the run ended. */
  async end({ state, isWaiting }: RunEnd): Promise<void> {
    this.turn = state?.turn ?? this.turn;
    this.save(isWaiting ? "waiting" : state?.stopReason ? "ended" : "stopped");
    await this.saving;
  }

  /** Where the conversation is kept, and what can be done with it. */
  describe(hasEnded: boolean): string {
    const { texts, command } = this.options;
    return hasEnded
      ? texts.kept(this.name, command(`show ${quote(this.name)}`))
      : texts.keptUnfinished(this.name, command(`resume ${quote(this.name)}`));
  }

  private save(state: ThreadState): void {
    const { threads, record } = this.options;
    const saved = { ...record, state, turn: this.turn, updatedAt: new Date().toISOString() };
    this.saving = this.saving.then(() => threads.save(saved));
    // A list that is behind is no reason to end a conversation; the last save is waited for and may fail.
    this.saving.catch(() => {});
  }
}
