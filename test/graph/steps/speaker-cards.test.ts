/** The cards that chat clients show next to speeches, in every mode. */
import { describe, expect, it } from "@jest/globals";
import type { BaseMessage } from "@langchain/core/messages";
import { MemorySaver } from "@langchain/langgraph";
import type { UiMessage } from "../../../src/core/state/speaker-card.js";
import { placeOf } from "../../../src/core/text/message.js";
import { RehearsalModel } from "../../../src/offline/rehearsal/rehearsal-model.js";
import { ScriptedModel } from "../../../src/offline/scripted-model.js";
import type { Decision } from "../../../src/records/decision.js";
import { allModes, compileMode, inputFor, type Mode } from "../../support/any-mode.js";
import { peopleInput, threadConfig } from "../../support/person-talk.js";
import { plainAnswer } from "../../support/plain-answers.js";

interface State {
  readonly messages: readonly BaseMessage[];
  readonly decisions: readonly Decision[];
  readonly ui: readonly UiMessage[];
}

async function run(mode: Mode, options: object, input: object = inputFor(mode)) {
  const graph = compileMode(mode, { model: new ScriptedModel(plainAnswer), ...options });
  const custom: { readonly type: string }[] = [];
  let state: State | undefined;
  for await (const [kind, data] of await graph.stream(input, { streamMode: ["custom", "values"] })) {
    if (kind === "custom") custom.push(data as { type: string });
    else state = data as unknown as State;
  }
  return { custom, ...(state as State) };
}

const isSaid = (message: BaseMessage) => ["speech", "direction", "closing"].includes(placeOf(message)?.kind ?? "");

describe.each(allModes)("speaker cards in %s mode", (mode) => {
  it("are emitted for every speaker's message with `ui: true`, and saved in the state", async () => {
    const { messages, custom, ui } = await run(mode, { ui: true });
    const said = messages.filter(isSaid);
    expect(ui.map(({ metadata, props }) => [metadata.message_id, props.name])).toEqual(
      said.map(({ id, name }) => [id, name]),
    );
    const live = custom.filter(({ type }) => type === "ui") as unknown as UiMessage[];
    expect(live.map(({ id }) => id).sort()).toEqual(ui.map(({ id }) => id).sort());
    const shown = custom.map(({ type }) => type).filter((type) => type === "ui" || type === "speech-delta");
    expect(shown[0]).toBe("ui");
  });

  it("are not emitted by default", async () => {
    const { custom, ui } = await run(mode, {});
    expect(ui).toEqual([]);
    expect(custom.filter(({ type }) => type === "ui")).toEqual([]);
  });
});

const cardOf = ({ ui }: State, id: string) => ui.find(({ metadata }) => metadata.message_id === id)?.props;

describe("a card", () => {
  it("shows the speaker's role and every bid", async () => {
    const participants = [
      { name: "Ann", role: "ferrywoman" },
      { name: "Bea", role: "" },
      { name: "Cid", role: "" },
    ];
    const tied = await run("bidding", {}, inputFor("bidding", { participants, maxTurns: 1 }));
    const speaker = tied.decisions[0]?.speaker;
    const state = await run("bidding", { ui: true }, inputFor("bidding", { participants, maxTurns: 1 }));
    expect(cardOf(state, "turn-1")).toMatchObject({
      name: speaker,
      role: participants.find(({ name }) => name === speaker)?.role,
      bids: participants.map(({ name }) => ({ name, bid: expect.stringMatching(/^\d+$/) })),
      rehearsal: "",
    });
  });

  it.each([
    ["round-robin", "next in order"],
    ["director", "director's choice → Ann"],
    ["group-chat", "next in the stage"],
    ["supervisor", "task 1 of the plan → Ann"],
  ])("shows how its speaker got the floor in %s mode", async (mode, decision) => {
    const { ui } = await run(mode, { ui: true });
    expect(ui.find(({ props }) => props.name === "Ann")?.props.decision).toBe(decision);
  });

  it("shows a tie", async () => {
    const model = new ScriptedModel(({ purpose }) => (purpose === "bid" ? "<5>" : "It is deep."));
    const state = await run("bidding", { ui: true, model }, inputFor("bidding", { maxTurns: 1 }));
    expect(cardOf(state, "turn-1")?.decision).toMatch(
      /^Ann, Bea, Cid and Dov all bid 5; the draw of [\d.]+ selected (Ann|Bea|Cid|Dov)$/,
    );
  });

  it("shows the stage of a meeting, and that the director leads", async () => {
    const meeting = await run("group-chat", { ui: true });
    expect(meeting.ui.map(({ props }) => props.stage)).toContain("Presentation");
    const panel = await run("director", { ui: true });
    expect(cardOf(panel, "turn-1-direction")?.role).toMatch(/leads$/);
  });

  it("says that a rehearsal uses no language model", async () => {
    const { ui } = await run("bidding", { model: new RehearsalModel({ notice: false }), ui: true });
    expect(new Set(ui.map(({ props }) => props.rehearsal))).toEqual(new Set(["rehearsal: no language model is used"]));
  });

  it("is saved for a person's line too", async () => {
    const checkpointer = new MemorySaver();
    const options = { model: new ScriptedModel(plainAnswer), ui: true };
    const graph = compileMode("round-robin", options, { checkpointer });
    await graph.invoke(peopleInput("round-robin", ["Ann"]), threadConfig);
    await graph.invoke({ messages: [{ role: "user", content: "By boat." }] } as object, threadConfig);
    const values = (await graph.getState(threadConfig)).values as State;
    expect(cardOf(values, "turn-1")).toMatchObject({ name: "Ann" });
  });
});
