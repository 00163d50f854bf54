/**
 * Runs a mode's own nodes without LangChain's wrapping where nobody watches them. LangGraph makes a task of six runnables, one in the
 * other, and each of them makes itself ready to be traced: it copies configurations, arranges callbacks, begins an empty trace. With
 * a model that answers at once, that was half of what a turn took.
 *
 * Whoever does watch, by callbacks, LangSmith or the `messages` stream, sees what LangGraph shows of any graph. What is read here
 * of a compiled graph is not promised by LangGraph: it is pinned with its version.
 */
import { Runnable, type RunnableConfig, RunnableLambda } from "@langchain/core/runnables";
import { AsyncLocalStorageProviderSingleton } from "@langchain/core/singletons";
import { isCommand } from "@langchain/langgraph";
import { type Channels, isWatched, readingAhead } from "./graph-internals.js";

type Plain = (input: unknown, config: RunnableConfig) => unknown;

/** LangGraph's own kind of runnable: a function, and whether it is to be traced. */
interface Callable {
  readonly func: Plain;
  readonly trace: boolean;
  readonly name?: string;
  /** What a writer writes; the values of some are made by a function. */
  readonly writes?: readonly { readonly mapper?: Callable }[];
  invoke: Plain;
}

interface CompiledNode {
  readonly bound: Callable;
  readonly writers: readonly Callable[];
  getWriters(): Callable[];
  getNode(): Runnable | undefined;
}

/** Where LangChain keeps the configuration that `interrupt` and whatever runs within a task find it by. */
const taskKey = Symbol.for("lc:child_config");

/** Every node has this one first of its kind: it does what a returned `Command` says. */
const isBranch = ({ name }: Callable) => name === "<branch_run>";

/** Runs something as a task, for all that it calls. Variables that LangChain keeps beside the configuration stay. */
function within<Result>(config: RunnableConfig, run: () => Result): Result {
  const storage = AsyncLocalStorageProviderSingleton.getInstance();
  const around = storage.getStore() as object | undefined;
  const variables = around && Object.getOwnPropertySymbols(around).map((key) => [key, Reflect.get(around, key)]);
  return storage.run({ ...Object.fromEntries(variables ?? []), extra: { [taskKey]: config } } as never, run);
}

/** Says where an edge leads. */
export type Condition = (state: never, config: RunnableConfig) => unknown;

/** A condition as it is given to LangGraph, by its own name: of those that have none, LangGraph lets a node have but one. */
export function quietCondition(condition: Condition): Runnable {
  const runnable = RunnableLambda.from(condition as never);
  if (condition.name !== "") runnable.name = condition.name;
  const watched = runnable.invoke.bind(runnable);
  runnable.invoke = async (state, config = {}) =>
    isWatched(config) ? watched(state, config) : condition(state as never, config);
  return runnable;
}

/** A node, and all that is written when it has run. */
class QuietTask extends Runnable {
  override lc_namespace = ["rostrum"];
  /** Those that do more than what a `Command` says. */
  private readonly ordinary: readonly Callable[];
  private readonly hasConditions: boolean;

  constructor(
    private readonly watched: Runnable,
    private readonly node: Plain,
    private readonly writers: readonly Callable[],
    private readonly channels: Channels,
  ) {
    super();
    const control = writers.find(isBranch);
    this.ordinary = writers.filter((writer) => writer !== control);
    this.hasConditions = this.ordinary.some(isBranch);
  }

  override async invoke(input: unknown, config: RunnableConfig = {}) {
    if (isWatched(config)) return this.watched.invoke(input, config);
    const task = this.hasConditions ? readingAhead(config, this.channels) : config;
    return within(task, async () => {
      const update = await this.node(input, task);
      task.signal?.throwIfAborted();
      for (const writer of isCommand(update) ? this.writers : this.ordinary) await writer.func(update, task);
      return update;
    });
  }
}

/** What is never traced needs nothing of what tracing takes. */
function unwrap(callable: Callable | undefined): void {
  if (callable && !callable.trace) callable.invoke = async (input, config) => callable.func(input, config);
}

/** Returns the compiled graph given. `own` are the nodes that are known to need no wrapping. */
export function withQuietTasks<Graph extends object>(graph: Graph, own: readonly string[]): Graph {
  const { nodes, channels } = graph as {
    readonly nodes: Readonly<Record<string, CompiledNode>>;
    readonly channels: Channels;
  };
  for (const [name, node] of Object.entries(nodes)) {
    for (const writer of node.writers) for (const { mapper } of writer.writes ?? []) unwrap(mapper);
    for (const writer of node.writers) unwrap(writer);
    const watched = node.getNode();
    if (!watched || !own.includes(name)) continue;
    const task = new QuietTask(watched, node.bound.func, node.getWriters(), channels);
    node.getNode = () => task;
  }
  return graph;
}
