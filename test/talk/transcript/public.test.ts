import assert from "node:assert/strict";
import { describe, expect, it } from "@jest/globals";
import fc from "fast-check";
import { isRecord } from "../../../src/base/is-record.js";
import { type ConversationDocument, exportFormat, readExport } from "../../../src/talk/transcript/json.js";
import { readMarkdown, renderMarkdown } from "../../../src/talk/transcript/markdown.js";
import { publicCopy } from "../../../src/talk/transcript/public.js";
import { locales } from "../../../src/words/registry.js";
import { itHolds } from "../../support/property.js";
import { readFixture } from "../saved/fixtures.js";
import { conversationOf, said } from "./conversations.js";

const saved = Object.values(readFixture("export", exportFormat.version)) as ConversationDocument[];

const secret = "quicksilver";
const time = "2026-03-04T12:00:00.000Z";

/** A game whose private texts contain the secret. */
const game: ConversationDocument = {
  ...conversationOf([said("Ann", "I slept all night."), said("Bo", "So did I.")]),
  seed: 81,
  participants: [
    {
      ...{ name: "Ann", role: "baker", location: "the mill", presence: "present", part: "presenter", bidder: "random" },
      ...{ description: secret, instructions: secret, model: `test:${secret}`, tools: [secret] },
      ...{ human: true, approve: true, talkativeness: 0.5, onlyWhenMentioned: true },
    },
    { name: "Bo", role: "", location: "", description: secret, instructions: "", model: "" },
  ],
  leader: { name: "Host", role: "host", location: "", description: secret, instructions: secret, model: secret },
  decisions: [
    {
      ...{ turn: 1, rule: "highest-bid", candidates: ["Ann", "Bo"], tied: ["Ann", "Bo"], draw: 0.25, speaker: "Ann" },
      reason: "Bo asked Ann a direct question.",
      excluded: [{ participant: "Bo", reason: "spoke-last" }],
      waived: [{ participant: "Bo", reason: "resting" }],
      bids: [
        {
          ...{ turn: 1, seat: 0, participant: "Ann", outcome: "bid", value: 4, reason: secret, failure: secret },
          attempts: [{ answer: secret, problem: null }],
        },
      ],
      scores: [{ participant: "Ann", bid: 4, aging: 1, talkativeness: 0.5, total: 5 }],
      choices: [{ answer: secret, problem: null }],
      among: ["Ann", "Bo"],
      named: { turn: 1, names: ["Ann", "Bo"] },
      addressed: { by: "Bo", participant: "Ann", granted: true },
      task: { number: 1, task: "Bake.", after: [] },
    },
  ],
  usage: {
    rows: [
      {
        ...{ purpose: "speech", participant: "Ann", model: secret },
        ...{ calls: 3, uncounted: 0, inputTokens: 10, outputTokens: 5 },
      },
    ],
    ...{ totals: { calls: 3, uncounted: 0, inputTokens: 10, outputTokens: 5 }, money: 1, prices: {} },
  },
  verdicts: [{ turn: 1, condition: "agreement", holds: false, evidence: "They differ.", answer: secret }],
  warnings: [{ turn: 0, purpose: "describe-participant", participant: "Ann", reason: secret }],
  corrections: [
    {
      ...{ turn: 1, participant: "Ann", purpose: "speech", faults: ["heading", "edited"], by: "Eve" },
      ...{ answer: secret, used: secret, messageId: null },
    },
  ],
  interjections: [
    {
      ...{ id: "1", messageId: null, from: secret, text: "", to: null, raisesHand: false },
      ...{ problem: "no-text", turn: 0, time },
    },
    {
      ...{ id: "2", messageId: null, from: "Eve", text: secret, to: null, raisesHand: true },
      ...{ problem: null, turn: 1, time },
    },
    {
      ...{ id: "3", messageId: "m", from: "Eve", text: "Who was it?", to: "Ann", raisesHand: false },
      ...{ problem: null, turn: 1, time },
    },
  ],
  controls: [
    {
      ...{ id: "1", from: secret, control: { mute: "Zed" }, turn: 0, interjections: 1, time },
      refusal: { code: "other", field: "mute", message: secret, params: {} } as never,
    },
    { id: "2", from: secret, control: null, refusal: null, turn: 0, interjections: 1, time },
    {
      ...{ id: "3", from: "Eve", refusal: null, turn: 1, interjections: 2, time },
      control: { add: { name: "Cy", role: "smith", location: "the forge", description: secret, instructions: secret } },
    },
    { id: "4", from: "Eve", control: { pause: true }, refusal: null, turn: 1, interjections: 3, time },
  ],
  toolCalls: [{ turn: 1, participant: "Ann", tool: secret, input: { secret }, outcome: "done", result: secret }],
  judgements: [
    { turn: 1, stage: "Day", round: 1, sufficient: true, reason: "All spoke.", open: ["Who?"], answer: secret },
  ],
  finalDecision: { decision: "Nobody.", rationale: "No proof.", dissent: "Bo." },
  results: [
    { number: 1, worker: "Ann", task: "Bake.", after: [2], turn: 1, outcome: "failed", text: "Bread.", reason: secret },
  ],
  stopReason: {
    ...{ kind: "all", turn: 2 },
    reasons: [
      { kind: "custom", turn: 2, description: "Dawn.", words: { zh: "天亮了" }, values: { wolf: secret } },
      { kind: "cut-short", turn: 2, reason: { kind: "turns", turn: 2, limit: 2 } },
    ],
  },
};

