/** A compiled graph that prepares each of its runs and hears of its end. */
import { IterableReadableStream } from "@langchain/core/utils/stream";
import { CompiledStateGraph } from "@langchain/langgraph";

// biome-ignore lint/suspicious/noExplicitAny: a graph of any state
type AnyGraph = CompiledStateGraph<any, any, any, any, any>;
type Input = Parameters<AnyGraph["stream"]>[0];
type Options = NonNullable<Parameters<AnyGraph["stream"]>[1]>;
type Fields = ConstructorParameters<typeof CompiledStateGraph>[0];

/** What a run starts with. */
export interface RunStart {
  readonly input: Input;
  readonly options: Options;
}

/** A run as it is handed to LangGraph. */
export interface PreparedRun extends RunStart {
  /** Called once: when the run has finished, failed, been cancelled, or lost its reader. */
  readonly end: () => void;
}

/** Prepares a run. `signal` is aborted with the caller's own signal, or when whoever reads the run's stream leaves it. */
export type PrepareRun = (start: RunStart, signal: AbortSignal) => PreparedRun;

/**
 * LangGraph has no hook that surrounds a run, so this class overrides `stream`, which `invoke` and `streamEvents` go through. It is
 * made the way LangGraph's own `withConfig` makes a copy of a graph: by handing the graph's fields to the constructor.
 */
export class ConversationGraph extends CompiledStateGraph<unknown, unknown> {
  private readonly prepareRun: PrepareRun;

  constructor(fields: Fields & { readonly prepareRun: PrepareRun }) {
    super(fields as never);
    this.prepareRun = fields.prepareRun;
  }

  /** The same graph with prepared runs. */
  static from<Graph extends object>(graph: Graph, prepareRun: PrepareRun): Graph {
    return new ConversationGraph({ ...(graph as unknown as Fields), prepareRun }) as unknown as Graph;
  }

  override async stream(input: Input, options?: Options): Promise<never> {
    const cancel = linkedController(options?.signal);
    const run = this.prepareRun({ input, options: { ...options, signal: cancel.signal } }, cancel.signal);
    let hasEnded = false;
    const end = () => {
      if (hasEnded) return;
      hasEnded = true;
      cancel.unlink();
      run.end();
    };
    try {
      const chunks = await super.stream(run.input as never, run.options as never);
      return watched(chunks, end, cancel.abort) as never;
    } catch (error) {
      end();
      throw error;
    }
  }
}

/**
 * A controller that follows the caller's signal until the run ends. LangGraph would go on listening to that signal after the run, so that
 * a signal given to many runs gathers listeners.
 */
function linkedController(signal: AbortSignal | undefined) {
  const controller = new AbortController();
  const abort = (reason?: unknown) => controller.abort(reason);
  const follow = () => abort(signal?.reason);
  if (signal?.aborted) follow();
  signal?.addEventListener("abort", follow, { once: true });
  return { signal: controller.signal, abort, unlink: () => signal?.removeEventListener("abort", follow) };
}

/** The same stream; `end` is called when it is over or its reader leaves, and `abort` in the latter case. */
function watched<Chunk>(chunks: AsyncIterable<Chunk>, end: () => void, abort: () => void) {
  const iterator = chunks[Symbol.asyncIterator]();
  return new IterableReadableStream<Chunk>({
    async pull(controller) {
      try {
        const { value, done } = await iterator.next();
        if (!done) return controller.enqueue(value);
        end();
        controller.close();
      } catch (error) {
        end();
        throw error;
      }
    },
    async cancel() {
      abort();
      end();
      await iterator.return?.();
    },
  });
}
