import assert from "node:assert/strict";
import { setImmediate } from "node:timers/promises";
import { beforeAll, describe, expect, it } from "@jest/globals";
import fc from "fast-check";
import { follow, newTalk, type Talk } from "../../../src/apps/react/talk.js";
import { Feed } from "../../../src/talk/conversations/port/feed.js";
import { historyOf } from "../../../src/talk/conversations/port/history.js";
import type { StatusEvent } from "../../../src/talk/conversations/port/port.js";
import type { Followed } from "../../../stage/port.js";
import { allModes } from "../../support/any-mode.js";
import { type Course, courseOf, type Happening } from "../../support/course.js";
import { itHolds } from "../../support/property.js";

const courses = new Map<string, Course>();

function withRetries(happening: Happening): Happening[] {
  if (!("emitted" in happening) || (happening.emitted.type !== "bid" && happening.emitted.type !== "speech-start"))
    return [happening];
  const { turn } = happening.emitted;
  const call = { purpose: "speech", participant: "", model: "rehearsal", reason: "no answer", status: null } as const;
  return [{ emitted: { type: "retry", turn, ...call, attempt: 2, attempts: 4, waitMs: 0 } }, happening];
}

beforeAll(async () => {
  for (const mode of allModes) {
    const course = await courseOf(mode);
    courses.set(mode, { ...course, happenings: course.happenings.flatMap(withRetries) });
  }
});

const status = (said: StatusEvent["status"]): StatusEvent => ({ type: "status", status: said, waiting: [] });

class Page {
  talk: Talk = newTalk;
  private connection: AbortController | undefined;

  constructor(private readonly feed: Feed) {}

  get isConnected(): boolean {
    return this.connection !== undefined;
  }

  connect(): void {
    const connection = new AbortController();
    this.connection = connection;
    void this.listen(this.feed.follow({ after: this.talk.latest, signal: connection.signal }), connection);
  }

  cut(): void {
    this.connection?.abort();
    this.connection = undefined;
  }

  private async listen(events: AsyncIterable<unknown>, connection: AbortController): Promise<void> {
    for await (const event of events) {
      // When the connection breaks, events in flight are lost.
      if (connection.signal.aborted) return;
      this.talk = follow(this.talk, [event as Followed]);
    }
  }
}

/**
 * Plays the course to two pages, and returns what they show at the end. Before the happenings at the indices in
 * `places`, cuts or restores the connection of the page `cut`, and calls `check`.
 */
async function play({ happenings, state }: Course, places: readonly number[], check: (cut: Page, whole: Page) => void) {
  const feed = new Feed({}, status("running"));
  const [cut, whole] = [new Page(feed), new Page(feed)];
  for (const page of [cut, whole]) page.connect();
  for (const [index, happening] of happenings.entries()) {
    if (places.includes(index)) {
      await setImmediate();
      if (cut.isConnected) cut.cut();
      else cut.connect();
      await setImmediate();
      check(cut, whole);
    }
    if ("saved" in happening) feed.save(happening.saved);
    else feed.pass(happening.emitted);
  }
  feed.save(state);
  feed.setStatus(status("ended"));
  if (!cut.isConnected) cut.connect();
  await setImmediate();
  for (const page of [cut, whole]) page.cut();
  return { cut: cut.talk, whole: whole.talk };
}

describe("a page", () => {
  it.each(allModes)(
    "shows the whole history of a %s conversation, and no turn in progress after the end",
    async (mode) => {
      const course = courses.get(mode) as Course;
      const { whole } = await play(course, [], () => {});
      expect(whole.events).toEqual(historyOf(course.state));
      expect(whole.events.length).toBeGreaterThan(10);
      expect(whole.live).toEqual([]);
      expect(whole.status).toEqual(status("ended"));
    },
  );

  itHolds(
    "shows the same content, wherever the connection is cut",
    fc.asyncProperty(
      fc.constantFrom(...allModes),
      fc.array(fc.nat({ max: 9_999 }), { minLength: 2, maxLength: 12 }),
      async (mode, drawn) => {
        const course = courses.get(mode) as Course;
        const places = drawn.map((number) => number % course.happenings.length);
        const { cut, whole } = await play(course, places, (one, other) => {
          if (one.isConnected) assert.deepEqual(one.talk, other.talk);
        });
        assert.deepEqual(cut, whole);
      },
    ),
  );

  itHolds(
    "shows the same content, whether events arrive one by one or in batches",
    fc.property(fc.constantFrom(...allModes), fc.array(fc.nat({ max: 40 })), (mode, sizes) => {
      const { happenings, state } = courses.get(mode) as Course;
      const live = happenings.flatMap((each): Followed[] => ("emitted" in each ? [each.emitted as Followed] : []));
      const events = [...live, ...(historyOf(state) as Followed[]), status("ended") as Followed];
      const single = events.reduce((talk, event) => follow(talk, [event]), newTalk);
      let batched = newTalk;
      let rest = events;
      for (const size of [...sizes, events.length]) {
        batched = follow(batched, rest.slice(0, size));
        rest = rest.slice(size);
      }
      assert.deepEqual(batched, single);
    }),
  );

  it("ignores events that it has already received", () => {
    const { state } = courses.get("bidding") as Course;
    const history = historyOf(state) as Followed[];
    const once = follow(newTalk, history);
    expect(follow(once, history)).toEqual(once);
  });

  it("drops the text of a failed attempt, and shows the next attempt", () => {
    const speech = { turn: 1, speaker: "Ann" };
    const talk = follow(newTalk, [
      { type: "speech-start", ...speech, attempt: 1 },
      { type: "speech-delta", ...speech, text: "I beg" },
      { type: "speech-start", ...speech, attempt: 2 },
      { type: "speech-delta", ...speech, text: "I say" },
    ]);
    expect(talk.live[0]?.speeches).toEqual([{ speaker: "Ann", attempt: 2, text: "I say", isComplete: false }]);
    const failed = follow(talk, [{ type: "speech-failed", ...speech, reason: "no answer" }]);
    expect(failed.live[0]).toMatchObject({ speeches: [], failed: [{ speaker: "Ann", reason: "no answer" }] });
  });
});
