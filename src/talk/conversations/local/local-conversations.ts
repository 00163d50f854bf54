import type { Named } from "../../../base/is-record.js";
import type { Control } from "../../../core/state/control-record.js";
import type { Lines, WaitingPerson } from "../../../core/state/people.js";
import { checkTitle } from "../../../core/state/title.js";
import { invalidField, RostrumError } from "../../../errors/rostrum-error.js";
import { checkInterjection } from "../../../graph/inbox/interjection.js";
import type { Graph } from "../../../graph/modes/mode.js";
import type { Conversation } from "../../../graph/state/conversation-state.js";
import type { InterjectOptions, InterjectResult } from "../../../records/interjection.js";
import { EstimateQueue } from "../../estimate/estimate-queue.js";
import type { EstimateRequest, Estimating } from "../../estimate/estimating.js";
import { isInUse, onceUnlocked, withLock } from "../../storage/thread-lock.js";
import { isHeld, isPending, type StretchAnswer, type ThreadRecord, type Threads } from "../../storage/threads.js";
import type { ConversationDocument } from "../../transcript/json.js";
import { type ControlOptions, control, controlEntry, type NamedControlOptions } from "../delivery/control.js";
import { interject } from "../delivery/interject.js";
import type { Measured, Measures } from "../measures/measures.js";
import type { HistoryState } from "../port/history.js";
import { answerOrInterject, maxStates } from "../port/late-lines.js";
import type * as port from "../port/port.js";
import { assignLines, checkOpen, documentOf, questionName, questionsTo, waitingIn } from "../port/status.js";
import { isActive } from "../port/status-meanings.js";
import type { TurnPrompt } from "../port/turn-prompt.js";
import { forkThread } from "./forks.js";
import { listThreads } from "./list.js";
import { checkExists, LocalThreads } from "./local-threads.js";
import { type LocalOptions, modeOptions } from "./options.js";
import type { OtherProcesses } from "./other-processes.js";
import { OwnedConversations } from "./owned-conversations.js";
import { rebuildPrompts } from "./prompts.js";
import type { Begin, Run } from "./run.js";
import { takeBack } from "./save-end.js";
import { configOf } from "./saved-state.js";
import { Start } from "./start.js";

interface Delivery {
  put(graph: Graph, now: boolean): Promise<InterjectResult>;
  readonly id?: string | undefined;
  readonly interrupts: boolean | undefined;
  /** Whether to continue a conversation that is not running. */
  readonly continues: boolean | undefined;
}

export class LocalConversations implements port.SharedConversations, Measured, Estimating {
  readonly threads: LocalThreads;
  private readonly estimates = new EstimateQueue();

  constructor(
    private readonly storage: Threads,
    private readonly options: LocalOptions,
    setup?: OtherProcesses,
  ) {
    this.threads = new LocalThreads(storage, options, setup);
  }

  as(owner: string): port.Conversations {
    return new OwnedConversations(this, owner, (options) => this.list(options, owner));
  }

  async start(mode: string, options: port.StartOptions = {}) {
    return new Start(this.threads, this.options, mode, options).perform(this);
  }

  async estimate(mode: string, given: Parameters<Estimating["estimate"]>[1] = {}, asked: EstimateRequest = {}) {
    // Counts first, so that refused estimates do not take places in the queue.
    this.threads.limits.countEstimate(asked.owner ?? null);
    const options = { ...modeOptions(this.options), modes: this.threads.graphs.modes };
    return this.estimates.estimate([mode, given, options], asked.signal);
  }

  follow(thread: string, options: port.FollowOptions = {}): AsyncGenerator<port.FollowedEvent, void> {
    return this.threads.follow(thread, options);
  }

  async read(thread: string): Promise<port.ConversationSnapshot> {
    const record = await this.threads.find(thread);
    const snapshot = await this.threads.graphs.snapshotOf(record);
    // If another process started or ended a run in the meantime, the record and the state may not belong together.
    if ((await this.threads.find(thread)).state !== record.state) return this.read(thread);
    const { type: _type, ...status } = this.threads.statuses.of(record, snapshot);
    const { mode, title, input, context, updatedAt } = record;
    const hasState = Object.keys(snapshot.values).length > 0;
    const state = (hasState ? snapshot.values : { ...input, messages: [] }) as HistoryState & Named;
    return { thread, mode, title, context, updatedAt, state, next: snapshot.next, ...status };
  }

