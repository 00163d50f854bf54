import { describe, expect, it } from "@jest/globals";
import { MemorySaver } from "@langchain/langgraph";
import { decisionTable } from "../../../src/apps/cli/commands/decision-table.js";
import type { RostrumEvent } from "../../../src/core/state/events.js";
import { createBidding } from "../../../src/graph/modes/bidding/bidding.js";
import { RehearsalModel } from "../../../src/offline/rehearsal/rehearsal-model.js";
import { type ScriptedCall, ScriptedModel, type ScriptedReply } from "../../../src/offline/scripted-model.js";
import type { StopReason } from "../../../src/records/stop-reason.js";
import { exportConversation } from "../../../src/talk/transcript/json.js";
import { locales } from "../../../src/words/registry.js";
import { allModes, compileMode, fourNames, inputFor } from "../../support/any-mode.js";
import { fixedClock } from "../../support/conversation.js";
import { languagesOf } from "../../support/languages.js";

const verdict = (agreed: unknown, on: unknown = "a toll") => JSON.stringify({ agreed, on });

function judged(judge: (call: ScriptedCall) => ScriptedReply): ScriptedModel {
  return new ScriptedModel((call) => {
    const { purpose, participant, turn } = call;
    if (purpose === "judge-agreement") return judge(call);
    if (purpose === "plan") {
      const tasks = [1, 2, 3, 4, 5, 6].map((at) => ({
        worker: 1 + (at % 4),
        task: `t${at}`,
        after: at > 1 ? [at - 1] : [],
      }));
      return JSON.stringify({ tasks });
    }
    if (purpose === "judge-round") return '{"sufficient":false,"reason":"r","open":[]}';
    if (purpose === "choose-speaker") return `<${1 + (turn % 4)}>`;
    return purpose === "bid" ? "<5>" : `${participant || "Somebody"} speaks in turn ${turn}.`;
  });
}

const stopping = { agreement: { every: 2 } };
const askedIn = ({ calls }: ScriptedModel) =>
  calls.filter(({ purpose }) => purpose === "judge-agreement").map(({ turn }) => turn);
const stages = [{ task: "discuss", speakers: fourNames, maxRounds: 2 }];
const found = (reason: StopReason | null) => (reason?.kind === "cut-short" ? reason.reason : reason);

describe.each(allModes)("the agreement condition in %s mode", (mode) => {
  const run = (model: ScriptedModel, more: object = {}) =>
    compileMode(mode, { model }).invoke(
      inputFor(mode, { stopping, ...(mode === "group-chat" ? { stages } : {}), ...more }) as never,
    );

  it("ends the conversation when the judge finds agreement, and records what was agreed", async () => {
    const model = judged(({ turn }) => verdict(turn === 4));
    const { stopReason, verdicts, usage } = await run(model);
    expect(askedIn(model)).toEqual([2, 4]);
    expect(found(stopReason)).toEqual({ kind: "agreement", turn: 4, judged: 4, on: "a toll" });
    expect(verdicts).toEqual([
      { turn: 2, condition: "agreement", holds: false, evidence: "a toll", answer: verdict(false) },
      { turn: 4, condition: "agreement", holds: true, evidence: "a toll", answer: verdict(true) },
    ]);
    const row = usage.find(({ purpose }) => purpose === "judge-agreement");
    expect(row).toMatchObject({ purpose: "judge-agreement", participant: "", calls: 2, inputTokens: 20 });
  });

  it("lets the conversation continue after unreadable verdicts and failed calls", async () => {
    const broken = [new Error("busy"), "They nearly agree.", verdict("yes"), "{}", ""];
    const model = judged(({ index }) => broken[index] ?? verdict(false));
    const { stopReason, verdicts, warnings } = await run(model);
    expect(found(stopReason)?.kind).not.toBe("agreement");
    expect(verdicts.length).toBeGreaterThan(1);
    for (const { holds } of verdicts) expect(holds).toBeNull();
    expect(warnings).toMatchObject([{ purpose: "judge-agreement", participant: "" }]);
  });
});

