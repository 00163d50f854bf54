/** Runs a conversation's graph and lets observers follow it. */
import type { RostrumEvent } from "../domain/events.js";
import type { ModelAssignments } from "../models/choose-model.js";
import { RehearsalModel } from "../models/rehearsal/rehearsal-model.js";
import { modes } from "../modes/index.js";
import type { Scenario } from "../scenario/scenario.js";
import type { RunContext } from "../state/context.js";
import type { ExportableState } from "../transcript/json.js";
import type { RunModels } from "./model-check.js";
import type { Observer } from "./terminal/observer.js";

export const rehearsalName = "rehearsal";

export interface ConversationRun {
  readonly scenario: Scenario;
  readonly models: RunModels;
  /** Between the pieces of a rehearsed speech, in milliseconds. */
  readonly pace: number;
  readonly observers: readonly Observer[];
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

export async function runConversation(run: ConversationRun): Promise<RunEnd> {
  const { scenario, observers, signal } = run;
  const { options, context } = hasRehearsal(run.models) ? rehearse(run) : { options: {}, context: scenario.context };
  let state: ExportableState | undefined;
  try {
    const graph = modes[scenario.mode]?.compile(options);
    const stream = await graph?.stream(scenario.input, {
      context,
      streamMode: ["custom", "values"],
      signal,
    });
    for await (const [kind, value] of stream ?? []) {
      if (kind === "custom") show(value as RostrumEvent, observers);
      else state = value as ExportableState;
    }
    return { state };
  } catch (error) {
    return { state, error };
  } finally {
    for (const observer of observers) observer.close();
  }
}
