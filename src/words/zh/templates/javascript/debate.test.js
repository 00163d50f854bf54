import assert from "node:assert/strict";
import { test } from "node:test";
import { ScriptedModel } from "rostrum/testing";
import { createDebate, participants } from "./debate.js";

test("出价最高者发言；人人都发过言，辩论就结束", async () => {
  // 按用途和参与者列出的回答，依调用的先后取用。
  const model = new ScriptedModel({
    "bid:柳叶青": ["<9>", "<1>", "<1>"],
    "bid:罗大成": ["<5>", "<8>", "<2>"],
    "bid:文思": ["<2>", "<3>", "<7>"],
    "speech:柳叶青": ["早晨就该安静。"],
    "speech:罗大成": ["那就先让面包房搬走。"],
    "speech:文思": ["搬家的钱谁来出？"],
  });
  const { decisions, stopReason } = await createDebate({ model }).invoke({ participants, maxTurns: 9 });
  assert.deepEqual(
    decisions.map(({ speaker }) => speaker),
    ["柳叶青", "罗大成", "文思"],
  );
  assert.deepEqual(stopReason, { kind: "custom", turn: 3, description: "人人都已发言" });
  model.assertComplete();
});