describe("the judge", () => {
  const input = inputFor("bidding", { stopping });

  it("is not asked at the turn limit, without `stopping.agreement`, or if `stopWhen` replaces `stopping`", async () => {
    const model = judged(() => verdict(false));
    await compileMode("bidding", { model }).invoke({ ...input, maxTurns: 4 } as never);
    expect(askedIn(model)).toEqual([2]);
    const without = judged(() => verdict(true));
    await compileMode("bidding", { model: without }).invoke(inputFor("bidding") as never);
    await createBidding({ model: without, clock: fixedClock, stopWhen: () => undefined })
      .compile()
      .invoke(input as never);
    expect(askedIn(without)).toEqual([]);
  });

  it("is asked again in the thread's next run", async () => {
    const model = judged(({ index }) => verdict(index === 1));
    const graph = createBidding({ model, clock: fixedClock }).compile({ checkpointer: new MemorySaver() });
    const config = { configurable: { thread_id: "t" } };
    expect((await graph.invoke(input as never, config)).stopReason).toMatchObject({ kind: "agreement", turn: 4 });
    const { stopReason } = await graph.invoke({ ...input, maxTurns: 3 } as never, config);
    expect(stopReason).toMatchObject({ kind: "turns", turn: 7 });
    expect(askedIn(model)).toEqual([2, 4, 6]);
  });

  it("gives a verdict that `combine: all` uses until the next verdict", async () => {
    const both = { combine: "all", turns: 5, agreement: { every: 2 } };
    const model = judged(({ turn }) => verdict(turn === 4));
    const { stopReason } = await compileMode("bidding", { model }).invoke({ ...input, stopping: both } as never);
    expect(stopReason).toMatchObject({
      kind: "all",
      turn: 5,
      reasons: [
        { kind: "turns", turn: 5 },
        { kind: "agreement", turn: 5, judged: 4 },
      ],
    });
  });

  it("uses the model that is configured for its purpose", async () => {
    const model = judged(() => verdict(true));
    const own = judged(() => verdict(false));
    const models = { byPurpose: { "judge-agreement": own } };
    const { stopReason } = await compileMode("bidding", { model, models }).invoke(input as never);
    expect(askedIn(model)).toEqual([]);
    expect(stopReason).toMatchObject({ kind: "turns" });
    const [system, instruction] = own.calls[0]?.messages ?? [];
    expect(system?.text).toContain("Shall we build the bridge?");
    expect(instruction?.text).toMatch(/speaks in turn 2\.\n<\/conversation>/);
  });

  it("fails the run if the provider rejects its key, and answers after the run is resumed", async () => {
    let isDown = true;
    const model = judged(() => (isDown ? Object.assign(new Error("bad key"), { status: 401 }) : verdict(true)));
    const graph = createBidding({ model, clock: fixedClock }).compile({ checkpointer: new MemorySaver() });
    const config = { configurable: { thread_id: "t" } };
    await expect(graph.invoke(input as never, config)).rejects.toMatchObject({ code: "model-call-failed" });
    isDown = false;
    const { stopReason, messages } = await graph.invoke(null, config);
    expect(stopReason).toMatchObject({ kind: "agreement", turn: 2 });
    expect(messages).toHaveLength(3);
  });

  it("leads to the same result, whether the run is uninterrupted or is interrupted after every speech and stop check", async () => {
    const shown = ({ messages, verdicts, stopReason, decisions }: Record<string, unknown>) =>
      JSON.parse(JSON.stringify({ messages, verdicts, stopReason, decisions }));
    const make = () => judged(({ turn }) => verdict(turn === 4));
    const whole = shown(await compileMode("bidding", { model: make() }).invoke(input as never));
    const again = shown(await compileMode("bidding", { model: make() }).invoke(input as never));
    expect(again).toEqual(whole);
    const graph = createBidding({ model: make(), clock: fixedClock }).compile({
      checkpointer: new MemorySaver(),
      interruptAfter: ["speak", "stop-check"],
    });
    const config = { configurable: { thread_id: "t" } };
    let state = await graph.invoke(input as never, config);
    for (let step = 0; state.stopReason === null && step < 30; step += 1) state = await graph.invoke(null, config);
    expect(shown(state)).toEqual(whole);
  });

  const expected = {
    en: {
      verdicts: ["not agreed: a toll", "agreed: a toll"],
      end: "Ended after 4 turns: the participants agreed, as judged after turn 4: a toll.",
    },
    zh: {
      verdicts: ["尚未一致：a toll", "已达成一致：a toll"],
      end: "第 4 次发言后结束：第 4 次发言后判定各方达成一致：a toll。",
    },
  };

  it.each(languagesOf(expected))(
    "gives verdicts that appear in events, exports and the decision table (%s)",
    async (language) => {
      const events: string[] = [];
      const model = judged(({ turn }) => verdict(turn === 4, "a\ntoll"));
      const graph = compileMode("bidding", { model });
      for await (const event of await graph.stream({ ...input, language } as never, { streamMode: "custom" })) {
        const each = event as RostrumEvent;
        if (each.type === "verdict") events.push(locales[language].transcript.verdict(each.verdict));
      }
      expect(events).toEqual(expected[language].verdicts);
      const document = exportConversation("bidding", await graph.invoke({ ...input, language } as never));
      expect(document.verdicts).toHaveLength(2);
      for (const line of events) expect(decisionTable(document)).toContain(line);
      expect(decisionTable(document)).toContain(expected[language].end);
    },
  );
});

describe("the rehearsal model as the judge", () => {
  const model = new RehearsalModel({ notice: false });
  const view = (description: string) => fourNames.map((name) => ({ name, description }));
  it.each([
    ["support the bridge", "Supports the bridge.", "agreement"],
    ["oppose the bridge", "Opposes the bridge.", "agreement"],
    ["are undecided", "Is undecided about the bridge.", "turns"],
  ])("judges correctly if all participants %s", async (_what, description, kind) => {
    const more = { stopping: { agreement: { every: 4 } }, participants: view(description), maxTurns: 9 };
    const { stopReason, verdicts } = await compileMode("round-robin", { model }).invoke(
      inputFor("round-robin", more) as never,
    );
    expect(stopReason?.kind).toBe(kind);
    for (const { evidence } of verdicts) expect(evidence).not.toBe("");
  });
});
