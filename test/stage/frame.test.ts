import assert from "node:assert/strict";
import { beforeAll, describe, expect, it } from "@jest/globals";
import fc from "fast-check";
import { follow, newTalk } from "../../src/apps/react/talk.js";
import { historyOf } from "../../src/talk/conversations/port/history.js";
import type { Decision, Followed } from "../../stage/port.js";
import { compare } from "../../stage/state/compare.js";
import { frameAt, liveFrame, wholeTurn } from "../../stage/state/frame.js";
import { eventsOf } from "../../stage/state/from-document.js";
import { sharesOf } from "../../stage/state/measures.js";
import {
  type ConversationRecord,
  castIn,
  type Item,
  linesOf,
  recordOf,
  type TurnRecord,
} from "../../stage/state/record.js";
import { scriptOf } from "../../stage/state/script.js";
import { placesOf } from "../../stage/state/seats.js";
import { allModes } from "../support/any-mode.js";
import { type Course, courseOf } from "../support/course.js";
import { itHolds } from "../support/property.js";

const courses = new Map<string, Course>();
const records = new Map<string, ConversationRecord>();
const recordIn = (mode: string) => records.get(mode) as ConversationRecord;

beforeAll(async () => {
  for (const mode of allModes) {
    const course = await courseOf(mode);
    courses.set(mode, course);
    records.set(mode, recordOf(follow(newTalk, historyOf(course.state) as Followed[]).events));
  }
});

describe.each(allModes)("the page for a %s conversation", (mode) => {
  it("shows every message of the transcript once, in order", () => {
    const { document } = courses.get(mode) as Course;
    const said = recordIn(mode).items.flatMap((item) =>
      item.kind === "opening" || item.kind === "line" ? [{ speaker: item.speaker, text: item.text }] : [],
    );
    expect(said).toEqual(document.messages.map(({ name: speaker, text }) => ({ speaker, text })));
  });

  it("shows the decision, the last two lines, the speaker and the bids of each turn", () => {
    const record = recordIn(mode);
    const { document } = courses.get(mode) as Course;
    expect(record.turns.map(({ turn }) => turn)).toEqual([...new Set(document.decisions.map(({ turn }) => turn))]);
    for (const { turn, decision } of record.turns) {
      const frame = frameAt(record, turn);
      const lines = linesOf(record, turn);
      expect(frame).toMatchObject({ turn, phase: "spoken", decision, isEarlier: false });
      expect(frame.speeches.map(({ text }) => text)).toEqual(lines.slice(-1).map(({ text }) => text));
      expect(frame.lead?.text).toBe(lines.at(-2)?.text);
      expect(frame.seats.filter(({ hasFloor }) => hasFloor).map(({ participant }) => participant.name)).toEqual(
        lines.slice(-1).map(({ speaker }) => speaker),
      );
      expect(frame.seats.filter(({ bid }) => bid).length).toBe(decision?.bids.length);
    }
  });

  it("shows what was said last before the first turn until somebody speaks", () => {
    const record = recordIn(mode);
    const before = record.items.filter((item) => item.turn === 0 && "speaker" in item);
    const { speeches } = frameAt(record, 1, { bids: 1, isDecided: false, characters: 0 });
    expect(speeches).toMatchObject(before.slice(-1).map((item) => ({ text: "text" in item && item.text })));
  });

  it("ends with the stop reason, both live and in a replay", () => {
    const record = recordIn(mode);
    const last = record.turns.at(-1)?.turn ?? 0;
    expect(frameAt(record, last).end).toMatchObject({ kind: expect.any(String) });
    expect(liveFrame(record, { live: [], status: null })).toEqual(frameAt(record, last));
    expect(frameAt(record, last - 1).end).toBeNull();
  });

  it("shows the same content for an exported conversation as for a live one", () => {
    const { document } = courses.get(mode) as Course;
    const replay = recordOf(eventsOf(document));
    const plain = (items: readonly Item[]) => items.map(({ key: _key, ...item }) => item);
    const live = recordIn(mode);
    expect(plain(replay.items)).toEqual(plain(live.items));
    const turnsOf = ({ turns }: ConversationRecord) =>
      turns.map(({ turn, decision, stage, round }) => ({ turn, decision, stage, round }));
    expect(turnsOf(replay)).toEqual(turnsOf(live));
    expect(replay.scene).toMatchObject({ topic: document.topic, seed: document.seed, leader: document.leader });
  });

  it("counts every word and speech of the cast and the leader", () => {
    const { document } = courses.get(mode) as Course;
    const shares = sharesOf(recordIn(mode));
    const all = document.messages.filter(({ kind }) => kind !== "opening");
    const sum = (of: "words" | "turns") => shares.reduce((total, share) => total + share[of], 0);
    expect(sum("words")).toBe(all.reduce((total, { words }) => total + words, 0));
    expect(sum("turns")).toBe(all.length);
  });

  it("finds no difference between a conversation and itself, and finds the first changed turn in a copy", () => {
    const record = recordIn(mode);
    expect(compare(record, record)).toMatchObject({ partsAt: null });
    const third = record.turns[2]?.turn ?? 0;
    const other = {
      ...record,
      items: record.items.map((item) =>
        item.kind === "line" && item.turn === third ? { ...item, text: `${item.text} No!` } : item,
      ),
    };
    const { partsAt, turns } = compare(record, other);
    expect(partsAt).toBe(third);
    expect(turns.filter(({ isSame }) => isSame).map(({ turn }) => turn)).toEqual([1, 2]);
  });

  it("finds no difference in copied turns without decisions, but finds one in who has the floor before anybody speaks", () => {
    const record = recordIn(mode);
    const copied = record.turns.map((each) => ({ ...each, decision: null }));
    expect(compare(record, { ...record, turns: copied })).toMatchObject({ partsAt: null });
    const turn = (record.turns.at(-1)?.turn ?? 0) + 1;
    const nextIs = (speaker: string) => {
      const decision = { ...record.turns[0]?.decision, speaker } as Decision;
      return { ...record, turns: [...record.turns, { ...record.turns[0], turn, decision } as TurnRecord] };
    };
    const [ann, bea] = [nextIs("Ann"), nextIs("Bea")];
    expect([record, ann, bea].map((other) => compare(ann, other).partsAt)).toEqual([turn, null, turn]);
  });
});

