import { mergeConfigs } from "@langchain/core/runnables";
import { IterableReadableStream } from "@langchain/core/utils/stream";
import { CompiledStateGraph, getConfig, type StateSnapshot } from "@langchain/langgraph";
import type { BaseCheckpointSaver } from "@langchain/langgraph-checkpoint";
import { conversationFormat } from "../../core/state/saved-conversation.js";
import { guardSaver } from "../../errors/storage-failure.js";
import { carrying, type SpentAfter, settling } from "./charges.js";
import { checkpointerOf, isContinued, lendCheckpointer, surroundingState, withoutCheckpointer } from "./task.js";

// biome-ignore lint/suspicious/noExplicitAny: a graph of any state
type AnyGraph = CompiledStateGraph<any, any, any, any, any>;
type Input = Parameters<AnyGraph["stream"]>[0];
type Options = NonNullable<Parameters<AnyGraph["stream"]>[1]>;
type Fields = ConstructorParameters<typeof CompiledStateGraph<unknown, unknown>>[0];

export interface RunStart {
  readonly input: Input;
  readonly options: Options;
  readonly graph: AnyGraph;
}

export interface PreparedRun extends Pick<RunStart, "input" | "options"> {
  /**
   * Called when the run reads the checkpoint of an incomplete step, with what the step's tasks have spent, if they have
   * spent anything. If the run replaces the step, both charges in `spent` are empty.
   */
  readonly onContinue?: (spent: SpentAfter) => void;
  /** Called once: when the run finishes, fails or is cancelled, or when its reader stops early. */
  readonly end: (error?: unknown) => void;
}

/** `signal` aborts with the caller's own signal, or when the reader cancels the run's stream. */
export type PrepareRun = (start: RunStart, signal: AbortSignal) => PreparedRun | Promise<PreparedRun>;

const settled = (saver: BaseCheckpointSaver) => settling(saver);

/** Callers may copy or send a snapshot, so it contains no checkpointer. */
const publicSnapshot = (snapshot: StateSnapshot): StateSnapshot => ({
  ...snapshot,
  config: withoutCheckpointer(snapshot.config),
  ...(snapshot.parentConfig && { parentConfig: withoutCheckpointer(snapshot.parentConfig) }),
});

/**
 * Overrides `stream`, which `invoke` and `streamEvents` call, because LangGraph has no hook around a run. The
 * constructor takes a compiled graph's fields, because LangGraph's `withConfig` passes them to copy a graph.
 */
export class ConversationGraph extends CompiledStateGraph<unknown, unknown> {
  private readonly prepareRun: PrepareRun;

  constructor(fields: Fields & { readonly prepareRun: PrepareRun }) {
    super(fields);
    this.prepareRun = fields.prepareRun;
  }

  static from(graph: AnyGraph, prepareRun: PrepareRun): ConversationGraph {
    return new ConversationGraph({ ...graph, prepareRun });
  }

  // biome-ignore lint/suspicious/noExplicitAny: the type of the chunks depends on the options
  override async stream(input: Input, options?: Options): Promise<IterableReadableStream<any>> {
    const merged = this.withBound(options);
    const cancel = linkedController(merged.signal);
    const given = { ...merged, signal: cancel.signal };
    let run: PreparedRun | undefined;
    let hasEnded = false;
    const end = (error?: unknown) => {
      if (hasEnded) return;
      hasEnded = true;
      cancel.unlink();
      run?.end(error);
    };
    try {
      run = await this.prepareRun({ input, options: given, graph: this }, cancel.signal);
      const chunks = await super.stream(run.input, this.withSafeSaves(run));
      return new RunStream(chunks, end, cancel.abort);
    } catch (error) {
      end(error);
      throw error;
    }
  }

  // The states that callers read include what interrupted steps have spent.
  override async getState(...[config, options]: Parameters<CompiledStateGraph<unknown, unknown>["getState"]>) {
    return publicSnapshot(await super.getState(this.withSaver(config, settled), options));
  }

