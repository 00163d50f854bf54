/**
 * Saves what a step's tasks have spent while the step is still running. Charges are writes that belong to the step's
 * checkpoint, in a channel that the graph does not have, so LangGraph ignores them. If the step is cut off, the next
 * read of the checkpoint adds the charges to the state.
 */
import { INTERRUPT } from "@langchain/langgraph";
import { type CheckpointTuple, type PendingWrite, WRITES_IDX_MAP } from "@langchain/langgraph-checkpoint";
import { z } from "zod/v4";
import type { Draft } from "../../core/state/people.js";
import { conversationFormat, savedUsage, savedWorkTime } from "../../core/state/saved-conversation.js";
import { noWorkTime, secondsOf, type WorkTime } from "../../core/usage/budget.js";
import { type Charge, noCharge } from "../../core/usage/task-usage.js";
import { addUsage, usageBeyond } from "../../core/usage/usage.js";
import type { UsageRow } from "../../records/usage.js";
import { checkpointerOf, placeOfTask, type TaskConfig } from "./task.js";

type Saver = NonNullable<ReturnType<typeof checkpointerOf>>;

/** No built-in mode defines a channel whose name begins with two underscores. */
const channel = "__rostrum_charges";

interface TaskCharge extends Charge {
  /** Null if the task will not be repeated. */
  readonly task: string | null;
}

const savedCharge = z.object({ rows: savedUsage, seconds: z.number() });

const threadOf = ({ config }: CheckpointTuple) => String(config.configurable?.["thread_id"]);

/** Throws `unreadable-save` if the value of a write does not match the schema. */
function intact<Value>(value: unknown, schema: z.ZodType, tuple: CheckpointTuple): Value {
  if (schema.safeParse(value).success) return value as Value;
  throw conversationFormat.damaged(threadOf(tuple), "a write is not a record of usage");
}

const writeOf = (charge: TaskCharge): PendingWrite => [channel, charge];

/**
 * Returns a function that saves a charge, even after LangGraph has abandoned the task. Returns undefined if the run is
 * not saved.
 */
export function chargeSaver(config: TaskConfig): ((charge: Charge) => Promise<void>) | undefined {
  const saver = checkpointerOf(config);
  const place = placeOfTask(config);
  if (!saver || !place) return undefined;
  const { task, ...configurable } = place;
  // Checkpointers keep only the first of several writes with the same task id and index, so each charge gets its own
  // id.
  return (charge) => saver.putWrites({ configurable }, [writeOf({ ...charge, task })], crypto.randomUUID());
}

const outputsIn = ({ pendingWrites = [] }: CheckpointTuple) =>
  pendingWrites.filter(([, name]) => name !== channel && !(name in WRITES_IDX_MAP));

/** Leaves out the charges of completed tasks, whose outputs already include what they spent. */
function openCharges(tuple: CheckpointTuple): TaskCharge[] {
  const { pendingWrites = [] } = tuple;
  const completed = new Set(outputsIn(tuple).map(([task]) => task));
  const charges = pendingWrites.flatMap(([, name, value]) =>
    name === channel ? [intact<TaskCharge>(value, savedCharge, tuple)] : [],
  );
  return charges.filter(({ task }) => task === null || !completed.has(task));
}

/** The tasks of a step run at the same time, so only the longest time counts, plus the time carried over. */
function sumOf(charges: readonly TaskCharge[]): Charge {
  const times = new Map<string | null, number>();
  for (const { task, seconds } of charges) times.set(task, (times.get(task) ?? 0) + seconds);
  const carried = times.get(null) ?? 0;
  times.delete(null);
  const rows = charges.flatMap((charge) => charge.rows);
  return { rows: addUsage([], rows), seconds: carried + Math.max(0, ...times.values()) };
}

/** What completed tasks of an incomplete step have spent. The state includes it once the step is complete. */
const completedCharges = (tuple: CheckpointTuple): TaskCharge[] =>
  outputsIn(tuple).flatMap(([task, name, value]) => {
    if (name === "usage") return [{ task, rows: intact<UsageRow[]>(value, savedUsage, tuple), seconds: 0 }];
    return name === "workTime" ? [{ task, rows: [], seconds: secondsOf(intact(value, savedWorkTime, tuple)) }] : [];
  });

function draftedIn(tuple: CheckpointTuple, tasks: ReadonlySet<string | null>): UsageRow[] {
  const { pendingWrites = [] } = tuple;
  const interrupts = pendingWrites.flatMap(([task, name, value]) =>
    name === INTERRUPT && tasks.has(task) ? [value].flat() : [],
  );
  return interrupts.flatMap((each) => {
    const usage = (each as { readonly value?: { readonly work?: Partial<Draft> } } | null)?.value?.work?.usage ?? [];
    return intact<UsageRow[]>(usage, savedUsage, tuple);
  });
}

