/**
 * Gives every run of a compiled graph something of its own to be known by, and has it let go of what it holds when it ends, however it
 * ends: answers that had begun and that nobody will hear, and its caller's signal. LangGraph goes on listening to that: whoever
 * gives one signal to many runs gathers a listener with each, and from the eleventh on a warning.
 */
import type { CompiledStateGraph } from "@langchain/langgraph";
import { endRun } from "../steps/speculative-answers.js";
import { withRunKey } from "./graph-internals.js";

/** What is used of a graph; with its types written out, this would fit no mode's. */
// biome-ignore lint/suspicious/noExplicitAny: the types of all modes' graphs
type AnyGraph = CompiledStateGraph<any, any, any, any, any>;
type Streaming = Parameters<AnyGraph["stream"]>;

/** What a run holds on to outside of itself; `letGo` may be called more than once. */
function hold(signal: AbortSignal | undefined, key: object) {
  const run = new AbortController();
  const cancel = () => run.abort(signal?.reason);
  signal?.addEventListener("abort", cancel, { once: true });
  if (signal?.aborted) cancel();
  const letGo = () => {
    signal?.removeEventListener("abort", cancel);
    endRun(key);
  };
  return { signal: signal && run.signal, letGo };
}

/** What a run is begun with. */
export interface Beginning {
  readonly input: Streaming[0];
  readonly options: NonNullable<Streaming[1]>;
}

/** Returns the graph given. `adapt` has the last word about what a run begins with. What `withConfig` makes of it does the same. */
export function scopingRuns<Graph extends object>(graph: Graph, adapt: (beginning: Beginning) => Beginning): Graph {
  const Compiled = graph.constructor as new (...made: ConstructorParameters<typeof CompiledStateGraph>) => AnyGraph;
  class Scoped extends Compiled {
    override async stream(given: Streaming[0], how?: Streaming[1]): Promise<never> {
      const { input, options } = adapt({ input: given, options: how ?? {} });
      const key = {};
      const { signal, letGo } = hold(options.signal, key);
      const iterate = (...call: Parameters<AnyGraph["_streamIterator"]>) => super._streamIterator(...call);
      // This run's own view of the graph: it alone knows when the run has ended, or was left.
      const viewed = Object.create(this, {
        _streamIterator: {
          async *value(...call: Parameters<AnyGraph["_streamIterator"]>) {
            try {
              yield* iterate(...call);
            } finally {
              letGo();
            }
          },
        },
      });
      try {
        const scoped = withRunKey({ ...options, ...(signal ? { signal } : {}) }, key);
        const stream = await super.stream.call(viewed, input, scoped as Streaming[1]);
        // Cancelling a stream ends its run, but tells nobody else.
        (stream as unknown as { readonly signal: AbortSignal }).signal.addEventListener("abort", letGo, { once: true });
        return stream as never;
      } catch (error) {
        letGo();
        throw error;
      }
    }
  }
  return Object.setPrototypeOf(graph, Scoped.prototype);
}
