import { describe, expect, it } from "@jest/globals";
import { Command, InMemoryStore, MemorySaver } from "@langchain/langgraph";
import type { RostrumEvent } from "../../../src/core/state/events.js";
import type { Approval } from "../../../src/core/state/people.js";
import { type ScriptedCall, ScriptedModel } from "../../../src/offline/scripted-model.js";
import type { Correction } from "../../../src/records/correction.js";
import type { UsageRow } from "../../../src/records/usage.js";
import { control } from "../../../src/talk/conversations/delivery/control.js";
import { allModes, compileMode, fourNames, inputFor, type Mode } from "../../support/any-mode.js";
import { threadConfig, waitingIn } from "../../support/person-talk.js";
import { plainAnswer } from "../../support/plain-answers.js";
import { speaks } from "../../support/steering.js";

const input = (mode: Mode, more: object = {}) =>
  inputFor(mode, { participants: fourNames.map((name) => ({ name, approve: name === "Bea" })), ...more });
const resume = (value: unknown): null => new Command({ resume: value }) as unknown as null;

const approvalsIn = (state: object) => waitingIn(state).map(({ value }) => value as unknown as Approval);
const linesOf = (state: { messages: readonly { name?: string | undefined; text: string }[] }) =>
  state.messages.filter(({ name }) => name === "Bea").map(({ text }) => text);

const reviewsIn = ({ corrections }: { readonly corrections: readonly Correction[] }) =>
  corrections.filter(({ turn, participant }) => turn === 1 && participant === "Bea");

/** The number of counted calls for Bea's speeches, including the calls for a draft that is waiting for approval. */
function callsIn(state: { readonly usage: readonly UsageRow[] }): number {
  const waiting = approvalsIn(state).flatMap(({ work }) => work.usage);
  const own = [...state.usage, ...waiting].filter((row) => row.participant === "Bea" && row.purpose === "speech");
  return own.reduce((sum, row) => sum + row.calls, 0);
}

/** Compiles a graph whose model numbers Bea's drafts, except decisions and speeches that come with a bid. */
function compile(mode: Mode, saver = new MemorySaver()) {
  const model = new ScriptedModel((call: ScriptedCall) => {
    if (call.purpose === "bid-and-speech")
      return `${plainAnswer({ ...call, purpose: "bid" })} ${call.participant} drafts.`;
    const isDraft = speaks(call) && call.purpose !== "decide" && call.participant === "Bea";
    return isDraft ? `Draft ${call.index + 1}.` : plainAnswer(call);
  });
  const graph = compileMode(mode, { model }, { checkpointer: saver, store: new InMemoryStore() });
  const drafts = () => model.calls.filter((call) => speaks(call) && call.participant === "Bea");
  return { graph, model, saver, drafts };
}

/** Gives Bea the first turn, whatever the mode, and runs until her draft is waiting for approval. */
async function untilDrafted(mode: Mode, more: object = {}) {
  const running = compile(mode);
  await control(running.graph, threadConfig, { next: "Bea" });
  const events: RostrumEvent[] = [];
  const options = { ...threadConfig, streamMode: ["custom", "messages"] as ("custom" | "messages")[] };
  const streamed: string[] = [];
  for await (const [kind, value] of await running.graph.stream(input(mode, more), options)) {
    if (kind === "custom") events.push(value as RostrumEvent);
    else streamed.push((value as unknown as [{ readonly text: string }])[0].text);
  }
  const { values, tasks } = await running.graph.getState(threadConfig);
  const waiting = tasks.flatMap(({ interrupts }) => interrupts.map(({ value }) => value as Approval));
  return { ...running, state: values, waiting, events, streamed };
}

