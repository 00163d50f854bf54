import assert from "node:assert/strict";
import { expect, it } from "@jest/globals";
import { AIMessage } from "@langchain/core/messages";
import fc from "fast-check";
import { RunCourse } from "../../../src/talk/conversations/local/run-course.js";
import { Feed } from "../../../src/talk/conversations/port/feed.js";
import { type HistoryState, historyOf } from "../../../src/talk/conversations/port/history.js";
import type { FollowedEvent, PassingEvent, StatusEvent } from "../../../src/talk/conversations/port/port.js";
import { Survivors } from "../../support/garbage.js";
import { itHolds } from "../../support/property.js";

const running = (): StatusEvent => ({ type: "status", status: "running", waiting: [] });
const stopped: StatusEvent = { type: "status", status: "stopped", waiting: [] };
const place = { kind: "speech", turn: 1, stage: null, round: null, time: "", replyingTo: null };

const saved = (...texts: string[]): HistoryState => ({
  turn: 1,
  messages: texts.map(
    (content, index) =>
      new AIMessage({ id: `message-${index}`, name: "Ann", content, additional_kwargs: { rostrum: place } }),
  ),
});

const ann = { turn: 1, speaker: "Ann" };
const start: PassingEvent = { type: "speech-start", ...ann, attempt: 1 };
const delta = (text: string): PassingEvent => ({ type: "speech-delta", ...ann, text });
const end = (text: string): PassingEvent => ({ type: "speech-end", ...ann, text, words: 1 });
const pieces = (text: string): PassingEvent[] => [start, delta(text), end(text)];

type Seen = readonly [state: HistoryState, status: StatusEvent];

async function eventsOf(steps: readonly (HistoryState | PassingEvent | StatusEvent | Seen)[]): Promise<string[]> {
  const feed = new Feed(saved(), running());
  const events: string[] = [];
  const over = (async () => {
    for await (const event of feed.follow({})) {
      const text = "text" in event ? ` ${event.text}` : "";
      if (event.type !== "status") events.push(`${"message" in event ? "saved " : ""}${event.type}${text}`);
    }
  })();
  for (const step of steps) {
    if ("length" in step) feed.see(...step);
    else if (!("type" in step)) feed.save(step);
    else if (step.type === "status") feed.setStatus(step);
    else feed.pass(step as PassingEvent);
    await new Promise((resolve) => setImmediate(resolve));
  }
  feed.close();
  await over;
  return events;
}

const whole = (text: string) => ["speech-start", `speech-delta ${text}`, `speech-end ${text}`];

it("the feed emits the pieces of a speech, and the whole speech once it is saved", async () => {
  expect(await eventsOf([...pieces("Yes."), saved("Yes.")])).toEqual([...whole("Yes."), "saved speech-end Yes."]);
});

it("the feed drops pieces that arrive after their speech is saved", async () => {
  expect(await eventsOf([saved("Yes."), ...pieces("Yes.")])).toEqual(["saved speech-end Yes."]);
});

it("the feed drops the remaining pieces when a speech is saved before its stream ends", async () => {
  expect(await eventsOf([start, delta("Ye"), saved("Yes."), delta("s."), end("Yes.")])).toEqual([
    ...["speech-start", "speech-delta Ye", "saved speech-end Yes."],
  ]);
});

it("the feed emits a speaker's next speech in the same turn, even after late pieces of the first speech", async () => {
  const steps = [saved("Yes."), ...pieces("Yes."), ...pieces("No."), saved("Yes.", "No.")];
  expect(await eventsOf(steps)).toEqual(["saved speech-end Yes.", ...whole("No."), "saved speech-end No."]);
});

it("the feed does not treat pieces as late once a new run has started", async () => {
  const steps = [saved("Yes."), running(), ...pieces("No."), saved("Yes.", "No.")];
  expect(await eventsOf(steps)).toEqual(["saved speech-end Yes.", ...whole("No."), "saved speech-end No."]);
});

it.each([
  ["saved before its run ended", [saved("Yes."), stopped]],
  ["saved together with the end of its run", [[saved("Yes."), stopped]]],
] as const)("the feed drops pieces of a speech that was %s", async (_when, steps) => {
  expect(await eventsOf([...steps, ...pieces("Yes.")])).toEqual(["saved speech-end Yes."]);
});

it("the feed emits a saved speech after its pieces, even to a follower who joins between the save and the pieces", async () => {
  const feed = new Feed(saved(), running());
  feed.save(saved("Yes."), 1);
  const leaving = new AbortController();
  const events: string[] = [];
  const over = (async () => {
    for await (const { type } of feed.follow({ signal: leaving.signal })) events.push(type);
  })();
  for (const piece of pieces("Yes.")) feed.pass(piece);
  feed.save(saved("Yes."));
  await new Promise((resolve) => setImmediate(resolve));
  leaving.abort();
  await over;
  expect(events).toEqual(["status", "speech-start", "speech-delta", "speech-end", "speech-end"]);
});

