import assert from "node:assert/strict";
import { beforeAll, describe, expect, it } from "@jest/globals";
import fc from "fast-check";
import { follow, newTalk } from "../../src/apps/react/talk.js";
import { historyOf } from "../../src/talk/conversations/port/history.js";
import type { Followed, Numbered } from "../../stage/port.js";
import { blockSize, blocksOf, entriesOf, isSameBlock } from "../../stage/state/entries.js";
import { createRecorder, recordOf } from "../../stage/state/record.js";
import { courseOf } from "../support/course.js";
import { itHolds } from "../support/property.js";

describe.each(["bidding", "director", "group-chat"])("the record of a %s conversation", (mode) => {
  let events: readonly Numbered[] = [];
  beforeAll(async () => {
    const { state } = await courseOf(mode);
    ({ events } = follow(newTalk, historyOf(state) as Followed[]));
  });

  itHolds(
    "is the same in however many parts its events arrive",
    fc.property(fc.array(fc.nat({ max: 60 }), { maxLength: 6 }), (ends) => {
      const read = createRecorder();
      for (const end of ends.sort((left, right) => left - right)) {
        const before = read(events.slice(0, end));
        assert.deepEqual(before, recordOf(events.slice(0, end)));
        const after = read(events);
        assert(before.items.every((item, index) => item === after.items[index]));
      }
      assert.deepEqual(read(events), recordOf(events));
    }),
    20,
  );

  it("is rebuilt for another conversation", () => {
    const read = createRecorder();
    read(events);
    const others = events.slice(0, 4).map((event) => ({ ...event }));
    expect(read(others)).toEqual(recordOf(others));
  });

  it("gives each turn's bids and link once, and recognizes unchanged blocks", () => {
    const record = recordOf(events);
    const entries = entriesOf(
      record,
      () => 0,
      () => "",
    );
    const turns = record.turns.map(({ turn }) => turn);
    const turnsOf = (field: "isFirst" | "isChosen") =>
      entries.filter((entry) => entry[field] && entry.item.turn > 0).map(({ item }) => item.turn);
    expect(turnsOf("isChosen")).toEqual(turns);
    expect(turnsOf("isFirst").filter((turn) => turns.includes(turn))).toEqual(turns);
    expect(blocksOf(entries).flat()).toEqual(entries);
    expect(blocksOf(entries).every(({ length }) => length <= blockSize)).toBe(true);
    const again = entries.map((entry) => ({ ...entry }));
    expect(isSameBlock(entries, again)).toBe(true);
    expect(isSameBlock(entries, again.slice(1))).toBe(false);
    expect(isSameBlock(entries, [...again.slice(0, -1), { ...entries[0], role: "new" }] as typeof entries)).toBe(false);
  });
});
