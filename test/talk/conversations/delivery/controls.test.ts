import { describe, expect, it } from "@jest/globals";
import { Command, InMemoryStore, MemorySaver } from "@langchain/langgraph";
import type { Control } from "../../../../src/core/state/control-record.js";
import { inboxOf } from "../../../../src/graph/inbox/inbox.js";
import type { ScriptedCall } from "../../../../src/offline/scripted-model.js";
import { control } from "../../../../src/talk/conversations/delivery/control.js";
import { fork } from "../../../../src/talk/conversations/delivery/fork.js";
import { interject } from "../../../../src/talk/conversations/delivery/interject.js";
import { allModes, compileMode } from "../../../support/any-mode.js";
import { makeLossy } from "../../../support/failing-saver.js";
import { waitingIn } from "../../../support/person-talk.js";
import { plainAnswer } from "../../../support/plain-answers.js";
import { compileSteered, isPausedIn, speaks, steered, steeringInput, talkThrough } from "../../../support/steering.js";

const speakersIn = ({ decisions }: { readonly decisions: readonly { readonly speaker: string }[] }) =>
  decisions.map(({ speaker }) => speaker);

const candidatesIn = ({ decisions }: { readonly decisions: readonly { readonly candidates: readonly string[] }[] }) =>
  decisions.map(({ candidates }) => candidates);

const everyControl: readonly Control[] = [
  { next: "Dov" },
  { mute: "Bea" },
  { unmute: "Cid" },
  { add: { name: "Eve" } },
  { remove: "Bea" },
  { pause: true },
  { step: true },
];

const invalid: readonly (readonly [unknown, string])[] = [
  [{ next: "Zoe" }, "not-in-cast"],
  [{ mute: "Zoe" }, "not-in-cast"],
  [{ unmute: "Ann" }, "not-muted"],
  [{ remove: "Zoe" }, "not-in-cast"],
  [{ add: { name: "Ａｎｎ" } }, "name-taken"],
  [{ add: { name: "Moderator" } }, "reserved-name"],
  [{ add: { name: "Eve", shoeSize: 38 } }, "unknown-field"],
  [{ add: { name: "Eve", tools: ["sonar"] } }, "unknown-tool"],
  [{ add: { name: "Eve", model: "nobody:nothing" } }, "other"],
  [{ next: "Ann", mute: "Bea" }, "not-one-of"],
  [{}, "not-one-of"],
  [{ dance: true }, "unknown-field"],
  ["mute Ann", "expected"],
];

