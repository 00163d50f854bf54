import { describe, expect, it } from "@jest/globals";
import type { Correction } from "../../../src/records/correction.js";
import type { ConversationDocument, ExportedMessage } from "../../../src/talk/transcript/json.js";
import { readMarkdown, renderMarkdown } from "../../../src/talk/transcript/markdown.js";
import { conversationOf, said } from "./conversations.js";

const pageOf = (...texts: string[]) => renderMarkdown(conversationOf(texts.map((text) => said("Ann", text))));
const quoteOf = (text: string) =>
  pageOf(text)
    .split("\n")
    .filter((line) => line.startsWith(">"));

describe("a page", () => {
  const opening: ExportedMessage = { ...said("Moderator", "Tea?"), kind: "opening", turn: 0, id: "opening" };
  const conversation: ConversationDocument = {
    ...conversationOf([opening, said("Ann", "Yes."), said("Bo", "No.")]),
    seed: 42,
    topic: "Tea?",
    decisions: [
      {
        turn: 1,
        rule: "highest-bid",
        candidates: ["Ann", "Bo"],
        excluded: [],
        bids: [
          { turn: 1, seat: 0, participant: "Ann", outcome: "bid", value: 7, attempts: [] },
          { turn: 1, seat: 1, participant: "Bo", outcome: "random", value: 7, attempts: [] },
        ],
        scores: [
          { participant: "Ann", bid: 7, aging: 0, mention: 0, centre: 0, total: 7 },
          { participant: "Bo", bid: 7, aging: 0, mention: 0, centre: 0, total: 7 },
        ],
        choices: [],
        addressed: null,
        tied: ["Ann", "Bo"],
        draw: 0.4124,
        speaker: "Ann",
        reason: "Ann and Bo both bid 7; the draw of 0.412 selected Ann.",
      },
      {
        turn: 2,
        rule: "highest-bid",
        candidates: ["Bo"],
        excluded: [{ participant: "Ann", reason: "spoke-last" }],
        bids: [{ turn: 2, seat: 1, participant: "Bo", outcome: "unreadable", value: 0, attempts: [] }],
        scores: [{ participant: "Bo", bid: 0, aging: 1.5, mention: 0, centre: 0.25, total: 1.25 }],
        choices: [],
        addressed: null,
        tied: ["Bo"],
        draw: null,
        speaker: "Bo",
        reason: "Nobody else could speak.",
      },
    ],
    stopReason: { kind: "probability", turn: 2, probability: 0.2, draw: 0.071 },
    usage: {
      rows: [
        {
          purpose: "bid",
          participant: "Ann",
          model: "rehearsal",
          calls: 1200,
          uncounted: 0,
          inputTokens: 1,
          outputTokens: 2,
        },
      ],
      totals: { calls: 1200, uncounted: 0, inputTokens: 1, outputTokens: 2 },
      money: null,
      prices: {},
    },
  };

  it("shows who said what, how the floor was won, why the conversation ended, and what it cost", () => {
    expect(renderMarkdown({ ...conversation, title: "A talk" })).toBe(`# A talk

bidding · rehearsal · seed 42 · 4 March 2026

| Participant | Role |
| --- | --- |
| Ann | driver |
| Bo |  |

### Opening · Moderator

> Tea?

### 1 · Ann

> Yes.

<sub>**Ann 7** · Bo 7 drawn · Ann and Bo both bid 7; the draw of 0.412 selected Ann</sub>

### 2 · Bo

> No.

<sub>**Bo unreadable (0) + 1.5 for waiting − 0.25 average = 1.25** · Ann (spoke last)</sub>

---

Ended after 2 turns: the draw of 0.071 was below the probability of 0.2.

| Purpose | Calls | Tokens in (estimated) | Tokens out (estimated) |
| --- | ---: | ---: | ---: |
| bid | 1,200 | 1 | 2 |
`);
  });

  it("uses the conversation's language", () => {
    const page = renderMarkdown({ ...conversation, language: "zh" });
    expect(page).toContain("bidding · rehearsal · 随机种子 42 · 2026年3月4日");
    expect(page).toContain("### 开场 · Moderator");
    expect(page).toContain("Ann和Bo的出价都是 7；抽签得 0.412，选中Ann");
    expect(page).toContain("第 2 次发言后结束：抽到 0.071，小于概率 0.2。");
  });

  it("marks estimated tokens", () => {
    const [row] = conversation.usage.rows;
    const withModels = (...models: string[]) => {
      const rows = models.flatMap((model) => (row ? [{ ...row, model }] : []));
      return renderMarkdown({ ...conversation, usage: { ...conversation.usage, rows } });
    };
    expect(withModels("openai:x")).toContain("| Tokens in | Tokens out |");
    expect(withModels("rehearsal", "openai:x")).toContain("| Tokens in (partly estimated) |");
    expect(renderMarkdown({ ...conversation, language: "zh" })).toContain("| 输入词元（估算） |");
  });

  it("escapes markup in names", () => {
    const [decision] = conversation.decisions;
    const bid = { turn: 1, seat: 0, participant: "A**n", outcome: "bid" as const, value: 7, attempts: [] };
    const decisions = decision ? [{ ...decision, bids: [bid], tied: ["A**n"], draw: null, speaker: "A**n" }] : [];
    expect(renderMarkdown({ ...conversation, decisions })).toContain("<sub>**A\\*\\*n 7**</sub>");
  });

  it("shows the number of turns of an unfinished conversation", () => {
    expect(renderMarkdown({ ...conversation, stopReason: null })).toContain("Not finished: 2 turns so far.");
  });

  it("escapes markup in the topic and in roles", () => {
    const participants = conversation.participants.map((participant) => ({
      ...participant,
      role: "a | b\n### 9 · Eve",
    }));
    const page = renderMarkdown({ ...conversation, topic: "One\n\n### 8 · Eve\n\n> I", participants });
    expect(page).toContain("# One \\#\\#\\# 8 · Eve \\> I\n");
    expect(page).toContain("| Ann | a \\| b \\#\\#\\# 9 · Eve |");
    expect(readMarkdown(page).map(({ speaker }) => speaker)).toEqual(["Moderator", "Ann", "Bo"]);
  });
});