describe.each(allModes)("a draft in %s mode", (mode) => {
  it("is shown for approval in the format of chat clients, but not on the streams `custom` and `messages`", async () => {
    const { waiting, state, events, streamed } = await untilDrafted(mode);
    expect(waiting).toMatchObject([
      {
        kind: "approval",
        participant: "Bea",
        purpose: "speech",
        turn: 1,
        draft: "Draft 1.",
        problem: null,
        action_requests: [{ args: { text: "Draft 1." } }],
        review_configs: [{ allowed_decisions: ["approve", "edit", "reject"] }],
      },
    ]);
    expect(linesOf(state)).toEqual([]);
    expect(events.filter((event) => "speaker" in event && event.speaker === "Bea")).toEqual([]);
    expect(streamed.join("\n")).not.toContain("Draft");
  });

  it.each([
    ["true", true],
    ["an empty text", { text: "" }],
    ["a chat client's approval", { decisions: [{ type: "approve" }] }],
  ])("is accepted by %s without another call, and is counted once", async (_how, answer) => {
    const { graph, drafts } = await untilDrafted(mode);
    const state = await graph.invoke(resume(answer), threadConfig);
    expect(linesOf(state)[0]).toBe("Draft 1.");
    expect(drafts().filter(({ turn }) => turn === 1)).toHaveLength(1);
    expect(callsIn(state)).toBe(drafts().filter(({ purpose }) => purpose === "speech").length);
    expect(reviewsIn(state)).toEqual([
      {
        turn: 1,
        participant: "Bea",
        purpose: "speech",
        faults: ["approved"],
        by: "User",
        answer: "Draft 1.",
        used: "Draft 1.",
        messageId: expect.any(String),
      },
    ]);
  });

  it.each([
    ["a text", { text: "My own words.", from: "Lena" }],
    [
      "a chat client's edit",
      { decisions: [{ type: "edit", edited_action: { name: "x", args: { text: "My own words." } } }], from: "Lena" },
    ],
  ])("is replaced by %s, and the correction contains both texts", async (_how, answer) => {
    const { graph } = await untilDrafted(mode);
    const state = await graph.invoke(resume(answer), threadConfig);
    expect(linesOf(state)[0]).toBe("My own words.");
    expect(state.corrections).toContainEqual({
      turn: 1,
      participant: "Bea",
      purpose: "speech",
      faults: ["edited"],
      by: "Lena",
      answer: "Draft 1.",
      used: "My own words.",
      messageId: expect.any(String),
    });
  });

  it("is rewritten after each rejection according to the person's instructions", async () => {
    const { graph, drafts, saver } = await untilDrafted(mode);
    const again = await graph.invoke(resume({ rewrite: "Be shorter!" }), threadConfig);
    expect(approvalsIn(again)).toMatchObject([{ draft: "Draft 2.", turn: 1 }]);
    // A new graph with the same checkpointer resumes the run, as another process would.
    const other = compile(mode, saver);
    const reject = { decisions: [{ type: "reject", message: "Name a number." }] };
    const third = await other.graph.invoke(resume(reject), threadConfig);
    expect(approvalsIn(third)).toMatchObject([
      { draft: "Draft 1.", work: { rejections: [{ answer: "Draft 1." }, { answer: "Draft 2." }] } },
    ]);
    const state = await other.graph.invoke(resume(true), threadConfig);
    expect(linesOf(state)[0]).toBe("Draft 1.");
    expect(drafts()).toHaveLength(2);
    expect(other.drafts().filter(({ turn }) => turn === 1)).toHaveLength(1);
    const prompt =
      other
        .drafts()[0]
        ?.messages.map(({ text }) => text)
        .join("\n") ?? "";
    for (const part of ["Draft 1.", "Be shorter!", "Draft 2.", "Name a number."]) expect(prompt).toContain(part);
    expect(reviewsIn(state).map(({ faults, answer, used }) => [faults, answer, used])).toEqual([
      [["rejected"], "Draft 1.", null],
      [["rejected"], "Draft 2.", null],
      [["approved"], "Draft 1.", "Draft 1."],
    ]);
    const calls = [...drafts(), ...other.drafts()].filter(({ purpose }) => purpose === "speech");
    expect(callsIn(state)).toBe(calls.length);
  });

  it("is counted once, as is its rewrite, if the rewrite is cut off", async () => {
    const { saver, drafts } = await untilDrafted(mode);
    const reached = Promise.withResolvers<void>();
    const silent: ScriptedModel = new ScriptedModel(() => {
      reached.resolve();
      return new Promise<never>(() => {});
    });
    const cut = compileMode(mode, { model: silent }, { checkpointer: saver, store: new InMemoryStore() });
    const abort = new AbortController();
    const run = cut.invoke(resume({ rewrite: "Be shorter!" }), { ...threadConfig, signal: abort.signal });
    await reached.promise;
    abort.abort();
    await expect(run).rejects.toThrow();
    await new Promise(setImmediate);
    const other = compile(mode, saver);
    await other.graph.invoke(null, threadConfig);
    const { values, tasks } = await other.graph.getState(threadConfig);
    const waiting = { ...values, __interrupt__: tasks.flatMap(({ interrupts }) => interrupts) };
    const calls = [...drafts(), ...silent.calls, ...other.drafts()].filter(({ purpose }) => purpose === "speech");
    expect(callsIn(waiting as never)).toBe(calls.length);
  });

  it("is shown again after an unreadable answer", async () => {
    const { graph, drafts } = await untilDrafted(mode);
    const again = await graph.invoke(resume(7), threadConfig);
    expect(approvalsIn(again)).toMatchObject([{ draft: "Draft 1.", problem: "not-a-text" }]);
    const state = await graph.invoke(resume({ text: "" }), threadConfig);
    expect(linesOf(state)[0]).toBe("Draft 1.");
    expect(drafts().filter(({ turn }) => turn === 1)).toHaveLength(1);
  });
});

