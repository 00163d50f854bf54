import { describe, expect, it } from "@jest/globals";
import { decisionTable } from "../../../src/apps/cli/commands/decision-table.js";
import { ScriptedModel } from "../../../src/offline/scripted-model.js";
import type { Bid } from "../../../src/records/bid.js";
import { exportConversation } from "../../../src/talk/transcript/json.js";
import { compileMode, inputFor, type Mode } from "../../support/any-mode.js";
import { fixedClock } from "../../support/conversation.js";
import { plainAnswer } from "../../support/plain-answers.js";

type Input = Readonly<Record<string, unknown>>;
type ScriptedReply = ConstructorParameters<typeof ScriptedModel>[0];

async function tableOf(mode: Mode, input: Input = {}, reply: ScriptedReply = plainAnswer): Promise<string[]> {
  const graph = compileMode(mode, { model: new ScriptedModel(reply), clock: fixedClock });
  const state = await graph.invoke({ ...inputFor(mode), ...input }, {});
  return decisionTable(exportConversation(mode, state as never))
    .trimEnd()
    .split("\n");
}

describe("the decision table in bidding mode", () => {
  it("shows each bid, its bonus for waiting, and why a participant has no bid", async () => {
    const bids: Record<string, readonly string[]> = { Ann: ["<7>", "<2>"], Bea: ["<3>", "<3>"], Cid: ["<pass>", "hm"] };
    const table = await tableOf(
      "bidding",
      {
        maxTurns: 2,
        selection: { repeat: "forbid", aging: 2 },
        participants: Object.keys(bids).map((name) => ({ name })),
      },
      (call) => {
        if (call.purpose !== "bid") return plainAnswer(call);
        return bids[call.participant]?.[Math.min(call.index, 1)] ?? "";
      },
    );
    expect(table).toEqual([
      expect.stringMatching(/^# +Speaker +Ann +Bea +Cid$/),
      expect.stringMatching(/^1 +Ann +7 +3 +pass$/),
      expect.stringMatching(/^2 +Bea +spoke last +3 \+ 2 for waiting = 5 +unreadable \(0\)/),
      expect.stringMatching(/^Ended after 2 turns: /),
    ]);
  });

  it("shows how a tie was broken", async () => {
    const table = await tableOf("bidding", { maxTurns: 1 }, (call) =>
      call.purpose === "bid" ? "<5>" : plainAnswer(call),
    );
    expect(table[1]).toMatch(/ {2}Ann, Bea, Cid and Dov all bid 5; the draw of 0\.\d{3} selected Dov$/);
  });
});

describe("the decision table in director mode", () => {
  it("quotes answers that name nobody, and shows the random draw that lets the conversation continue", async () => {
    const table = await tableOf("director", { maxTurns: 2, seed: 1, director: { probability: 0.0001 } }, (call) =>
      call.purpose === "choose-speaker" ? "Whoever likes" : plainAnswer(call),
    );
    const refused =
      "“Whoever likes” is not a readable choice · “Whoever likes” is not a readable choice · no readable choice, so the first candidate";
    expect(table[1]).toContain(refused);
    expect(table[2]).toMatch(/^ {3}the draw of 0\.\d{3} was not below 0\.0001: the stop condition does not hold$/);
    expect(table[3]).toContain(refused);
    expect(table.at(-1)).toMatch(/^Ended after 2 turns/);
  });
});

describe("the decision table in group-chat mode", () => {
  it("names the stage of a turn, and shows the judgement of a round", async () => {
    const table = await tableOf("group-chat");
    const rows = table.filter((line) => /^\d/.test(line));
    expect(rows[0]).toContain("Presentation · next in the stage");
    expect(rows[1]).toMatch(/Discussion(, round 1)? · next in the stage$/);
    expect(rows.at(-1)).toContain("Decision · next in the stage");
    expect(table.some((line) => /^ {3}(not )?sufficient: /.test(line))).toBe(true);
  });
});

it("the decision table shows “next in order” in round-robin mode, and the task in supervisor mode", async () => {
  const circle = (await tableOf("round-robin", { maxTurns: 3 })).slice(1, -1);
  expect(circle).toHaveLength(3);
  for (const line of circle) expect(line).toMatch(/ {2}next in order$/);
  const tasks = (await tableOf("supervisor")).slice(1, -1);
  expect(tasks.length).toBeGreaterThan(0);
  for (const line of tasks) expect(line).toMatch(/ {2}task \d of the plan(?:, after tasks? [\d, ]+)? · \S/);
});

it("the decision table escapes control characters, so that each row stays on one line", async () => {
  const bid = (participant: string, value: number): Bid =>
    ({ seat: 0, participant, value, outcome: "bid", attempts: [] }) as unknown as Bid;
  const decision = {
    turn: 1,
    rule: "my\nrule",
    candidates: ["An\u001bn", "贝"],
    excluded: [],
    scores: [],
    choices: [],
    bids: [],
    tied: ["贝"],
    draw: null,
    addressed: null,
    speaker: "贝",
  };
  const table = decisionTable({
    decisions: [decision, { ...decision, turn: 2, bids: [bid("贝", 10)], speaker: "An\u001bn" }],
    language: "en",
    participants: [{ name: "An\u001bn" }, { name: "贝" }],
    messages: [],
    stopDraws: [],
    verdicts: [],
    judgements: [],
    results: [],
    stopReason: null,
  } as never);
  expect(table).not.toContain("\u001b");
  expect(table.trimEnd().split("\n")).toHaveLength(4);
});
