/**
 * The public copy of an exported conversation: what the audience could follow, without what belongs to a single
 * participant or to the owner. Participants know each other's names, roles and locations, so these are public;
 * descriptions and instructions are not.
 *
 * The rules of a record list all of its fields, and a missing field is a compile error. Fields from other versions are
 * omitted.
 */
import type { Control, ControlRecord } from "../../core/state/control-record.js";
import type { Participant } from "../../core/state/participant.js";
import { totalUsage } from "../../core/usage/usage.js";
import type { Bid } from "../../records/bid.js";
import type { ControlAction } from "../../records/control.js";
import type { Address, AssignedTask, Exclusion, NamedTogether, Score } from "../../records/decision.js";
import type { Interjection } from "../../records/interjection.js";
import type { FinalDecision, Judgement } from "../../records/meeting.js";
import type { StopDraw, StopReason, Verdict } from "../../records/stop-reason.js";
import type { PlannedTask, PlanRecord, TaskResult } from "../../records/task.js";
import type { ReasonOf } from "../../words/en/common.js";
import type { ConversationDocument, ExportedDecision, ExportedMessage } from "./json.js";

/** For each field of a record, a function that returns the field's value in the public copy. */
type Rules<Item> = { readonly [Field in keyof Item]-?: (value: Item[Field], item: Item) => Item[Field] };

type Plain = string | number | boolean | null | undefined | readonly string[] | readonly number[];

/** Copies a plain value. Does not accept records, because each of a record's fields needs its own rule. */
const keep = <Value extends Plain>(value: Value): Value => value;

/** Returns a function that replaces a value with `replacement`; by default, the field is omitted. */
const hide =
  <Value>(replacement?: Value) =>
  (): Value =>
    replacement as Value;

const each =
  <Item>(copy: (item: Item) => Item) =>
  (items: readonly Item[]): readonly Item[] =>
    items.map(copy);

const copyBy =
  <Item extends object>(rules: Rules<Item>) =>
  <Given extends Item | null | undefined>(item: Given): Given => {
    if (!item) return item;
    const names = (Object.keys(rules) as (keyof Item)[]).filter((name) => name in item);
    const fields = names.map((name) => [name, rules[name]((item as Item)[name], item)] as const);
    return Object.fromEntries(fields.filter(([, value]) => value !== undefined)) as Given;
  };

const copyPerson = copyBy<Participant>({
  name: keep,
  role: keep,
  location: keep,
  part: keep,
  presence: keep,
  description: hide(""),
  instructions: hide(""),
  model: hide(""),
  // Participants may have to guess who is a person, and tools can reveal a hidden role.
  human: hide(),
  approve: hide(),
  tools: hide(),
  bidder: hide(),
  talkativeness: hide(),
  onlyWhenMentioned: hide(),
});

const copyMessage = copyBy<ExportedMessage>({
  ...{ id: keep, name: keep, text: keep, turn: keep, time: keep, kind: keep, words: keep },
  ...{ stage: keep, round: keep, replyingTo: keep, cut: keep },
  usage: hide(),
});

const copyBid = copyBy<Bid>({
  ...{ turn: keep, seat: keep, participant: keep, outcome: keep, value: keep },
  reason: hide(),
  failure: hide(),
  attempts: hide([]),
});

const copyExclusion = copyBy<Exclusion>({ participant: keep, reason: keep });

const copyScore = copyBy<Score>({
  ...{ participant: keep, bid: keep, total: keep },
  ...{ aging: keep, centre: keep, mention: keep, excess: keep, received: keep, divisor: keep, talkativeness: keep },
});

const copyAddress = copyBy<Address>({ by: keep, participant: keep, granted: keep });

const copyTask = copyBy<AssignedTask>({ number: keep, task: keep, after: keep });

const copyNamed = copyBy<NamedTogether>({ turn: keep, names: keep });

const copyDecision = copyBy<ExportedDecision>({
  ...{ turn: keep, rule: keep, candidates: keep, tied: keep, draw: keep, speaker: keep, reason: keep },
  excluded: each(copyExclusion),
  waived: (waived) => waived?.map(copyExclusion) as NonNullable<typeof waived>,
  bids: each(copyBid),
  scores: each(copyScore),
  choices: hide([]),
  among: keep,
  named: copyNamed as Rules<ExportedDecision>["named"],
  addressed: copyAddress,
  task: copyTask as Rules<ExportedDecision>["task"],
});

/** The rules for each kind of stop reason. Omits the data that custom stop conditions may add for programs. */
const stopRules: { readonly [Kind in StopReason["kind"]]: Rules<ReasonOf<Kind>> } = {
  turns: { kind: keep, turn: keep, limit: keep },
  phrase: { kind: keep, turn: keep, phrase: keep, speaker: keep },
  silence: { kind: keep, turn: keep, turns: keep, threshold: keep, highest: keep },
  probability: { kind: keep, turn: keep, probability: keep, draw: keep },
  repetition: { kind: keep, turn: keep, turns: keep, share: keep, threshold: keep, words: keep },
  agreement: { kind: keep, turn: keep, judged: keep, on: keep },
  stages: { kind: keep, turn: keep, stages: keep, rounds: keep },
  "cut-short": { kind: keep, turn: keep, reason: (reason) => copyReason(reason) },
  tasks: { kind: keep, turn: keep, tasks: keep, done: keep },
  enough: { kind: keep, turn: keep, reason: hide(""), tasks: keep, done: keep },
  "plan-limit": { kind: keep, turn: keep, limited: keep, limit: keep, tasks: keep, done: keep },
  "same-plan": { kind: keep, turn: keep, versions: keep, plan: keep, tasks: keep, done: keep },
  budget: { kind: keep, turn: keep, budget: keep, limit: keep, spent: keep },
  late: { kind: keep, turn: keep, participant: keep, limitMs: keep },
  all: { kind: keep, turn: keep, reasons: (reasons) => reasons.map(copyReason) },
  custom: { kind: keep, turn: keep, description: keep, words: (words) => ({ ...words }), values: hide() },
};