function pathsIn(value: unknown, path = ""): string[] {
  if (Array.isArray(value)) return value.flatMap((item) => pathsIn(item, `${path}[]`));
  if (isRecord(value)) return Object.entries(value).flatMap(([key, inner]) => pathsIn(inner, `${path}.${key}`));
  return value === null || value === "" ? [] : [path.slice(1)];
}

/**
 * The paths outside `stopReason` that the public copies in these tests may fill. The list repeats which fields the code
 * makes public, so that making another field public takes two changes.
 */
const known = [
  ...["version", "isPublic", "mode", "title", "topic", "language"],
  ...["name", "role", "location", "part", "presence"].map((field) => `participants[].${field}`),
  ...["name", "role", "location", "part", "presence"].map((field) => `leader.${field}`),
  ...["id", "name", "text", "turn", "time", "kind", "words", "stage", "round", "replyingTo"].map(
    (field) => `messages[].${field}`,
  ),
  ...["turn", "rule", "candidates[]", "tied[]", "among[]", "draw", "speaker", "reason"].map(
    (field) => `decisions[].${field}`,
  ),
  ...["excluded", "waived"].flatMap((list) => [`decisions[].${list}[].participant`, `decisions[].${list}[].reason`]),
  ...["turn", "seat", "participant", "outcome", "value"].map((field) => `decisions[].bids[].${field}`),
  ...[
    "participant",
    "bid",
    "total",
    "aging",
    "centre",
    "mention",
    "excess",
    "received",
    "divisor",
    "talkativeness",
  ].map((field) => `decisions[].scores[].${field}`),
  ...["by", "participant", "granted"].map((field) => `decisions[].addressed.${field}`),
  ...["number", "task", "after[]"].map((field) => `decisions[].task.${field}`),
  ...["turn", "names[]"].map((field) => `decisions[].named.${field}`),
  ...["calls", "uncounted", "inputTokens", "outputTokens"].map((field) => `usage.totals.${field}`),
  ...["turn", "probability", "draw", "stops"].map((field) => `stopDraws[].${field}`),
  ...["turn", "condition", "holds", "evidence"].map((field) => `verdicts[].${field}`),
  ...["id", "messageId", "from", "text", "to", "raisesHand", "turn", "time"].map((field) => `interjections[].${field}`),
  ...["id", "from", "turn", "interjections", "time"].map((field) => `controls[].${field}`),
  ...["next", "mute", "unmute", "remove", "pause", "step", "add.name", "add.role", "add.location"].map(
    (field) => `controls[].control.${field}`,
  ),
  ...["turn", "stage", "round", "sufficient", "reason", "open[]"].map((field) => `judgements[].${field}`),
  ...["decision", "rationale", "dissent"].map((field) => `finalDecision.${field}`),
  ...["number", "worker", "task", "after[]", "turn", "outcome", "text", "reason"].map((field) => `results[].${field}`),
];

