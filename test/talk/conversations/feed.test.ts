/** Checks the events that followers receive if a speech is saved before, during or after its streaming. */
import { expect, it } from "@jest/globals";
import { AIMessage } from "@langchain/core/messages";
import { Feed } from "../../../src/talk/conversations/port/feed.js";
import type { HistoryState } from "../../../src/talk/conversations/port/history.js";
import type { PassingEvent, StatusEvent } from "../../../src/talk/conversations/port/port.js";

const running = (): StatusEvent => ({ type: "status", status: "running", waiting: [] });
const stopped: StatusEvent = { type: "status", status: "stopped", waiting: [] };
const place = { kind: "speech", turn: 1, stage: null, round: null, time: "", replyingTo: null };

/** A state in which Ann has made these speeches in turn 1. */
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

/** Returns the events that a follower receives for these steps, abbreviated. */
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