  async interject(thread: string, text: string, options: InterjectOptions = {}): Promise<InterjectResult> {
    // Checks the message before delivering it, because delivery may stop the run.
    checkInterjection(text, options);
    const put = (graph: Graph, now: boolean) => interject(graph, configOf(thread), text, { ...options, now });
    return this.deliver(thread, { put, id: options.id, interrupts: options.now, continues: options.now });
  }

  async control(thread: string, request: Control, options: ControlOptions = {}): Promise<InterjectResult> {
    controlEntry(request, options);
    const put = (graph: Graph, now: boolean) => control(graph, configOf(thread), request, { ...options, now });
    const { id } = options as NamedControlOptions;
    return this.deliver(thread, { put, id, interrupts: options.now, continues: "step" in request });
  }

  async answer(thread: string, lines: Lines, options: port.AnswerOptions = {}): Promise<void> {
    const { mode } = await this.threads.find(thread);
    await answerOrInterject(
      lines,
      options,
      () => this.answerOpen(thread, lines, options),
      () => this.read(thread),
      () => this.threads.graphs.of(mode).getStateHistory(configOf(thread), { limit: maxStates }),
      (text, sender) => this.interject(thread, text, sender),
    );
  }

  private async answerOpen(thread: string, lines: Lines, options: port.AnswerOptions): Promise<void> {
    const arrivedAt = (this.options.clock?.() ?? new Date()).getTime();
    const asked = questionsTo(await this.openQuestions(await this.threads.find(thread)), options);
    const answers = assignLines(lines, thread, asked);
    const answered = asked.filter(({ id }) => id in answers);
    const given: readonly StretchAnswer[] = answered.map((question) => ({
      question: questionName(question),
      id: question.id,
      answer: { ...answers[question.id], arrivedAt },
    }));
    const deliver = async (record: ThreadRecord, begin: Begin) => {
      checkOpen(answered, await this.openQuestions(record));
      // If the new run replaces a pending run, it also passes on the answers of that run.
      await begin(record, { answers: [...(record.stretch?.answers ?? []), ...given] });
    };
    // Waits while a run passes on the answer of another person who was asked at the same time.
    await onceUnlocked(() => this.onLocked(thread, deliver));
  }

  private async openQuestions(record: ThreadRecord): Promise<readonly WaitingPerson[]> {
    const snapshot = await this.threads.graphs.snapshotOf(record);
    const { status, waiting } = this.threads.statuses.of(record, snapshot);
    if (!isActive(status)) return waiting;
    const given = record.stretch?.answers?.map(({ question }) => question);
    return waitingIn(snapshot).filter((question) => !given?.includes(questionName(question)));
  }

  async cancel(thread: string, { afterTurn = false }: port.CancelOptions = {}): Promise<void> {
    // Waits for a delivery that is interrupting the run, because it may start another run, which must be cancelled.
    const run = await this.threads.operations.perform(thread, () => this.stopHere(thread, afterTurn));
    if (afterTurn) await run?.stopAfterTurn();
  }

  /** With `isLater`, leaves it to the caller to stop the run in this process. */
  private async stopHere(thread: string, isLater = false): Promise<Run | undefined> {
    const { state } = await this.threads.find(thread);
    const run = this.threads.runs.get(thread);
    // Throws if another process is running the thread. The record alone does not show whether that process is alive.
    if (isHeld(state) && !run) await takeBack(this.threads, thread);
    if (!isLater) await run?.stop();
    return run;
  }

  runsHere(thread: string): boolean {
    return this.threads.runs.has(thread);
  }

  async resume(thread: string, { context = {} }: port.ResumeOptions = {}): Promise<void> {
    await this.onLocked(thread, async (record, begin) => {
      if (isPending(record)) throw new RostrumError("thread-in-use", { thread });
      const { values, tasks } = await this.threads.graphs.snapshotOf(record);
      const hasState = Object.keys(values).length > 0;
      if (hasState && tasks.length === 0) throw invalidField("thread", "has-ended", { thread });
      const plan = hasState ? { answers: record.stretch?.answers } : { input: record.input };
      await begin({ ...record, context: { ...record.context, ...context } }, plan);
    });
  }

  private async onLocked(thread: string, act: (record: ThreadRecord, begin: Begin) => Promise<void>): Promise<void> {
    await this.threads.operations.perform(thread, async () => {
      await this.threads.find(thread);
      await this.threads.locked(thread, (record, begin) => act(checkExists(record, thread), begin));
    });
  }

  async fork(thread: string, request: port.ForkRequest): Promise<string> {
    return forkThread(this.threads, thread, request);
  }

