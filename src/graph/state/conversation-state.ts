import { type MessagesValue, ReducedValue, StateSchema, type StateSchemaFields } from "@langchain/langgraph";
import { z } from "zod/v4";
import { grow } from "../../base/grown-list.js";
import { isRecord } from "../../base/is-record.js";
import type { MemorySummary } from "../../core/memory/remember.js";
import type { ControlRecord } from "../../core/state/control-record.js";
import { commonFields } from "../../core/state/fields.js";
import { problemsOf, unknownField } from "../../core/state/problems.js";
import { contexts } from "../../core/state/run-settings.js";
import type { Opening, Scene } from "../../core/state/scene.js";
import type { UiMessage } from "../../core/state/speaker-card.js";
import { addWorkTime, noWorkTime, type Spending, type WorkTime } from "../../core/usage/budget.js";
import { addUsage } from "../../core/usage/usage.js";
import { type InputProblem, invalidInput } from "../../errors/rostrum-error.js";
import type { Correction } from "../../records/correction.js";
import type { Decision } from "../../records/decision.js";
import type { Interjection } from "../../records/interjection.js";
import type { StopDraw, StopReason, Verdict } from "../../records/stop-reason.js";
import type { ToolCall } from "../../records/tool-call.js";
import type { UsageRow, Warning } from "../../records/usage.js";
import { showContextForm } from "../langgraph/schema.js";
import { messagesChannel } from "./messages-channel.js";

export function collected<Item>(description: string, reducer: (current: Item[], update: Item[]) => Item[]) {
  const list = z.custom<Item[]>(Array.isArray);
  return new ReducedValue(
    list.default(() => []),
    { inputSchema: list, reducer, jsonSchemaExtra: { type: "array", description } },
  );
}

export const nullable = <Item>(description: string) => z.custom<Item | null>().default(null).meta({ description });

export const append = <Item>(current: Item[], update: Item[]): Item[] => grow(current, update);

/** Keeps one decision per turn. If a turn starts again, the new decisions replace those from that turn on. */
function collectDecisions(current: Decision[], update: Decision[]): Decision[] {
  const first = Math.min(...update.map(({ turn }) => turn));
  const last = current.at(-1);
  return append(last && last.turn >= first ? current.filter(({ turn }) => turn < first) : current, update);
}

function collectHeard<Heard extends { readonly id: string }>(current: Heard[], update: Heard[]): Heard[] {
  const known = new Set(current.map(({ id }) => id));
  return [...current, ...update.filter(({ id }) => !known.has(id))];
}

/** Adds only draws that are not in the list yet, because a turn that starts again repeats its draws. */
function collectStopDraws(current: StopDraw[], update: StopDraw[]): StopDraw[] {
  const isKnown = (drawn: StopDraw) => current.some(({ turn, draw }) => turn === drawn.turn && draw === drawn.draw);
  return [...current, ...update.filter((drawn) => !isKnown(drawn))];
}

function collectCards(current: UiMessage[], update: UiMessage[]): UiMessage[] {
  const replaced = new Set(update.map(({ id }) => id));
  return [...current.filter(({ id }) => !replaced.has(id)), ...update];
}

/** A run's input cannot set these channels. */
const courseFields = {
  formatVersion: z.int().min(1).default(1).meta({ description: "The version of the saved format." }),
  // If participants speak at the same time, each writes its own turn's number, and the highest number counts.
  turn: new ReducedValue(z.int().min(0).default(0), {
    inputSchema: z.int().min(0),
    reducer: (current: number, update: number) => Math.max(current, update),
    jsonSchemaExtra: { type: "integer", description: "Turns so far." },
  }),
  opening: nullable<Opening>("The topic, and the question that opened the conversation."),
  turnAtStart: z.int().min(0).default(0).meta({ description: "The number of turns before the current run." }),
  scenes: collected<Scene>("How each run of the conversation began.", append),
  nextSpeaker: z.string().default("").meta({ description: "Who has the floor; empty between turns." }),
  decisions: collected<Decision>("How each turn's speaker was chosen.", collectDecisions),
  interjections: collected<Interjection>("What listeners added while the conversation ran.", collectHeard),
  controls: collected<ControlRecord>("How people steered the conversation.", collectHeard),
  pauseAt: nullable<number>("The turn after which the run pauses; null if it does not pause."),
  usage: collected<UsageRow>("Calls and tokens by purpose, participant and model.", addUsage),
  // If participants speak at the same time, each adds the usage of its message.
  messageUsage: new ReducedValue(z.custom<UsageRow[] | null>().default(null), {
    inputSchema: z.custom<UsageRow[] | null>(),
    reducer: (current: UsageRow[] | null, update: UsageRow[] | null) => addUsage(current ?? [], update ?? []),
    jsonSchemaExtra: { type: "array", description: "The part of `usage` that precedes the next message's share." },
  }),
  spending: nullable<Spending>("What the run had spent of its budget at the last check."),
  workTime: new ReducedValue(
    z.custom<WorkTime>().default(() => noWorkTime),
    {
      inputSchema: z.custom<WorkTime>(),
      reducer: addWorkTime,
      jsonSchemaExtra: {
        type: "object",
        description: "How long the conversation has run so far, if the budget limits seconds.",
      },
    },
  ),
  // Several tasks may exceed the budget at once, so the reducer keeps the first reason. A new run resets it with null.
  budgetStop: new ReducedValue(z.custom<StopReason | null>().default(null), {
    inputSchema: z.custom<StopReason | null>(),
    reducer: (current: StopReason | null, update: StopReason | null) => update && (current ?? update),
    jsonSchemaExtra: { type: "object", description: "The budget that ran out during the turn; null if none did." },
  }),
  memorySummary: nullable<MemorySummary>("A summary of the earlier messages, if `memory.window` is “summary”."),
  warnings: collected<Warning>("Fallbacks that were used.", append),
  stopDraws: collected<StopDraw>("Every number that was drawn to decide whether to stop.", collectStopDraws),
  verdicts: collected<Verdict>("What models answered when asked whether the conversation should end.", append),
  corrections: collected<Correction>(
    "Answers that were changed or requested again, and drafts that a person reviewed.",
    append,
  ),
  toolCalls: collected<ToolCall>("The tool calls that speakers made before they spoke.", append),
  ui: collected<UiMessage>("Cards for chat clients, if the graph was created with `ui`.", collectCards),
  stopReason: nullable<StopReason>("Why the conversation ended; null while it runs."),
};

