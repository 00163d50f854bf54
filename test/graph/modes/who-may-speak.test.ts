import { describe, expect, it } from "@jest/globals";
import { draw } from "../../../src/base/chance.js";
import { howWon } from "../../../src/core/selection/decision-in-words.js";
import { placeOf } from "../../../src/core/text/message.js";
import { modes } from "../../../src/graph/modes/registry.js";
import { createConversation } from "../../../src/graph/modes/round-robin/round-robin.js";
import type { Conversation } from "../../../src/graph/state/conversation-state.js";
import { ScriptedModel } from "../../../src/offline/scripted-model.js";
import type { Decision } from "../../../src/records/decision.js";
import type { Locale } from "../../../src/words/en/locale.js";
import { locales } from "../../../src/words/registry.js";
import { allModes, compileMode, fourNames, inputFor } from "../../support/any-mode.js";
import { fixedClock } from "../../support/conversation.js";
import { plainAnswer } from "../../support/plain-answers.js";

const selecting = allModes.filter((mode) => modes[mode]?.fields["selection"]);
const quiet = "Dov";

const talker = (seed: number) =>
  new ScriptedModel((call) => {
    const { purpose, participant, turn } = call;
    const chance = draw({ seed, turn, purpose: "rehearsal", seat: fourNames.indexOf(participant) + 1 });
    if (purpose === "bid") return `<${1 + Math.floor(chance * 10)}>`;
    if (purpose === "choose-speaker") return `<${1 + Math.floor(chance * 4)}>`;
    if (purpose === "speech")
      return chance < 0.4 ? `In turn ${turn} I agree with ${quiet}.` : `So much for turn ${turn}.`;
    return plainAnswer(call);
  });

const meeting = (order: string) => ({
  stages: [
    { task: "discuss", speakers: fourNames, order, minRounds: 3, maxRounds: 3 },
    { task: "decide", speakers: ["Ann"] },
  ],
});
const variants = selecting.flatMap((mode): [string, object][] => {
  if (mode === "group-chat")
    return [
      [mode, meeting("in-turn")],
      [mode, meeting("bidding")],
    ];
  return mode === "director"
    ? [
        [mode, {}],
        [mode, { director: { probability: 0, calls: "one" } }],
      ]
    : [[mode, {}]];
});
const everyone = fourNames.map((name) => ({ name }));
const withQuiet = fourNames.map((name) => ({ name, onlyWhenMentioned: name === quiet }));
/** Ann, Bea and Cid speak in turn, but Dov may also follow Ann. After Dov, anybody may speak. */
const transitions = { Ann: ["Bea", "Dov"], Bea: ["Cid"], Cid: ["Ann"] };

type Talk = Pick<Conversation, "decisions" | "messages">;
const talk = async (mode: string, input: object, seed: number): Promise<Talk> =>
  compileMode(mode, { model: talker(seed) }).invoke(inputFor(mode, { maxTurns: 10, seed, ...input }));

function isMentioned({ messages }: Talk, turn: number): boolean {
  const before = messages.filter(
    (message) => (placeOf(message)?.turn ?? 0) < turn || placeOf(message)?.kind === "opening",
  );
  const latest = before.slice(-fourNames.length);
  const since = latest.slice(latest.findLastIndex(({ name }) => name === quiet) + 1);
  return since.some(({ text }) => text.includes(quiet));
}

