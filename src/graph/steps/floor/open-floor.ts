import type { BaseMessage } from "@langchain/core/messages";
import { draw } from "../../../base/chance.js";
import { deriveFromGrown } from "../../../base/grown-list.js";
import type { Selection, SelectionContext, Speech } from "../../../core/selection/rule.js";
import { entriesBefore } from "../../../core/sorted-by-turn.js";
import { maySpeak, type Participant } from "../../../core/state/participant.js";
import { lineOf, placeOf, speakerOf } from "../../../core/text/message.js";
import type { Bid, Scale } from "../../../records/bid.js";
import type { Exclusion } from "../../../records/decision.js";
import type { Conversation } from "../../state/conversation-state.js";
import { type FloorRequest, findRequest } from "../run/floor-requests.js";
import { seedOf } from "../run/services.js";
import { type Restraints, restrain } from "./restraints.js";

export interface FloorRules<State extends Conversation> {
  /** The settings for rules and restraints. Default: no settings and no restraints, not even `onlyWhenMentioned`. */
  readonly selectionOf?: (state: State) => Restraints;
  readonly bidsOf?: (state: State) => readonly Bid[];
  /** The scale of bids. Default: 1 to 10. */
  readonly scaleOf?: (state: State) => Scale;
  /** The participants whom the mode excludes from this turn, with reasons. Default: none. */
  readonly excludedOf?: (state: State) => readonly Exclusion[];
  /** Finds the request for the floor that decides the turn. Default: the first open request. */
  readonly requestOf?: (state: State) => FloorRequest | undefined;
}

export interface SeatedParticipant {
  readonly seat: number;
  readonly participant: Participant;
}

/** The context that rules receive, together with the state. */
export interface OpenFloor<State extends Conversation = Conversation> extends SelectionContext {
  readonly candidates: readonly SeatedParticipant[];
  readonly state: State;
}

export interface FloorRecord<Floor = Pick<SelectionContext, "turn" | "candidates">> {
  readonly floor: Floor;
  readonly excluded: readonly Exclusion[];
  /** Exclusions that are not applied, because they would leave nobody who could speak. */
  readonly waived: readonly Exclusion[];
  /** All bids of the turn, including those of bidders who are not candidates. */
  readonly bids: readonly Bid[];
  /** The selection by a request for the floor, before any rule; undefined if no candidate is requested. */
  readonly granted: Selection | undefined;
  /** The last number drawn for this turn; null if there was no draw. */
  readonly drawn: () => number | null;
}

const isSpeech = (message: BaseMessage, names: readonly string[]) =>
  placeOf(message)?.kind !== "interjection" && names.includes(speakerOf(message));

/** `cast`: the names of the participants, one per line. */
const speechesOf = deriveFromGrown((speeches: Speech[] | undefined, added: readonly BaseMessage[], cast) => {
  const names = cast.split("\n");
  const all = speeches ?? [];
  for (const message of added)
    if (isSpeech(message, names)) all.push({ ...lineOf(message), turn: placeOf(message)?.turn ?? null });
  return all;
});

export function spokenIn({ messages, participants }: Conversation): readonly Speech[] {
  const names = participants.map(({ name }) => name);
  return speechesOf(messages, names.join("\n"));
}

export function openFloor<State extends Conversation>(
  state: State,
  { selectionOf, bidsOf, scaleOf, excludedOf, requestOf = findRequest }: FloorRules<State> = {},
): FloorRecord<OpenFloor<State>> {
  const turn = state.turn + 1;
  const seed = seedOf(state);
  const names = state.participants.map(({ name }) => name);
  const last = state.messages.findLast((message) => isSpeech(message, names));
  const lastSpeaker = last && speakerOf(last);
  const request = requestOf(state);
  const requested = request?.participant;
  const able = state.participants.filter(maySpeak).map(({ name }) => name);
  const absent = state.participants.flatMap(({ name: participant, presence: reason }) =>
    reason === "muted" || reason === "removed" ? [{ participant, reason } as const] : [],
  );
  const byMode = (excludedOf?.(state) ?? []).filter(
    (each) => each.participant !== requested && able.includes(each.participant),
  );
  const leftOut = [...byMode, ...absent];
  const present = names.filter((name) => !leftOut.some(({ participant }) => participant === name));
  const settings = selectionOf?.(state);
  const { excluded: restrained, waived } = settings
    ? restrain(state, present, settings, { lastSpeaker, requested })
    : { excluded: [], waived: [] };
  const excluded = [...restrained, ...leftOut];
  const candidates = state.participants
    .map((participant, seat) => ({ seat, participant }))
    .filter(({ participant: { name } }) => !excluded.some(({ participant }) => participant === name));
  const asked = candidates.find(({ participant }) => participant.name === requested);
  const granted = request && asked && { seat: asked.seat, rule: request.rule, addressed: request.addressed };
  const latest = state.messages.at(-1);
  // After a failed speech, the state already contains bids and a decision for this turn. The bids still count, but the
  // decision is not part of `history`.
  const bids = (bidsOf?.(state) ?? []).filter((bid) => bid.turn === turn);
  let drawn: number | null = null;
  const floor: OpenFloor<State> = {
    turn,
    turnsThisRun: state.turn - state.turnAtStart,
    candidates,
    names,
    bids: bids.filter(({ seat }) => candidates.some((candidate) => candidate.seat === seat)),
    scale: scaleOf?.(state) ?? { min: 1, max: 10 },
    history: entriesBefore(state.decisions, turn),
    lastSpeaker,
    spoken: spokenIn(state),
    latest: latest && lineOf(latest),
    settings: settings ?? {},
    state,
    draw: (purpose, salt) => {
      drawn = draw({ seed, turn, purpose, ...(salt === undefined ? {} : { salt }) });
      return drawn;
    },
  };
  return { floor, excluded, waived, bids, granted, drawn: () => drawn };
}