describe.each(allModes)("controls in %s mode", (mode) => {
  it("`next` gives a participant the next turn, and decides no later turn", async () => {
    const state = await talkThrough(compileSteered(mode, { steering: { 1: [{ next: "dov" }] } }), steeringInput(mode));
    expect(state.decisions[1]).toMatchObject({ turn: 2, speaker: "Dov", rule: "called" });
    expect(state.controls).toMatchObject([{ from: "User", control: { next: "Dov" }, refusal: null, turn: 1 }]);
    expect(state.decisions.filter(({ rule }) => rule === "called")).toHaveLength(1);
    expect(state.decisions.map(({ turn }) => turn)).toEqual(state.decisions.map((_each, index) => index + 1));
    expect(state.stopReason).not.toBeNull();
  });

  it("`mute` excludes a participant until `unmute`, and decisions record the exclusion", async () => {
    const steering = { 1: [{ mute: "Bea" }], 2: [{ unmute: "Bea" }, { next: "Bea" }] };
    const state = await talkThrough(compileSteered(mode, { steering }), steeringInput(mode));
    const [first, second, third] = state.decisions;
    expect(first?.excluded).not.toContainEqual({ participant: "Bea", reason: "muted" });
    expect(second?.excluded).toContainEqual({ participant: "Bea", reason: "muted" });
    expect(second?.candidates).not.toContain("Bea");
    expect(third).toMatchObject({ turn: 3, speaker: "Bea", rule: "called" });
    expect(state.stopReason).not.toBeNull();
  });

  it("`remove` keeps a participant's earlier messages, and excludes the participant from then on", async () => {
    const steering = { 1: [{ next: "Bea" }], 2: [{ remove: "Bea" }] };
    const running = compileSteered(mode, { steering });
    const state = await talkThrough(running, steeringInput(mode));
    expect(speakersIn(state).indexOf("Bea")).toBe(1);
    expect(speakersIn(state).lastIndexOf("Bea")).toBe(1);
    expect(state.messages.filter(({ name }) => name === "Bea")).toHaveLength(1);
    expect(candidatesIn(state).slice(2).flat()).not.toContain("Bea");
    expect(state.participants.find(({ name }) => name === "Bea")?.presence).toBe("removed");
    const later = running.model.calls.filter(({ turn }) => turn > 2);
    expect(later.length).toBeGreaterThan(0);
    expect(later.map(({ participant }) => participant)).not.toContain("Bea");
    // Prompts still contain Bea's speech, but no longer list Bea as a participant.
    expect(later.every(({ messages }) => messages.some(({ text }) => text.includes("Bea speaks in turn 2.")))).toBe(
      true,
    );
    expect(later.some(({ messages }) => messages[0]?.text.includes("Bea"))).toBe(false);
  });

  it("`add` prepares a newcomer, who then speaks and sees the conversation so far", async () => {
    const answer = (call: ScriptedCall) =>
      call.purpose === "describe-participant" ? `${call.participant} counts ferries.` : plainAnswer(call);
    const steering = { 1: [{ add: { name: "Eve", role: "pilot" } }, { next: "Eve" }] };
    const running = compileSteered(mode, { steering, answer });
    const state = await talkThrough(running, steeringInput(mode, { prepare: true }));
    expect(state.participants.at(-1)).toMatchObject({ name: "Eve", role: "pilot", description: "Eve counts ferries." });
    expect(state.decisions[1]).toMatchObject({ speaker: "Eve", rule: "called" });
    const speech = running.model.calls.find((call) => speaks(call) && call.participant === "Eve");
    expect(speech?.messages.some(({ text }) => text.includes(`${speakersIn(state)[0]} speaks in turn 1.`))).toBe(true);
    expect(state.controls[0]).toMatchObject({ control: { add: { name: "Eve", role: "pilot" } }, refusal: null });
  });

  it("`pause` stops the run before the next turn until the next invocation, and changes nothing else", async () => {
    const running = compileSteered(mode, { steering: { 1: [{ from: "Lena", control: { pause: true } }] } });
    const paused = await running.graph.invoke(steeringInput(mode), steered);
    expect(waitingIn(paused)).toMatchObject([
      { value: { kind: "paused", turn: 1, from: "Lena", review_configs: [{ allowed_decisions: ["approve"] }] } },
    ]);
    expect(paused.turn).toBe(1);
    expect(paused.controls).toMatchObject([{ from: "Lena", control: { pause: true }, turn: 1 }]);
    const calls = running.model.calls.length;
    const { controls: _controls, ...state } = await running.graph.invoke(null, steered);
    const plain = compileSteered(mode);
    const { controls: _none, ...unpaused } = await plain.graph.invoke(steeringInput(mode), steered);
    expect(running.model.calls.slice(calls).length).toBeGreaterThan(0);
    expect(state).toEqual(unpaused);
  });

  it("`pause` before the opening stops the run before the first turn", async () => {
    const { graph, model } = compileSteered(mode);
    await control(graph, steered, { pause: true });
    const paused = await graph.invoke(steeringInput(mode), steered);
    expect(isPausedIn(paused)).toBe(true);
    expect(paused.turn).toBe(0);
    expect(model.calls.filter(speaks)).toEqual([]);
    const state = await graph.invoke(new Command({ resume: { decisions: [{ type: "approve" }] } }) as never, steered);
    expect(state.stopReason).not.toBeNull();
    expect(state.decisions[0]).toMatchObject({ turn: 1, speaker: "Ann" });
  });

  it("`step` runs one turn, after the controls and interjections sent during the pause are applied", async () => {
    const running = compileSteered(mode, { steering: { 1: [{ pause: true }] } });
    await running.graph.invoke(steeringInput(mode), steered);
    expect(await control(running.graph, steered, { next: "Dov" })).toMatchObject({ heard: "now" });
    expect(await interject(running.graph, steered, "Go on!")).toMatchObject({ heard: "now" });
    await control(running.graph, steered, { step: true });
    const second = await running.graph.invoke(null, steered);
    expect(isPausedIn(second)).toBe(true);
    expect(second).toMatchObject({ turn: 2, pauseAt: 2 });
    expect(speakersIn(second).at(-1)).toBe("Dov");
    expect(second.messages.some(({ text }) => text === "Go on!")).toBe(true);
    const { stopReason } = await running.graph.invoke(null, steered);
    expect(stopReason).not.toBeNull();
  });

  it("controls from two users in one turn are obeyed or refused in order, and recorded with their authors", async () => {
    const steering = {
      1: [
        { from: "Lena", control: { mute: "Bea" } },
        { from: "Mirko", control: { mute: "Bea" } },
        { from: "Lena", control: { next: "Dov" } },
        { from: "Mirko", control: { next: "Cid" } },
      ],
    };
    const state = await talkThrough(compileSteered(mode, { steering }), steeringInput(mode));
    expect(state.controls.map(({ from, refusal }) => [from, refusal?.code ?? "obeyed"])).toEqual([
      ["Lena", "obeyed"],
      ["Mirko", "is-muted"],
      ["Lena", "obeyed"],
      ["Mirko", "obeyed"],
    ]);
    expect(speakersIn(state).slice(1, 3)).toEqual(["Dov", "Cid"]);
    expect(candidatesIn(state).slice(1).flat()).not.toContain("Bea");
  });

  it("invalid controls are refused with a reason", async () => {
    const store = new InMemoryStore();
    for (const [index, [request]] of invalid.entries())
      await store.put(inboxOf("talk"), `by-hand-${index}`, { control: request, from: "Ann" });
    const state = await talkThrough(compileSteered(mode, { store }), steeringInput(mode));
    const refusals = state.controls.map(({ id, from, refusal }) => [id, from, refusal?.code]);
    // A sender cannot use an agent's name, so `from` becomes “User”.
    const expected = invalid.map(([_request, code], index) => [`by-hand-${index}`, "User", code]);
    expect(refusals).toEqual(expect.arrayContaining(expected));
    expect(refusals).toHaveLength(invalid.length);
    expect(state.controls.map(({ refusal }) => refusal?.message)).not.toContain("");
    expect(state.participants).toHaveLength(4);
    expect(state.stopReason).not.toBeNull();
  });

  it("a control applies to the next run if the conversation has ended", async () => {
    const running = compileSteered(mode);
    await talkThrough(running, steeringInput(mode));
    expect(await control(running.graph, steered, { mute: "Cid" })).toMatchObject({ heard: "next-run" });
    const first = speakersIn(await running.graph.getState(steered).then(({ values }) => values as never)).length;
    const state = await talkThrough(running, {});
    expect(speakersIn(state).slice(first)).not.toContain("Cid");
    expect(speakersIn(state).length).toBeGreaterThan(first);
  });

  it("a control keeps its effect in a fork, and the fork takes the same course as its origin", async () => {
    const steering = { 1: [{ mute: "Bea" }, { add: { name: "Eve" } }], 2: [{ next: "Eve" }, { pause: true }] } as const;
    const running = compileSteered(mode, { steering });
    const whole = await talkThrough(running, steeringInput(mode));
    for (const turn of [2, 3]) {
      const other = { configurable: { thread_id: `fork-${turn}` } };
      await fork(running.graph, steered, other, { turn });
      const again = await talkThrough(running, null, other);
      expect(again.pauses).toBe(0);
      expect(again.decisions).toEqual(whole.decisions);
      expect(again.participants).toEqual(whole.participants);
      expect(again.messages.map(({ text }) => text)).toEqual(whole.messages.map(({ text }) => text));
    }
  });

  it.each(["writes", "checkpoint"] as const)(
    "each control takes effect once, even if the %s cannot be saved at the first two attempts",
    async (lost) => {
      const checkpointer = new MemorySaver();
      const loss = makeLossy(checkpointer, "controls");
      const steering = { 1: [{ mute: "Cid" }], 2: everyControl };
      const store = new InMemoryStore();
      const whole = await talkThrough(compileSteered(mode, { steering }), steeringInput(mode));
      expect(whole.controls.map(({ refusal }) => refusal)).toEqual(Array(1 + everyControl.length).fill(null));
      const running = compileSteered(mode, { steering, checkpointer, store });
      loss.loses = lost;
      for (let crashes = 0; crashes < 2; crashes += 1) {
        const input = crashes === 0 ? steeringInput(mode) : null;
        await expect(running.graph.invoke(input as object, steered)).rejects.toThrow("the disk is gone");
      }
      expect((await checkpointer.getTuple(steered))?.checkpoint.channel_values["controls"] ?? []).toEqual([]);
      loss.loses = undefined;
      const state = await talkThrough(running, null);
      const withoutIds = (each: typeof state) => ({
        ...each,
        controls: each.controls.map(({ id: _id, ...rest }) => rest),
      });
      expect(withoutIds(state)).toEqual(withoutIds(whole));
      expect(await store.search(inboxOf("talk"))).toEqual([]);
    },
  );

  it("`add` is refused beyond a server's limit of participants", async () => {
    const store = new InMemoryStore();
    await store.put(inboxOf("talk"), "by-hand", { control: { add: { name: "Eve" } }, mostParticipants: 4 });
    const state = await talkThrough(compileSteered(mode, { store }), steeringInput(mode));
    expect(state.controls).toMatchObject([{ refusal: { code: "out-of-range", params: { highest: 4 } } }]);
    expect(state.participants).toHaveLength(4);
  });

  it("`pause` is refused without a checkpointer", async () => {
    const model = compileSteered(mode).model;
    const store = new InMemoryStore();
    const graph = compileMode(mode, { model }, { store });
    await control(graph, steered, { pause: true });
    const state = await graph.invoke(steeringInput(mode), steered);
    expect(state.controls).toMatchObject([{ refusal: { code: "unkept-pause" } }]);
    expect(state.stopReason).not.toBeNull();
  });
});

