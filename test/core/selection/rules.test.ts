import { describe, expect, it } from "@jest/globals";
import { z } from "zod";
import { leastRecent } from "../../../src/core/selection/least-recent.js";
import { lottery } from "../../../src/core/selection/lottery.js";
import { rules, rulesWithoutBids } from "../../../src/core/selection/registry.js";
import { roundRobin } from "../../../src/core/selection/round-robin.js";
import { defineRule, type Selection, type SelectionRule } from "../../../src/core/selection/rule.js";
import { createBidding } from "../../../src/graph/modes/bidding/bidding.js";
import { createConversation, createRoundRobin } from "../../../src/graph/modes/round-robin/round-robin.js";
import { ScriptedModel } from "../../../src/offline/scripted-model.js";
import type { Decision } from "../../../src/records/decision.js";
import { castOf, fixedClock } from "../../support/conversation.js";
import { candidatesOf, contextOf, speechesOf } from "../../support/selection.js";

const seatOf = (selected: unknown) => (selected as { seat: number }).seat;

describe("least-recent", () => {
  const seatAfter = (...speakers: string[]) =>
    seatOf(leastRecent.select(contextOf({ settings: {}, spoken: speechesOf(...speakers) })));

  it("starts in seat order, then chooses the participant that has been silent longest", () => {
    expect([seatAfter(), seatAfter("Ada"), seatAfter("Chen")]).toEqual([0, 1, 0]);
    expect([seatAfter("Ada", "Bela", "Chen"), seatAfter("Bela", "Chen", "Ada")]).toEqual([0, 1]);
  });
});

describe("lottery", () => {
  it("gives all candidates the same chance if none has a `talkativeness`", () => {
    const seats = [0, 0.34, 0.99].map((drawn) =>
      seatOf(lottery.select(contextOf({ settings: {}, draw: () => drawn }))),
    );
    expect(seats).toEqual([0, 1, 2]);
  });

  it("gives each candidate a chance proportional to its talkativeness, or equal chances if all values are 0", () => {
    const at = (talkativeness: readonly number[], drawn: number) => {
      const candidates = candidatesOf(["Ada", "Bela", "Chen"]).map(({ seat, participant }) => ({
        seat,
        participant: { ...participant, talkativeness: talkativeness[seat] ?? 1 },
      }));
      return lottery.select(contextOf({ settings: {}, candidates, draw: () => drawn })) as Selection;
    };
    const draws = [0, 0.24, 0.26, 0.99];
    expect(draws.map((drawn) => at([0.2, 0, 0.6], drawn).seat)).toEqual([0, 0, 2, 2]);
    expect(at([0.2, 0, 0.6], 0).scores?.map(({ total }) => total)).toEqual([0.25, 0, 0.75].map(expect.closeTo));
    expect([0, 0.34, 0.99].map((drawn) => at([0, 0, 0], drawn).seat)).toEqual([0, 1, 2]);
    expect([0, 0.34, 0.99].map((drawn) => at([0.5, 0.5, 0.5], drawn).seat)).toEqual([0, 1, 2]);
  });
});

describe("round-robin", () => {
  const select = (lead: string, given: Partial<Parameters<typeof contextOf>[0]> = {}) =>
    seatOf(roundRobin.select(contextOf({ ...given, settings: { lead } })));

  it("continues after the last speaker, even if that speaker is not a candidate", () => {
    const [ada, , chen] = candidatesOf(["Ada", "Bela", "Chen"]);
    const candidates = [ada, chen].filter((each) => each !== undefined);
    expect(select("", { candidates, spoken: speechesOf("Ada", "Bela") })).toBe(2);
    expect(select("Bela", { candidates, spoken: speechesOf("Bela", "Ada", "Bela") })).toBe(2);
  });

  it("resumes the seat order after a turn for which an interjection chose the speaker", () => {
    const history = [{ turn: 2, rule: "spoken-to" } as Decision];
    expect(select("", { spoken: speechesOf("Ada", "Chen"), history })).toBe(1);
  });
});

const participants = castOf("Ann", "Bea", "Cid");
const numbers: Readonly<Record<string, string>> = { bid: "<5>", select: "<1>" };
const talk = () => new ScriptedModel(({ purpose, participant }) => numbers[purpose] ?? `${participant} speaks.`);
const speakersIn = (decisions: readonly Decision[]) => decisions.map(({ speaker }) => speaker).join(" ");
const inputWith = (rule: string) => ({ participants, seed: 1, maxTurns: 4, selection: { rule } });

