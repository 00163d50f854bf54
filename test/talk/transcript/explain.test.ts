import { describe, expect, it } from "@jest/globals";
import { rules } from "../../../src/core/selection/registry.js";
import { wordsOfRule } from "../../../src/core/selection/rule-words.js";
import { ScriptedModel } from "../../../src/offline/scripted-model.js";
import type { Bid } from "../../../src/records/bid.js";
import type { Decision } from "../../../src/records/decision.js";
import { explainDecision } from "../../../src/talk/transcript/explain.js";
import { exportConversation } from "../../../src/talk/transcript/json.js";
import { languages, locales } from "../../../src/words/registry.js";
import { allModes, compileMode, inputFor } from "../../support/any-mode.js";
import { plainAnswer } from "../../support/plain-answers.js";
import { conversationOf } from "./conversations.js";

const sentence = /[.。”]$/;

describe.each(languages)("explanations in %s", (language) => {
  it.each(allModes)("cover every turn of a %s conversation, and name the turn's speaker", async (mode) => {
    const graph = compileMode(mode, { model: new ScriptedModel(plainAnswer) });
    const state = await graph.invoke({ ...inputFor(mode), language });
    const conversation = exportConversation(mode, state as never);
    expect(conversation.decisions.length).toBeGreaterThan(2);
    for (const decision of conversation.decisions) {
      const paragraphs = explainDecision(decision, conversation);
      expect(paragraphs.length).toBeGreaterThanOrEqual(2);
      expect(paragraphs[0]).toContain(decision.speaker);
      for (const paragraph of paragraphs) expect(paragraph).toMatch(sentence);
      expect(paragraphs.join("")).not.toMatch(/undefined|null|NaN|\[object/);
    }
  });

  it("have a sentence for every built-in rule", () => {
    const words = locales[language].transcript;
    const names = new Set([...rules.map(({ name }) => name), ...Object.keys(words.rules)]);
    const facts = { rule: "r", speaker: "SP", leader: "LE", drawn: "0.5", by: "BY" };
    for (const name of names)
      expect([name, wordsOfRule(name, words).explain(facts)]).toEqual([name, expect.stringMatching(sentence)]);
  });

  it("have a sentence for every reason for an exclusion", () => {
    for (const [reason, say] of Object.entries(locales[language].transcript.explain.excluded))
      for (const isOne of [true, false])
        expect([reason, say("NN", isOne)]).toEqual([reason, expect.stringMatching(/NN.*[.。]$/)]);
  });
});

const bid = (participant: string, value: number, more: Partial<Bid> = {}): Bid => ({
  turn: 1,
  seat: 0,
  participant,
  outcome: "bid",
  value,
  attempts: [{ answer: `<${value}>`, problem: null }],
  ...more,
});
const plain: Decision = {
  turn: 1,
  rule: "highest-bid",
  candidates: ["Ann", "Bo"],
  excluded: [],
  bids: [],
  scores: [],
  choices: [],
  addressed: null,
  tied: ["Ann"],
  draw: null,
  speaker: "Ann",
};
const scores = ["Ann", "Bo"].map((participant) => ({ participant, bid: 5, total: 5 }));

/** Returns a decision's explanation without its first sentence, which names the speaker. */
const explain = (decision: Partial<Decision>, language: "en" | "zh" = "en") => {
  const paragraphs = explainDecision({ ...plain, ...decision }, { ...conversationOf([]), language });
  return paragraphs.join("\n").replace(/^Turn 1: Ann spoke\. |^第 1 次发言：Ann。/, "");
};
const both = "Ann and Bo could get the floor.";

it.each<[string, Partial<Decision>, string]>([
  [
    "bids with added points, a reason, and an answer without a bid",
    {
      bids: [
        bid("Ann", 5, { reason: "Bo forgets the ferry" }),
        bid("Bo", 3, {
          attempts: [
            { answer: "hm", problem: "no-bid" },
            { answer: "<3>", problem: null },
          ],
        }),
        bid("Cid", 0, { outcome: "abstained" }),
      ],
      scores: [{ participant: "Ann", bid: 5, aging: 1, total: 6 }],
      excluded: [{ participant: "Cid", reason: "abstained" }],
    },
    `${both}\nThe bids: Ann 5 + 1 for waiting = 6 “Bo forgets the ferry”; Bo 3; Cid pass. Bo's first answer, “hm”, contained no readable bid.\nThe “highest-bid” rule gives the floor to the participant with the highest score. Ann bid 5, the highest bid.`,
  ],
  [
    "a model's choice among the highest bids",
    {
      rule: "selector",
      bids: [bid("Bo", 7), bid("Ann", 6)],
      scores: [
        { participant: "Bo", bid: 7, total: 7 },
        { participant: "Ann", bid: 6, total: 6 },
      ],
      choices: [{ answer: "<2> Ann knows the ferry.", problem: null }],
      among: ["Bo", "Ann"],
    },
    `${both}\nThe bids: Bo 7; Ann 6.\nBo and Ann had the highest scores, and a model chose Ann from among them. The reason given: “Ann knows the ferry.”`,
  ],
  [
    "a tie that is broken by a draw",
    { scores, tied: ["Ann", "Bo"], draw: 0.31 },
    `${both}\nThe “highest-bid” rule gives the floor to the participant with the highest score. Ann and Bo were tied, and the draw of 0.310 selected Ann.`,
  ],
  [
    "a tie that is broken by a mention",
    { scores, tied: ["Ann", "Bo"], rule: "proportional-fair" },
    `${both}\nThe “proportional-fair” rule gives the floor to the participant with the highest score. Bids of participants who have spoken a lot lately score less. Ann and Bo were tied. The latest message asked, called on or named Ann, so Ann got the floor.`,
  ],
  [
    "a question whose addressee does not get the floor",
    { rule: "round-robin", addressed: { by: "Bo", participant: "Cid", granted: false } },
    `${both}\nBo had asked Cid a direct question, but the two had just answered each other twice in a row, so the rule decided. The “round-robin” rule goes through the cast in order, and Ann was next.`,
  ],
  [
    "choices that could not be read",
    {
      rule: "fallback-random",
      draw: 0.2,
      choices: [
        { answer: "the baker", problem: "no-choice" },
        { answer: "", problem: "call-failed" },
      ],
    },
    `${both}\nThe answer to the question of who should speak next was “the baker”, which is not a readable choice. The call that asked for a choice failed. There was no readable choice, so the speaker was drawn at random, with a draw of 0.200.`,
  ],
  [
    "the excluded participants, grouped by reason",
    {
      rule: "least-recent",
      candidates: ["Ann"],
      excluded: [
        { participant: "Bo", reason: "muted" },
        { participant: "Cid", reason: "muted" },
        { participant: "Dov", reason: "not-in-stage" },
      ],
    },
    "Only Ann could get the floor. Bo and Cid were muted. Dov has no part in this stage.\nThe “least-recent” rule gives the floor to the participant who has been silent longest: Ann.",
  ],
  [
    "a restriction that is lifted because nobody else is left",
    { rule: "only-candidate", candidates: ["Ann"], waived: [{ participant: "Ann", reason: "only-when-mentioned" }] },
    "Only Ann could get the floor. Nobody else was left, so this restriction was lifted: Ann speaks only when mentioned, and had not been mentioned.\nNo choice was needed.",
  ],
  [
    "the chances of a lottery",
    {
      rule: "lottery",
      draw: 0.4,
      scores: [
        { ...scores[0], total: 0.75 },
        { ...scores[1], total: 0.25 },
      ] as never,
    },
    `${both}\nThe “lottery” rule draws the speaker at random: the draw of 0.400 selected Ann. The chances, by talkativeness: Ann 0.75; Bo 0.25.`,
  ],
  [
    "a task and the tasks on which it depends",
    { rule: "assigned", task: { number: 3, task: "Sum it up.", after: [1, 2] } },
    `${both}\nThe plan gives task 3 to Ann: “Sum it up.” It could start once tasks 1 and 2 were done.`,
  ],
  [
    "a user's own rule",
    { rule: "oldest-first", draw: 0.5 },
    `${both}\nThe “oldest-first” rule chose Ann, with a draw of 0.500.`,
  ],
])("explainDecision describes %s", (_what, decision, expected) => {
  expect(explain(decision)).toBe(expected);
});

it("explainDecision writes complete sentences in Chinese", () => {
  expect(explain({ scores, tied: ["Ann", "Bo"], draw: 0.31, bids: [bid("Ann", 5), bid("Bo", 5)] }, "zh")).toBe(
    "可以发言的有Ann和Bo。\n各人的出价：Ann 5；Bo 5。\n规则 highest-bid 让得分最高者发言。Ann和Bo的出价都是 5；抽签得 0.310，选中Ann。",
  );
});
