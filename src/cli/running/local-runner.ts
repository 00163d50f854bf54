/** Runs a conversation in this process, and saves it where it has a thread. */
import { randomUUID } from "node:crypto";
import {
  Command,
  INTERRUPT,
  InMemoryStore,
  isInterrupted,
  MemorySaver,
  type Operation,
  type OperationResults,
  RunControl,
} from "@langchain/langgraph";
import type { ConversationOptions } from "../../modes/options.js";
import { modes } from "../../modes/registry.js";
import { RehearsalModel } from "../../rehearsal/rehearsal-model.js";
import type { Scenario } from "../../scenario/scenario.js";
import type { RostrumEvent } from "../../state/events.js";
import type { YourTurn } from "../../state/records.js";
import type { RunSettings } from "../../state/run-settings.js";
import type { ThreadRecord, ThreadState, Threads } from "../../storage/threads.js";
import { interject } from "../../thread/interject.js";
import type { ExportableState } from "../../transcript/json.js";
import type { WaitingPerson } from "../audience/person-turns.js";
import { hasRehearsal, type PreparedRun, type RunModels, rehearsalName } from "./prepare.js";
import { announce, describeSaved, type RunEnd, type Runner, type Session, sceneOf, unlessAborted } from "./runner.js";

export interface SavedThread {
  readonly threads: Threads;
  readonly record: ThreadRecord;
  /** Whether it already holds the conversation, which continues. */
  readonly isContinued: boolean;
  command(words: string): string;
}

/** One rehearsal at the wanted pace in place of every model of that name. The command line shows the notice itself. */
function withRehearsal({ context }: Scenario, models: RunModels, pace: number) {
  const rehearsal = new RehearsalModel({ pace, notice: false });
  const { model, bidModel, ...rest } = context;
  const speaks = models.speaking === rehearsalName;
  const bids = bidModel === rehearsalName;
  const rehearsed = [...models.byParticipant].filter(([, name]) => name === rehearsalName);
  const byParticipant = Object.fromEntries(rehearsed.map(([participant]) => [participant, rehearsal]));
  return {
    options: {
      models: { byParticipant, ...(bids ? { byPurpose: { bid: rehearsal } } : {}) },
      ...(speaks ? { model: rehearsal } : {}),
    },
    context: {
      ...rest,
      ...(speaks || model === undefined ? {} : { model }),
      ...(bids || bidModel === undefined ? {} : { bidModel }),
    } as RunSettings,
  };
}

type Graph = ReturnType<NonNullable<(typeof modes)[string]>["compile"]>;

export class LocalRunner implements Runner {
  readonly isRemote = false;
  readonly canStopAfterTurn: boolean;
  private state: ExportableState | undefined;
  private isWaiting = false;
  private turn: number;
  private saving: Promise<unknown> = Promise.resolve();

  constructor(
    private readonly prepared: Pick<PreparedRun, "scenario" | "models" | "pace" | "texts">,
    private readonly saved?: SavedThread,
  ) {
    this.canStopAfterTurn = saved !== undefined;
    this.turn = saved?.record.turn ?? 0;
  }

  describe(hasEnded: boolean): string | undefined {
    const { saved, prepared } = this;
    return saved && describeSaved(saved.record.name, hasEnded, saved.command, prepared.texts);
  }

  async run(session: Session): Promise<RunEnd> {
    const { scenario, models, pace } = this.prepared;
    const { options, context } = hasRehearsal(models)
      ? withRehearsal(scenario, models, pace)
      : { options: {}, context: scenario.context };
    let graph: Graph | undefined;
    let error: unknown;
    try {
      const compiled = this.compile(options, session);
      graph = compiled.graph;
      await this.follow(graph, { context, ...compiled.thread }, session);
    } catch (thrown) {
      error = thrown;
      // A stream that breaks loses what was not yet read from it, but not what was saved.
      const saved = graph && (await this.readSaved(graph).catch(() => undefined));
      this.state = saved ?? this.state;
    }
    for (const observer of session.observers) observer.close();
    this.turn = this.state?.turn ?? this.turn;
    this.save(this.isWaiting ? "waiting" : this.state?.stopReason ? "ended" : "stopped");
    await this.saving;
    return { state: this.state, error, isWaiting: this.isWaiting };
  }

