import { defaultModelName } from "#model-source.js";
import { checkFields } from "../../scenario/check-scenario.js";
import type { ThreadRecord } from "../../storage/threads.js";
import type { StartOptions } from "../port/port.js";
import type { KeyedStart } from "../port/start.js";
import { ownerOf } from "../port/thread-names.js";
import type { LocalThreads } from "./local-threads.js";
import type { LocalOptions } from "./options.js";

function checkStart(
  mode: string,
  { input = {}, scenario = {}, context = {}, title }: StartOptions,
  { graphs = {}, model }: LocalOptions,
  { graphs: { modes }, hasWorkers }: Pick<LocalThreads, "graphs" | "hasWorkers">,
) {
  const isOwn = Object.hasOwn(graphs, mode);
  const fields = { ...scenario, ...input };
  const all = { ...(title !== undefined && { title }), ...fields, ...context };
  // The caller's own graphs check their input themselves.
  const checked = isOwn ? { input: fields, context } : checkFields(mode, all, modes);
  const given = { ...checked.context };
  const isNamed = (model ?? given["model"]) !== undefined;
  // Saves the default model, because a later process may have a different default. Workers have their own defaults.
  const defaults = isNamed || isOwn || hasWorkers ? {} : { model: defaultModelName() };
  return { input: checked.input, context: { ...defaults, ...given } };
}

interface PlannedStart {
  readonly thread: string;
  readonly mode: string;
  readonly options: StartOptions;
  readonly known: ThreadRecord | undefined;
  readonly key: KeyedStart | undefined;
}

export function prepareStart(
  { thread, mode, options, known, key }: PlannedStart,
  local: LocalOptions,
  threads: Pick<LocalThreads, "graphs" | "hasWorkers">,
) {
  const fields = { ...options.scenario, ...options.input };
  const { input, context } = known
    ? { input: known.state === "cut-off" ? known.input : fields, context: { ...known.context, ...options.context } }
    : checkStart(mode, options, local, threads);
  const now = new Date().toISOString();
  const owner = ownerOf(thread);
  const owned = owner === null ? {} : { owner };
  const first = { ...owned, title: options.title ?? null, state: "running", turn: 0, createdAt: now } as const;
  // Another round keeps the topic, unless the new input contains a topic.
  const kept = { topic: known?.input["topic"], ...input };
  const starts = { ...known?.starts, ...(key && { [key.id]: key.digest }) };
  const settings = { input: kept, context, starts, updatedAt: now };
  const record: ThreadRecord = { name: thread, mode, ...first, ...known, ...settings };
  return { input, record: known?.state === "ended" ? { ...record, before: before(known) } : record };
}

/** What to restore if the next round fails before it opens. Of the input, only the topic is needed again. */
const before = ({ input: { topic }, context, starts }: ThreadRecord) => ({ input: { topic }, context, starts });