it("the first turn of another round shows the round's opening until somebody speaks", () => {
  const record = recordIn("bidding");
  const opening = {
    key: 0,
    kind: "opening",
    turn: 0,
    speaker: "Moderator",
    text: "What next?",
    words: 2,
    time: "",
    isSpeech: false,
  } as const;
  const bidding = { bids: [], bidders: 0, decision: null, speeches: [], retries: [], tools: [], failed: [] };
  const turn = { turn: (record.turns.at(-1)?.turn ?? 0) + 1, ...bidding };
  const frame = liveFrame({ ...record, items: [...record.items, opening] }, { live: [turn], status: null });
  expect(frame.speeches.map(({ text }) => text)).toEqual(["What next?"]);
});

describe("a replayed turn", () => {
  itHolds(
    "never goes back, and ends with all bids and words shown",
    fc.property(
      fc.nat({ max: 30 }),
      fc.boolean(),
      fc.boolean(),
      fc.string({ unit: "grapheme", maxLength: 200 }),
      fc.array(fc.nat({ max: 999 }), { minLength: 2 }),
      (bids, isTie, hasDecision, text, shares) => {
        const { length, momentAt } = scriptOf({ bids, isTie, hasDecision, text });
        const moments = shares.sort((left, right) => left - right).map((share) => momentAt((share / 999) * length));
        for (const [index, moment] of moments.entries()) {
          const before = moments[index - 1];
          if (!before) continue;
          assert(moment.bids >= before.bids && moment.characters >= before.characters);
          assert(moment.isDecided || !before.isDecided);
        }
        const last = momentAt(length);
        assert(last.characters >= text.length && last.bids === bids && last.isDecided);
      },
    ),
  );

  it.each(allModes)("shows no decision at first, then the decision, and then the speech in %s mode", (mode) => {
    const record = recordIn(mode);
    const silent = frameAt(record, 2, { bids: 1, isDecided: false, characters: 0 });
    expect(silent).toMatchObject({ phase: "bidding", decision: null, isEarlier: true });
    expect(silent.bids.length).toBeLessThanOrEqual(1);
    expect(silent.seats.some(({ hasFloor }) => hasFloor)).toBe(false);
    expect(frameAt(record, 2, { ...wholeTurn, characters: 0 })).toMatchObject({ phase: "decided", isEarlier: true });
    const speaking = frameAt(record, 2, { ...wholeTurn, characters: 5 });
    expect(speaking.phase).toBe("speaking");
    expect(speaking.speeches[0]?.text).toHaveLength(5);
  });
});

describe("the seats", () => {
  it("close the gap of a participant who has left, from the next turn on, and keep their numbers", () => {
    const record = recordIn("bidding");
    const participants = castIn(record).map((each, index) =>
      index === 1 ? { ...each, presence: "removed" as const } : each,
    );
    const left = { ...record, casts: [...record.casts, { after: 2, participants }] };
    const seatsAt = (turn: number) => frameAt(left, turn).seats.map(({ participant: { name }, seat }) => [name, seat]);
    const all = participants.map(({ name }, seat) => [name, seat]);
    expect(seatsAt(2)).toEqual(all);
    expect(seatsAt(3)).toEqual(all.filter(([, seat]) => seat !== 1));
  });

  itHolds(
    "surround the table without overlapping",
    fc.property(fc.integer({ min: 1, max: 60 }), fc.constantFrom(3, 0.95), fc.boolean(), (count, aspect, hasHead) => {
      const places = placesOf(count, aspect, hasHead);
      assert.equal(places.length, count);
      for (const { x, y } of places) assert(Math.abs(Math.abs(x) ** 2.5 + Math.abs(y) ** 2.5 - 1) < 1e-6);
      for (const [index, one] of places.entries())
        for (const other of places.slice(index + 1))
          assert(Math.hypot((one.x - other.x) * aspect, one.y - other.y) > 2 / count / Math.max(1, aspect));
      if (hasHead) assert.deepEqual([Math.abs(places[0]?.x ?? 1) < 1e-9, places[0]?.y], [true, -1]);
    }),
  );
});