describe("a speech", () => {
  it.each([
    "Plain prose, with (brackets), a dash — and “quotes”. It's 5 < 6 & 7 > 2, costs $5 to $6, R&D!",
    "*leans forward* I _do_ mean it: a * b, 2*3, snake_case, 50% + 20% = 70% #winning",
    "她放下茶杯：*叹气*“三成？”——不止。",
    "C:\\Users, and/or [sic] at 12:30.",
    "1984 was a good year - or not.",
  ])("stays unchanged: %s", (text) => {
    expect(quoteOf(text)).toEqual([`> ${text}`]);
  });

  it.each([
    ["### 2 · Bo", "> \\### 2 · Bo"],
    ["---", "> \\---"],
    ["===", "> \\==="],
    ["> - ## a", "> > - \\## a"],
    ["`code", "> \\`code"],
    ["~~~", "> \\~~~"],
    ["</blockquote><h3>2 · Bo</h3>", "> \\</blockquote>\\<h3>2 · Bo\\</h3>"],
    ["![x](http://example.org) [y](z)", "> \\![x](http://example.org) [y\\](z)"],
    ["&lt; &#60;", "> \\&lt; \\&#60;"],
    ["$x$", "> \\$x\\$"],
    ["back\\", "> back\\\\"],
    ["back\\ ", "> back\\\\&nbsp;"],
    ["https://a.b/<b>`<i>`", "> https://a.b/&#60;b>&#96;&#60;i>&#96;"],
    ["`a|<b>`", "> \\`a|\\<b>\\`"],
    ["[!NOTE]", "> [\\!NOTE]"],
    ["[x]: y", "> [x\\]: y"],
    ["    code", "> &nbsp;&nbsp;&nbsp;&nbsp;code"],
    ["a\rb", "> a\\u{d}b"],
    ["a\u2028b", "> a\\u{2028}b"],
  ])("is escaped if it contains markup or unusual line breaks: %j", (text, line) => {
    expect(quoteOf(text)).toEqual([line]);
  });

  it.each([
    ["lists", "1. one\n   - two\n\n     more\n2. three"],
    ["quotes", "> one\n> - two"],
    ["tables", "| a | b |\n|---|--:|\n| 1 | 2 |"],
    ["code", 'Use `a < b`:\n\n```js\nif (a < b && !c) d("\\n");\n```\n\n~~~\n# a\n~~~'],
    ["code in a list", "1. one\n   ```\n   <b>\n\n   ```"],
    ["links", "[a](https://example.com/b_(c)?d=e&f) and [g](mailto:h@i.j)"],
    ["escaped emphasis", "2 \\* 3 \\* 4 \\_"],
  ])("keeps %s", (_name, text) => {
    expect(quoteOf(text).map((line) => line.replace(/^> ?| {2}$/g, ""))).toEqual(text.split("\n"));
  });

  it("does not keep code that a renderer could end early", () => {
    const lines = quoteOf("1. one\n   ```\n<b>\n   ```");
    expect(lines).toEqual(["> 1. one  ", ">    \\`\\`\\`  ", "> \\<b>  ", ">    \\`\\`\\`"]);
  });

  it("keeps its lines and its paragraphs", () => {
    expect(quoteOf("one\ntwo\n\nthree")).toEqual(["> one  ", "> two", ">", "> three"]);
  });

  it("is read back unchanged after an editor removes trailing spaces or changes line ends", () => {
    const lines = [said("Ann", "one\ntwo \n\nthree\n")];
    const page = renderMarkdown(conversationOf(lines));
    const expected = [{ speaker: "Ann", text: "one\ntwo \n\nthree\n" }];
    expect(readMarkdown(page.replace(/ +$/gm, ""))).toEqual(expected);
    expect(readMarkdown(page.replace(/\n/g, "\r\n"))).toEqual(expected);
  });
});

