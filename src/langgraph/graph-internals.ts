/**
 * What LangGraph gives its tasks without promising it: read here and nowhere else, and pinned with its version.
 *
 * A fanned-out task gets only what its `Send` carries; carrying the conversation would store one more copy of it for every
 * bidder in every checkpoint. So such a task reads the shared state through the reader that conditional edges are given.
 */
import type { RunnableConfig } from "@langchain/core/runnables";
import type { BaseChannel, LangGraphRunnableConfig } from "@langchain/langgraph";
import type { BaseCheckpointSaver } from "@langchain/langgraph-checkpoint";

type ReadChannels<State> = (channels: readonly string[], fresh: boolean) => State;

/** A reader of all channels of a state. */
export function createStateReader<State>(schema: { readonly State: State; getChannelKeys(): string[] }) {
  return createChannelReader<State>(schema.getChannelKeys());
}

/** A reader of some channels. */
export function createChannelReader<State>(channels: readonly string[]) {
  return (config: LangGraphRunnableConfig): State => {
    const read = config.configurable?.["__pregel_read"] as ReadChannels<State> | undefined;
    if (!read) throw new Error("the shared state can be read only inside a graph's task");
    return read(channels, false);
  };
}

/** The channels of a graph, each as it is before anything was written. */
export type Channels = Readonly<Record<string, BaseChannel>>;

/** What a task may do to the shared state. */
interface Reach {
  /** `ahead`: as it will be when what the task has written is in it. */
  readonly __pregel_read: ReadChannels<Record<string, unknown>>;
  readonly __pregel_send: (writes: readonly (readonly [name: string, value: unknown])[]) => void;
}

/**
 * A task's configuration, with which reading ahead takes no more than it must: of the channels that the task has written a copy
 * each. LangGraph makes a whole checkpoint for it.
 */
export function readingAhead(config: RunnableConfig, channels: Channels): RunnableConfig {
  const { __pregel_read: read, __pregel_send: send } = config.configurable as Reach;
  const written = new Map<string, unknown[]>();
  const reach: Reach = {
    __pregel_send: (writes) => {
      for (const [name, value] of writes) written.set(name, [...(written.get(name) ?? []), value]);
      send(writes);
    },
    __pregel_read: (names, ahead) => {
      const state = read(names, false);
      if (!ahead) return state;
      for (const name of names) {
        const values = written.get(name);
        const channel = values && channels[name]?.fromCheckpoint(state[name]);
        if (channel?.update(values ?? [])) state[name] = channel.get();
      }
      return state;
    },
  };
  return { ...config, configurable: { ...config.configurable, ...reach } };
}

const runKey = "__rostrum_run";

/** A run's configuration with an object that all its steps share, and no other run: one within a run has its own. */
export function withRunKey<Options extends { configurable?: Record<string, unknown> }>(
  options: Options,
  key: object,
): Options {
  return { ...options, configurable: { ...options.configurable, [runKey]: key } };
}

export function runKeyOf(config: LangGraphRunnableConfig): object {
  return (config.configurable?.[runKey] as object | undefined) ?? config;
}

interface Options {
  readonly configurable?: Record<string, unknown>;
}

/** Whether a graph is about to be run with what a task of another one is run with. */
export const isWithinTask = ({ configurable }: Options): boolean => configurable?.["__pregel_read"] !== undefined;

/** Whether a graph is a task's node, or is given the task's state as it is: then it was not written for that graph. */
export function isTaskInput({ configurable }: Options, input: unknown): boolean {
  const scratchpad = configurable?.["__pregel_scratchpad"] as { readonly currentTaskInput?: unknown } | undefined;
  return scratchpad?.currentTaskInput === input;
}

/** Whether anybody watches what a task does: by callbacks, by LangSmith, or by the `messages` stream. */
export function isWatched({ callbacks }: RunnableConfig): boolean {
  return (Array.isArray(callbacks) ? callbacks : (callbacks?.handlers ?? [])).length > 0;
}

/** Aborted when the run is cancelled, or left by whoever was listening; a step's own signal is not any more once it is over. */
export function runSignalOf({ configurable }: LangGraphRunnableConfig): AbortSignal | undefined {
  const signals = configurable?.["__pregel_abort_signals"] as
    | { readonly externalAbortSignal?: AbortSignal }
    | undefined;
  return signals?.externalAbortSignal;
}

/** The checkpointer that saves the run; undefined where nothing is saved. */
export function checkpointerOf({ configurable }: LangGraphRunnableConfig): BaseCheckpointSaver | undefined {
  return configurable?.["__pregel_checkpointer"] as BaseCheckpointSaver | undefined;
}

/** One channel as it was saved last, which may be some steps behind. */
export async function readSaved(config: LangGraphRunnableConfig, channel: string): Promise<unknown> {
  const { thread_id, checkpoint_ns = "" } = config.configurable ?? {};
  // A task's namespace is its graph's and, behind it, its own.
  const graphNamespace = String(checkpoint_ns).split("|").slice(0, -1).join("|");
  const saved = await checkpointerOf(config)?.getTuple({ configurable: { thread_id, checkpoint_ns: graphNamespace } });
  return saved?.checkpoint.channel_values[channel];
}
