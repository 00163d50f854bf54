/** Runs a conversation in this process, and saves it where it has a thread. */
import { randomUUID } from "node:crypto";
import { Command, INTERRUPT, isInterrupted, MemorySaver, RunControl } from "@langchain/langgraph";
import { asEvent, type FollowedEvent } from "../../client/follow.js";
import { modes } from "../../modes/registry.js";
import { RehearsalModel } from "../../rehearsal/rehearsal-model.js";
import type { RostrumEvent } from "../../state/events.js";
import { waitsForPerson } from "../../state/participant.js";
import type { Approval } from "../../state/people.js";
import type { Paused, YourTurn } from "../../state/records.js";
import type { ThreadRecord, ThreadState, Threads } from "../../storage/threads.js";
import { control } from "../../thread/control.js";
import { interject } from "../../thread/interject.js";
import { rehearsalName } from "../../transcript/in-words.js";
import type { ExportableState } from "../../transcript/json.js";
import { castOf, hasRehearsal, type PreparedRun } from "./prepare.js";
import type { RunEnd, Session } from "./runner.js";
import type { Stopping } from "./stopping.js";

/** One rehearsal at the wanted pace in place of every model of that name. The command line shows the notice itself. */
function withRehearsal({ scenario: { context }, models, pace }: PreparedRun) {
  if (!hasRehearsal(models)) return { options: {}, context };
  const { speaking, bidding, own } = models;
  const rehearsal = new RehearsalModel({ pace, notice: false });
  const rehearsed = own.filter(({ model }) => model === rehearsalName).map(({ name }) => [name, rehearsal]);
  const byPurpose = bidding === rehearsalName ? { bid: rehearsal } : {};
  const other = (name: string | undefined) => (name === rehearsalName ? undefined : name);
  return {
    options: { model: rehearsal, models: { byParticipant: Object.fromEntries(rehearsed), byPurpose } },
    context: { ...context, model: other(speaking), bidModel: other(bidding) },
  };
}

type Compile = NonNullable<(typeof modes)[string]>["compile"];
type Graph = ReturnType<Compile>;

export function compile(mode: string, ...given: Parameters<Compile>): Graph {
  const graph = modes[mode]?.compile(...given);
  if (graph) return graph;
  throw new Error(`there is no mode ${mode}`);
}

export class LocalRunner {
  readonly savedAs: string | undefined;
  private readonly models: ReturnType<typeof withRehearsal>;
  private graph: Graph | undefined;
  private state: ExportableState | undefined;
  private turn: number;
  private saving: Promise<unknown> = Promise.resolve();
  private readonly thread: { readonly configurable: { readonly thread_id: string; readonly isCommandLine: true } };

  /** `isContinued`: whether the thread already holds the conversation, which continues. */
  constructor(
    private readonly prepared: PreparedRun,
    private readonly saved?: {
      readonly threads: Threads;
      readonly record: ThreadRecord;
      readonly isContinued: boolean;
    },
  ) {
    this.savedAs = saved?.record.name;
    this.models = withRehearsal(prepared);
    this.turn = saved?.record.turn ?? 0;
    this.thread = { configurable: { thread_id: this.savedAs ?? randomUUID(), isCommandLine: true } };
  }

  /** Resolves to the state of a conversation that continues. */
  async begin({ audience }: Session): Promise<ExportableState | undefined> {
    const { scenario } = this.prepared;
    const hasPeople = castOf(scenario).some(waitsForPerson);
    const store = audience?.store;
    // A run that nobody wants saved is saved while it waits for somebody.
    const checkpointer = this.saved?.threads.checkpointer ?? (hasPeople || store ? new MemorySaver() : undefined);
    const places = { ...(store && { store }), ...(checkpointer && { checkpointer }) };
    const graph = compile(scenario.mode, this.models.options, places);
    audience?.connect?.({
      interject: (text, details) => interject(graph, this.thread, text, details),
      control: (request, details) => control(graph, this.thread, request, details),
    });
    this.graph = graph;
    return this.saved?.isContinued ? (await this.readSaved())?.state : undefined;
  }

  /** What happens until the end, a pause, or until people are waited for. Then `answers` continues it; null ends a pause. */
  async *events(answers: object | null | undefined, { signal, afterTurn }: Stopping): AsyncGenerator<FollowedEvent> {
    const start = this.saved?.isContinued || answers === null ? null : this.prepared.scenario.input;
    const run = new RunControl();
    const stream = await this.graph?.stream(answers ? new Command({ resume: answers }) : start, {
      ...this.thread,
      context: this.models.context,
      streamMode: ["custom", "values"],
      signal,
      control: run,
      ...(!this.saved && { durability: "exit" as const }),
    });
    for await (const [kind, value] of stream ?? []) {
      if (kind === "custom") {
        const event = value as RostrumEvent;
        yield event;
        if (event.type !== "speech-end") continue;
        this.saveTurn(event.turn);
        if (this.saved && afterTurn.aborted) run.requestDrain();
      }
      // Each interrupt comes on its own, and the state may follow.
      else if (isInterrupted<YourTurn | Approval | Paused>(value)) {
        for (const { id, value: asked } of value[INTERRUPT])
          if (asked?.kind === "paused") yield { type: "paused", ...asked };
          else if (id && asked) yield asEvent(id, asked);
      } else this.state = value as ExportableState;
    }
  }

  /** Resolves to the state that it has come to. A stream that breaks loses what was not yet read from it, but not what was saved. */
  async end(isWaiting: boolean): Promise<RunEnd> {
    const { state, isOver } = (await this.readSaved().catch(() => undefined)) ?? { state: this.state, isOver: true };
    const hasEnded = isOver && Boolean(state?.stopReason);
    this.turn = state?.turn ?? this.turn;
    this.save(isWaiting ? "waiting" : hasEnded ? "ended" : "stopped");
    await this.saving;
    return { state, hasEnded };
  }

  /** After the decision to stop, the closing words may still be missing. */
  private async readSaved() {
    const { values = {}, tasks = [] } = (this.saved && (await this.graph?.getState(this.thread))) ?? {};
    return "messages" in (values as object)
      ? { state: values as ExportableState, isOver: tasks.length === 0 }
      : undefined;
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
    // An outdated list must not end a conversation, nor keep later saves from it. Only the last save is awaited, and may fail.
    this.saving = this.saving.catch(() => {}).then(() => threads.save(now));
    this.saving.catch(() => {});
  }
}
