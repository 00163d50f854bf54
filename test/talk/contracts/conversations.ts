/** The tests that every adapter of the `Conversations` port must pass. */
import { afterAll, afterEach, beforeAll, describe, expect, it } from "@jest/globals";
import type { Named } from "../../../src/base/is-record.js";
import type { Answer, Approval, WaitingPerson } from "../../../src/core/state/people.js";
import { historyOf } from "../../../src/talk/conversations/port/history.js";
import type {
  Conversations,
  FollowedEvent,
  ListedPage,
  ListOptions,
} from "../../../src/talk/conversations/port/port.js";
import { allModes, fourNames, inputFor } from "../../support/any-mode.js";

export interface ConversationPlace {
  open(): Promise<Conversations>;
  /**
   * Lets the model answer `answers` more calls whose purpose is in `purposes`, and holds further such calls until
   * `release`. Resolves when the first call is held. `purposes`: by default, the purposes with public answers.
   */
  holdAfter(answers: number, purposes?: ReadonlySet<string>): Promise<void>;
  /**
   * Lets the model answer `answers` more calls whose answers are public, and makes further such calls fail until
   * `release`. Resolves at the first failure.
   */
  failAfter(answers: number): Promise<void>;
  release(): void;
  /** Whether `start` resolves before the conversation opens. */
  readonly opensLater?: true;
  readonly forksIntoOtherModes?: true;
}

type Numbered = Extract<FollowedEvent, { sequence: number }>;
type Status = Extract<FollowedEvent, { type: "status" }>;

const isNumbered = (event: FollowedEvent): event is Numbered => event.sequence !== undefined;
export const isStatus =
  (...wanted: readonly string[]) =>
  (event: FollowedEvent): event is Status =>
    event.type === "status" && wanted.includes(event.status);

export async function until(
  events: AsyncIterable<FollowedEvent>,
  isLast: (event: FollowedEvent) => boolean,
): Promise<FollowedEvent[]> {
  const seen: FollowedEvent[] = [];
  for await (const event of events) {
    seen.push(event);
    if (isLast(event)) return seen;
  }
  throw new Error(`the events ended with ${JSON.stringify(seen.at(-1))}`);
}

export const numberedIn = (events: readonly FollowedEvent[]) => events.filter(isNumbered);

const of = <Type extends FollowedEvent["type"]>(events: readonly FollowedEvent[], type: Type) =>
  events.filter((event): event is Extract<Numbered, { type: Type }> => event.type === type && isNumbered(event));

const speechesIn = (events: readonly FollowedEvent[]) =>
  of(events, "speech-end").filter(({ message }) => message.kind === "speech");

const refused = (code: string, ...problems: readonly string[]) => ({
  code,
  ...(problems.length > 0 && {
    details: { problems: problems.map((each) => expect.objectContaining({ code: each })) },
  }),
});

const waitingIn = (events: readonly FollowedEvent[]): readonly WaitingPerson[] => {
  const status = events.at(-1);
  return status?.type === "status" ? status.waiting : [];
};

const castWith = (fields: object) => fourNames.map((name) => ({ name, ...fields }));