describe("a public copy", () => {
  it.each([["a game", game] as const, ...saved.map((document) => [document.mode, document] as const)])(
    "of %s fills only the fields that are listed as public",
    (_what, document) => {
      // Leaves out the stop reason, because each kind has different fields.
      const paths = new Set(pathsIn({ ...publicCopy(document), stopReason: null }));
      expect([...paths].filter((path) => !known.includes(path))).toEqual([]);
      expect(paths.size).toBeGreaterThan(20);
    },
  );

  it("does not give a game's secrets away, as JSON or as Markdown", () => {
    const copy = publicCopy(game);
    expect(JSON.stringify(game).split(secret).length).toBeGreaterThan(30);
    expect(JSON.stringify(copy)).not.toContain(secret);
    expect(renderMarkdown(copy)).not.toContain(secret);
    expect(copy.participants[0]).toEqual({
      ...{ name: "Ann", role: "baker", location: "the mill", part: "presenter", presence: "present" },
      ...{ description: "", instructions: "", model: "" },
    });
    expect([copy.seed, copy.usage.totals.calls, copy.usage.money]).toEqual([null, 0, null]);
  });

  it("keeps what the audience could follow", () => {
    const { messages, decisions, stopReason, interjections, controls, results, ...copy } = publicCopy(game);
    expect(messages).toEqual(game.messages);
    expect(decisions[0]).toMatchObject({ speaker: "Ann", draw: 0.25, bids: [{ value: 4 }], scores: [{ total: 5 }] });
    expect(stopReason).toMatchObject({
      reasons: [{ description: "Dawn.", words: { zh: "天亮了" } }, { reason: { kind: "turns" } }],
    });
    expect(interjections.map(({ id, text }) => [id, text])).toEqual([
      ["2", ""],
      ["3", "Who was it?"],
    ]);
    // The copy omits one interjection, so the number of interjections before each control is lower by one.
    expect(controls.map(({ id, interjections, control }) => [id, interjections, control])).toEqual([
      ["3", 1, { add: { name: "Cy", role: "smith", location: "the forge", description: "", instructions: "" } }],
      ["4", 2, { pause: true }],
    ]);
    expect(results[0]).toMatchObject({ outcome: "failed", text: "Bread.", reason: "" });
    expect(copy.finalDecision).toEqual(game.finalDecision);
  });

  it.each(saved)("can be read and rendered for a $mode conversation, and says that it is public", (document) => {
    const copy = readExport(JSON.stringify(publicCopy(document)));
    expect(copy).toEqual(publicCopy(document));
    expect(publicCopy(copy)).toEqual(copy);
    const page = renderMarkdown(copy);
    expect(readMarkdown(page)).toEqual(readMarkdown(renderMarkdown(document)));
    const { publicCopy: mark } = locales[document.language].transcript;
    expect([page.includes(mark), renderMarkdown(document).includes(mark)]).toEqual([true, false]);
  });

  itHolds(
    "leaves out unknown fields everywhere outside the stop reason",
    fc.property(fc.constantFrom(game, ...saved), fc.string({ minLength: 1 }), (document, name) => {
      const field = `new-${name}`;
      const extend = (value: unknown): unknown => {
        if (Array.isArray(value)) return value.map(extend);
        if (!isRecord(value)) return value;
        return { ...Object.fromEntries(Object.entries(value).map(([key, inner]) => [key, extend(inner)])), [field]: 1 };
      };
      const { stopReason } = document;
      // The texts of a custom stop reason are keyed by language, so any key is allowed.
      const extended = { ...(extend(document) as ConversationDocument), stopReason };
      assert.deepEqual(publicCopy(extended), publicCopy(document));
    }),
  );
});
