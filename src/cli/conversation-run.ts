/** Runs a conversation's graph and lets observers follow it. */
import { randomUUID } from "node:crypto";
import { Command, INTERRUPT, InMemoryStore, isInterrupted, MemorySaver } from "@langchain/langgraph";
import type { RostrumEvent } from "../domain/events.js";
import type { YourTurn } from "../domain/your-turn.js";
import type { ModelAssignments } from "../models/choose-model.js";
import { RehearsalModel } from "../models/rehearsal/rehearsal-model.js";
import { modes } from "../modes/index.js";
import { interject } from "../modes/interject.js";
import type { ConversationOptions } from "../modes/options.js";
import type { Scenario } from "../scenario/scenario.js";
import type { RunContext } from "../state/context.js";
import type { ExportableState } from "../transcript/json.js";
import type { Audience } from "./audience.js";
import type { RunModels } from "./model-check.js";
import type { Waiting } from "./person-turns.js";
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
  readonly signal: AbortSignal;
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
    } as RunContext,
  };
}

/** The state that the conversation ended in, or that it had when it was broken off. */
export interface RunEnd {
  readonly state: ExportableState | undefined;
  /** Why it broke off; undefined where it ended. */
  readonly error?: unknown;
}

function show(event: RostrumEvent, observers: readonly Observer[]): void {
  for (const observer of observers) observer.makeWay?.();
  for (const observer of observers) observer.see(event);
}

/** The graph, with what it needs to hear an audience and to wait for a person. */
function compileFor({ scenario, audience }: ConversationRun, options: ConversationOptions<never>) {
  const { compile } = modes[scenario.mode] ?? {};
  if (!compile) throw new Error(`there is no mode ${scenario.mode}`);
  if (!audience) return { graph: compile(options), thread: {} };
  const keeping = audience.hasPeople ? { checkpointer: new MemorySaver() } : {};
  const graph = compile(options, { store: new InMemoryStore(), ...keeping });
  const thread = { configurable: { thread_id: randomUUID() } };
  audience.connect((text, details) => interject(graph, thread, text, details));
  return { graph, thread };
}

/** What the people say who are waited for, in the form that the graph goes on with. */
async function resumeWith({ audience, observers, signal }: ConversationRun, waiting: readonly Waiting[]) {
  for (const observer of observers) observer.makeWay?.();
  return new Command({ resume: await unlessAborted(audience?.answer(waiting), signal) });
}

export async function runConversation(run: ConversationRun): Promise<RunEnd> {
  const { scenario, observers, signal } = run;
  const { options, context } = hasRehearsal(run.models) ? rehearse(run) : { options: {}, context: scenario.context };
  let state: ExportableState | undefined;
  try {
    const { graph, thread } = compileFor(run, options);
    let input: Readonly<Record<string, unknown>> | Command = scenario.input;
    for (;;) {
      const waiting: Waiting[] = [];
      const stream = await graph.stream(input, { context, streamMode: ["custom", "values"], signal, ...thread });
      for await (const [kind, value] of stream) {
        if (kind === "custom") show(value as RostrumEvent, observers);
        // Each who is waited for comes alone, and the state may come after them.
        else if (isInterrupted<YourTurn>(value)) waiting.push(...value[INTERRUPT]);
        else state = value as ExportableState;
      }
      if (waiting.length === 0) return { state };
      input = await resumeWith(run, waiting);
    }
  } catch (error) {
    return { state, error };
  } finally {
    for (const observer of observers) observer.close();
  }
}
