/** Runs a conversation's graph and lets observers follow it. */
import { randomUUID } from "node:crypto";
import { Command, INTERRUPT, isInterrupted, MemorySaver, RunControl } from "@langchain/langgraph";
import type { BaseCheckpointSaver } from "@langchain/langgraph-checkpoint";
import type { ModelAssignments } from "../models/choose-model.js";
import type { ConversationOptions } from "../modes/options.js";
import { modes } from "../modes/registry.js";
import { RehearsalModel } from "../rehearsal/rehearsal-model.js";
import type { Scenario } from "../scenario/scenario.js";
import type { RostrumEvent } from "../state/events.js";
import type { RunSettings } from "../state/run-settings.js";
import type { YourTurn } from "../state/your-turn.js";
import { interject } from "../thread/interject.js";
import type { ExportableState } from "../transcript/json.js";
import type { Audience } from "./audience.js";
import type { RunModels } from "./model-check.js";
import { PatientStore } from "./patient-store.js";
import type { Waiting } from "./person-turns.js";
import type { Stopping } from "./stopping.js";
import type { Observer } from "./terminal/observer.js";
import { unlessAborted } from "./unless-aborted.js";

export const rehearsalName = "rehearsal";

export interface ConversationRun {
  readonly scenario: Scenario;
  readonly models: RunModels;
  /** Between the pieces of a rehearsed speech, in milliseconds. */
  readonly pace: number;
  readonly observers: readonly Observer[];
  /** Who takes part from outside; undefined where nobody does. */
  readonly audience: Audience | undefined;
  /** Where it is kept, and what it goes on from; undefined where nothing is kept. */
  readonly kept: KeptThread | undefined;
  readonly stopping: Pick<Stopping, "signal" | "ending" | "by">;
}

/** A thread that this process has for itself. */
export interface KeptThread {
  readonly name: string;
  readonly checkpointer: BaseCheckpointSaver;
  /** Whether the thread holds a conversation that is to go on. */
  readonly goesOn: boolean;
}

/** Whether a part of the conversation is rehearsed. */
export function hasRehearsal({ speaking, bidding, byParticipant }: RunModels): boolean {
  return [speaking, bidding, ...byParticipant.values()].includes(rehearsalName);
}

/** One rehearsal at the wanted pace in place of every model of that name. Its notice is the command line's to show. */
function rehearse({ scenario: { context }, models, pace }: ConversationRun) {
  const rehearsal = new RehearsalModel({ pace, notice: false });
  const { model, bidModel, ...rest } = context;
  const speaks = models.speaking === rehearsalName;
  const bids = bidModel === rehearsalName;
  const byParticipant = Object.fromEntries(
    [...models.byParticipant]
      .filter(([, name]) => name === rehearsalName)
      .map(([participant]) => [participant, rehearsal]),
  );
  const assignments: ModelAssignments = { byParticipant, ...(bids ? { byPurpose: { bid: rehearsal } } : {}) };
  return {
    options: { models: assignments, ...(speaks ? { model: rehearsal } : {}) },
    context: {
      ...rest,
      ...(speaks || model === undefined ? {} : { model }),
      ...(bids || bidModel === undefined ? {} : { bidModel }),
    } as RunSettings,
  };
}

/** The state that the conversation ended in, or that it had when it was broken off. */
export interface RunEnd {
  readonly state: ExportableState | undefined;
  /** Why it broke off; undefined where it ended. */
  readonly error?: unknown;
  /** Whether it waits for a person. */
  readonly isWaiting: boolean;
}

/** Shows what has happened to all who follow. */
export function show(event: RostrumEvent, observers: readonly Observer[]): void {
  for (const observer of observers) observer.makeWay?.();
  for (const observer of observers) observer.see(event);
}

/** The graph, with what it needs to be kept, to hear an audience and to wait for a person. */
function compileFor({ scenario, audience, kept }: ConversationRun, options: ConversationOptions<never>) {
  const { compile } = modes[scenario.mode] ?? {};
  if (!compile) throw new Error(`there is no mode ${scenario.mode}`);
  if (!audience && !kept) return { graph: compile(options), thread: {} };
  const checkpointer = kept?.checkpointer ?? (audience?.hasPeople ? new MemorySaver() : undefined);
  const store = audience && new PatientStore(() => audience.untilSent());
  const graph = compile(options, { ...(store ? { store } : {}), ...(checkpointer ? { checkpointer } : {}) });
  const thread = { configurable: { thread_id: kept?.name ?? randomUUID(), isCommandLine: true } } as const;
  audience?.connect((text, details) => interject(graph, thread, text, details));
  return { graph, thread };
}

/** What the people say who are waited for, in the form that the graph goes on with. */
async function resumeWith({ audience, observers, stopping }: ConversationRun, waiting: readonly Waiting[]) {
  for (const observer of observers) observer.makeWay?.();
  return new Command({ resume: await unlessAborted(audience?.answer(waiting), stopping.ending) });
}

/** What observers were told when the conversation began, for those who join it later. */
export function sceneOf({
  topic,
  participants,
  director,
  supervisor,
  seed = 0,
  maxTurns,
}: ExportableState): RostrumEvent {
  const leader = director ?? supervisor ?? null;
  return { type: "scene-set", topic, participants, leader, seed, maxTurns };
}

/** Ends a kept run behind the speech that is being made when its user asks for it. */
function endBehindSpeech(event: RostrumEvent, control: RunControl, { kept, stopping }: ConversationRun): void {
  if (kept && stopping.ending.aborted && event.type === "speech-end") control.requestDrain();
}

export async function runConversation(run: ConversationRun): Promise<RunEnd> {
  const { scenario, observers, kept, stopping } = run;
  const { signal } = stopping;
  const { options, context } = hasRehearsal(run.models) ? rehearse(run) : { options: {}, context: scenario.context };
  let state: ExportableState | undefined;
  let isWaiting = false;
  let readKept = async (): Promise<object> => ({});
  try {
    const { graph, thread } = compileFor(run, options);
    if (kept)
      readKept = async () => (await graph.getState({ configurable: { thread_id: kept.name } })).values as object;
    let input: Readonly<Record<string, unknown>> | Command | null = scenario.input;
    if (kept?.goesOn) {
      state = (await readKept()) as ExportableState;
      show(sceneOf(state), observers);
      input = null;
    }
    for (;;) {
      const waiting: Waiting[] = [];
      const control = new RunControl();
      const stream = await graph.stream(input, {
        context,
        streamMode: ["custom", "values"],
        signal,
        control,
        ...thread,
      });
      for await (const [kind, value] of stream) {
        if (kind === "custom") {
          show(value as RostrumEvent, observers);
          endBehindSpeech(value as RostrumEvent, control, run);
        }
        // Each who is waited for comes alone, and the state may come after them.
        else if (isInterrupted<YourTurn>(value)) waiting.push(...value[INTERRUPT]);
        else state = value as ExportableState;
      }
      isWaiting = waiting.length > 0;
      if (!isWaiting) return { state, isWaiting };
      input = await resumeWith(run, waiting);
      isWaiting = false;
    }
  } catch (error) {
    // A stream that breaks off gives away nothing of what had not been read of it. What is kept knows better.
    const latest = await readKept().catch(() => ({}));
    return { state: "messages" in latest ? (latest as ExportableState) : state, error, isWaiting };
  } finally {
    for (const observer of observers) observer.close();
  }
}
