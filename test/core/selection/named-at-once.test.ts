import { describe, expect, it } from "@jest/globals";
import { MemorySaver } from "@langchain/langgraph";
import { fork } from "../../../src/index.js";
import type { Decision } from "../../../src/records/decision.js";
import { locales } from "../../../src/words/registry.js";
import {
  compileSteered,
  isPausedIn,
  type Steering,
  steered,
  steeringInput,
  talkThrough,
} from "../../support/steering.js";

const speakersIn = ({ decisions }: { readonly decisions: readonly Decision[] }) =>
  decisions.map(({ speaker }) => speaker).join(" ");

function compileNaming(answers: Readonly<Record<number, string>>, steering: Steering = {}) {
  const running = compileSteered("round-robin", {
    steering,
    checkpointer: new MemorySaver(),
    answer: ({ purpose, participant, turn }) =>
      purpose === "select" ? (answers[turn] ?? "<1>") : `${participant} speaks in turn ${turn}.`,
  });
  const asked = () => running.model.calls.flatMap(({ purpose, turn }) => (purpose === "select" ? [turn] : []));
  return { ...running, asked };
}

const inputWith = (more: object = {}, selection: object = {}) =>
  steeringInput("round-robin", { maxTurns: 5, ...more, selection: { rule: "selector", count: 3, ...selection } });

async function talk(answers: Readonly<Record<number, string>>, steering?: Steering, more?: object, selection?: object) {
  const running = compileNaming(answers, steering);
  const state = await talkThrough(running, inputWith(more, selection));
  return { ...running, state };
}

const threeNamed = { 1: "Cid, Ann and then Dov should say what they know. <3> <1> <4>" };

