/** The rehearsal for tests that act in the middle of a speech: the test decides when a speech continues. */
import { EventEmitter, once } from "node:events";
import { RehearsalModel } from "../../src/offline/rehearsal/rehearsal-model.js";

export class HeldRehearsal extends RehearsalModel {
  private lastTurn = Number.POSITIVE_INFINITY;
  private readonly changes = new EventEmitter().setMaxListeners(0);

  constructor() {
    super({ notice: false });
  }

  /** Holds the speeches of `turn` and of later turns, each after its next piece. */
  holdFrom(turn: number): void {
    this.lastTurn = turn - 1;
    this.changes.emit("change");
  }

  release(): void {
    this.holdFrom(Number.POSITIVE_INFINITY);
  }

  override async *_streamResponseChunks(...call: Parameters<RehearsalModel["_streamResponseChunks"]>) {
    const [, { request, signal }] = call;
    for await (const chunk of super._streamResponseChunks(...call)) {
      yield chunk;
      while (request && request.turn > this.lastTurn) await once(this.changes, "change", signal && { signal });
    }
  }
}
