/** Runs a conversation in this process. */
import { randomUUID } from "node:crypto";
import { Command, INTERRUPT, isInterrupted, MemorySaver, RunControl } from "@langchain/langgraph";
import type { ConversationOptions } from "../../modes/options.js";
import { modes } from "../../modes/registry.js";
import { RehearsalModel } from "../../rehearsal/rehearsal-model.js";
import type { Scenario } from "../../scenario/scenario.js";
import type { RostrumEvent } from "../../state/events.js";
import type { RunSettings } from "../../state/run-settings.js";
import type { YourTurn } from "../../state/your-turn.js";
import { interject } from "../../thread/interject.js";
import type { ExportableState } from "../../transcript/json.js";
import { PatientStore } from "../audience/patient-store.js";
import type { WaitingPerson } from "../audience/person-turns.js";
import type { SavedThread } from "../conversations/saved-thread.js";
import { hasRehearsal, type RunModels, rehearsalName } from "./models.js";
import type { PreparedRun } from "./prepare.js";
import { announce, type RunEnd, type Runner, type Session, sceneOf, unlessAborted } from "./runner.js";

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
  private state: ExportableState | undefined;
  private isWaiting = false;

  /** `saved`: the thread that it is saved in; undefined where it is not saved. */
  constructor(
    private readonly prepared: Pick<PreparedRun, "scenario" | "models" | "pace">,
    private readonly saved?: SavedThread,
  ) {}

  get canStopAfterTurn(): boolean {
    return this.saved !== undefined;
  }

  describe(hasEnded: boolean): string | undefined {
    return this.saved?.describe(hasEnded);
  }

  async run(session: Session): Promise<RunEnd> {
    const { saved } = this;
    const observers = saved ? [...session.observers, saved] : session.observers;
    let end: RunEnd;
    let readSaved = async (): Promise<object> => ({});
    try {
      const { scenario, models, pace } = this.prepared;
      const { options, context } = hasRehearsal(models)
        ? withRehearsal(scenario, models, pace)
        : { options: {}, context: scenario.context };
      const { graph, thread } = this.compile(options, session);
      if (saved)
        readSaved = async () => (await graph.getState({ configurable: { thread_id: saved.name } })).values as object;
      await this.follow(graph, { context, ...thread }, { ...session, observers }, readSaved);
      end = { state: this.state, isWaiting: false };
    } catch (error) {
      // A stream that breaks loses what was not yet read from it, but not what was saved.
      const latest = await readSaved().catch(() => ({}));
      const state = "messages" in latest ? (latest as ExportableState) : this.state;
      end = { state, error, isWaiting: this.isWaiting };
    } finally {
      for (const observer of observers) observer.close();
    }
    await saved?.end(end);
    return end;
  }

  /** The graph with what it needs to be saved, to hear an audience and to wait for people. */
  private compile(options: ConversationOptions<never>, { audience }: Session) {
    const { scenario } = this.prepared;
    const { compile } = modes[scenario.mode] ?? {};
    if (!compile) throw new Error(`there is no mode ${scenario.mode}`);
    if (!audience && !this.saved) return { graph: compile(options), thread: {} };
    const checkpointer = this.saved?.checkpointer ?? (audience?.hasPeople ? new MemorySaver() : undefined);
    const store = audience && new PatientStore(() => audience.untilSent());
    const graph = compile(options, { ...(store ? { store } : {}), ...(checkpointer ? { checkpointer } : {}) });
    const thread = { configurable: { thread_id: this.saved?.name ?? randomUUID(), isCommandLine: true } } as const;
    audience?.connect((text, details) => interject(graph, thread, text, details));
    return { graph, thread };
  }

  private async follow(
    graph: Graph,
    config: Omit<Parameters<Graph["stream"]>[1], "streamMode" | "signal">,
    { observers, audience, stopping }: Session,
    readSaved: () => Promise<object>,
  ): Promise<void> {
    let input: Parameters<Graph["stream"]>[0] = this.prepared.scenario.input;
    if (this.saved?.isContinued) {
      this.state = (await readSaved()) as ExportableState;
      announce(sceneOf(this.state), observers);
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
          if (this.saved && stopping.afterTurn.aborted && event.type === "speech-end") control.requestDrain();
        }
        // Each interrupt comes on its own, and the state may follow.
        else if (isInterrupted<YourTurn>(value)) waiting.push(...value[INTERRUPT]);
        else this.state = value as ExportableState;
      }
      this.isWaiting = waiting.length > 0;
      if (!this.isWaiting) return;
      for (const observer of observers) observer.makeWay?.();
      input = new Command({ resume: await unlessAborted(audience?.answer(waiting), stopping.afterTurn) });
      this.isWaiting = false;
    }
  }
}