describe("a conversation with the `count` setting", () => {
  it("lets the named participants speak in order, and asks the model again only afterwards", async () => {
    const { state, asked } = await talk({ ...threeNamed, 4: "<2>" });
    expect(speakersIn(state)).toBe("Cid Ann Dov Bea Ann");
    expect(asked()).toEqual([1, 4, 5]);
    const named = { turn: 1, names: ["Cid", "Ann", "Dov"] };
    expect(state.decisions.map(({ rule, named: with_, choices }) => [rule, with_, choices.length])).toEqual([
      ["selector", named, 1],
      ["selector", named, 0],
      ["selector", named, 0],
      ["selector", undefined, 1],
      ["selector", undefined, 1],
    ]);
    for (const decision of state.decisions) expect(decision.candidates).toContain(decision.speaker);
  });

  it("explains in English and Chinese who was named, and when", async () => {
    const [first, second] = (await talk(threeNamed)).state.decisions as [Decision, Decision];
    const sentences = (["en", "zh"] as const).flatMap((language) =>
      [first, second].map((decision) => {
        const { named } = locales[language].transcript;
        return decision.named && named(decision.named, decision.turn);
      }),
    );
    expect(sentences).toEqual([
      "The model named Cid, Ann and Dov, to speak in this order.",
      "In turn 1, the model named Cid, Ann and Dov, to speak in this order.",
      "模型点了Cid、Ann和Dov，按这个次序发言。",
      "第 1 次发言前，模型点了Cid、Ann和Dov，按这个次序发言。",
    ]);
  });

  it.each([
    ["more candidates than `count` allows", "<1> <2> <3> <4>", "several-choices"],
    ["a stranger among others", "<1> <9>", "out-of-range"],
    ["nobody", "None of them.", "no-choice"],
    ["a candidate, and also passes", "<1> <pass>", "no-choice"],
  ])("asks again if the model names %s", async (_what, answer, problem) => {
    const { state } = await talk({ 1: answer }, {}, { maxTurns: 1 });
    expect(state.decisions[0]).toMatchObject({
      rule: "fallback-least-recent",
      choices: [
        { answer, problem },
        { answer, problem },
      ],
    });
  });

  it("counts a participant who is named twice as one", async () => {
    const { state } = await talk({ 1: "<2> <02> <4>" }, {}, { maxTurns: 3 });
    expect(speakersIn(state)).toBe("Bea Dov Ann");
  });

  it("asks for at most as many names as there are candidates", async () => {
    const { model } = await talk(threeNamed, {}, { maxTurns: 1 }, { count: 20 });
    const prompt = model.calls[0]?.messages.map(({ text }) => text).join("\n");
    expect(prompt).toContain("give at most 4 numbers");
  });

  it.each<[string, Steering, string]>([
    ["a request gives somebody else the floor first", { 1: [{ next: "Bea" }] }, "Cid Bea Ann Dov Ann"],
    ["somebody named gets the floor early by request", { 1: [{ next: "Dov" }] }, "Cid Dov Ann Ann Ann"],
    ["somebody named is muted", { 1: [{ mute: "Ann" }] }, "Cid Dov Bea Bea Bea"],
    ["somebody named is removed", { 1: [{ remove: "Dov" }] }, "Cid Ann Ann Ann Ann"],
    ["a newcomer joins", { 1: [{ add: { name: "Eve", role: "pilot" } }] }, "Cid Ann Dov Ann Ann"],
    ["somebody named is muted and unmuted", { 1: [{ mute: "Ann" }], 2: [{ unmute: "Ann" }] }, "Cid Dov Ann Ann Ann"],
  ])("continues with the named participants in order if %s", async (_what, steering, speakers) => {
    expect(speakersIn((await talk(threeNamed, steering)).state)).toBe(speakers);
  });

  it("asks the model again if several candidates are left but none was named, and its answer replaces the list", async () => {
    const transitions = { Cid: ["Bea"] };
    const { state, asked } = await talk({ 1: "<3> <1> <4>", 3: "<4> <2>" }, {}, {}, { transitions });
    // After Cid, only Bea may speak, so there is no choice. Then the others who were named follow.
    expect(speakersIn(state)).toBe("Cid Bea Ann Dov Ann");
    expect(state.decisions[1]?.rule).toBe("only-candidate");
    expect(asked()).toEqual([1, 5]);
    const two = { transitions: { Cid: ["Bea", "Dov"] } };
    const replaced = await talk({ 1: "<3> <1>", 2: "<2>", 3: "<4>" }, {}, {}, two);
    // After Cid, `<2>` means Dov, the second candidate, and not Bea, who has the second seat.
    expect(speakersIn(replaced.state)).toBe("Cid Dov Dov Ann Ann");
    expect(replaced.asked()).toEqual([1, 2, 3, 4, 5]);
  });

  it("lets `longestSilence` interrupt the order", async () => {
    const { state } = await talk({ 1: "<1> <2> <3>", 4: "<1> <2> <3>" }, {}, { maxTurns: 6 }, { longestSilence: 3 });
    expect(state.decisions.map(({ rule }) => rule)).toContain("longest-silence");
    expect(speakersIn(state)).toContain("Dov");
  });

  it("stops between the turns of named participants on a phrase, at the budget and for a pause", async () => {
    const byPhrase = await talk(threeNamed, {}, { stopping: { phrase: "in turn 2" } });
    expect([speakersIn(byPhrase.state), byPhrase.state.stopReason?.kind]).toEqual(["Cid Ann", "phrase"]);
    const byBudget = await talk(threeNamed, {}, { budget: { calls: 3 } });
    expect([speakersIn(byBudget.state), byBudget.state.stopReason?.kind]).toEqual(["Cid", "budget"]);
    const running = compileNaming(threeNamed, { 1: [{ pause: true }] });
    const paused = await running.graph.invoke(inputWith(), steered);
    expect([isPausedIn(paused), speakersIn(paused)]).toEqual([true, "Cid"]);
    expect(speakersIn(await running.graph.invoke(null, steered))).toBe("Cid Ann Dov Ann Ann");
  });

  it("asks the model again in the next run, because the list belongs to its run", async () => {
    const running = compileNaming({ ...threeNamed, 3: "<2>" });
    await talkThrough(running, inputWith({ maxTurns: 2 }));
    const state = await talkThrough(running, { maxTurns: 1 });
    expect(speakersIn(state)).toBe("Cid Ann Bea");
  });

  it("waits for people who are named", async () => {
    const running = compileNaming(threeNamed);
    const { participants } = inputWith();
    const withPerson = participants.map((each) => ({ ...each, human: each.name === "Ann" }));
    const waiting = await running.graph.invoke(inputWith({ participants: withPerson }), steered);
    expect(speakersIn(waiting)).toBe("Cid Ann");
    expect(waiting.nextSpeaker).toBe("Ann");
  });

  it("keeps the order after a failed speech and in a fork, and does not ask the model again", async () => {
    let fails = true;
    const running = compileSteered("round-robin", {
      answer: ({ purpose, participant, turn }) => {
        if (purpose === "select") return threeNamed[1];
        if (turn === 2 && fails) return Object.assign(new Error("bad request"), { status: 400 });
        return `${participant} speaks.`;
      },
    });
    await expect(running.graph.invoke(inputWith({ maxTurns: 3 }), steered)).rejects.toThrow();
    fails = false;
    const resumed = await running.graph.invoke(null, steered);
    expect(speakersIn(resumed)).toBe("Cid Ann Dov");
    const other = { configurable: { thread_id: "other" } };
    await fork(running.graph, steered, other, { turn: 1 });
    expect((await running.graph.invoke(null, other)).decisions).toEqual(resumed.decisions);
    expect(running.model.calls.filter(({ purpose }) => purpose === "select")).toHaveLength(1);
  });
});
