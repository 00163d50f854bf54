/** Simulates the shortest or the longest run of a conversation with stand-ins for the real models. */
import { defaultModelName } from "#model-source.js";
import { isRecord, type Named } from "../../base/is-record.js";
import { outlookOf, type StoppingSettings, withOwnConditions } from "../../core/stopping/registry.js";
import type { Budget, Prices } from "../../core/usage/budget.js";
import { RostrumError } from "../../errors/rostrum-error.js";
import { agentLabel } from "../../graph/models/agent-model.js";
import { reserveFor } from "../../graph/models/charge-call.js";
import type { ModelSpec } from "../../graph/models/choose-model.js";
import { describeModel } from "../../graph/models/resolved-model.js";
import type { Mode, ModeOptions } from "../../graph/modes/mode.js";
import { type SimulatedCall, StandInModel } from "../../offline/stand-in-model.js";
import type { Extent } from "../../records/estimate.js";
import type { Purpose } from "../../records/request.js";

export interface CheckedInput extends Named {
  readonly participants: readonly (Named & { readonly name: string; readonly human?: boolean })[];
  readonly maxTurns: number;
  readonly stopping?: StoppingSettings;
  readonly memory: { readonly window: string };
  readonly budget: Budget;
  readonly prices: Prices;
}

export interface PlannedRun {
  readonly mode: Mode;
  readonly input: CheckedInput;
  readonly context: Named;
  readonly options: ModeOptions;
}

export interface Simulation {
  readonly calls: readonly SimulatedCall[];
  /** The number of turns in the run, including turns that were not simulated. */
  readonly turns: number;
  readonly simulated: number;
  /** Whether to assume that prompts grow with every turn. */
  readonly grows: boolean;
}

const maxCalls = 250;
/** The maximum number of simulated turns is between these two, depending on how many calls a turn can have. */
const [fewestTurns, mostTurns] = [8, 60];

/** Any seed will do, because no draw decides how long a simulated run is. */
const anySeed = 1;

export const peopleIn = ({ participants }: CheckedInput): string[] =>
  participants.filter(({ human }) => human).map(({ name }) => name);

function modelNamesIn(value: unknown): string[] {
  if (Array.isArray(value)) return value.flatMap(modelNamesIn);
  if (!isRecord(value)) return [];
  return Object.entries(value).flatMap(([name, each]) =>
    typeof each === "string" && each !== "" && /^(?:model|bidModel)$/.test(name) ? each : modelNamesIn(each),
  );
}

/** Does not resolve the real models, so an estimate needs neither API keys nor the providers' packages. */
function standInsFor({ input, context, options }: PlannedRun, extent: Extent, record: (call: SimulatedCall) => void) {
  const { byName = {}, byPurpose = {}, byParticipant = {} } = options.models ?? {};
  const labelOf = (spec: ModelSpec): string => {
    if (typeof spec !== "string") return describeModel(spec).label;
    if (Object.hasOwn(byName, spec) && byName[spec]) return describeModel(byName[spec]).label;
    if (spec === "rehearsal" || /^[\w-]+:\S+$/.test(spec)) return spec;
    throw new RostrumError("unknown-model", { fault: "not-a-name", model: spec });
  };
  const labelled = (label: string) => new StandInModel({ label, extent, reserveFor, record });
  const standIn = (spec: ModelSpec) => labelled(labelOf(spec));
  const all = <Key extends string>(specs: Readonly<Partial<Record<Key, ModelSpec>>>) =>
    Object.fromEntries(
      Object.entries<ModelSpec | undefined>(specs).flatMap(([key, spec]) =>
        spec === undefined ? [] : [[key, standIn(spec)]],
      ),
    ) as Record<string, StandInModel>;
  const agents = Object.keys(options.agents ?? {}).map((name) => [name, labelled(agentLabel(name))]);
  return {
    model: standIn(options.model ?? (typeof context["model"] === "string" ? context["model"] : defaultModelName())),
    models: {
      byName: Object.fromEntries(modelNamesIn([input, context]).map((name) => [name, standIn(name)])),
      byPurpose: all<Purpose>(byPurpose),
      byParticipant: { ...all(byParticipant), ...Object.fromEntries(agents) },
    },
  };
}

/**
 * Returns the input of a simulated run, in which models speak for people, and there are no approvals, tools or budget.
 * The longest run has only the stop conditions that `outlookOf` keeps; the shortest run has none.
 */
function inputFor({ mode, input, options }: PlannedRun, extent: Extent): CheckedInput {
  const changed: CheckedInput = { ...input, ...mode.extreme(input, extent) };
  const { stopping = { combine: "any" }, participants, maxTurns } = changed;
  const { earliest, kept } = outlookOf(withOwnConditions(options.conditions), stopping);
  const soonest = Math.min(maxTurns, options.stopWhen ? 1 : earliest);
  return {
    ...changed,
    seed: anySeed,
    budget: {},
    prices: {},
    participants: participants.map((each) => ({ ...each, human: false, approve: false, tools: [] })),
    ...(changed.stopping && { stopping: { combine: "any", ...(extent === "most" && kept) } }),
    maxTurns: extent === "most" ? maxTurns : Math.max(1, soonest),
  };
}

export async function simulate(run: PlannedRun, extent: Extent): Promise<Simulation> {
  const calls: SimulatedCall[] = [];
  const people = peopleIn(run.input);
  const isPaid = ({ request }: SimulatedCall) => !("self" in request && people.includes(request.self.name));
  const standIns = standInsFor(run, extent, (call) => {
    if (isPaid(call)) calls.push(call);
  });
  const { agents: _agents, stopWhen: _stopWhen, ...options } = run.options;
  const given = inputFor(run, extent);
  const size = given.participants.length + 1;
  const limit = Math.min(mostTurns, Math.max(fewestTurns, Math.floor(maxCalls / size)));
  const { idempotencyKey: _key, ...context } = run.context;
  const graph = run.mode.compile({ ...options, ...standIns });
  const input = { ...given, maxTurns: Math.min(limit, given.maxTurns) };
  const { turn } = (await graph.invoke(input, { context })) as { readonly turn: number };
  // Unless `memory.window` is `all`, prompts contain only the latest messages or a summary, so they stop growing. The
  // longest run assumes growth anyway.
  const grows = extent === "most" || given.memory.window === "all";
  // A run can exceed the limit: in a meeting, `maxTurns` cuts only the discussion short, and plans can be changed.
  const isCutOff = given.maxTurns > limit && turn >= limit;
  return { calls, turns: isCutOff ? Math.max(turn, given.maxTurns) : turn, simulated: turn, grows };
}