const copyReason = (reason: StopReason): StopReason => copyBy(stopRules[reason.kind] as Rules<StopReason>)(reason);

const copyJudgement = copyBy<Judgement>({
  ...{ turn: keep, stage: keep, round: keep, sufficient: keep, reason: keep, open: keep },
  answer: hide(""),
});

const copyVerdict = copyBy<Verdict>({
  ...{ turn: keep, condition: keep, holds: keep, evidence: keep },
  answer: hide(""),
});

const plannedTask: Rules<PlannedTask> = {
  ...{ number: keep, worker: keep, task: keep, after: keep, attempt: keep },
  // Like a model's choices, a supervisor's reasons and remarks are for the owner. The message that announces a changed
  // plan also contains them; everybody in the conversation has heard it, so it stays public.
  remark: hide(),
};

const copyPlan = copyBy<PlanRecord>({
  ...{ turn: keep, version: keep, outcome: keep, results: keep },
  reason: hide(""),
  tasks: each(copyBy(plannedTask)),
  rejected: hide([]),
});

const copyResult = copyBy<TaskResult>({
  ...plannedTask,
  ...{ turn: keep, outcome: keep, text: keep, to: keep },
  // A failed task's reason can be an error message.
  reason: (reason, { outcome }) => (outcome === "failed" ? "" : reason),
});

const copyInterjection = copyBy<Interjection>({
  ...{ id: keep, messageId: keep, from: keep, to: keep, raisesHand: keep, problem: keep, turn: keep, time: keep },
  // If the text did not become a message, nobody has heard it.
  text: (text, { messageId }) => (messageId === null ? "" : text),
});

/** The fields of all kinds of controls. Each control has exactly one of them. */
type ControlFields = {
  readonly [Action in ControlAction]: Control extends infer Each
    ? Each extends { readonly [Field in Action]: infer Value }
      ? Value
      : never
    : never;
};

const controlRules: Rules<ControlFields> = {
  ...{ next: keep, mute: keep, unmute: keep, remove: keep, pause: keep, step: keep },
  add: (person) => copyPerson(person as Participant),
};

const copyControl = copyBy<ControlRecord>({
  ...{ id: keep, from: keep, turn: keep, interjections: keep, time: keep },
  control: copyBy(controlRules as unknown as Rules<Control>),
  refusal: hide(null),
});

const isUsed = ({ problem }: Interjection) => problem === null;
const isDone = ({ control, refusal }: ControlRecord) => control !== null && refusal === null;

const copyDocument = copyBy<ConversationDocument>({
  ...{ version: keep, mode: keep, title: keep, topic: keep, language: keep, isPublic: keep },
  // From the seed, a reader could compute the draws of future turns.
  seed: hide(null),
  participants: each(copyPerson),
  leader: copyPerson,
  messages: each(copyMessage),
  decisions: each(copyDecision),
  usage: hide({ rows: [], totals: totalUsage([]), money: null, prices: {} }),
  stopDraws: each(copyBy<StopDraw>({ turn: keep, probability: keep, draw: keep, stops: keep })),
  verdicts: each(copyVerdict),
  stopReason: (reason) => reason && copyReason(reason),
  warnings: hide([]),
  corrections: hide([]),
  interjections: (interjections) => interjections.filter(isUsed).map(copyInterjection),
  controls: (controls, { interjections }) =>
    controls.filter(isDone).map((control) => ({
      ...copyControl(control),
      interjections: interjections.slice(0, control.interjections).filter(isUsed).length,
    })),
  toolCalls: hide([]),
  judgements: each(copyJudgement),
  finalDecision: copyBy<FinalDecision>({ decision: keep, rationale: keep, dissent: keep }),
  results: each(copyResult),
  plans: (plans) => plans?.map(copyPlan) as NonNullable<typeof plans>,
});

/** The functions with which the web app makes the events of a running conversation public. */
export const copies = {
  ...{ copyPerson, copyBid, copyDecision, copyReason, copyJudgement, copyVerdict, copyResult, copyPlan },
  ...{ copyInterjection, isUsed, copyControl, isDone },
};

/**
 * Returns the public copy of an exported conversation. It contains the speeches, the bids and how each speaker was
 * chosen. It omits descriptions, instructions, the reasons of bidders and supervisors, models' exact answers, tool
 * calls, corrections, warnings, usage, models, the seed, and refused requests. Speeches stay whole: when a supervisor
 * announces a changed plan, it gives its reason and its remarks on tasks. The copy can be rendered, read and played
 * like any export.
 *
 * @example
 * ```ts
 * const page = renderMarkdown(publicCopy(exportConversation("bidding", state)));
 * ```
 */
export const publicCopy = (conversation: ConversationDocument): ConversationDocument =>
  copyDocument({ ...conversation, isPublic: true });