export function keepsConversations(place: ConversationPlace): void {
  let conversations: Conversations;
  beforeAll(async () => {
    conversations = await place.open();
  });
  afterAll(() => conversations.close());
  afterEach(() => place.release());

  const start = async (mode: string, input: object = {}) =>
    (await conversations.start(mode, { input: inputFor(mode, input) })).thread;
  const follow = (thread: string, isLast: (event: FollowedEvent) => boolean, after = 0) =>
    until(conversations.follow(thread, { after }), isLast);
  const historyIn = async (thread: string) => historyOf((await conversations.read(thread)).state);

  describe("following a conversation", () => {
    it.each(allModes)("yields its whole history, in %s mode", async (mode) => {
      const { thread, isNew } = await conversations.start(mode, { input: inputFor(mode) });
      expect(isNew).toBe(true);
      const events = await follow(thread, isStatus("ended"));
      const { state, status, next } = await conversations.read(thread);
      expect([status, next]).toEqual(["ended", []]);
      const history = historyOf(state);
      expect(numberedIn(events)).toEqual(history);
      expect(history.at(-1)).toMatchObject({ type: "stopped", reason: state.stopReason });
      const { messages, decisions } = await conversations.transcript(thread);
      expect(messages.map(({ id }) => id)).toEqual(state.messages?.map(({ id }) => id));
      expect(decisions).toMatchObject(of(events, "decision").map(({ decision }) => decision));
    });

    it("yields bids, the decision and the pieces of a speech before they are saved", async () => {
      const maxTurns = 3;
      // No turn can be saved before its decision has arrived, because its speech is held until then. A follower that
      // begins in the middle of a turn may miss this turn's pieces, so the test looks at the last turn.
      let held = place.holdAfter(0);
      const thread = await start("bidding", { maxTurns });
      let heldTurn = 1;
      const seen: FollowedEvent[] = [];
      for await (const event of conversations.follow(thread)) {
        seen.push(event);
        if (event.type === "decision" && event.turn === heldTurn && !isNumbered(event)) {
          await held;
          heldTurn += 1;
          if (heldTurn > maxTurns) place.release();
          else held = place.holdAfter(0);
        }
        if (isStatus("ended")(event)) break;
      }
      const [last] = speechesIn(seen).slice(-1);
      // After a status in the middle of the turn, the turn's unsaved events arrive again.
      const before = seen.slice(0, -1).findLastIndex(({ type }) => type === "status");
      const isOfLast = (event: FollowedEvent) => "turn" in event && event.turn === last?.turn;
      const passing = seen.slice(before).filter((event) => isOfLast(event) && !isNumbered(event));
      expect(passing.filter(({ type }) => type === "bid")).toHaveLength(fourNames.length);
      expect(passing.filter(({ type }) => type === "decision")).toHaveLength(1);
      const pieces = passing.flatMap((event) => (event.type === "speech-delta" ? event.text : []));
      expect(pieces.length).toBeGreaterThan(2);
      expect(pieces.join("")).toBe(last?.text);
    });

    it("misses and repeats nothing, whichever event the follower starts after", async () => {
      const thread = await start("bidding");
      const whole = numberedIn(await follow(thread, isStatus("ended")));
      for (const [index, { sequence }] of whole.entries()) {
        const rest = await follow(thread, isStatus("ended"), sequence);
        expect(numberedIn(rest)).toEqual(whole.slice(index + 1));
      }
    });

    it.each([1, 2, 3, 7])(
      "yields the whole history in successive loops that end after %i or more events",
      async (length) => {
        const thread = await start("director");
        const seen: Numbered[] = [];
        for (let isOver = false; !isOver; ) {
          let left = length;
          for await (const event of conversations.follow(thread, { after: seen.at(-1)?.sequence ?? 0 })) {
            if (isNumbered(event)) seen.push(event);
            isOver = isStatus("ended")(event);
            left -= 1;
            if (isOver || (left <= 0 && (isNumbered(event) || event.type === "speech-delta"))) break;
          }
          // Without this pause, the loop would give the conversation no time to run.
          await new Promise((next) => setTimeout(next, 2));
        }
        expect(seen).toEqual(await historyIn(thread));
      },
    );

    it("yields the events of the current turn to a follower who joins in the middle of it", async () => {
      const held = place.holdAfter(1);
      const thread = await start("round-robin");
      await held;
      const events = await follow(thread, (event) => event.type === "decision" && event.turn === 2);
      expect(speechesIn(events).map(({ turn }) => turn)).toEqual([1]);
      expect(events.at(-1)?.sequence).toBeUndefined();
      place.release();
      await follow(thread, isStatus("ended"));
    });

    it("gives two followers the same events, and continues when a third follower leaves", async () => {
      const thread = await start("supervisor");
      const leaving = follow(thread, ({ type }) => type === "opening");
      const [one, other] = await Promise.all([follow(thread, isStatus("ended")), follow(thread, isStatus("ended"))]);
      expect(numberedIn(one)).toEqual(numberedIn(other));
      expect(numberedIn(await leaving).length).toBeLessThan(numberedIn(one).length);
    });

    it("ends when its signal is aborted", async () => {
      const thread = await start("round-robin");
      const stop = new AbortController();
      for await (const event of conversations.follow(thread, { signal: stop.signal }))
        if (isStatus("ended")(event)) stop.abort();
      expect((await conversations.read(thread)).status).toBe("ended");
    });
  });

  describe("starting a conversation", () => {
    it("runs one conversation for two calls with the same key, even at the same time", async () => {
      const idempotencyKey = `job-${crypto.randomUUID()}`;
      const once = () => conversations.start("round-robin", { input: inputFor("round-robin"), idempotencyKey });
      const [one, other] = await Promise.all([once(), once()]);
      expect(one.thread).toBe(other.thread);
      expect([one.isNew, other.isNew].sort()).toEqual([false, true]);
      const events = await follow(one.thread, isStatus("ended"));
      expect(await once()).toEqual({ thread: one.thread, isNew: false });
      await follow(one.thread, isStatus("ended"));
      expect(await historyIn(one.thread)).toEqual(numberedIn(events));
    });

    it("leaves a stopped conversation stopped if the call has that conversation's key", async () => {
      const idempotencyKey = `job-${crypto.randomUUID()}`;
      const once = () => conversations.start("round-robin", { input: inputFor("round-robin"), idempotencyKey });
      const held = place.holdAfter(1);
      const { thread } = await once();
      await held;
      expect(await once()).toEqual({ thread, isNew: false });
      expect((await conversations.read(thread)).status).toBe("running");
      await conversations.cancel(thread);
      place.release();
      const before = await conversations.read(thread);
      expect(before.status).toBe("stopped");
      expect(await once()).toEqual({ thread, isNew: false });
      expect(await conversations.read(thread)).toEqual(before);
    });

    it("adds a round to an ended conversation, and the events of that round follow the earlier events", async () => {
      const thread = await start("bidding", { maxTurns: 2 });
      const first = numberedIn(await follow(thread, isStatus("ended")));
      expect(await conversations.start("bidding", { thread, input: { maxTurns: 2 } })).toEqual({
        thread,
        isNew: false,
      });
      const rest = numberedIn(await follow(thread, isStatus("ended"), first.at(-1)?.sequence));
      expect(rest[0]).toMatchObject({ type: "scene-set" });
      expect(speechesIn(rest).map(({ turn }) => turn)).toEqual([3, 4]);
      expect(await historyIn(thread)).toEqual([...first, ...rest]);
    });

    it("adds a round without the key and the scenario of the first round", async () => {
      const { thread } = await conversations.start("round-robin", {
        idempotencyKey: `job-${crypto.randomUUID()}`,
        input: inputFor("round-robin"),
        scenario: { wordLimit: 20 },
      });
      const first = numberedIn(await follow(thread, isStatus("ended")));
      // 80 is the default.
      await conversations.start("round-robin", { thread, input: { maxTurns: 2, wordLimit: 80 } });
      const rest = await follow(thread, isStatus("ended"), first.at(-1)?.sequence);
      expect(speechesIn(rest).map(({ turn }) => turn)).toEqual([7, 8]);
      expect((await conversations.read(thread)).state).toMatchObject({ wordLimit: 80 });
    });

    it("adds a round without the input of a round that could not open", async () => {
      const thread = await start("round-robin", { maxTurns: 1 });
      await follow(thread, isStatus("ended"));
      const again = (input: Named) => conversations.start("round-robin", { thread, input });
      const rejected = again({ topic: "Shall we dig?", participants: castWith({ tools: ["none"] }) });
      if (place.opensLater) await rejected.then(() => follow(thread, isStatus("failed")));
      else await expect(rejected).rejects.toMatchObject({ name: "RostrumError" });
      await again({ maxTurns: 1 });
      await follow(thread, isStatus("ended"));
      const { state } = await conversations.read(thread);
      expect(state.scenes?.map(({ topic }) => topic)).toEqual(Array(2).fill(inputFor("round-robin").topic));
    });

    it("adds a round with the key of a round that could not open, and without its context", async () => {
      const { thread } = await conversations.start("round-robin", {
        ...{ input: inputFor("round-robin", { maxTurns: 1 }), context: { temperature: 0.25 } },
      });
      await follow(thread, isStatus("ended"));
      const idempotencyKey = `round-${thread}`;
      const again = (input: Named, context: Named = {}) =>
        conversations.start("round-robin", { thread, input, context, idempotencyKey });
      const rejected = again({ topic: "Shall we dig?", maxTurns: 1 }, { temperature: 0.5, nonsense: 1 });
      if (place.opensLater) await rejected.then(() => follow(thread, isStatus("failed")));
      else await expect(rejected).rejects.toMatchObject({ name: "RostrumError" });
      const listed = async () => (await conversations.list({ limit: 1000 })).conversations;
      const here = { thread, topic: inputFor("round-robin").topic, status: "ended" };
      if (!place.opensLater) expect(await listed()).toContainEqual(expect.objectContaining(here));
      for (const _call of ["first", "repeated"]) await again({ maxTurns: 1 });
      await follow(thread, isStatus("ended"));
      const { context, state } = await conversations.read(thread);
      expect([context["temperature"], context["nonsense"], state.turn]).toEqual([0.25, undefined, 2]);
      expect(await listed()).toContainEqual(expect.objectContaining(here));
      await expect(again({ maxTurns: 2 })).rejects.toMatchObject(refused("invalid-input", "key-taken"));
    });

    it("is rejected for an unknown mode or an invalid input, and then saves nothing", async () => {
      const before = await conversations.list();
      await expect(conversations.start("debate")).rejects.toMatchObject({ name: "RostrumError" });
      await expect(conversations.start("bidding", { input: { maxTurns: 0 } })).rejects.toMatchObject({
        name: "RostrumError",
      });
      expect(await conversations.list()).toEqual(before);
    });

    it("saves nothing if it is cancelled before it resolves", async () => {
      const before = await conversations.list();
      const cancelling = new AbortController();
      const held = place.holdAfter(0, new Set(["describe-participant"]));
      const input = { ...inputFor("bidding"), prepare: true };
      if (place.opensLater) cancelling.abort();
      const starting = conversations.start("bidding", { input, signal: cancelling.signal });
      if (!place.opensLater) await held;
      cancelling.abort();
      await expect(starting).rejects.toMatchObject({ name: "AbortError" });
      place.release();
      expect(await conversations.list()).toEqual(before);
    });

    it.each([
      ["that does not exist", "0198c7e2-3a4b-7c5d-8e9f-a0b1c2d3e4f5"],
      ["with a null character", "a\0b"],
      ["with the name of an object's property", "__proto__"],
    ])("must come first: other operations reject a thread %s", async (_what, thread) => {
      const asked = [
        () => conversations.read(thread),
        () => conversations.transcript(thread),
        () => conversations.resume(thread),
        () => conversations.cancel(thread),
        () => conversations.remove(thread),
        () => conversations.answer(thread, "Yes."),
        () => conversations.interject(thread, "And now?"),
        () => conversations.control(thread, { pause: true }),
        () => conversations.fork(thread, { turn: 1 }),
        () => conversations.follow(thread).next(),
      ];
      // With a server, ids that are not UUIDs have the problem `expected`.
      const problem = { problems: [{ code: expect.stringMatching(/^(?:unknown-thread|expected)$/) }] };
      for (const ask of asked) await expect(ask()).rejects.toMatchObject({ code: "invalid-input", details: problem });
    });
  });

  describe("a running conversation", () => {
    it("delivers an interjection between two turns", async () => {
      const held = place.holdAfter(1);
      const thread = await start("round-robin");
      await held;
      expect(await conversations.interject(thread, "Dov, what of the fog?")).toMatchObject({ heard: "next-turn" });
      place.release();
      const events = await follow(thread, isStatus("ended"));
      const [heard] = of(events, "interjection");
      expect(heard?.interjection).toMatchObject({ text: "Dov, what of the fog?", to: "Dov", turn: 2 });
      expect(speechesIn(events)[2]?.speaker).toBe("Dov");
    });

    it("interrupts a speech for an interjection with `now`, and keeps the interrupted speech out of the history", async () => {
      const held = place.holdAfter(1);
      const thread = await start("round-robin");
      const following = follow(thread, isStatus("ended"));
      await held;
      const interrupted = await conversations.interject(thread, "Dov, what of the fog?", { now: true });
      expect(interrupted.heard).toBe("now");
      place.release();
      const events = await following;
      expect(numberedIn(events)).toEqual(await historyIn(thread));
      expect(of(events, "interjection")[0]?.interjection).toMatchObject({ turn: 1 });
      expect(speechesIn(events)[1]).toMatchObject({ turn: 2, speaker: "Dov" });
    });

    it("waits for a person's line, and continues with it", async () => {
      const participants = fourNames.map((name) => ({ name, human: name === "Bea" }));
      const thread = await start("round-robin", { participants, maxTurns: 3 });
      const asked = await follow(thread, isStatus("waiting"));
      const { waiting } = asked.find(isStatus("waiting")) ?? { waiting: [] };
      expect(waiting.map(({ value }) => value.participant)).toEqual(["Bea"]);
      expect((await conversations.read(thread)).waiting).toEqual(waiting);
      await expect(conversations.answer(thread, { nobody: "Yes." })).rejects.toMatchObject(
        refused("invalid-input", "not-waiting"),
      );
      await expect(conversations.answer(thread, "Yes.", { as: ["Ann"] })).rejects.toMatchObject(
        refused("invalid-input", "nobody-waits"),
      );
      const [id = ""] = waiting.map((each) => each.id);
      await expect(conversations.answer(thread, { [id]: "Yes." }, { as: ["Ann"] })).rejects.toMatchObject(
        refused("invalid-input", "nobody-waits"),
      );
      await conversations.answer(thread, "I would take the ferry.", { as: ["Ann", "Bea"] });
      const events = await follow(thread, isStatus("ended"));
      expect(speechesIn(events)[1]).toMatchObject({ speaker: "Bea", text: "I would take the ferry." });
      await expect(conversations.answer(thread, "Yes.")).rejects.toMatchObject(
        refused("invalid-input", "nobody-waits"),
      );
    });

    it("takes the answers of people who answer at the same time", async () => {
      const people = ["Bea", "Cid", "Dov"];
      const participants = fourNames.map((name) => ({ name, human: people.includes(name) }));
      const stages = [
        { task: "discuss", order: "together", speakers: people },
        { task: "decide", speakers: ["Ann"] },
      ];
      const thread = await start("group-chat", { participants, stages });
      const waiting = waitingIn(await follow(thread, isStatus("waiting")));
      await Promise.all(
        waiting.map(({ id, value }) => conversations.answer(thread, { [id]: `${value.participant} agrees.` })),
      );
      const events = await follow(thread, isStatus("ended"));
      const lines = speechesIn(events).map(({ text }) => text);
      expect(lines).toEqual(expect.arrayContaining(people.map((name) => `${name} agrees.`)));
    });

    it("goes on without a person whom a control with `now` mutes while that person has the floor", async () => {
      const [first, ...others] = castWith({});
      const thread = await start("round-robin", { participants: [{ ...first, human: true }, ...others], maxTurns: 1 });
      await follow(thread, isStatus("waiting"));
      await conversations.control(thread, { mute: fourNames[0] as string }, { now: true });
      expect(speechesIn(await follow(thread, isStatus("ended")))[0]?.speaker).toBe(fourNames[1]);
    });

    it("keeps the plan and the words of a person if a message with `now` interrupts another person's task", async () => {
      const thread = await start("supervisor", { participants: castWith({ human: true }) });
      const [asked] = waitingIn(await follow(thread, isStatus("waiting")));
      await conversations.answer(thread, { [asked?.id ?? ""]: "It is wide." });
      const isHalfDone = (event: FollowedEvent) => isStatus("waiting")(event) && event.waiting.length === 1;
      await follow(thread, isHalfDone);
      await conversations.interject(thread, "And the fog?", { now: true });
      let isHeard = false;
      await follow(thread, (event) => {
        isHeard ||= event.type === "interjection";
        return isHeard && isHalfDone(event);
      });
      const { usage, messages = [] } = (await conversations.read(thread)).state;
      expect(usage).toMatchObject([{ purpose: "plan", calls: 1 }]);
      expect(messages.map(({ text }) => text)).toContain("It is wide.");
    });

    it("obeys controls, pauses and resumes", async () => {
      const held = place.holdAfter(1);
      const thread = await start("round-robin");
      await held;
      await conversations.control(thread, { mute: "Cid" }, { from: "Lena" });
      await conversations.control(thread, { pause: true });
      place.release();
      const paused = await follow(thread, isStatus("paused"));
      expect(of(paused, "control").map(({ control }) => [control.from, control.control])).toEqual([
        ["Lena", { mute: "Cid" }],
        ["User", { pause: true }],
      ]);
      expect(speechesIn(paused)).toHaveLength(2);
      expect((await conversations.list()).conversations).toContainEqual(
        expect.objectContaining({ thread, status: "paused" }),
      );
      await conversations.control(thread, { step: true });
      const stepped = await follow(thread, isStatus("paused"), numberedIn(paused).at(-1)?.sequence);
      expect(speechesIn(stepped).map(({ speaker }) => speaker)).toEqual(["Dov"]);
      await conversations.resume(thread);
      const events = await follow(thread, isStatus("ended"));
      expect(speechesIn(events).map(({ speaker }) => speaker)).not.toContain("Cid");
      expect(numberedIn(events)).toEqual(await historyIn(thread));
    });
  });

  describe("a stopped conversation", () => {
    it("loses only the current speech if it is cancelled in the middle of that speech", async () => {
      const held = place.holdAfter(2);
      const thread = await start("bidding");
      const following = follow(thread, isStatus("ended"));
      await held;
      await conversations.cancel(thread);
      const { status, state } = await conversations.read(thread);
      expect([status, state.turn]).toEqual(["stopped", 2]);
      const before = historyOf(state);
      place.release();
      await conversations.resume(thread);
      const events = await following;
      expect(events.filter(isStatus("stopped"))).toHaveLength(1);
      expect(numberedIn(events).slice(0, before.length)).toEqual(before);
      expect(numberedIn(events)).toEqual(await historyIn(thread));
      await expect(conversations.resume(thread)).rejects.toMatchObject(refused("invalid-input", "has-ended"));
    });

    /** Call this while an answer is held. Lets the model give `answers` public answers before the run must stop. */
    async function cancelAfterTurn(thread: string, answers: number): Promise<FollowedEvent[]> {
      const cancelled = conversations.cancel(thread, { afterTurn: true });
      // The run may start another turn before `cancel` takes effect, but must not end.
      await conversations.read(thread);
      void place.holdAfter(answers);
      await cancelled;
      place.release();
      return follow(thread, isStatus("stopped"));
    }

    it("keeps the current speech if it is cancelled with `afterTurn`", async () => {
      const held = place.holdAfter(1);
      const thread = await start("round-robin");
      await held;
      const events = await cancelAfterTurn(thread, 1);
      expect(speechesIn(events).map(({ turn }) => turn)).toContain(2);
      expect(speechesIn(events).length).toBeLessThan(6);
    });

    it.each([
      ["while asking the guest", false],
      ["after a failure, while asking the guest again", true],
    ])("keeps the guest's speech if a director is cancelled with `afterTurn` %s", async (_when, hasFailed) => {
      const asks = new Set(["prompt-speaker"]);
      // The first public answer is the director's comment.
      const reached = hasFailed ? place.failAfter(1) : place.holdAfter(0, asks);
      const thread = await start("director");
      await reached;
      if (hasFailed) {
        await follow(thread, isStatus("failed"));
        const held = place.holdAfter(0, asks);
        await conversations.resume(thread);
        await held;
      }
      await cancelAfterTurn(thread, 2);
      const { messages } = await conversations.transcript(thread);
      expect(messages.at(-1)).toMatchObject({ kind: "speech" });
    });

    it("keeps the other fields of its context if it is resumed with a new value for one field", async () => {
      const held = place.holdAfter(1);
      const context = { temperature: 0.25, timeoutMs: 60_000 };
      const { thread } = await conversations.start("round-robin", { input: inputFor("round-robin"), context });
      await held;
      await conversations.cancel(thread);
      place.release();
      await conversations.resume(thread, { context: { temperature: 0.75 } });
      await follow(thread, isStatus("ended"));
      expect((await conversations.read(thread)).context).toMatchObject({ ...context, temperature: 0.75 });
    });

    it("has failed, and stays in the list, if it is resumed with an invalid context", async () => {
      const held = place.holdAfter(1);
      const thread = await start("round-robin");
      await held;
      await conversations.cancel(thread);
      place.release();
      await conversations.resume(thread, { context: { nonsense: 1 } });
      const events = await follow(thread, isStatus("failed"));
      expect(events.at(-1)).toMatchObject({ error: { message: expect.any(String) } });
      const { conversations: listed } = await conversations.list({ status: "failed" });
      expect(listed).toContainEqual(expect.objectContaining({ thread, status: "failed" }));
    });

    it("reports why a call failed, and resumes", async () => {
      const failed = place.failAfter(2);
      const thread = await start("round-robin");
      await failed;
      const events = await follow(thread, isStatus("failed"));
      expect(events.at(-1)).toMatchObject({ error: { message: expect.stringMatching(/^[^{].* turn 3/) } });
      place.release();
      await conversations.resume(thread);
      expect(speechesIn(await follow(thread, isStatus("ended")))).toHaveLength(6);
    });
  });

  describe("the Conversations port", () => {
    it("forks from a turn with changes, and leaves the origin unchanged", async () => {
      const thread = await start("bidding");
      const whole = numberedIn(await follow(thread, isStatus("ended")));
      const forked = await conversations.fork(thread, { turn: 2, changes: { maxTurns: 4 } });
      expect((await conversations.read(forked)).status).toBe("stopped");
      await conversations.resume(forked);
      const events = numberedIn(await follow(forked, isStatus("ended")));
      const kept = whole.filter(({ sequence }) => sequence < 30_000);
      expect(events.slice(0, kept.length)).toEqual(kept);
      expect(speechesIn(events)).toHaveLength(4);
      expect(await historyIn(thread)).toEqual(whole);
      await expect(conversations.fork(thread, { turn: 99 })).rejects.toMatchObject(refused("invalid-input"));
    });

    it("rejects a fork with an invalid name, and leaves the name of a rejected fork free", async () => {
      const thread = await start("round-robin", { maxTurns: 2 });
      await follow(thread, isStatus("ended"));
      await expect(conversations.fork(thread, { turn: 1, as: "a\0b" })).rejects.toMatchObject(
        refused("invalid-input", "expected"),
      );
      const as = crypto.randomUUID();
      await expect(conversations.fork(thread, { turn: 1, as, changes: { maxTurns: -1 } })).rejects.toMatchObject(
        refused("invalid-input", "out-of-range"),
      );
      await expect(conversations.fork(thread, { turn: 1, as, context: { nonsense: 1 } })).rejects.toMatchObject(
        refused("invalid-input", "unknown-field"),
      );
      expect(await conversations.fork(thread, { turn: 1, as })).toBe(as);
    });

    it("lists each fork with its original and its turn", async () => {
      const thread = await start("round-robin", { maxTurns: 4 });
      await follow(thread, isStatus("ended"));
      const forked = await conversations.fork(thread, { turn: 1 });
      await conversations.resume(forked);
      await follow(forked, isStatus("ended"));
      const again = await conversations.fork(forked, { turn: 3 });
      const listed = (await conversations.list({ limit: 1000 })).conversations;
      const originOf = (name: string) => listed.find((each) => each.thread === name)?.origin;
      expect([thread, forked, again].map(originOf)).toEqual([null, { thread, turn: 1 }, { thread: forked, turn: 3 }]);
    });

    it("renames a conversation while it runs and after its end", async () => {
      const held = place.holdAfter(2);
      const thread = await start("round-robin", { maxTurns: 3 });
      await held;
      const listed = async (search: string) =>
        (await conversations.list({ search })).conversations.filter((each) => each.thread === thread);
      await conversations.rename(thread, " Fog at six ");
      expect(await listed("fog SIX")).toMatchObject([{ title: "Fog at six", status: "running" }]);
      place.release();
      await follow(thread, isStatus("ended"));
      expect(await listed("fog six")).toMatchObject([{ title: "Fog at six", status: "ended" }]);
      await conversations.rename(thread, "Ferry at ten");
      expect(await listed("fog six")).toEqual([]);
      expect((await conversations.read(thread)).title).toBe("Ferry at ten");
      expect((await conversations.transcript(thread)).title).toBe("Ferry at ten");
      await conversations.rename(thread, null);
      expect((await conversations.read(thread)).title).toBeNull();
      for (const title of ["", "  ", "x".repeat(201)])
        await expect(conversations.rename(thread, title)).rejects.toMatchObject(refused("invalid-input"));
      await expect(conversations.rename(crypto.randomUUID(), "None")).rejects.toMatchObject(
        refused("invalid-input", "unknown-thread"),
      );
    });

    it("replaces a speech in a fork, records the original, and leaves the origin unchanged", async () => {
      const thread = await start("round-robin", { maxTurns: 3 });
      const whole = await follow(thread, isStatus("ended"));
      const forked = await conversations.fork(thread, { turn: 2, speech: " I saw nobody.\r\nNot one. " });
      await conversations.resume(forked);
      const events = await follow(forked, isStatus("ended"));
      const [first, second] = speechesIn(whole);
      expect(speechesIn(events).slice(0, 2)).toEqual([first, { ...second, text: "I saw nobody.\nNot one.", words: 5 }]);
      expect(of(events, "correction")).toMatchObject([
        {
          turn: 2,
          correction: {
            ...{ participant: second?.speaker, purpose: "speech", faults: ["edited"], messageId: second?.message.id },
            ...{ answer: second?.text, used: "I saw nobody.\nNot one." },
          },
        },
      ]);
      expect(speechesIn(events)).toHaveLength(3);
      expect(await historyIn(thread)).toEqual(numberedIn(whole));
      for (const [turn, speech, problem] of [
        [2, " ", "empty"],
        [2, "x".repeat(20_001), "out-of-range"],
        [0, "Welcome.", "no-speech"],
      ] as const)
        await expect(conversations.fork(thread, { turn, speech })).rejects.toMatchObject(
          refused("invalid-input", problem),
        );
    });

    const otherMode = place.forksIntoOtherModes
      ? "forks into another mode, and keeps the earlier messages"
      : "refuses to fork into another mode";
    it(otherMode, async () => {
      const thread = await start("round-robin", { maxTurns: 4 });
      await follow(thread, isStatus("ended"));
      const forking = conversations.fork(thread, {
        ...{ turn: 2, speech: "I saw nobody.", mode: "bidding", changes: { maxTurns: 2 } },
      });
      if (!place.forksIntoOtherModes)
        return expect(forking).rejects.toMatchObject(refused("invalid-input", "not-one-of"));
      const forked = await forking;
      await conversations.resume(forked);
      const events = await follow(forked, isStatus("ended"));
      expect((await conversations.read(forked)).mode).toBe("bidding");
      expect(speechesIn(events).map(({ turn }) => turn)).toEqual([1, 2, 3, 4]);
      expect(speechesIn(events)[1]?.text).toBe("I saw nobody.");
      expect(of(events, "decision").map(({ decision }) => decision.turn)).toEqual([3, 4]);
    });

    it("lists conversations, most recently updated first, and removes a conversation", async () => {
      const one = (await conversations.start("round-robin", { input: inputFor("round-robin"), title: "The bridge" }))
        .thread;
      await follow(one, isStatus("ended"));
      const other = await start("bidding");
      await follow(other, isStatus("ended"));
      const { conversations: listed } = await conversations.list({ limit: 2 });
      expect(listed.map(({ thread, mode, title, status, turn }) => [thread, mode, title, status, turn])).toEqual([
        [other, "bidding", null, "ended", 6],
        [one, "round-robin", "The bridge", "ended", 6],
      ]);
      await conversations.remove(one);
      await expect(conversations.read(one)).rejects.toMatchObject(refused("invalid-input", "unknown-thread"));
      expect((await conversations.list()).conversations.map(({ thread }) => thread)).not.toContain(one);
    });

    it("lists pages of conversations that match a search and a status", async () => {
      const title = "A zebra crossing";
      const threads: string[] = [];
      for (const part of ["one", "two", "three"]) {
        const started = await conversations.start("round-robin", {
          input: inputFor("round-robin", { maxTurns: 1, topic: `Stripes, part ${part}` }),
          title,
        });
        threads.unshift(started.thread);
        await follow(started.thread, isStatus("ended"));
      }
      const listed: string[] = [];
      let after: string | null = null;
      do {
        const page: ListedPage = await conversations.list({
          ...{ limit: 2, search: ` STRIPES  ${title.toLowerCase()}`, status: "ended" },
          ...(after !== null && { after }),
        });
        listed.push(...page.conversations.map(({ thread }) => thread));
        expect(page.conversations.length).toBeLessThanOrEqual(2);
        after = page.next;
      } while (after !== null);
      expect(listed).toEqual(threads);
      const found = async (options: ListOptions) =>
        (await conversations.list(options)).conversations.map(({ thread }) => thread);
      expect(await found({ search: `${title} two` })).toEqual([threads[1]]);
      expect(await found({ search: `${title} two`, status: "stopped" })).toEqual([]);
      expect(await found({ search: threads[1]?.slice(0, 8) ?? "" })).toEqual([]);
    });

    it.each<[keyof ListOptions, unknown]>([
      ["limit", 0],
      ["limit", 1.5],
      ["after", "Zebra"],
      ["after", "e30="],
      ["status", "over"],
    ])("rejects a list with the %s %j", async (field, value) => {
      await expect(conversations.list({ [field]: value })).rejects.toMatchObject({
        code: "invalid-input",
        details: { problems: [expect.objectContaining({ field })] },
      });
    });

    it("removes a running conversation", async () => {
      const held = place.holdAfter(1);
      const thread = await start("round-robin");
      await held;
      await conversations.remove(thread);
      await expect(conversations.read(thread)).rejects.toMatchObject(refused("invalid-input", "unknown-thread"));
    });
  });

  describe("a person's deadline, while a follower is connected,", () => {
    const lateIn = async (mode: string) => {
      const input = { ...inputFor(mode), participants: castWith({ human: true }), humanTimeoutMs: 1000 };
      const { thread } = await conversations.start(mode, { input: { ...input, onHumanTimeout: "stop" } });
      const [asked] = waitingIn(await until(conversations.follow(thread), isStatus("waiting")));
      expect(asked?.value).toMatchObject({ kind: "your-turn", deadline: expect.stringMatching(/^\d{4}-/) });
      const events = numberedIn(await until(conversations.follow(thread), isStatus("ended")));
      expect(events.at(-1)).toMatchObject({ type: "stopped", reason: { kind: "late", limitMs: 1000 } });
      expect(events).toEqual(historyOf((await conversations.read(thread)).state));
    };
    // Runs all modes in parallel, because each conversation waits for a second.
    let late: Readonly<Record<string, Promise<void>>>;
    beforeAll(() => {
      late = Object.fromEntries(allModes.map((mode) => [mode, lateIn(mode)]));
    });
    it.each(allModes)("ends a %s conversation if `onHumanTimeout` is `stop`", (mode) => late[mode]);
  });

  it.each(allModes)(
    "a %s conversation asks a reviewer to approve drafts, and uses the reviewer's text",
    async (mode) => {
      const input = { ...inputFor(mode), participants: castWith({ approve: true }) };
      const { thread } = await conversations.start(mode, { input });
      const next = () => until(conversations.follow(thread), isStatus("waiting", "ended"));
      const seen = await next();
      const [{ value: first }] = waitingIn(seen) as [WaitingPerson<Approval>];
      /** Answers the first participant's draft with `line`, and approves all other drafts. */
      const review = async (events: readonly FollowedEvent[], line: Answer) => {
        const of = (value: WaitingPerson["value"]) => (value.participant === first.participant ? line : "");
        await conversations.answer(
          thread,
          Object.fromEntries(waitingIn(events).map(({ id, value }) => [id, of(value)])),
        );
        return next();
      };
      expect(seen.some((event) => event.type === "speech-delta" && event.speaker === first.participant)).toBe(false);
      const rewritten = await review(seen, { rewrite: "Shorter.", from: "Lena" });
      const [{ id, value: second }] = waitingIn(rewritten) as [WaitingPerson<Approval>];
      const late = { [id]: { text: "", answered: first.work.answered } };
      await expect(conversations.answer(thread, late)).rejects.toMatchObject(refused("invalid-input", "other-draft"));
      expect(second).toMatchObject({ participant: first.participant, turn: first.turn });
      const events = await review(rewritten, {
        text: "My own words.",
        from: "Mirko",
        answered: second.work.answered,
      });
      const common = { turn: first.turn, participant: first.participant };
      for (const correction of [
        { ...common, faults: ["rejected"], by: "Lena", answer: first.draft, used: null },
        { ...common, faults: ["edited"], by: "Mirko", answer: second.draft, used: "My own words." },
      ])
        expect(events).toContainEqual(expect.objectContaining({ correction: expect.objectContaining(correction) }));
      const said = { type: "speech-end", speaker: first.participant, text: "My own words." };
      expect(events).toContainEqual(expect.objectContaining(said));
    },
  );
}
