import type { RunnableConfig } from "@langchain/core/runnables";
import { BaseCheckpointSaver, type CheckpointListOptions, type CheckpointTuple } from "@langchain/langgraph-checkpoint";

/** Calls `onSave` after saving each state of a conversation, with the number of its step. */
export class ReportingCheckpointer extends BaseCheckpointSaver {
  private readonly saves = new Set<{ readonly thread: unknown; readonly saving: Promise<unknown> }>();

  constructor(
    private readonly saver: BaseCheckpointSaver,
    private readonly onSave: (thread: string, state: Readonly<Record<string, unknown>>, step: number) => void,
  ) {
    super(saver.serde);
  }

  override async put(...saving: Parameters<BaseCheckpointSaver["put"]>): Promise<RunnableConfig> {
    const saved = await this.track(saving[0], this.saver.put(...saving));
    const [{ configurable = {} }, checkpoint, { step }] = saving;
    const { thread_id, checkpoint_ns = "" } = configurable;
    // Skips subgraphs, which save their states under their own namespaces.
    if (checkpoint_ns === "") this.onSave(String(thread_id), checkpoint.channel_values, step);
    return saved;
  }

  override putWrites(...writing: Parameters<BaseCheckpointSaver["putWrites"]>): Promise<void> {
    return this.track(writing[0], this.saver.putWrites(...writing));
  }

  /** Waits for a thread's saves in progress, because LangGraph does not wait for them when a run is cancelled. */
  async settle(thread: string): Promise<void> {
    const saves = [...this.saves].filter((save) => save.thread === thread);
    await Promise.allSettled(saves.map(({ saving }) => saving));
  }

  override getTuple(config: RunnableConfig): Promise<CheckpointTuple | undefined> {
    return this.saver.getTuple(config);
  }

  override list(config: RunnableConfig, options?: CheckpointListOptions): AsyncGenerator<CheckpointTuple> {
    return this.saver.list(config, options);
  }

  override deleteThread(thread: string): Promise<void> {
    return this.saver.deleteThread(thread);
  }

  override getNextVersion(current: number | undefined): number {
    return this.saver.getNextVersion(current);
  }

  private async track<Result>({ configurable }: RunnableConfig, saving: Promise<Result>): Promise<Result> {
    const save = { thread: configurable?.["thread_id"], saving };
    this.saves.add(save);
    return saving.finally(() => this.saves.delete(save));
  }
}
