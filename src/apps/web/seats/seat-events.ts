/**
 * Reduces a conversation to what a person in the cast may see: everything public, and what their own participant knows.
 */
import { type EventReader, readEvent } from "../../../core/state/events.js";
import type { Participant } from "../../../core/state/participant.js";
import type { WaitingPerson } from "../../../core/state/people.js";
import type { FollowedEvent, StatusEvent } from "../../../talk/conversations/port/port.js";
import { copies } from "../../../talk/transcript/public.js";

type ConversationEvent = Exclude<FollowedEvent, StatusEvent>;

/** Only the participants in `names` keep their private fields. */
export const participantsFor = <Person extends Participant>(
  names: readonly string[],
  cast: readonly Person[],
): Person[] => cast.map((each) => (names.includes(each.name) ? each : copies.copyPerson(each)));

const emptyDraft = { text: "", answer: "", extra: null, rejections: [], usage: [] };

function questionFor(names: readonly string[], question: WaitingPerson): WaitingPerson {
  const { value } = question;
  if (names.includes(value.participant) || value.kind !== "approval") return question;
  const [request] = value.action_requests;
  const { answered } = value.work;
  return {
    ...question,
    value: {
      ...value,
      draft: "",
      work: { ...emptyDraft, answered },
      action_requests: [{ ...request, args: { text: "" } }],
    },
  };
}

/** Removes other participants' drafts, and the error, whose text may reveal models and addresses. */
export function statusFor<Status extends Pick<StatusEvent, "waiting" | "error">>(
  names: readonly string[],
  status: Status,
) {
  const { error: _error, ...shown } = status;
  return { ...shown, waiting: status.waiting.map((question) => questionFor(names, question)) };
}

const reader: EventReader<ConversationEvent, FollowedEvent | undefined, [names: readonly string[]]> = {
  // From the seed, a person could compute the draws of future turns.
  "scene-set": (event, names) => ({
    ...event,
    participants: participantsFor(names, event.participants),
    leader: copies.copyPerson(event.leader),
    seed: 0,
  }),
  opening: (event) => event,
  interjection(event, names) {
    const { interjection } = event;
    if (names.includes(interjection.from)) return event;
    return copies.isUsed(interjection) ? { ...event, interjection: copies.copyInterjection(interjection) } : undefined;
  },
  control: (event) =>
    copies.isDone(event.control) ? { ...event, control: copies.copyControl(event.control) } : undefined,
  "round-start": (event) => event,
  bid: (event) => ({ ...event, bid: copies.copyBid(event.bid) }),
  decision(event) {
    const { reason: _ofExports, ...decision } = copies.copyDecision({ ...event.decision, reason: "" });
    return { ...event, decision };
  },
  "speech-start": (event) => event,
  "speech-delta": (event) => event,
  // Removes the reason, because it can be an error message.
  "speech-failed": (event) => ({ ...event, reason: "" }),
  "speech-end"(event) {
    if (!("message" in event)) return event;
    const { usage: _usage, ...message } = event.message;
    return { ...event, message };
  },
  judgement: (event) => ({ ...event, judgement: copies.copyJudgement(event.judgement) }),
  verdict: (event) => ({ ...event, verdict: copies.copyVerdict(event.verdict) }),
  "stop-draw": (event) => event,
  task: (event) => ({ ...event, result: copies.copyResult(event.result) }),
  plan: (event) => ({ ...event, plan: copies.copyPlan(event.plan) }),
  stopped: (event) => ({ ...event, reason: copies.copyReason(event.reason) }),
  correction: null,
  retry: null,
  "tool-call": null,
  warning: null,
};

/** @param names - The participants for whom the recipient of the event speaks. */
export function eventFor(names: readonly string[], event: FollowedEvent): FollowedEvent | undefined {
  return event.type === "status" ? statusFor(names, event) : readEvent(reader, event, names);
}
