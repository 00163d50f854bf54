import type { Control } from "../../../core/state/control-record.js";
import { invalidInput } from "../../../errors/rostrum-error.js";
import { readControl } from "../../../graph/state/control.js";
import type { InterjectResult } from "../../../records/interjection.js";
import { accessTo, deliver, type ThreadConfig, type ThreadGraph } from "./interject.js";

export interface ControlOptions {
  /**
   * Who makes the request: a person in the cast, or any name that does not resemble a participant's name, the leader's
   * name or an official title. Default: `User`, or its translation in the conversation's language.
   */
  readonly from?: string;
  /**
   * Whether to interrupt the current turn, so that the next run carries out this request first. `Conversations.control`
   * stops the run itself; with a compiled graph, abort the run before the call. Needs a checkpointer. Default: false.
   */
  readonly now?: boolean;
}

/** @internal A request with an id is carried out only once, even if it is delivered twice. */
export type NamedControlOptions = ControlOptions & { readonly id?: string };

export function controlEntry(request: Control, { now: _now, id: _id, ...rest }: NamedControlOptions) {
  const read = readControl(request);
  if ("problems" in read) throw invalidInput(read.problems);
  return { control: read.control, ...rest };
}

/**
 * Steers a conversation in any mode. The conversation carries out the request once, at the next boundary between turns,
 * or refuses it. The state's `controls` record each request, who made it, and why it was refused, if it was.
 *
 * @param graph - The compiled graph, with the store that its runs use.
 * @param config - The config that names the thread.
 * @param request - One of `{ next }`, `{ mute }`, `{ unmute }`, `{ add }`, `{ remove }`, `{ pause: true }` and `{ step:
 * true }`.
 * @returns The `id` of the entry in the state's `controls`, and when the conversation receives the request. A paused
 * conversation receives it as soon as `graph.invoke(null, config)` resumes it.
 * @throws {RostrumError} `invalid-input` if the graph has no store, `config` names no thread, or the request is
 * invalid.
 *
 * @example
 * ```ts
 * await control(graph, config, { mute: "Tomas" }, { from: "Lena" });
 * ```
 */
export async function control(
  graph: ThreadGraph,
  config: ThreadConfig,
  request: Control,
  options: ControlOptions = {},
): Promise<InterjectResult> {
  const access = accessTo(graph, config);
  const { now, id } = options as NamedControlOptions;
  return deliver(await access(), controlEntry(request, options), { now, id });
}