describe.each(variants)("selection in %s mode with %j", (mode, more) => {
  it("limits candidates to those who may follow the last speaker, and records every exception", async () => {
    let limited = 0;
    for (const seed of [1, 2]) {
      const { decisions } = await talk(mode, { ...more, participants: everyone, selection: { transitions } }, seed);
      for (const [index, { candidates, excluded, waived = [] }] of decisions.entries()) {
        const last = decisions[index - 1]?.speaker as keyof typeof transitions | undefined;
        const allowed: readonly string[] = (last && transitions[last]) ?? fourNames;
        const strays = candidates.filter((name) => !allowed.includes(name));
        expect(waived.map(({ participant, reason }) => `${participant} ${reason}`)).toEqual(
          strays.map((name) => `${name} transition`),
        );
        limited += excluded.filter(({ reason }) => reason === "transition").length;
      }
    }
    expect(limited).toBeGreaterThan(0);
  });

  it("leaves out an `onlyWhenMentioned` participant until somebody mentions it, unless exclusions are waived", async () => {
    const turns = { held: 0, open: 0 };
    for (const seed of [1, 2, 3]) {
      const given = await talk(mode, { ...more, participants: withQuiet }, seed);
      for (const { turn, candidates, excluded, waived = [] } of given.decisions) {
        const other = excluded.find(({ participant }) => participant === quiet)?.reason;
        if (isMentioned(given, turn)) {
          if (other === undefined) turns.open += 1;
          expect(other).not.toBe("only-when-mentioned");
        } else if (waived.length === 0) {
          expect(candidates).not.toContain(quiet);
          if (other === "only-when-mentioned") turns.held += 1;
        }
      }
    }
    expect(turns.held).toBeGreaterThan(0);
    expect(turns.open).toBeGreaterThan(0);
  });

  it("makes the same decisions again for the same seed", async () => {
    const input = { ...more, participants: withQuiet, selection: { transitions } };
    const [first, second] = [await talk(mode, input, 5), await talk(mode, input, 5)];
    expect(second.decisions).toEqual(first.decisions);
  });

  it("rejects transitions after which a participant could never speak again", async () => {
    await expect(
      talk(mode, { ...more, selection: { transitions: { Ann: ["Bea"], Bea: ["Ann"] } } }, 1),
    ).rejects.toThrow(
      "selection.transitions.Ann: after “Ann” has spoken, “Cid” could never speak again; add “Cid” to the transitions of “Ann”, or of somebody who can speak later",
    );
  });
});

it("offers only allowed candidates to a caller's own rule", async () => {
  const seen: string[][] = [];
  const selectSpeaker = ({
    candidates,
  }: {
    candidates: readonly { seat: number; participant: { name: string } }[];
  }) => {
    seen.push(candidates.map(({ participant }) => participant.name));
    return candidates[0]?.participant.name;
  };
  const graph = createConversation({ model: talker(1), clock: fixedClock, selectSpeaker }).compile();
  await graph.invoke({ participants: everyone, maxTurns: 4, seed: 1, selection: { transitions } });
  expect(seen).toEqual([fourNames, ["Bea", "Dov"], ["Cid"], ["Ann"]]);
});

it("asks only candidates for a bid", async () => {
  const model = talker(1);
  const { decisions } = await compileMode("bidding", { model }).invoke(
    inputFor("bidding", { participants: withQuiet, selection: { transitions } }),
  );
  const asked = (turn: number) =>
    model.calls.flatMap((call) => (call.purpose === "bid" && call.turn === turn ? [call.participant] : []));
  for (const { turn, candidates } of decisions) expect(asked(turn).sort()).toEqual([...candidates].sort());
});

it("round-robin skips participants who may not speak, and continues after them", async () => {
  const silent = new ScriptedModel(({ turn }) => (turn === 4 ? "And Dov?" : "Well."));
  const { decisions } = await compileMode("round-robin", { model: silent }).invoke(
    inputFor("round-robin", { participants: withQuiet, maxTurns: 9 }),
  );
  const order = decisions.map(({ speaker }) => speaker).join(" ");
  expect(order).toBe("Ann Bea Cid Ann Bea Cid Dov Ann Bea");
});

it("lets a participant speak, and records the exception, if all are `onlyWhenMentioned`", async () => {
  const participants = fourNames.map((name) => ({ name, onlyWhenMentioned: true }));
  for (const mode of selecting) {
    const { decisions } = await compileMode(mode, { model: new ScriptedModel(plainAnswer) }).invoke(
      inputFor(mode, { participants, maxTurns: 3 }),
    );
    const [first] = decisions;
    const waived = first?.candidates.map((participant) => ({ participant, reason: "only-when-mentioned" }));
    expect(first?.waived).toEqual(waived);
    expect(first?.candidates).toContain(first?.speaker);
    const inWords = ({ transcript }: Locale) => howWon(first as Decision, transcript);
    expect(inWords(locales.en)).toMatch(/^allowed because nobody else was left: .*Ann \(not mentioned\)/);
    expect(inWords(locales.zh)).toMatch(/^没有别的人选，破例允许.*Ann（没有被提到）/);
  }
});

it("rejects `onlyWhenMentioned` and `transitions` for a supervisor, which selects no speaker", async () => {
  const refused = (more: object) =>
    compileMode("supervisor", { model: new ScriptedModel(plainAnswer) }).invoke(inputFor("supervisor", more) as never);
  await expect(refused({ participants: withQuiet })).rejects.toThrow(
    "participants[0].onlyWhenMentioned: unknown field",
  );
  await expect(refused({ selection: { transitions } })).rejects.toThrow("selection: unknown field");
});
