import assert from "node:assert/strict";
import { describe, expect, it } from "@jest/globals";
import fc from "fast-check";
import { createCleaner } from "../../../src/core/text/clean-speech.js";
import { anyText } from "../../support/hostile-arbitraries.js";
import { itHolds } from "../../support/property.js";

const others = ["Tobias Oyelaran", "Ines Kowalczyk", "Will Art", "Moderator", "林晚舟", "李和平", "产品经理"];
const cleaner = () =>
  createCleaner(
    { name: "Mara Lindqvist", role: "retired train driver" },
    others.map((name) => ({ name, ...(name === "Tobias Oyelaran" ? { role: "hotel owner" } : {}) })),
  );
const clean = (answer: string) => cleaner()(answer, true);

describe("cleaning a speech", () => {
  it.each([
    ["Mara Lindqvist: Every night.", "Every night.", ["own-label"]],
    ["Mara: Every night.", "Every night.", ["own-label"]],
    ["MARA LINDQVIST: Every night.", "Every night.", ["own-label"]],
    ["Mara Lindqvist, retired train driver: Every night.", "Every night.", ["own-label"]],
    ["**Mara Lindqvist:** *nods* Every night.", "*nods* Every night.", ["own-label"]],
    ["**Mara**: **Every** night.", "**Every** night.", ["own-label"]],
    ["[Mara Lindqvist]: Every night.", "Every night.", ["own-label"]],
    ["### Mara Lindqvist\n\nEvery night.", "Every night.", ["own-label"]],
    ["One.\nTobias Oyelaran: Two.\nMara: Three.", "One.", ["other-speaker"]],
    ["One.\n\nTobias: Two.", "One.", ["other-speaker"]],
    ["One.\n**Tobias:** Two.", "One.", ["other-speaker"]],
    ["One.\nTobias Oyelaran, hotel owner: Two.", "One.", ["other-speaker"]],
    ["One.\nTobias Oyelaran (hotel owner): Two.", "One.", ["other-speaker"]],
    ["One.\n\n### Tobias Oyelaran\n\nTwo!", "One.", ["other-speaker"]],
    ["One.\n**Tobias Oyelaran**\nTwo!", "One.", ["other-speaker"]],
    ["One.\n\n林晚舟：二。", "One.", ["other-speaker"]],
    ["One.\n【林晚舟】\n二。", "One.", ["other-speaker"]],
    ["One.\n【林晚舟】二。", "One.\n【林晚舟】二。", []],
    ["## My view\nOne.", "My view\nOne.", ["heading"]],
    ["## Day 1\nThe harbour.\n\n## Day 2\nThe hills.", "Day 1\nThe harbour.\n\nDay 2\nThe hills.", ["heading"]],
    ["### 第一天\n看海。\n### 第二天：\n爬山。", "第一天\n看海。\n第二天：\n爬山。", ["heading"]],
    ["## Replies\nTobias Oyelaran: Two.\nMara: One.", "Replies\nOne.", ["heading", "other-speaker", "own-label"]],
    ["## Replies\nTobias Oyelaran: Two.", "Two.", ["heading", "other-speaker"]],
    ["One.\n## Replies\nTobias: Two.", "One.\nReplies", ["heading", "other-speaker"]],
    ["Mara: ```py\n# Tobias\n```\nOne.\nTobias: Two.", "```py\n# Tobias\n```\nOne.\nTobias: Two.", ["own-label"]],
    ["```py\n# load\n```\nTobias: Two.", "```py\n# load\n```", ["other-speaker"]],
    [
      "Look:\n```yaml\nTobias Oyelaran: 2\n```\n\nTobias Oyelaran: Two.",
      "Look:\n```yaml\nTobias Oyelaran: 2\n```",
      ["other-speaker"],
    ],
    ["One.\nnext speaker: Ines", "One.", ["heading"]],
    ["One.\nNext_speaker:\nInes, well?", "One.", ["heading"]],
    ["One.\n### The next speaker\nInes, well?", "One.", ["heading"]],
    ["One.\n下一位：林晚舟", "One.", ["heading"]],
    ["One.\n下一名发言人：", "One.", ["heading"]],
    ["Tobias Oyelaran: Two.\nMara: One.", "One.", ["other-speaker", "own-label"]],
    ["Tobias: Two.", "Two.", ["other-speaker"]],
    ["# Everything in a heading", "Everything in a heading", ["heading"]],
    ["### Next speaker: Ines", "### Next speaker: Ines", ["heading"]],
  ])("turns %j into %j", (answer, text, faults) => {
    expect(clean(answer)).toEqual({ text, faults });
  });
});