describe("selection.rule", () => {
  it.each(rules.map(({ name, needsBids }) => [name, needsBids] as const))(
    "chooses %s in the bidding mode, which asks for bids only if the rule needs them",
    async (name, needsBids) => {
      const model = talk();
      const { decisions } = await createBidding({ model, clock: fixedClock }).compile().invoke(inputWith(name));
      expect(decisions.map(({ rule }) => rule)).toEqual(Array(4).fill(name));
      expect(model.calls.some(({ purpose }) => purpose === "bid")).toBe(needsBids);
      expect(decisions.every(({ bids }) => bids.length === (needsBids ? 3 : 0))).toBe(true);
    },
  );

  it.each(rulesWithoutBids.map(({ name }) => name))(
    "chooses %s in the graphs of createRoundRobin and createConversation",
    async (name) => {
      for (const create of [createRoundRobin, createConversation] as const) {
        const graph = create({ model: talk(), clock: fixedClock, rules: {} }).compile();
        const { decisions } = await graph.invoke(inputWith(name));
        expect(decisions.map(({ rule }) => rule)).toEqual(Array(4).fill(name));
      }
    },
  );

  it("offers modes without bids only rules that respect `repeat: forbid`", async () => {
    for (const { name } of rulesWithoutBids) {
      const input = { ...inputWith(name), selection: { rule: name, repeat: "forbid" as const }, maxTurns: 12 };
      const { decisions } = await createRoundRobin({ model: talk(), clock: fixedClock }).compile().invoke(input);
      expect(decisions.some(({ speaker }, index) => speaker === decisions[index - 1]?.speaker)).toBe(false);
    }
  });

  it("rejects an unknown name with a list of the known names", async () => {
    const refused = (graph: { invoke(input: never): Promise<unknown> }) =>
      graph.invoke(inputWith("loudest") as never).catch((error: Error) => error.message);
    const namesOf = (offered: readonly { readonly name: string }[]) => offered.map(({ name }) => name).join(", ");
    expect(await refused(createBidding({ model: talk() }).compile())).toBe(
      `selection.rule: must be one of ${namesOf(rules)}`,
    );
    expect(await refused(createRoundRobin({ model: talk(), rules: { mine: () => "Ann" } }).compile())).toBe(
      `selection.rule: must be one of ${namesOf(rulesWithoutBids)}, mine`,
    );
  });

  it("rejects `round-robin` with a `lead` outside the cast, even in the bidding mode", async () => {
    const input = { ...inputWith("round-robin"), selection: { rule: "round-robin", lead: "Zoe" } };
    await expect(createBidding({ model: talk() }).compile().invoke(input)).rejects.toThrow(/selection\.lead: .*Zoe/);
  });
});

describe("a caller's own rules", () => {
  const last: SelectionRule = ({ candidates }) => candidates.at(-1);

  it("are chosen by their name in the input or in the run's scenario, and recorded under this name", async () => {
    const graph = createBidding({ model: talk(), clock: fixedClock, rules: { last } }).compile();
    const chosen = await graph.invoke(inputWith("last"));
    expect(chosen.decisions[0]).toMatchObject({ rule: "last", speaker: "Cid", bids: [{}, {}, {}] });
    const { selection, ...input } = inputWith("last");
    const fromScenario = await graph.invoke(input, { context: { scenario: { selection } } });
    expect(fromScenario.decisions[0]).toMatchObject({ rule: "last", speaker: "Cid" });
    const usual = await graph.invoke({ participants, seed: 1, maxTurns: 1 });
    expect(usual.decisions[0]).toMatchObject({ rule: "highest-bid" });
  });

  it("have their own settings, and work without bids if they need none", async () => {
    const starting = defineRule({
      name: "starting",
      description: "the first participant whose name starts with a letter",
      settings: { letter: z.string().length(1).default("A").meta({ description: "The letter." }) },
      needsBids: false,
      select: ({ candidates, settings }) =>
        candidates.find(({ participant }) => participant.name.startsWith(settings.letter)),
    });
    const graph = createBidding({ model: talk(), clock: fixedClock, rules: { byLetter: starting } }).compile();
    const input = { ...inputWith("byLetter"), selection: { rule: "byLetter", letter: "B" } };
    const { decisions } = await graph.invoke(input as never);
    expect([speakersIn(decisions), decisions[0]?.rule, decisions[0]?.bids]).toEqual([
      "Bea Bea Bea Bea",
      "byLetter",
      [],
    ]);
    const wrong = { ...input, selection: { rule: "byLetter", letter: "Be" } };
    await expect(graph.invoke(wrong as never)).rejects.toThrow("selection.letter: must have at most 1");
  });

  it("are overridden by `selectSpeaker`", async () => {
    const graph = createRoundRobin({ model: talk(), clock: fixedClock, selectSpeaker: () => "Bea", rules: { last } });
    expect(speakersIn((await graph.compile().invoke(inputWith("last"))).decisions)).toBe("Bea Bea Bea Bea");
  });

  it.each([
    [
      { lottery: last },
      "rules.lottery: is already the name of a built-in rule, condition, mode or setting; choose another name",
    ],
    [{ mine: "Ann" }, "rules.mine: must be a function that chooses one of the candidates"],
    ["mine", "rules: must be a mapping of fields"],
  ])("are rejected if invalid (%j): %s", (own, message) => {
    expect(() => createBidding({ rules: own as never })).toThrow(message);
  });
});