/**
 * The charges of incomplete tasks, including those that `carrying` copied. Leaves out the usage of drafts that wait for
 * approval, because it is saved with the drafts.
 */
function cutOffIn(tuple: CheckpointTuple): Charge {
  const charges = openCharges(tuple);
  const { rows, seconds } = sumOf(charges);
  return { rows: usageBeyond(rows, draftedIn(tuple, new Set(charges.map(({ task }) => task)))), seconds };
}

const isEmpty = ({ rows, seconds }: Charge) => rows.length === 0 && seconds === 0;

export interface SpentAfter {
  /** What incomplete tasks have spent. The state that was read includes it. */
  readonly cutOff: Charge;
  /** What completed tasks have spent. The state includes it once the other tasks have completed, too. */
  readonly completed: Charge;
}

function settle(tuple: CheckpointTuple, { rows, seconds }: Charge): CheckpointTuple {
  const { channel_values: values } = tuple.checkpoint;
  const state = conversationFormat.read(values, threadOf(tuple));
  const { usage = [], workTime = noWorkTime } = state as { usage?: readonly UsageRow[]; workTime?: WorkTime };
  const settled = { usage: addUsage(usage, rows), workTime: { ...workTime, before: workTime.before + seconds } };
  return {
    ...tuple,
    pendingWrites: (tuple.pendingWrites ?? []).filter(([, name]) => name !== channel),
    checkpoint: { ...tuple.checkpoint, channel_values: { ...values, ...settled } },
  };
}

function replaceIn<Wrapped extends Saver>(saver: Wrapped, methods: Partial<Saver>): Wrapped {
  return new Proxy(saver, {
    get(target, name) {
      if (Object.hasOwn(methods, name)) return Reflect.get(methods, name);
      const member: unknown = Reflect.get(target, name);
      return typeof member === "function" ? member.bind(target) : member;
    },
  });
}

interface Reading {
  /**
   * Whether the run's new input replaces the step of the latest checkpoint. The tasks of that step are then never
   * repeated. Default: false.
   */
  isReplaced?(latest: CheckpointTuple): boolean;
  onRead?(spent: SpentAfter): void;
}

/**
 * Wraps a checkpointer, so that the states that it reads include what incomplete tasks have spent. If a step is
 * replaced, its state also includes what its completed tasks have spent.
 */
export function settling<Read extends Saver>(saver: Read, { isReplaced, onRead }: Reading = {}) {
  const read = (tuple: CheckpointTuple) => {
    const spent = { cutOff: cutOffIn(tuple), completed: sumOf(completedCharges(tuple)) };
    if (isEmpty(spent.cutOff) && isEmpty(spent.completed)) return tuple;
    onRead?.(spent);
    return isEmpty(spent.cutOff) ? tuple : settle(tuple, spent.cutOff);
  };
  const readReplaced = (tuple: CheckpointTuple) => {
    const spent = sumOf([...openCharges(tuple), ...completedCharges(tuple)]);
    if (isEmpty(spent)) return tuple;
    onRead?.({ cutOff: noCharge, completed: noCharge });
    return settle(tuple, spent);
  };
  return replaceIn(saver, {
    async getTuple(config) {
      const tuple = await saver.getTuple(config);
      // An earlier checkpoint is followed by saved states that already include what its tasks have spent.
      const isLatest = config.configurable?.["checkpoint_id"] === undefined;
      return tuple && (isLatest && isReplaced?.(tuple) ? readReplaced(tuple) : read(tuple));
    },
    async *list(...listing) {
      for await (const tuple of saver.list(...listing)) yield read(tuple);
    },
  });
}

/**
 * Wraps a checkpointer for a single update of a thread's state. Copies the old checkpoint's charges to the new
 * checkpoint, because the old checkpoint's tasks will not be repeated.
 */
export function carrying<Updated extends Saver>(saver: Updated): Updated {
  let open: TaskCharge[] | undefined;
  return replaceIn(saver, {
    async getTuple(config) {
      const tuple = await saver.getTuple(config);
      open ??= tuple ? openCharges(tuple) : [];
      return tuple;
    },
    async put(...saving) {
      const [{ configurable }, { id }] = saving;
      const charge = sumOf(open ?? []);
      open = [];
      const at = { configurable: { ...configurable, checkpoint_id: id } };
      // The charge is saved before the checkpoint, so that a crash cannot lose it.
      if (!isEmpty(charge)) await saver.putWrites(at, [writeOf({ ...charge, task: null })], crypto.randomUUID());
      return saver.put(...saving);
    },
  });
}
