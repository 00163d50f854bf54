import assert from "node:assert/strict";
import { test } from "node:test";
import { ScriptedModel } from "rostrum/testing";
import { createDebate, participants } from "./debate.ts";

test("the highest bidder speaks, and the debate ends when everybody has spoken", async () => {
  // Replies by purpose and participant, in the order of the calls.
  const model = new ScriptedModel({
    "bid:Livia": ["<9>", "<1>", "<1>"],
    "bid:Bruno": ["<5>", "<8>", "<2>"],
    "bid:Wanda": ["<2>", "<3>", "<7>"],
    "speech:Livia": ["Mornings should be quiet."],
    "speech:Bruno": ["Then move the bakery first."],
    "speech:Wanda": ["Who pays for that?"],
  });
  const { decisions, stopReason } = await createDebate({ model }).invoke({ participants, maxTurns: 9 });
  assert.deepEqual(
    decisions.map(({ speaker }) => speaker),
    ["Livia", "Bruno", "Wanda"],
  );
  assert.deepEqual(stopReason, { kind: "custom", turn: 3, description: "everybody has spoken" });
  model.assertComplete();
});