  async transcript(thread: string): Promise<ConversationDocument> {
    return documentOf(await this.read(thread));
  }

  async prompts(thread: string, turn: number): Promise<readonly TurnPrompt[]> {
    const { mode: name, context } = await this.threads.find(thread);
    const { graphs } = this.threads;
    const [graph, mode] = [graphs.of(name), graphs.modeOf(name)];
    return mode ? rebuildPrompts(graph, thread, turn, { mode, context, options: modeOptions(this.options) }) : [];
  }

  /** Without `owner`, lists all conversations, including those that have an owner. */
  async list(options: port.ListOptions = {}, owner?: string): Promise<port.ListedPage> {
    return listThreads(this.threads, options, owner);
  }

  async rename(thread: string, title: string | null): Promise<void> {
    const checked = checkTitle(title);
    await this.threads.operations.perform(thread, async () => {
      await this.threads.find(thread);
      const run = this.threads.runs.get(thread);
      if (await run?.saver.saveTitle(checked)) return;
      await run?.done;
      await withLock(this.storage, thread, async () => {
        const record = checkExists(await this.storage.find(thread), thread);
        await this.storage.save({ ...record, title: checked });
      });
    });
  }

  async remove(thread: string): Promise<void> {
    await this.threads.operations.perform(thread, async () => {
      // Conversations that cannot be read can still be removed.
      await this.stopHere(thread).catch((error: unknown) => {
        if (!RostrumError.isInstance(error) || error.code !== "unreadable-save") throw error;
      });
      await this.threads.remove(thread);
    });
  }

  get isStopping(): boolean {
    return this.threads.isClosing;
  }

  async measure(): Promise<Measures> {
    // Reads a record only to check that the database can be reached.
    await this.storage.list({ limit: 1 });
    const { counts, runs } = this.threads;
    return { running: runs.size, places: null, counts: counts.counts, queue: null };
  }

  async close(): Promise<void> {
    await this.threads.close();
  }

  /**
   * Call this after writing to a thread without locking it. If another process has removed the thread in the meantime,
   * deletes what was written, and throws `invalid-input`.
   */
  private async checkWritten(thread: string): Promise<void> {
    if (await this.storage.find(thread)) return;
    const remove = async () => {
      if (!(await this.storage.find(thread))) await this.storage.remove(thread);
    };
    await onceUnlocked(() => withLock(this.storage, thread, remove));
    await this.threads.find(thread);
  }

  private async deliver(thread: string, delivery: Delivery): Promise<InterjectResult> {
    return this.threads.operations.perform(thread, () => this.deliverNext(thread, delivery));
  }

  private async deliverNext(thread: string, delivery: Delivery): Promise<InterjectResult> {
    const { put, id, interrupts = false, continues = false } = delivery;
    const record = await this.threads.find(thread);
    const graph = this.threads.graphs.of(record.mode);
    const putAside = () => put(graph, false).finally(() => this.checkWritten(thread));
    const run = this.threads.runs.get(thread);
    if (!interrupts && (run || !continues)) return putAside();
    const {
      opening,
      interjections = [],
      controls = [],
    } = (await this.threads.graphs.snapshotOf(record)).values as Partial<Conversation>;
    // A conversation that has not opened yet cannot be interrupted, and a repeated message does not interrupt the run
    // again.
    const isKnown = [...interjections, ...controls].some((known) => known.id === id);
    if (run && (run.status === "queued" || !run.isOpen || !opening || isKnown)) return putAside();
    const putNow = async (isInterrupted: boolean, known: ThreadRecord | undefined, begin: Begin) => {
      const kept = checkExists(known, thread);
      // The queued run will read the message.
      if (isPending(kept) && !isInterrupted) return put(graph, false);
      const result = await put(graph, interrupts);
      // A person who was asked has lost the floor, so the conversation no longer waits.
      const isActive = isInterrupted || (interrupts && kept.state === "waiting");
      const goesOn = result.heard === "now" ? continues || isActive : isInterrupted && result.heard === "next-turn";
      if (!goesOn) return result;
      try {
        await begin(kept, isInterrupted ? { stretch: kept.stretch } : {});
        return result;
      } catch (error) {
        // The message has been delivered, so the caller must not send it again.
        this.threads.reportFailure(thread, error);
        return { ...result, heard: "next-turn" } as const;
      }
    };
    return this.threads.interrupting(thread, putNow).catch((error: unknown) => {
      // Another process has locked the thread, so the conversation cannot be interrupted here.
      if (isInUse(error)) return putAside();
      throw error;
    });
  }
}