describe("approval", () => {
  it("lets a person accept the final decision, edit it, or request a new one", async () => {
    const stages = [{ task: "decide", speakers: ["Bea"] }];
    const start = async () => {
      const running = compile("group-chat");
      const state = await running.graph.invoke(input("group-chat", { stages }), threadConfig);
      expect(approvalsIn(state)).toMatchObject([{ purpose: "decide", draft: "Yes." }]);
      return running;
    };
    type Ended = { finalDecision: object; messages: { text: string }[] };
    const approved = (await (await start()).graph.invoke(resume(true), threadConfig)) as unknown as Ended;
    expect(approved.finalDecision).toEqual({ decision: "Yes.", rationale: "", dissent: "" });
    const edited = (await (await start()).graph.invoke(resume({ text: "No." }), threadConfig)) as unknown as Ended;
    expect(edited.finalDecision).toEqual({ decision: "No.", rationale: "", dissent: "" });
    expect(edited.messages.at(-1)?.text).toBe("No.");
    const running = await start();
    await running.graph.invoke(resume({ rewrite: "Say when." }), threadConfig);
    expect(running.model.calls.at(-1)?.messages.at(-1)?.text).toContain("Say when.");
    const { stopReason } = await running.graph.invoke(resume(true), threadConfig);
    expect(stopReason).toMatchObject({ kind: "stages" });
  });

  it("applies to a supervisor's task", async () => {
    const participants = fourNames.map((name) => ({ name, approve: name === "Ann" }));
    const running = compile("supervisor");
    const state = await running.graph.invoke(input("supervisor", { participants }), threadConfig);
    expect(approvalsIn(state)).toMatchObject([{ participant: "Ann", purpose: "execute" }]);
    const { results } = (await running.graph.invoke(resume({ text: "Done by hand." }), threadConfig)) as unknown as {
      results: object[];
    };
    expect(results[0]).toMatchObject({ worker: "Ann", outcome: "done", text: "Done by hand." });
  });

  it("is requested separately for each of the participants who speak at the same time", async () => {
    const stages = [{ task: "discuss", order: "together", speakers: ["Ann", "Bea"], maxRounds: 1 }, { task: "decide" }];
    const participants = fourNames.map((name) => ({ name, approve: name === "Ann" || name === "Bea" }));
    const { graph } = compile("group-chat");
    const state = await graph.invoke(input("group-chat", { stages, participants }), threadConfig);
    const waiting = waitingIn(state);
    expect(waiting).toHaveLength(2);
    const answers = Object.fromEntries(
      waiting.map(({ id, value }) => [id, { text: `${value?.participant} approved.` }]),
    );
    const { messages } = await graph.invoke(resume(answers), threadConfig);
    expect(messages.slice(1, 3).map(({ text }) => text)).toEqual(["Ann approved.", "Bea approved."]);
  });

  it("requires a checkpointer", async () => {
    const graph = compileMode("bidding", { model: new ScriptedModel(plainAnswer) });
    await expect(graph.invoke(input("bidding"))).rejects.toThrow(/participants\[1\]\.approve: .*checkpointer/);
  });

  it("uses the speech from a single pass as the draft, without another call", async () => {
    const { graph, model } = compile("bidding");
    const participants = fourNames.map((name) => ({ name, approve: true }));
    const bidding = { pass: "single" };
    const state = await graph.invoke({ ...input("bidding"), participants, bidding } as never, threadConfig);
    expect(approvalsIn(state)).toMatchObject([{ participant: "Ann", draft: "Ann drafts." }]);
    expect(model.calls.filter(speaks)).toEqual([]);
  });
});