const after = (turns: number): HistoryState => ({
  turn: turns,
  messages: Array.from({ length: turns }, (_, index) => {
    const speech = { ...place, turn: index + 1 };
    const name = index % 2 === 0 ? "Ann" : "Bo";
    const said = { name, content: `speech ${index + 1}`, additional_kwargs: { rostrum: speech } };
    return new AIMessage({ id: `turn-${index + 1}`, ...said });
  }),
});

it("two hundred followers that stop reading for a while receive each saved event once, and the whole current turn", async () => {
  const feed = new Feed({}, running());
  const readers = Array.from({ length: 200 }, () => feed.follow({}));
  for (const reader of readers) expect((await reader.next()).value).toEqual(running());
  // This loop would be slow if each event copied a list for every follower.
  for (let turn = 1; turn <= 20; turn += 1) {
    const speaker = turn % 2 === 1 ? "Ann" : "Bo";
    feed.pass({ type: "speech-start", turn, speaker, attempt: 1 });
    for (let piece = 0; piece < 1000; piece += 1) feed.pass({ type: "speech-delta", turn, speaker, text: "a" });
    if (turn < 20) feed.save(after(turn));
  }
  for (const reader of readers) {
    const events: FollowedEvent[] = [];
    while (events.at(-1)?.type !== "speech-delta") events.push((await reader.next()).value as FollowedEvent);
    const saved = events.filter(({ sequence }) => sequence !== undefined);
    expect(saved).toEqual(historyOf(after(19)));
    expect(events.slice(saved.length)).toEqual([
      running(),
      { type: "speech-start", turn: 20, speaker: "Bo", attempt: 1 },
      { type: "speech-delta", turn: 20, speaker: "Bo", text: "a".repeat(1000) },
    ]);
  }
});

it("a follower that has later events than the feed does not receive them again", async () => {
  const feed = new Feed(after(1), running());
  const reader = feed.follow({ after: historyOf(after(2)).at(-1)?.sequence ?? 0 });
  expect((await reader.next()).value).toEqual(running());
  feed.save(after(2));
  feed.save(after(3));
  expect((await reader.next()).value).toMatchObject({ sequence: expect.any(Number), turn: 3 });
  await reader.return();
});

it("pieces that a follower has not read yet are not all kept in memory", async () => {
  const feed = new Feed({}, running());
  const reader = feed.follow({});
  await reader.next();
  const survivors = new Survivors();
  for (let count = 0; count < 10_000; count += 1) {
    const event = { type: "speech-delta", turn: 1, speaker: "Ann", text: "a" } as const;
    survivors.watch("events", event);
    feed.pass(event);
  }
  expect((await survivors.count(2000))["events"]).toBeLessThanOrEqual(2000);
  await reader.return();
});

const happening = fc.oneof(
  fc.record({ kind: fc.constant("piece"), times: fc.integer({ min: 1, max: 3 }) }),
  fc.record({ kind: fc.constant("start"), times: fc.constant(1) }),
  fc.record({ kind: fc.constant("save"), times: fc.constant(1) }),
  fc.record({ kind: fc.constant("speech"), times: fc.integer({ min: 1, max: 2 }) }),
);

itHolds(
  "a follower that joins a run gets the same events, whether or not the run had other followers",
  fc.asyncProperty(fc.array(happening, { maxLength: 40 }), async (happenings) => {
    const feed = new Feed(after(0), running());
    const course = new RunCourse(after(0));
    let turns = 0;
    for (const { kind, times } of happenings)
      for (let time = 0; time < times; time += 1) {
        const event = { turn: turns + 1, speaker: turns % 2 === 0 ? "Ann" : "Bo" };
        if (kind === "speech") turns += 1;
        if (kind === "speech" || kind === "save") {
          const state = after(turns);
          feed.save(state);
          course.save(state);
        } else {
          const passing: PassingEvent =
            kind === "start"
              ? { type: "speech-start", ...event, attempt: 1 }
              : { type: "speech-delta", ...event, text: "a" };
          feed.pass(passing);
          course.pass(passing);
        }
      }
    const first = async (from: Feed) => {
      const events: FollowedEvent[] = [];
      const leaving = new AbortController();
      setImmediate(() => leaving.abort());
      for await (const event of from.follow({ signal: leaving.signal })) events.push(event);
      return events;
    };
    assert.deepEqual(await first(course.openFeed(running())), await first(feed));
  }),
);