const lookalikes = [
  ["Тobias Oyelaran:", "a Cyrillic letter"],
  ["Tobіas Oуelarаn：", "several Cyrillic letters"],
  ["TOBIAS OYELARAΝ:", "a Greek capital"],
  ["Tobias 0yelaran:", "a digit"],
  ["Tob1as Oyelaran:", "another digit"],
  ["Töbias Oyelaran:", "an accent"],
  ["𝐓𝐨𝐛𝐢𝐚𝐬 𝐎𝐲𝐞𝐥𝐚𝐫𝐚𝐧:", "mathematical letters"],
  ["Tobias\u00a0Oyelaran:", "another space"],
  ["Tob\u200bias Oyelaran:", "an invisible character"],
  ["Tobias Oyelaran\u2060:", "an invisible character before the colon"],
  ["\u200bTobias Oyelaran:", "an invisible character at the start"],
  ["\u3000Tobias Oyelaran:", "a wide space at the start"],
  ["Tobias Oyelaran꞉", "another colon"],
  ["**Тobias Oyelaran**:", "a Cyrillic letter in markup"],
  ["Mоderator:", "a letter of the moderator's name"],
  ["Тоbias:", "two letters of a part of a name"],
  ["lnes Kowalczyk:", "a small l"],
] as const;

describe("a label", () => {
  it.each(lookalikes.map(([label, why]) => [why, label] as const))(
    "that looks like another speaker's except for %s ends the speech: %s",
    (_why, label) => {
      const answer = `One.\n\n${label} Two.\nThree.`;
      expect(clean(answer)).toEqual({ text: "One.", faults: ["other-speaker"] });
      const streaming = cleaner();
      for (let end = 1; end < answer.length; end += 1)
        expect("One.".startsWith(streaming(answer.slice(0, end), false).text)).toBe(true);
      expect(streaming(answer, true).text).toBe("One.");
    },
  );

  it.each(["10: the hour.", "1. Tobias is wrong: beds.", "Tobías y yo: beds.", "A list:\nТobias Oyelaran: beds."])(
    "does not end the speech if it is in a list or does not look like another speaker's: %j",
    (line) => {
      const short = createCleaner({ name: "Mara" }, [{ name: "Io" }, { name: "Tobias Oyelaran" }]);
      expect(short(`One.\n${line}\nThree.`, true)).toEqual({ text: `One.\n${line}\nThree.`, faults: [] });
    },
  );

  it("is removed if it looks like the speaker's own", () => {
    expect(clean("Маra Lindqvist: One.")).toEqual({ text: "One.", faults: ["own-label"] });
  });
});

it.each([
  ["AI: will it take our jobs?", "Al", "Ann"],
  ["AI: will it take our jobs?", "Ann", "Al"],
  ["**AI:** will it take our jobs?", "Al", "Ann"],
  ["LAN: we need one.", "Ian", "Ann"],
])("an ordinary word that looks like a name is not a label: %j, beside %s and %s", (line, other, name) => {
  for (const answer of [`One.\n${line}\nThree.`, `One.\n\n${line}`, line])
    expect(createCleaner({ name }, [{ name: other }])(answer, true)).toEqual({ text: answer, faults: [] });
});

describe("the cleaner", () => {
  it.each([
    "Every night.",
    "Mara, Mara Lindqvist: that was me.",
    "I said to Tobias: no.",
    "What we take home:\n- Tobias Oyelaran: the beds.\n- Ines Kowalczyk: the nights.\nThank you all.",
    "What each of you said:\nTobias Oyelaran: beds.\nInes Kowalczyk: nights.\n\nAnd I say trains.",
    "Who said what:\n\n**Tobias Oyelaran**: beds.\n**Ines**: nights.",
    'The note on the door read\n"Tobias Oyelaran: back in five minutes."',
    "> Tobias Oyelaran: we are full\nis what the sign said.",
    "We have it in writing.\nWill: without it nobody signs.",
    "Art: that is what it is.\nTobias Oyelaran agrees.",
    "就这样。\n和平：这是第一位的。",
    "就这样。\n经理：这个词我不喜欢。",
    "Where we stand:\nTobias Oyelaran: beds.\nAnd he means it.\nInes Kowalczyk: nights.",
    "# of guests fell last year.\nThat is all.",
    "Next turn: the dragon wakes.",
    "The next speaker: nobody knows who it will be, and I like that.",
    "Next, speakers of the house: listen.",
    "#1 is safety.",
    "Note: the lamp runs by itself.",
    "下一个问题：谁来付钱？",
    "Like so:\n```python\n# read the log\ndef load(path):\n    # Tobias: check this\n    return path\n```\nIt runs.",
    "Like so:\n\n~~~~yaml\n# Moderator\nMara Lindqvist: 1\nTobias Oyelaran: 2\n~~~\n### next speaker: Ines\n~~~~\nIt runs.",
    "1. Like so:\n   ```sh\n   # Ines\n   ls\n   ```\n2. And on.",
    "```js\nnext speaker: Ines\n# never closed",
  ])("leaves %j unchanged", (answer) => {
    expect(clean(answer)).toEqual({ text: answer, faults: [] });
  });

  it("leaves the text after a removed label unchanged", () => {
    const { text } = clean("Mara Lindqvist: Where we stand:\nTobias Oyelaran: beds.\nInes Kowalczyk: nights.");
    expect(text).toBe("Where we stand:\nTobias Oyelaran: beds.\nInes Kowalczyk: nights.");
  });

  it("keeps headings if `keepsHeadings` is set", () => {
    const report = "## Costs\nFuel.\n\n## Risks\nStorms.";
    expect(createCleaner({ name: "Mara" }, [], { keepsHeadings: true })(report, true)).toEqual({
      text: report,
      faults: [],
    });
  });

  it("drops the title if `dropsTitle` is set, unless the title is the whole speech", () => {
    const clean = (answer: string) => createCleaner({ name: "Mara" }, [], { dropsTitle: true })(answer, true).text;
    expect(clean("## Comment\n\nOne.\n## Two\nThree.")).toBe("One.\nTwo\nThree.");
    expect(clean("## Comment")).toBe("Comment");
  });

  it("recognizes labels with unusual names", () => {
    const odd = createCleaner({ name: "Next Speaker" }, [{ name: "A" }, { name: "O'Neil (x+)*" }]);
    expect(odd("Next Speaker: I am here.", true)).toEqual({ text: "I am here.", faults: ["own-label"] });
    const marked = createCleaner({ name: "[bot] Ann" }, [{ name: "*Star*" }]);
    expect(marked("[bot] Ann: I am here.\n*Star*: no.", true).text).toBe("I am here.");
    const letters = createCleaner({ name: "B" }, [{ name: "A" }]);
    expect(letters("A: no.\nB: yes.", true).text).toBe("yes.");
  });
});

