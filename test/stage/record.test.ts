import assert from "node:assert/strict";
import { beforeAll, describe, expect, it } from "@jest/globals";
import fc from "fast-check";
import { follow, newTalk } from "../../src/apps/react/talk.js";
import { RehearsalModel } from "../../src/offline/rehearsal/rehearsal-model.js";
import { openConversations } from "../../src/talk/conversations/open.js";
import { historyOf } from "../../src/talk/conversations/port/history.js";
import type { ConversationDocument } from "../../src/talk/transcript/json.js";
import type { Followed, Numbered } from "../../stage/port.js";
import { blockSize, blocksOf, entriesOf, isSameBlock } from "../../stage/state/entries.js";
import { eventsOf } from "../../stage/state/from-document.js";
import { sharesOf } from "../../stage/state/measures.js";
import { castIn, createRecorder, isPartOfTurn, recordOf } from "../../stage/state/record.js";
import { castOf } from "../support/conversation.js";
import { courseOf } from "../support/course.js";
import { itHolds } from "../support/property.js";
import { isStatus, until } from "../talk/contracts/conversations.js";
import { readFixture } from "../talk/saved/fixtures.js";

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

  it("counts the last turn of another round from the first round on", () => {
    const { turns, scene, lastTurn } = recordOf(events);
    const maxTurns = scene?.maxTurns ?? 0;
    expect(lastTurn).toBe(maxTurns);
    const again = events.map((event) => ({ ...event, sequence: event.sequence + events.length }) as Numbered);
    const before = turns.at(-1)?.turn ?? 0;
    expect(recordOf([...events, ...again.filter(({ type }) => type === "scene-set")]).lastTurn).toBe(before + maxTurns);
  });

  it("lets only the first opening be shown again, because a later one belongs to no turn", () => {
    const first = events.find(({ type }) => type === "opening") as Numbered;
    const later = { ...first, sequence: (events.at(-1)?.sequence ?? 0) + 1 };
    const openings = recordOf([...events, later]).items.filter(({ kind }) => kind === "opening");
    expect(openings.map(isPartOfTurn)).toEqual([true, false]);
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

describe("the cast", () => {
  it("includes in the shares those who spoke only in an earlier round, with their longest silence in that round", async () => {
    const conversations = await openConversations("memory", { model: new RehearsalModel({ notice: false }) });
    const round = (...names: string[]) => ({ topic: "Tea", participants: castOf(...names), maxTurns: 3, seed: 3 });
    const { thread } = await conversations.start("round-robin", { input: round("Ann", "Bea", "Cid") });
    await until(conversations.follow(thread), isStatus("ended"));
    await conversations.start("round-robin", { thread, input: round("Ann", "Dov", "Eve") });
    const events = await until(conversations.follow(thread), (event) => event.type === "stopped" && event.turn === 6);
    await conversations.close();
    const shares = sharesOf(recordOf(follow(newTalk, events as Followed[]).events));
    expect(shares.map(({ name, turns, longestSilence }) => [name, turns, longestSilence])).toEqual([
      ["Ann", 2, 4],
      ["Dov", 1, 2],
      ["Eve", 1, 1],
      ["Bea", 1, 1],
      ["Cid", 1, 2],
    ]);
  });

  it("of an exported conversation starts with a participant muted only if the first control about that participant unmutes it", async () => {
    const document = JSON.parse(JSON.stringify(Object.values(readFixture("export", 1))[0])) as ConversationDocument;
    const [first, second, third] = document.participants;
    const control = (turn: number, steering: object) =>
      ({ turn, id: `${turn}`, from: "Lena", control: steering, refusal: null, interjections: 0, time: "" }) as never;
    const steered = {
      ...document,
      controls: [control(2, { unmute: first?.name }), control(3, { mute: second?.name })],
    };
    const presences = castIn(recordOf(eventsOf(steered)), 1).map(({ presence }) => presence ?? "present");
    expect(presences.slice(0, 3)).toEqual(["muted", "present", third?.presence ?? "present"]);
  });
});