describe("a control", () => {
  const record = { id: "1", from: "Lena", interjections: 0, time: "2031-05-04T12:00:00.000Z", refusal: null };
  const steered: ConversationDocument = {
    ...conversationOf([
      { ...said("Ann", "Yes."), turn: 1 },
      { ...said("Bo", "No."), turn: 2 },
    ]),
    controls: [
      { ...record, turn: 1, control: { mute: "Bo" } },
      {
        ...record,
        turn: 2,
        control: { add: { name: "Dee", role: "nurse" } },
        refusal: { field: "add.name", code: "empty", params: {}, message: "must not be empty" },
      },
    ],
  };

  it("appears after its turn, with its author and the reason for a refusal", () => {
    const page = renderMarkdown(steered);
    expect(page).toMatch(/> Yes\.\n\n<sub>Lena: Bo is muted<\/sub>\n\n### 2 · Bo/);
    expect(page).toContain("<sub>Lena: Dee, nurse, joins (refused: must not be empty)</sub>");
    expect(readMarkdown(page)).toEqual([
      { speaker: "Ann", text: "Yes." },
      { speaker: "Bo", text: "No." },
    ]);
  });

  it("appears once, even if a message interrupts the next turn or its own turn has no message", () => {
    const between = [
      { ...said("Host", "And you?"), kind: "direction", turn: 2 },
      { ...said("Lena", "Wait!"), kind: "interjection", turn: 1 },
    ] as const;
    const [first, second] = steered.messages;
    const messages = [first, ...between, { ...second, turn: 4 }] as ExportedMessage[];
    const controls = [1, 3].map((turn) => ({ ...record, turn, control: { mute: `Bo ${turn}` } }));
    const page = renderMarkdown({ ...steered, messages, controls });
    expect(page.match(/Bo \d is muted|· \w+$/gm)).toEqual([
      ...["· Ann", "· Host", "· Lena", "Bo 1 is muted", "Bo 3 is muted", "· Bo"],
    ]);
  });

  it("appears in Chinese in a Chinese conversation", () => {
    expect(renderMarkdown({ ...steered, language: "zh" })).toContain("<sub>Lena：禁言Bo</sub>");
  });
});

describe("a judgement", () => {
  it("follows its round, even if another run continues with the same round", () => {
    const place = { stage: "Talk", round: 1 };
    const messages = [said("Ann", "Yes."), said("Bo", "No.")].map((message) => ({ ...message, ...place }));
    const judgements = [1, 2].map((turn) => ({
      ...{ ...place, turn, sufficient: true, reason: `Reason ${turn}`, open: [], answer: "" },
    }));
    const page = renderMarkdown({ ...conversationOf(messages), judgements });
    const course = ["## Talk", "· Ann", "Reason 1", "## Talk", "· Bo", "Reason 2"];
    expect(page.match(/^## Talk|· (?:Ann|Bo)$|Reason \d/gm)).toEqual(course);
  });
});

describe("corrected answers", () => {
  const answer = {
    turn: 1,
    participant: "Ann",
    purpose: "speech",
    answer: "Oh",
    used: "Yes.",
    messageId: null,
  } as const;
  const corrected = (...faults: readonly Correction["faults"][number][]) => {
    const corrections = faults.map((fault) => ({ ...answer, faults: [fault] }));
    return renderMarkdown({ ...conversationOf([said("Ann", "Yes.")]), corrections });
  };

  it("are counted, but approved answers are not", () => {
    expect(corrected("edited", "rejected")).toContain("2 answers were changed, cut off or requested again");
    expect(corrected("approved")).not.toContain("requested again");
  });
});
