import { isRecord } from "../../../base/is-record.js";
import type { Answer, Lines } from "../../../core/state/people.js";
import { invalidField } from "../../../errors/rostrum-error.js";
import type { InterjectOptions } from "../../../records/interjection.js";
import { belongs, byTime, pageOf, readListOptions } from "../../../talk/conversations/port/list.js";
import type * as port from "../../../talk/conversations/port/port.js";
import { isAnswer } from "../../../talk/conversations/port/status.js";
import { publicCopy } from "../../../talk/transcript/public.js";
import { refuse } from "../failures.js";
import type { Seat } from "./invitations.js";
import { eventFor, participantsFor, statusFor } from "./seat-events.js";

/** The fields of the state that everybody may see. Other fields might reveal descriptions or hidden roles. */
const publicFields = ["topic", "language", "turn", "maxTurns", "stopReason", "bidding"];

export function seatsIn(thread: string, seats: readonly Seat[]): readonly string[] {
  const names = seats.filter((seat) => seat.thread === thread).map(({ participant }) => participant);
  if (names.length === 0) throw invalidField("thread", "unknown-thread", { thread });
  return names;
}

/** The conversations to which the sender was invited. For the sender, all others do not exist. */
export class SeatedConversations implements port.Conversations {
  constructor(
    private readonly all: port.Conversations,
    private readonly seats: readonly Seat[],
  ) {}

  async *follow(thread: string, options?: port.FollowOptions) {
    const names = seatsIn(thread, this.seats);
    for await (const event of this.all.follow(thread, options)) {
      const shown = eventFor(names, event);
      if (shown) yield shown;
    }
  }

  async read(thread: string) {
    const names = seatsIn(thread, this.seats);
    const { state, ...snapshot } = await this.all.read(thread);
    const shown = Object.fromEntries(publicFields.filter((name) => name in state).map((name) => [name, state[name]]));
    const participants = participantsFor(names, state.participants ?? []);
    return { ...statusFor(names, snapshot), context: {}, state: { ...shown, participants } };
  }

  async interject(thread: string, text: string, options: InterjectOptions = {}) {
    const names = seatsIn(thread, this.seats);
    const { from = names[0] } = options;
    if (from === undefined || !names.includes(from)) throw refuse("only-a-seat");
    return this.all.interject(thread, text, { ...options, from });
  }

  async answer(thread: string, lines: Lines) {
    return this.all.answer(thread, withoutReviewers(lines), { as: seatsIn(thread, this.seats) });
  }

  async transcript(thread: string) {
    seatsIn(thread, this.seats);
    return publicCopy(await this.all.transcript(thread));
  }

  async list(given: port.ListOptions = {}): Promise<port.ListedPage> {
    const options = readListOptions(given);
    const threads = [...new Set(this.seats.map(({ thread }) => thread))];
    const found = await Promise.all(threads.map((thread) => this.read(thread).catch(() => [])));
    const conversations = found.flat().map(({ thread, mode, title, updatedAt, status, state }) => {
      const { topic = "", turn = 0 } = state as { readonly topic?: string; readonly turn?: number };
      return { thread, mode, title, updatedAt, status, topic, turn, origin: null };
    });
    return pageOf(conversations.filter((each) => belongs(each, options)).sort(byTime), options.limit);
  }

  control = (thread: string) => this.refuse(thread);
  cancel = (thread: string) => this.refuse(thread);
  resume = (thread: string) => this.refuse(thread);
  fork = (thread: string) => this.refuse(thread);
  prompts = (thread: string) => this.refuse(thread);
  rename = (thread: string) => this.refuse(thread);
  remove = (thread: string) => this.refuse(thread);

  async start(): Promise<never> {
    throw refuse("only-a-seat");
  }

  async close(): Promise<void> {}

  private async refuse(thread: string): Promise<never> {
    seatsIn(thread, this.seats);
    throw refuse("only-a-seat");
  }
}

/** Removes the names of reviewers, because invited people speak only as their own participants. */
function withoutReviewers(lines: Lines): Lines {
  const strip = (answer: Answer): Answer => (isRecord(answer) ? { ...answer, from: undefined } : answer);
  if (isAnswer(lines)) return strip(lines);
  return Object.fromEntries(Object.entries(lines).map(([id, answer]) => [id, strip(answer)]));
}
