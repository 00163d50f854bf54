/** Reads each interjection and each control in the inbox once, between turns or when a run starts. */
import type { HumanMessage } from "@langchain/core/messages";
import type { Control, ControlRecord } from "../../../core/state/control-record.js";
import { leaderIn } from "../../../core/state/scene.js";
import { inputProblem } from "../../../errors/rostrum-error.js";
import type { Interjection } from "../../../records/interjection.js";
import { locales } from "../../../words/registry.js";
import { inboxFormat, readInbox } from "../../inbox/inbox.js";
import { type InboxEntry, listenerIn, messagesOf, readInterjection } from "../../inbox/interjection.js";
import { readSaved } from "../../langgraph/task.js";
import { applyControl, type ControlOutcome, readControl } from "../../state/control.js";
import type { Conversation } from "../../state/conversation-state.js";
import type { StepContext } from "../run/step-context.js";
import { checkNewcomer, describe } from "./prepare.js";

interface Heard<State> {
  readonly heard: Partial<State>;
  readonly after: State;
}

/**
 * Returns the changes that new entries make, and the state after these changes. If the conversation is saved, deletes
 * an entry only after a checkpoint contains it, so that a crash cannot lose the entry.
 */
export async function hearInbox<State extends Conversation>(state: State, step: StepContext): Promise<Heard<State>> {
  const { thread } = step;
  const { store } = step.config;
  const items = store && thread !== undefined && step.scope.hasInbox ? await readInbox(store, thread, step.owner) : [];
  if (!store || items.length === 0) return { heard: {}, after: state };
  const known = new Set([...state.interjections, ...state.controls].map(({ id }) => id));
  if (items.some(({ key }) => known.has(key))) {
    // Without a checkpointer, a crash loses the conversation anyway, so all known entries can be deleted.
    const saved = step.isSaved
      ? await readSaved(step.config, ["interjections", "controls"])
      : [...known].map((id) => ({ id }));
    const savedKeys = new Set((saved as readonly { readonly id: string }[]).map(({ id }) => id));
    for (const { namespace, key } of items) if (savedKeys.has(key)) await store.delete(namespace, key);
  }
  const heard = {
    messages: [] as HumanMessage[],
    interjections: [] as Interjection[],
    controls: [] as ControlRecord[],
  };
  let changes: Partial<State> = {};
  let after = state;
  for (const { key: id, value: saved } of items.filter(({ key }) => !known.has(key))) {
    // An entry of an unknown version is recorded as an unusable interjection.
    const value = inboxFormat.knows(saved) ? inboxFormat.read(saved, id) : { version: saved["version"] };
    const entry = { id, value, time: step.services.clock() };
    if ("control" in value) {
      const { record, update } = await takeControl(after, entry, step);
      step.emit({ type: "control", turn: state.turn, control: record });
      heard.controls.push(record);
      changes = { ...changes, ...update };
    } else {
      const interjection = readInterjection(after, entry);
      step.emit({ type: "interjection", turn: state.turn, interjection });
      heard.interjections.push(interjection);
      heard.messages.push(...messagesOf(after, [interjection]));
    }
    // An interjection may address a participant whom an earlier control has added.
    const all = {
      messages: [...state.messages, ...heard.messages],
      interjections: [...state.interjections, ...heard.interjections],
      controls: [...state.controls, ...heard.controls],
    };
    after = { ...state, ...changes, ...all };
  }
  return { heard: { ...changes, ...heard }, after };
}

async function takeControl(
  state: Conversation,
  { id, value, time }: InboxEntry,
  step: StepContext,
): Promise<{ readonly record: ControlRecord; readonly update: Partial<Conversation> }> {
  const read = readControl(value["control"]);
  const maxParticipants = Number(value["mostParticipants"] ?? Number.POSITIVE_INFINITY);
  const outcome =
    "control" in read ? await applyOrRefuse(state, read.control, maxParticipants, step) : { refusal: read.problems[0] };
  const { turn, interjections } = state;
  const heard = { turn, interjections: interjections.length, time: time.toISOString() };
  const common = { id, from: listenerIn(state, value["from"]), ...heard };
  if ("control" in outcome)
    return { record: { ...common, control: outcome.control, refusal: null }, update: outcome.update };
  const given = "control" in read ? read.control : null;
  const control = given && "add" in given ? { add: { name: String(given.add.name).slice(0, 200) } } : given;
  return { record: { ...common, control, refusal: outcome.refusal ?? null }, update: {} };
}

async function applyOrRefuse(
  state: Conversation,
  control: Control,
  maxParticipants: number,
  step: StepContext,
): Promise<ControlOutcome> {
  const { errors } = locales[state.language];
  if (("pause" in control || "step" in control) && !step.isSaved)
    return { refusal: inputProblem("pause", "unkept-pause", {}, errors) };
  if ("add" in control && state.participants.length >= maxParticipants)
    return { refusal: inputProblem("add", "out-of-range", { highest: maxParticipants, unit: "entries" }, errors) };
  const outcome = applyControl(state, control, step.scene);
  const cast = "add" in control && "update" in outcome ? outcome.update.participants : undefined;
  const newcomer = cast?.at(-1);
  if (!cast || !newcomer || !("update" in outcome)) return outcome;
  const checked = await checkNewcomer(state, newcomer, step);
  if ("refusal" in checked) return checked;
  const { prices } = checked;
  if (!state.prepare) return { ...outcome, update: { ...outcome.update, prices } };
  const joined = { ...state, participants: cast };
  const { text, warning } = await describe(joined, newcomer, leaderIn(state) ?? null, step);
  if (warning) step.usage.warnings.push(warning);
  const described = cast.with(-1, { ...newcomer, description: text });
  return { ...outcome, update: { ...outcome.update, participants: described, prices } };
}