const piece = fc.oneof(
  fc.constantFrom(
    "Mara Lindqvist:",
    "Mara",
    "**Mara:** ",
    "Tobias:",
    "Tobias Oyelaran (owner): ",
    "Ines",
    "林晚舟：",
    ":",
  ),
  fc.constantFrom("Tobias Oyelaran, hotel owner", "【林晚舟】", "[Ines Kowalczyk]", "**Ines Kowalczyk**", "、"),
  fc.constantFrom(
    "\n",
    "\n\n",
    " ",
    "### ",
    "```",
    "\n~~~\n",
    "\n```\n# ",
    "next speaker: ",
    "next_speaker",
    "The next participant",
    "下一名发言人",
    "下一位：",
  ),
  fc.constantFrom("*nods* ", "> ", "- ", "word ", "(", ")", "__", "We say:\n", "the next ", "**"),
  fc.string({ maxLength: 6 }),
);
const answers = fc.array(piece, { maxLength: 14 }).map((pieces) => pieces.join(""));

itHolds(
  "a streamed speech never retracts text that was shown, however the stream is split",
  fc.property(answers, fc.array(fc.integer({ min: 1, max: 20 }), { minLength: 1, maxLength: 5 }), (answer, steps) => {
    const read = cleaner();
    let shown = "";
    for (let end = 0, step = 0; end < answer.length; step += 1) {
      end += steps[step % steps.length] ?? 1;
      const { text } = read(answer.slice(0, end), false);
      if (!text.startsWith(shown)) assert.equal(text, shown);
      shown = text;
    }
    const whole = read(answer, true);
    if (!whole.text.startsWith(shown)) assert.equal(whole.text, shown);
    assert.deepEqual(whole, clean(answer));
  }),
);

itHolds(
  "after plain sentences, a speech ends before a line that announces the next speaker or has another's full name as its label",
  fc.property(
    fc.array(fc.constantFrom("One.", "Two, three.", ""), { minLength: 1, maxLength: 4 }),
    fc.constantFrom(
      "Tobias Oyelaran: no",
      "**Ines Kowalczyk:** no",
      "林晚舟：不",
      "### Moderator: no",
      "Next speaker: Ines",
    ),
    (own, other) => {
      assert.equal(clean([...own, "Four.", other, "Five."].join("\n")).text, [...own, "Four."].join("\n").trim());
    },
  ),
);

itHolds(
  "a cleaned speech contains only text from the answer",
  fc.property(anyText, (answer) => {
    const { text } = clean(answer);
    const lines = answer.split("\n");
    for (const line of text.split("\n")) assert.ok(lines.some((each) => each.includes(line.trim())));
  }),
);

// A cleaner that takes quadratic time would exceed the test's timeout.
it.each([
  ["spaces", " "],
  ["brackets", "「"],
  ["unfinished labels", "Mara Lindqvist ("],
  ["asterisks", "**"],
  ["own labels", "Mara Lindqvist: \n"],
  ["lines of unfinished labels", "Tobias Oyelaran (\n"],
])("the cleaner finishes on a very long answer of %s", (_what, part) => {
  const answer = part.repeat(600_000 / part.length);
  expect(clean(answer).text.length).toBeLessThanOrEqual(answer.length);
});