  override async *getStateHistory(
    ...[config, options]: Parameters<CompiledStateGraph<unknown, unknown>["getStateHistory"]>
  ) {
    for await (const snapshot of super.getStateHistory(this.withSaver(config, settled), options))
      yield publicSnapshot(snapshot);
  }

  override async updateState(...[config, ...update]: Parameters<CompiledStateGraph<unknown, unknown>["updateState"]>) {
    return withoutCheckpointer(await super.updateState(this.withSaver(config, carrying), ...update));
  }

  private withSaver(config: Options, wrap: (saver: BaseCheckpointSaver) => BaseCheckpointSaver): Options {
    const saver = checkpointerOf(config) ?? this.checkpointer;
    return typeof saver === "object" ? { ...config, configurable: lendCheckpointer(config, wrap(saver)) } : config;
  }

  /** Adds the bound configuration to `options`, except tags, metadata and callbacks, which LangGraph adds itself. */
  private withBound(options: Options = {}): Options {
    const { tags, metadata, callbacks, configurable, ...bound } = this.config ?? {};
    // Inside another graph's task, the run belongs to the outer graph's thread.
    const isInTask = surroundingState(getConfig() ?? {}) !== undefined;
    return mergeConfigs(bound, configurable && !isInTask ? { configurable } : {}, options) as Options;
  }

  /**
   * Rejects a conversation that is damaged, or that a newer version of Rostrum saved, before the run changes it. Unless
   * the caller sets a durability, a run ends at the first step that cannot be saved; with LangGraph's default, it would
   * continue to call models without saving anything.
   */
  private withSafeSaves({ input, options, onContinue }: PreparedRun): Options {
    const saver = checkpointerOf(options) ?? checkpointerOf(getConfig() ?? {}) ?? this.checkpointer;
    if (typeof saver !== "object") return options;
    const reading = settling(saver, {
      isReplaced: ({ metadata }) => !isContinued(input, options, { ...metadata }),
      onRead: (spent) => onContinue?.(spent),
    });
    const guarded = guardSaver(reading, saver.constructor.name, undefined, ({ config, checkpoint }) =>
      conversationFormat.read(checkpoint.channel_values, String(config.configurable?.["thread_id"])),
    );
    const durability = options.checkpointDuring === undefined ? { durability: options.durability ?? "sync" } : {};
    return { ...options, ...durability, configurable: lendCheckpointer(options, guarded) };
  }
}

/** LangGraph does not remove its listener after a run, so a signal used for many runs would accumulate listeners. */
function linkedController(signal: AbortSignal | undefined) {
  const controller = new AbortController();
  const abort = (reason?: unknown) => controller.abort(reason);
  const follow = () => abort(signal?.reason);
  if (signal?.aborted) follow();
  signal?.addEventListener("abort", follow, { once: true });
  return { signal: controller.signal, abort, unlink: () => signal?.removeEventListener("abort", follow) };
}

class RunStream<Chunk> extends IterableReadableStream<Chunk> {
  private readonly leave: (reason?: unknown) => Promise<void>;

  constructor(chunks: AsyncIterable<Chunk>, end: (error?: unknown) => void, abort: (reason?: unknown) => void) {
    const iterator = chunks[Symbol.asyncIterator]();
    const leave = async (reason?: unknown) => {
      abort(reason);
      end();
      await iterator.return?.();
    };
    super({
      async pull(controller) {
        try {
          const { value, done } = await iterator.next();
          if (!done) return controller.enqueue(value);
          end();
          controller.close();
        } catch (error) {
          end(error);
          throw error;
        }
      },
      cancel: leave,
    });
    this.leave = leave;
  }

  /** Works even while a reader has locked the stream, like `cancel` of LangGraph's streams. */
  override async cancel(reason?: unknown): Promise<void> {
    await this.leave(reason);
  }
}
