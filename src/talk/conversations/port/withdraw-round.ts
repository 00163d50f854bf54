/** Goes back to the end of the previous round if the latest round could not open. */
import type { Conversation } from "../../../graph/state/conversation-state.js";
import { type GraphSnapshot, hasEnded } from "./status.js";

interface ThreadConfig {
  readonly configurable: { readonly thread_id: string };
}

type State = Pick<GraphSnapshot, "values" | "tasks">;

interface Rewindable<Config> {
  getStateHistory(
    thread: ThreadConfig,
    options: { readonly limit: number },
  ): AsyncIterable<State & { readonly config: Config }>;
  /** Without values, saves the state of `config` again. */
  updateState(config: Config, values: null): Promise<unknown>;
}

/** Before a round opens, its input is saved twice: as it was given, and when the graph starts. */
const savesOfInput = 2;

const scenesIn = ({ values }: State) => (values as Partial<Conversation>).scenes?.length ?? 0;

/**
 * Returns the state with which the previous round ended, and whether it is the latest state. Undefined if the latest
 * round has opened, or if there is no earlier round.
 */
export async function endBefore<Config>(graph: Pick<Rewindable<Config>, "getStateHistory">, thread: ThreadConfig) {
  let latest: State | undefined;
  for await (const state of graph.getStateHistory(thread, { limit: savesOfInput + 1 })) {
    latest ??= state;
    if (hasEnded(state) && scenesIn(state) === scenesIn(latest)) return { ...state, isLatest: state === latest };
  }
  return undefined;
}

/**
 * Restores the state with which the previous round ended, so that the next round does not begin with the input of the
 * withdrawn one. Returns false if the latest round has opened, or if there is no earlier round.
 */
export async function withdrawRound<Config>(graph: Rewindable<Config>, thread: ThreadConfig): Promise<boolean> {
  const end = await endBefore(graph, thread);
  if (end && !end.isLatest) await graph.updateState(end.config, null);
  return end !== undefined;
}
