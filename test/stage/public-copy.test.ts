import { expect, it } from "@jest/globals";
import type { ConversationDocument } from "../../src/talk/transcript/json.js";
import { publicCopy } from "../../src/talk/transcript/public.js";
import type { Numbered } from "../../stage/port.js";
import { eventsOf } from "../../stage/state/from-document.js";
import { recordOf } from "../../stage/state/record.js";
import { readFixture } from "../talk/saved/fixtures.js";

/** One conversation in each mode. Each has an interjection and a control. */
const saved = Object.values(readFixture("export", 1)) as ConversationDocument[];

function visible(event: Numbered) {
  const { type } = event;
  if (type === "control" && event.control.refusal !== null) return undefined;
  if (type === "warning" || type === "correction") return undefined;
  if (type === "decision")
    return [type, event.turn, event.decision.speaker, event.decision.bids.map(({ value }) => value)];
  if (type === "speech-end" || type === "opening") return [type, event.speaker, event.text];
  if (type === "interjection") return [type, event.interjection.from, event.interjection.text];
  return [type];
}

it.each(saved)("the page shows the events of a public copy in the original order ($mode)", (document) => {
  const shown = (each: ConversationDocument) => eventsOf(each).map(visible).filter(Boolean);
  expect(shown(publicCopy(document))).toEqual(shown(document));
  expect(shown(document).length).toBeGreaterThan(8);
  const { turns, casts } = recordOf(eventsOf(publicCopy(document)));
  expect(turns.length).toBe(recordOf(eventsOf(document)).turns.length);
  expect(casts.at(-1)?.participants.map(({ name }) => name)).toEqual(document.participants.map(({ name }) => name));
});