describe("a control cannot exclude", () => {
  const refusals = async (mode: string, requests: readonly Control[], more: object = {}) => {
    const running = compileSteered(mode, { steering: { 1: requests } });
    const state = await talkThrough(running, steeringInput(mode, more));
    expect(state.stopReason).not.toBeNull();
    return state.controls.map(({ refusal }) => refusal?.code ?? "obeyed");
  };

  it.each(allModes)("one of the last two possible speakers in %s mode", async (mode) => {
    const participants = ["Ann", "Bea", "Cid"].map((name) => ({ name }));
    const stages = mode === "group-chat" ? { stages: [{ task: "discuss", speakers: ["Ann", "Bea", "Cid"] }] } : {};
    const requests = [{ mute: "Cid" }, { mute: "Ann" }, { remove: "Bea" }, { remove: "Cid" }, { next: "Cid" }];
    expect(await refusals(mode, requests, { participants, ...stages })).toEqual([
      "obeyed",
      "too-few-speakers",
      "too-few-speakers",
      "obeyed",
      "not-in-cast",
    ]);
  });

  it.each(["director", "supervisor"])("the %s", async (mode) => {
    const more = { [mode]: { name: "Quist", ...(mode === "director" && { probability: 0 }) } };
    const requests = [{ remove: "Quist" }, { mute: "quist" }, { next: "Quist" }, { add: { name: "Quist" } }];
    expect(await refusals(mode, requests, more)).toEqual(["leads", "leads", "leads", "name-taken"]);
  });

  it("the presenter, a needed discusser, the summarizer or the decider of a meeting before their stage is over", async () => {
    const cast = [...["Ann", "Bea", "Cid", "Dov"].map((name) => ({ name })), { name: "Eve", part: "discusser" }];
    const parts = ["presenter", "discusser", "summarizer", "decider"];
    const participants = cast.map((each, index) => ({ part: parts[index], ...each }));
    const stages = ["present", "discuss", "summarize", "decide"].map((task) => ({ task }));
    const before = new InMemoryStore();
    await before.put(inboxOf("talk"), "early", { control: { remove: "Ann" } });
    const early = await talkThrough(
      compileSteered("group-chat", { store: before }),
      steeringInput("group-chat", { participants, stages }),
    );
    expect(early.controls).toMatchObject([{ refusal: { code: "is-needed" } }]);
    // Ann, the presenter, can be removed once she has presented.
    const requests = [{ remove: "Cid" }, { mute: "Dov" }, { remove: "Ann" }, { mute: "Bea" }, { mute: "Eve" }];
    expect(await refusals("group-chat", requests, { participants, stages })).toEqual([
      "is-needed",
      "is-needed",
      "obeyed",
      "obeyed",
      "is-needed",
    ]);
  });
});

