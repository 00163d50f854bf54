/**
 * Has a compiled graph let go of its caller's signal when a run ends. LangGraph goes on listening to it: whoever gives one signal
 * to many runs gathers a listener with each, and from the eleventh on a warning.
 */
import type { CompiledStateGraph } from "@langchain/langgraph";

/** What is used of a graph; with its types written out, this would fit no mode's. */
// biome-ignore lint/suspicious/noExplicitAny: the types of all modes' graphs
type AnyGraph = CompiledStateGraph<any, any, any, any, any>;
type Streaming = Parameters<AnyGraph["stream"]>;

/** Returns the graph given. What `withConfig` makes of it does the same. */
export function lettingGo<Graph extends object>(graph: Graph): Graph {
  const Compiled = graph.constructor as new (...made: ConstructorParameters<typeof CompiledStateGraph>) => AnyGraph;
  class LettingGo extends Compiled {
    override async stream(input: Streaming[0], options?: Streaming[1]): Promise<never> {
      const signal = options?.signal;
      if (!signal) return (await super.stream(input, options)) as never;
      const run = new AbortController();
      const cancel = () => run.abort(signal.reason);
      const letGo = () => signal.removeEventListener("abort", cancel);
      signal.addEventListener("abort", cancel, { once: true });
      if (signal.aborted) cancel();
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
        const stream = await super.stream.call(viewed, input, { ...options, signal: run.signal } as Streaming[1]);
        // Cancelling a stream ends its run, but tells nobody else.
        (stream as unknown as { readonly signal: AbortSignal }).signal.addEventListener("abort", letGo, { once: true });
        return stream as never;
      } catch (error) {
        letGo();
        throw error;
      }
    }
  }
  return Object.setPrototypeOf(graph, LettingGo.prototype);
}
