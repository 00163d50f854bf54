/** What every adapter of the port `Conversations` has to do; its suite brings the place in which the conversations are. */
import { afterEach, expect, it } from "@jest/globals";
import { historyOf } from "../../src/conversations/history.js";
import type { Conversations, FollowedEvent } from "../../src/conversations/port.js";
import type { Answer, Approval, WaitingPerson } from "../../src/state/people.js";
import { allModes, fourNames, inputFor } from "../support/any-mode.js";

export interface ConversationPlace {
  /** Opens the place; what was kept there before is still there. Its model answers like `hashedAnswer`. */
  open(): Promise<Conversations>;
  /** Holds public answers after so many, until they are released. Resolves when one is held. */
  holdAfter(answers: number): Promise<void>;
  release(): void;
  /** Ends the process that runs the conversations without notice, and starts another. Left out where the test is that process. */
  kill?(): Promise<void>;
}

/** The events up to and with the first that fits. */
async function until(
  events: AsyncIterable<FollowedEvent>,
  isLast: (event: FollowedEvent) => boolean,
): Promise<FollowedEvent[]> {
  const seen: FollowedEvent[] = [];
  for await (const event of events) {
    seen.push(event);
    if (isLast(event)) return seen;
  }
  throw new Error(`followed to the end: ${JSON.stringify(seen.at(-1))}`);
}

const isStatus =
  (...wanted: readonly string[]) =>
  (event: FollowedEvent) =>
    event.type === "status" && wanted.includes(event.status);

const numberedIn = (events: readonly FollowedEvent[]) => events.filter(({ sequence }) => sequence !== undefined);

const waitingIn = (events: readonly FollowedEvent[]): readonly WaitingPerson[] => {
  const status = events.at(-1);
  return status?.type === "status" ? status.waiting : [];
};

const castWith = (fields: object) => fourNames.map((name) => ({ name, ...fields }));

export function keepsConversations(place: ConversationPlace): void {
  let opened: Conversations[] = [];
  const open = async () => {
    const conversations = await place.open();
    opened.push(conversations);
    return conversations;
  };
  afterEach(async () => {
    place.release();
    for (const conversations of opened) await conversations.close();
    opened = [];
  });

  it.each(allModes)("%s runs to its end, and its followers get the history", async (mode) => {
    const conversations = await open();
    const { thread, isNew } = await conversations.start(mode, { input: inputFor(mode) });
    expect(isNew).toBe(true);
    const events = await until(conversations.follow(thread), isStatus("ended"));
    const { state, status } = await conversations.read(thread);
    expect(status).toBe("ended");
    const history = historyOf(state);
    expect(numberedIn(events)).toEqual(history);
    expect(history.at(-1)).toMatchObject({ type: "stopped", reason: state.stopReason });
    expect((await conversations.transcript(thread)).messages.length).toBe(state.messages?.length);
  });

  it("follows from any event: nothing is missing and nothing comes twice", async () => {
    const conversations = await open();
    const { thread } = await conversations.start("bidding", { input: inputFor("bidding") });
    const whole = numberedIn(await until(conversations.follow(thread), isStatus("ended")));
    for (const [index, { sequence = 0 }] of whole.entries()) {
      const rest = await until(conversations.follow(thread, { after: sequence }), isStatus("ended"));
      expect(numberedIn(rest)).toEqual(whole.slice(index + 1));
    }
  });

  it.each(allModes)("%s goes on by itself when a person takes too long and somebody follows it", async (mode) => {
    const input = { ...inputFor(mode), participants: castWith({ human: true }), humanTimeoutMs: 1000 };
    const conversations = await open();
    const { thread } = await conversations.start(mode, { input: { ...input, onHumanTimeout: "stop" } });
    const [asked] = waitingIn(await until(conversations.follow(thread), isStatus("waiting")));
    expect(asked?.value).toMatchObject({ kind: "your-turn", deadline: expect.stringMatching(/^\d{4}-/) });
    const events = numberedIn(await until(conversations.follow(thread), isStatus("ended")));
    expect(events.at(-1)).toMatchObject({ type: "stopped", reason: { kind: "late", limitMs: 1000 } });
    expect(events).toEqual(historyOf((await conversations.read(thread)).state));
  });

  it.each(allModes)("%s shows what somebody is going to say, and says what a person makes of it", async (mode) => {
    const conversations = await open();
    const input = { ...inputFor(mode), participants: castWith({ approve: true }) };
    const { thread } = await conversations.start(mode, { input });
    const next = () => until(conversations.follow(thread), isStatus("waiting", "ended"));
    const seen = await next();
    const [{ value: first }] = waitingIn(seen) as [WaitingPerson<Approval>];
    /** Answers this draft, and approves those of others. */
    const review = async (events: readonly FollowedEvent[], line: Answer) => {
      const of = (value: WaitingPerson["value"]) => (value.participant === first.participant ? line : "");
      await conversations.answer(thread, Object.fromEntries(waitingIn(events).map(({ id, value }) => [id, of(value)])));
      return next();
    };
    expect(seen.some((event) => event.type === "speech-delta" && event.speaker === first.participant)).toBe(false);
    const rewritten = await review(seen, { rewrite: "Shorter.", from: "Lena" });
    const [{ value: second }] = waitingIn(rewritten) as [WaitingPerson<Approval>];
    expect(second).toMatchObject({ participant: first.participant, turn: first.turn });
    const events = await review(rewritten, { text: "My own words.", from: "Mirko" });
    const common = { turn: first.turn, participant: first.participant };
    for (const correction of [
      { ...common, faults: ["rejected"], by: "Lena", answer: first.draft, used: null },
      { ...common, faults: ["edited"], by: "Mirko", answer: second.draft, used: "My own words." },
    ])
      expect(events).toContainEqual(expect.objectContaining({ correction: expect.objectContaining(correction) }));
    const said = { type: "speech-end", speaker: first.participant, text: "My own words." };
    expect(events).toContainEqual(expect.objectContaining(said));
  });
}
