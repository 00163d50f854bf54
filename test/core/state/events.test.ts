import { describe, expect, it } from "@jest/globals";
import { Progress } from "../../../src/apps/cli/terminal/progress.js";
import { SpeechTerminal } from "../../../src/apps/cli/terminal/speeches.js";
import { liveReader } from "../../../src/apps/react/talk.js";
import { type EventType, eventKinds, type NumberedEvent } from "../../../src/core/state/events.js";
import { historyOf } from "../../../src/talk/conversations/port/history.js";
import { documentFields } from "../../../src/talk/transcript/json.js";
import { recordReader } from "../../../stage/state/record.js";
import { allModes } from "../../support/any-mode.js";
import { courseOf } from "../../support/course.js";

const kinds = Object.keys(eventKinds) as EventType[];
const isSaved = (kind: EventType) => eventKinds[kind] !== "unsaved";

describe.each(kinds)("the %s event", (kind) => {
  it("is read by the page, the React hooks or the terminal", () => {
    const terminal = { out: { isTTY: false }, texts: {} } as never;
    const readers = [recordReader, liveReader, new Progress(terminal).reader, new SpeechTerminal(terminal).reader];
    expect(readers.some((reader) => kind in reader && reader[kind as keyof typeof reader] !== null)).toBe(true);
  });

  if (isSaved(kind)) it("has a field in exports", () => expect(documentFields[kind]).not.toBeNull());
});

function exportedPart(event: NumberedEvent): unknown {
  switch (event.type) {
    case "scene-set":
      return event.participants[0];
    case "opening":
    case "speech-end":
      return expect.objectContaining({ name: event.speaker, text: event.text });
    case "round-start":
      return expect.objectContaining({ turn: event.turn, stage: event.stage, round: event.round });
    case "decision":
      return expect.objectContaining(event.decision);
    default: {
      const { type: _type, sequence: _sequence, ...fields } = event;
      return Object.values(fields).find((value) => typeof value === "object") ?? fields;
    }
  }
}

it.each(allModes)("the export of a %s conversation contains the data of each saved event", async (mode) => {
  const { state, document } = await courseOf(mode, { stopping: { agreement: { every: 1 } } });
  const events = historyOf(state);
  for (const event of events)
    expect([event.type, [document[documentFields[event.type]]].flat()]).toEqual([
      event.type,
      expect.arrayContaining([exportedPart(event)]),
    ]);
  const expected = ["scene-set", "opening", "decision", "speech-end", "verdict", "stopped"];
  expect(events.map(({ type }) => type)).toEqual(expect.arrayContaining(expected));
});