describe("after a control,", () => {
  it("a round ends when its only remaining speaker is muted", async () => {
    const stages = [{ task: "discuss", speakers: ["Ann", "Bea", "Cid"], minRounds: 2, maxRounds: 2 }];
    const steering = { 2: [{ mute: "Cid" }] };
    const state = await talkThrough(
      compileSteered("group-chat", { steering }),
      steeringInput("group-chat", { stages }),
    );
    expect(speakersIn(state)).toEqual(["Ann", "Bea", "Ann", "Bea"]);
    expect(state.stopReason).toMatchObject({ kind: "stages", rounds: 2 });
  });

  it("the last round ends the meeting when its only remaining speaker is removed", async () => {
    const stages = [{ task: "summarize", speakers: ["Ann", "Bea", "Cid"] }];
    const steering = { 2: [{ remove: "Cid" }] };
    const state = await talkThrough(
      compileSteered("group-chat", { steering }),
      steeringInput("group-chat", { stages }),
    );
    expect(speakersIn(state)).toEqual(["Ann", "Bea"]);
    expect(state.stopReason).toMatchObject({ kind: "stages" });
  });

  it("a newcomer to a meeting joins the discussion, even if the discussion has a list of speakers", async () => {
    const stages = [{ task: "discuss", speakers: ["Ann", "Bea"], minRounds: 2, maxRounds: 2 }, { task: "decide" }];
    const steering = { 1: [{ add: { name: "Eve" } }] };
    const state = await talkThrough(
      compileSteered("group-chat", { steering }),
      steeringInput("group-chat", { stages }),
    );
    expect(speakersIn(state)).toEqual(["Ann", "Bea", "Eve", "Ann", "Bea", "Eve", "Dov"]);
  });

  it("the task of a muted or removed worker goes to the next available worker", async () => {
    const running = compileSteered("supervisor", { steering: { 1: [{ mute: "Bea" }, { remove: "Cid" }] } });
    const state = (await talkThrough(running, steeringInput("supervisor"))) as unknown as { results: object[] };
    expect(state.results).toMatchObject([
      { number: 1, worker: "Ann", outcome: "done" },
      { number: 2, worker: "Dov", outcome: "done" },
      { number: 3, worker: "Dov", outcome: "done" },
    ]);
  });

  it("a supervisor plans only for available workers", async () => {
    const answer = (call: ScriptedCall) =>
      call.purpose === "plan" ? JSON.stringify({ tasks: [{ worker: 3, task: "Row.", after: [] }] }) : plainAnswer(call);
    const running = compileSteered("supervisor", { answer });
    await control(running.graph, steered, { mute: "Bea" });
    const state = await talkThrough(running, steeringInput("supervisor"));
    expect(speakersIn(state)).toEqual(["Dov"]);
  });

  it("the director chooses among the participants who may speak", async () => {
    const running = compileSteered("director", { steering: { 1: [{ mute: "Bea" }, { remove: "Cid" }] } });
    await talkThrough(running, steeringInput("director"));
    const choice = running.model.calls.find(({ purpose, turn }) => purpose === "choose-speaker" && turn === 2);
    expect(choice?.messages.at(-1)?.text).toMatch(/1\. Ann[\s\S]*2\. Dov/);
    expect(choice?.messages.at(-1)?.text).not.toMatch(/\d\. (?:Bea|Cid)/);
  });

  it("the order of speaking skips a removed participant", async () => {
    const running = compileSteered("round-robin", { steering: { 2: [{ remove: "Bea" }] } });
    const state = await talkThrough(running, steeringInput("round-robin"));
    expect(speakersIn(state)).toEqual(["Ann", "Bea", "Cid", "Dov", "Ann", "Cid"]);
  });

  it("participants who cannot speak do not bid", async () => {
    const running = compileSteered("bidding", { steering: { 1: [{ mute: "Bea" }, { remove: "Cid" }] } });
    await talkThrough(running, steeringInput("bidding"));
    const bidders = running.model.calls.filter(({ purpose, turn }) => purpose === "bid" && turn === 2);
    expect(bidders.map(({ participant }) => participant).sort()).toEqual(["Ann", "Dov"]);
  });
});
