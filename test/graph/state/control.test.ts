import { expect, it } from "@jest/globals";
import { applyControl } from "../../../src/graph/state/control.js";
import type { Conversation } from "../../../src/graph/state/conversation-state.js";

const participants = ["Ines Kowalczyk", "Ann", "Ann Lee", "欧阳启明", "Bo Lee"].map((name) => ({ name }));
const state = { participants, turn: 1, language: "en", pauseAt: null } as unknown as Conversation;

it.each([
  ["Ines Kowalczyk", "Ines Kowalczyk"],
  ["ines", "Ines Kowalczyk"],
  ["启明", "欧阳启明"],
  ["Ann", "Ann"],
  ["Bo", undefined],
  ["Lee", undefined],
  ["In", undefined],
])("reads the name “%s” as %s", (given, meant) => {
  const outcome = applyControl(state, { next: given }, { fields: {} });
  if (meant === undefined) expect(outcome).toMatchObject({ refusal: { code: "not-in-cast" } });
  else expect(outcome).toMatchObject({ control: { next: meant } });
});
