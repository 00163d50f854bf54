import { START } from "@langchain/langgraph";
import { z } from "zod/v4";
import type { Named } from "../../../base/is-record.js";
import { problemOf, readWith } from "../../../core/state/problems.js";
import { rejectUnknownSettings } from "../../../core/state/run-settings.js";
import { invalidField, invalidInput } from "../../../errors/rostrum-error.js";
import type { Mode } from "../../../graph/modes/mode.js";
import type { Conversation } from "../../../graph/state/conversation-state.js";
import { checkFields } from "../../scenario/check-scenario.js";
import { isInUse, withLock } from "../../storage/thread-lock.js";
import type { ThreadRecord } from "../../storage/threads.js";
import { readSpeech, withSpeech } from "../delivery/edit-speech.js";
import { forkedState, prepareFork } from "../delivery/fork.js";
import type { ForkRequest } from "../port/port.js";
import { forkName, numberedNames } from "../port/thread-names.js";
import type { LocalThreads } from "./local-threads.js";
import { otherMode, pick } from "./other-mode.js";
import { configOf } from "./saved-state.js";

export async function forkThread(threads: LocalThreads, thread: string, request: ForkRequest): Promise<string> {
  const origin = await threads.find(thread);
  if (request.as !== undefined) {
    const name = forkName(thread, request.as);
    if (await forkTo(threads, origin, name, request)) return name;
    throw invalidField("as", "thread-taken", { thread: name });
  }
  const names = numberedNames(thread);
  for (;;) {
    const name = names.next().value;
    const isCopied = await forkTo(threads, origin, name, request).catch((error: unknown) => {
      // Another call has locked the thread with this name, for example to copy another fork to it.
      if (!isInUse(error)) throw error;
    });
    if (isCopied) return name;
  }
}

/** Returns false if the thread `name` already exists. */
async function forkTo(threads: LocalThreads, origin: ThreadRecord, name: string, request: ForkRequest) {
  const { storage } = threads;
  if (await storage.find(name)) return false;
  return withLock(storage, name, async () => {
    // If a caller runs a graph directly, its thread has checkpoints but no record.
    if ((await storage.find(name)) ?? (await storage.checkpointer.getTuple(configOf(name)))) return false;
    await copy(threads, origin, name, request).catch(async (error: unknown) => {
      await storage.remove(name);
      // If the origin has been removed in the meantime, this throws a clearer error.
      await threads.find(origin.name);
      throw error;
    });
    return true;
  });
}

/**
 * Checks a fork before it runs. The graph itself checks its context only in a run, and fields against each other only
 * when a conversation opens.
 */
function checkChanges(
  { fields, check }: Mode,
  values: Conversation,
  { changes, context }: { readonly changes: Named; readonly context: Named },
): void {
  rejectUnknownSettings({ context });
  const changed = readWith(z.object(pick(fields, Object.keys(changes)) as Mode["fields"]), changes);
  const issues = check({ ...values, ...changed }).filter(({ path: [field = ""] }) => Object.hasOwn(changes, field));
  if (issues.length > 0) throw invalidInput(issues.map((issue) => problemOf(issue, values.language)));
}

/**
 * Returns the state of a fork that has not opened yet; undefined for any other conversation. A fork into another mode
 * has only its input and the messages until it opens.
 */
async function unopenedIn({ graphs }: LocalThreads, record: ThreadRecord, { turn, speech }: ForkRequest) {
  const { name: thread, origin } = record;
  if (!origin) return undefined;
  const { values } = await graphs.snapshotOf(record);
  if (values["opening"]) return undefined;
  if (turn < origin.turn) throw invalidField("turn", "turn-too-early", { thread, earliest: origin.turn });
  if (turn > origin.turn) throw invalidField("turn", "turn-too-late", { thread, latest: origin.turn });
  return speech === undefined ? values : withSpeech(values, turn, readSpeech(speech));
}

/** This process must have locked the thread `name`. */
async function copy(threads: LocalThreads, origin: ThreadRecord, name: string, request: ForkRequest): Promise<void> {
  const { graphs, limits, storage } = threads;
  const { turn, changes = {}, mode = origin.mode, context = {}, ...edit } = request;
  const now = new Date().toISOString();
  const { error: _error, starts: _starts, stretch: _stretch, trace: _trace, before: _before, ...rest } = origin;
  const parted = { origin: { thread: origin.name, turn }, turn, createdAt: now, updatedAt: now };
  const record = { ...rest, ...parted, name, state: "stopped" } as const;
  const graph = graphs.of(origin.mode);
  const unopened = await unopenedIn(threads, origin, request);
  if (mode === origin.mode && !unopened) {
    const prepared = await prepareFork(graph, configOf(origin.name), configOf(name), { turn, changes, ...edit });
    const definition = graphs.modeOf(mode);
    if (definition) checkChanges(definition, prepared[0] as Conversation, { changes, context });
    limits.countStart(name);
    await graph.updateState(configOf(name), ...prepared);
    // The turn may belong to an earlier round with another topic.
    const input = { ...origin.input, topic: prepared[0]["topic"] };
    await storage.save({ ...record, input, context: { ...origin.context, ...context } });
    return;
  }
  const values = unopened ?? (await forkedState(graph, configOf(origin.name), { turn, ...edit })).values;
  const { input, context: kept } =
    mode === origin.mode
      ? checkFields(mode, { ...origin.input, ...origin.context, ...changes, ...context }, graphs.modes)
      : otherMode(graphs.modes, origin, values, { mode, changes, context });
  limits.countStart(name);
  await graphs.of(mode).updateState(configOf(name), { ...input, messages: values["messages"] }, START);
  await storage.save({ ...record, mode, input, context: kept });
}