  private compile(options: ConversationOptions<never>, { audience }: Session) {
    const { scenario } = this.prepared;
    const { compile } = modes[scenario.mode] ?? {};
    if (!compile) throw new Error(`there is no mode ${scenario.mode}`);
    if (!audience && !this.saved) return { graph: compile(options), thread: {} };
    const checkpointer = this.saved?.threads.checkpointer ?? (audience?.hasPeople ? new MemorySaver() : undefined);
    const store = audience && new PatientStore(() => audience.untilSent());
    const graph = compile(options, { ...(store ? { store } : {}), ...(checkpointer ? { checkpointer } : {}) });
    const threadId = this.saved?.record.name ?? randomUUID();
    const thread = { configurable: { thread_id: threadId, isCommandLine: true } } as const;
    audience?.connect((text, details) => interject(graph, thread, text, details));
    return { graph, thread };
  }

  private async follow(
    graph: Graph,
    config: Omit<Parameters<Graph["stream"]>[1], "streamMode" | "signal">,
    { observers, audience, stopping }: Session,
  ): Promise<void> {
    let input: Parameters<Graph["stream"]>[0] = this.prepared.scenario.input;
    if (this.saved?.isContinued) {
      this.state = await this.readSaved(graph);
      if (this.state) announce(sceneOf(this.state), observers);
      input = null;
    }
    for (;;) {
      const waiting: WaitingPerson[] = [];
      const control = new RunControl();
      const { signal } = stopping;
      const stream = await graph.stream(input, { ...config, streamMode: ["custom", "values"], signal, control });
      for await (const [kind, value] of stream) {
        if (kind === "custom") {
          const event = value as RostrumEvent;
          announce(event, observers);
          if (event.type !== "speech-end") continue;
          this.saveTurn(event.turn);
          if (this.saved && stopping.afterTurn.aborted) control.requestDrain();
        }
        // Each interrupt comes on its own, and the state may follow.
        else if (isInterrupted<YourTurn>(value)) waiting.push(...value[INTERRUPT]);
        else this.state = value as ExportableState;
      }
      this.isWaiting = waiting.length > 0;
      if (!this.isWaiting) return;
      for (const observer of observers) observer.makeWay?.();
      input = new Command({ resume: await unlessAborted(audience?.turns.answer(waiting), stopping.afterTurn) });
      this.isWaiting = false;
    }
  }

  private async readSaved(graph: Graph): Promise<ExportableState | undefined> {
    if (!this.saved) return undefined;
    const { values } = await graph.getState({ configurable: { thread_id: this.saved.record.name } });
    return "messages" in (values as object) ? (values as ExportableState) : undefined;
  }

  private saveTurn(turn: number): void {
    if (turn <= this.turn) return;
    this.turn = turn;
    this.save("running");
  }

  private save(state: ThreadState): void {
    if (!this.saved) return;
    const { threads, record } = this.saved;
    const now = { ...record, state, turn: this.turn, updatedAt: new Date().toISOString() };
    this.saving = this.saving.then(() => threads.save(now));
    // An outdated list must not end a conversation. Only the last save is awaited, and may fail.
    this.saving.catch(() => {});
  }
}

/**
 * The store of a conversation in which people type. The conversation reads its inbox before every turn. Reading waits for the
 * message that is being typed, which would otherwise arrive a turn too late.
 */
class PatientStore extends InMemoryStore {
  constructor(private readonly untilSent: () => Promise<void>) {
    super();
  }

  /** Every access comes through here. Writing does not wait: the awaited message is written through here too. */
  override async batch<Operations extends readonly Operation[]>(
    operations: Operations,
  ): Promise<OperationResults<Operations>> {
    if (operations.some((operation) => "namespacePrefix" in operation)) await this.untilSent();
    return super.batch(operations);
  }
}
