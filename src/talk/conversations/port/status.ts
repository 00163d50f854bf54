import type { Named } from "../../../base/is-record.js";
import { parseJson } from "../../../base/parse-json.js";
import type { Answer, Lines, WaitingPerson } from "../../../core/state/people.js";
import { invalidField, RostrumError } from "../../../errors/rostrum-error.js";
import { type ConversationDocument, type ExportableState, exportConversation } from "../../transcript/json.js";
import type { HistoryState } from "./history.js";
import type { AnswerOptions, ConversationSnapshot, Conversations, RunFailure, StatusEvent } from "./port.js";

interface Interrupt {
  readonly id?: string;
  readonly value?: unknown;
}

/** A graph's state, in the form in which LangGraph returns it in this process and from its server. */
export interface GraphSnapshot {
  readonly values: unknown;
  readonly next: readonly string[];
  readonly tasks: readonly {
    readonly interrupts: readonly Interrupt[];
    readonly error?: unknown;
    /** The task's writes, if the task is complete. */
    readonly result?: unknown;
  }[];
}

const kindOf = ({ value }: Interrupt) => (value as { readonly kind?: unknown } | undefined)?.kind;

export const isWaiting = (interrupt: Interrupt): interrupt is WaitingPerson =>
  interrupt.id !== undefined && ["your-turn", "approval"].includes(kindOf(interrupt) as string);

export const isPause = (interrupt: Interrupt) => kindOf(interrupt) === "paused";

/** Skips completed tasks: they keep their interrupts while other tasks of the same step are waiting. */
export const waitingIn = ({ tasks }: Pick<GraphSnapshot, "tasks">): WaitingPerson[] =>
  tasks.flatMap(({ interrupts, result }) => (result == null ? interrupts.filter(isWaiting) : []));

/** `error` can also be the text of an error that LangGraph saved; its server saves an error as JSON. */
export function failureOf(error: unknown): RunFailure {
  if (RostrumError.isInstance(error)) return { code: error.code, message: error.message };
  const { message } = ((typeof error === "string" ? parseJson(error) : error) ?? {}) as { readonly message?: unknown };
  return { message: typeof message === "string" ? message : String(error) };
}

/** Ignores aborted tasks of a cancelled run, because they have not failed. */
const taskErrorIn = ({ tasks }: Pick<GraphSnapshot, "tasks">): unknown =>
  tasks.find(({ error }) => error && !isAbort(error))?.error;

const isAbort = (error: unknown) => {
  const { name, message } = error as { readonly name?: unknown; readonly message?: unknown };
  return name === "AbortError" || message === "Aborted" || message === "Abort";
};

/**
 * @param failure - Why the latest run failed; null if it did not fail. Default: a task's error, if LangGraph has saved
 * one.
 */
export function statusOf(
  snapshot: GraphSnapshot,
  active: "running" | "queued" | undefined,
  failure?: RunFailure | null,
): StatusEvent {
  const waiting = waitingIn(snapshot);
  const event = (status: StatusEvent["status"]): StatusEvent => ({ type: "status", status, waiting: [] });
  if (active) return event(active);
  const taskError = failure === undefined ? taskErrorIn(snapshot) : undefined;
  const error = taskError === undefined ? failure : failureOf(taskError);
  if (error) return { ...event("failed"), error };
  if (waiting.length > 0) return { ...event("waiting"), waiting };
  if (snapshot.tasks.some(({ interrupts }) => interrupts.some(isPause))) return event("paused");
  return event(hasEnded(snapshot) ? "ended" : "stopped");
}

export const hasEnded = ({ values, tasks }: Pick<GraphSnapshot, "tasks" | "values">): boolean =>
  tasks.length === 0 && Boolean((values as { readonly stopReason?: unknown }).stopReason);

/** Whether the conversation is waiting for a person whose deadline has passed. */
export const isLate = ({ waiting }: Pick<StatusEvent, "waiting">, now: Date): boolean =>
  waiting.some(({ value }) => value.kind === "your-turn" && value.deadline && now >= new Date(value.deadline));

export const isAnswer = (lines: Lines): lines is Answer =>
  typeof lines === "string" || ["text", "rewrite"].some((field) => typeof (lines as Named)[field] === "string");

/**
 * The interrupt of an approval keeps its id for all drafts, so each draft gets its own name. Otherwise, a person could
 * approve a draft that they have not seen.
 */
export const questionName = ({ id, value }: WaitingPerson): string =>
  value.kind === "approval" ? `${id}-${value.work.answered}` : id;

export const questionsTo = (waiting: readonly WaitingPerson[], { as }: AnswerOptions): readonly WaitingPerson[] =>
  as ? waiting.filter(({ value }) => as.includes(value.participant)) : waiting;

const peopleIn = (waiting: readonly WaitingPerson[]) =>
  waiting.map(({ id, value: { participant } }) => ({ id, participant }));

/** Throws if one of the questions is no longer open, for example because somebody else has answered it. */
export function checkOpen(questions: readonly WaitingPerson[], open: readonly WaitingPerson[]): void {
  const names = open.map(questionName);
  const gone = questions.find((question) => !names.includes(questionName(question)));
  if (gone) throw invalidField("lines", "not-waiting", { id: gone.id, waiting: peopleIn(open) });
}

/** Returns the values with which to resume interrupts, by the interrupt's id. */
export function assignLines(lines: Lines, thread: string, waiting: readonly WaitingPerson[]) {
  const people = peopleIn(waiting);
  const [person, ...others] = people;
  if (!person) throw invalidField("lines", "nobody-waits", { thread });
  if (isAnswer(lines) && others.length > 0) throw invalidField("lines", "several-wait", { waiting: people });
  const byId = isAnswer(lines) ? { [person.id]: lines } : lines;
  const unknown = Object.keys(byId).find((given) => !people.some(({ id }) => id === given));
  if (unknown !== undefined) throw invalidField("lines", "not-waiting", { id: unknown, waiting: people });
  const answers = Object.entries(byId).map(([id, line]) => {
    // An answer that consists only of text can be given as a string.
    const { answered, ...answer } = typeof line === "string" ? { text: line, answered: undefined } : line;
    const value = waiting.find((each) => each.id === id)?.value;
    const current = value?.kind === "approval" ? value.work.answered : undefined;
    if (answered !== undefined && answered !== current) throw invalidField("lines", "other-draft", { id });
    return [id, answer];
  });
  return Object.fromEntries(answers) as Record<string, object>;
}

const hasProblem = (error: unknown, ...codes: readonly string[]): boolean =>
  RostrumError.isInstance(error) && (error.details.problems?.some(({ code }) => codes.includes(code)) ?? false);

/** Whether an answer was rejected because the conversation is not waiting for it. */
export const isNobodyWaiting = (error: unknown) => hasProblem(error, "nobody-waits", "not-waiting");

export const isThreadTaken = (error: unknown): boolean => hasProblem(error, "thread-taken");

export const isUnknownThread = (error: unknown): boolean => hasProblem(error, "unknown-thread");

export const findConversation = (conversations: Conversations, thread: string) =>
  conversations.read(thread).catch((error: unknown) => (isUnknownThread(error) ? undefined : Promise.reject(error)));

/** Before the first message, fields that an export needs may be missing. */
const hasMessages = (state: HistoryState): state is HistoryState & ExportableState =>
  state.messages !== undefined && state.messages.length > 0;

export function documentOf({ thread, mode, title, state }: ConversationSnapshot): ConversationDocument {
  if (!hasMessages(state)) throw invalidField("thread", "nothing-said", { thread });
  return exportConversation(mode, state, title ?? undefined);
}