/** A run's key is part of its input, so both are saved together. */
export const keysChannel = "idempotencyKeys";

const keyList = z.custom<string[]>();
/** This channel has no JSON schema, so that it does not appear in forms. */
const keys = new ReducedValue(
  keyList.default(() => []),
  { inputSchema: keyList, reducer: append },
);

/** LangGraph ignores unknown fields and reports only the first problem. This schema reports all problems at once. */
class CheckedSchema<Fields extends StateSchemaFields> extends StateSchema<Fields> {
  override async validateInput<Given>(given: Given): Promise<Given> {
    if (!isRecord(given)) return given;
    const problems: InputProblem[] = [];
    const checked: Record<string, unknown> = {};
    const known = Object.keys(this.fields).filter((name) => name !== keysChannel);
    for (const [name, value] of Object.entries(given)) {
      const field = this.fields[name];
      if (field instanceof z.ZodType) {
        const read = field.safeParse(value, { reportInput: true });
        if (read.success) checked[name] = read.data;
        else problems.push(...problemsOf(read.error, field, { at: [name] }));
      } else if (field) Object.assign(checked, await super.validateInput({ [name]: value }));
      else problems.push(unknownField([name], known));
    }
    if (problems.length > 0) throw invalidInput(problems);
    return checked as Given;
  }
}

type InputFields<Fields> = Fields & { messages: typeof MessagesValue };

/** A mode's schemas: its input, its whole state, and a run's settings. */
export interface ModeSchemas<Fields extends StateSchemaFields, Course extends StateSchemaFields> {
  readonly fields: Fields;
  readonly course: Course;
  readonly context: z.ZodObject;
  readonly input: StateSchema<InputFields<Fields>>;
  readonly state: StateSchema<InputFields<Fields> & typeof courseFields & Course>;
}

/** Creates a mode's schemas. `fields`: its input fields. `course`: the channels that the input cannot set. */
export function schemasOf<Fields extends Record<string, z.ZodType>, Course extends StateSchemaFields>(
  fields: Fields,
  course: Course,
  context: z.ZodObject = contexts["round-robin"],
): ModeSchemas<Fields, Course> {
  const input = { ...fields, messages: messagesChannel, [keysChannel]: keys };
  return {
    fields,
    course,
    context,
    input: showContextForm(new CheckedSchema(input)),
    state: showContextForm(new CheckedSchema({ ...input, ...courseFields, ...course })),
  };
}

/** Leaves out the schemas whose types differ between modes. */
export type AnySchemas = Omit<ReturnType<typeof schemasOf>, "input" | "state">;

export function withFields<Schemas extends AnySchemas>(
  { fields, course, context }: Schemas,
  replaced: Readonly<Record<string, z.ZodType>>,
): Schemas {
  const schemas: AnySchemas = schemasOf({ ...fields, ...replaced }, course, context);
  // The cast is safe because the replacement fields accept more values but keep the mode's output types.
  return schemas as Schemas;
}

export type StateOf<Schemas extends { readonly state: { readonly State: object } }> = Schemas["state"]["State"];
export type UpdateOf<Schemas extends { readonly state: { readonly Update: object } }> = Schemas["state"]["Update"];

const anyMode = schemasOf(commonFields, {});
export interface Conversation extends StateOf<typeof anyMode> {}
/** The update that any mode's node can return. */
export interface ConversationUpdate extends UpdateOf<typeof anyMode> {}
