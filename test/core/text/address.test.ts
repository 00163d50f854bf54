import assert from "node:assert/strict";
import { describe, expect, it } from "@jest/globals";
import fc from "fast-check";
import { readAddresses, withoutQuestions } from "../../../src/core/text/address.js";
import { itHolds } from "../../support/property.js";

const english = ["Mara Lindqvist", "Tobias Oyelaran", "Ines Kowalczyk", "Dr. Quill"];
const chinese = ["林晚舟", "欧阳启明", "叶知秋"];

describe("readAddresses in English", () => {
  it.each([
    ["Mara, what do you think?", ["Mara Lindqvist"], []],
    ["What do you say, Mara?", ["Mara Lindqvist"], []],
    ["Ines?", ["Ines Kowalczyk"], []],
    ["Tell me, Mara: who pays?", ["Mara Lindqvist"], []],
    ["Mara, who pays?", ["Mara Lindqvist"], []],
    ["Dr. Quill, how late is it?", ["Dr. Quill"], []],
    ["Thank you, Mara. Tobias, how many rooms?", ["Tobias Oyelaran"], ["Mara Lindqvist"]],
    ["Mara, do you agree? And you, Ines?", ["Mara Lindqvist", "Ines Kowalczyk"], []],
    ["Mara, you have run the numbers. What do you make of them?", ["Mara Lindqvist"], []],
    ["Mara, that is wrong. But who pays?", [], ["Mara Lindqvist"]],
    ["I agree with Mara.", [], ["Mara Lindqvist"]],
    ["Tobias's sums are wrong.", [], ["Tobias Oyelaran"]],
    ["Mara may say that trains are old. Is that so?", [], []],
    ["Would Mara say so?", [], []],
    ["As Tobias said, it is late.", [], []],
    ["*turns to Mara* Who pays?", [], []],
    ["Maram, who pays?", [], []],
    ["And Tobias? Nice try.", [], ["Tobias Oyelaran"]],
    ["Trains pay. And Tobias? Nice try. Mara, do you ride?", ["Mara Lindqvist"], ["Tobias Oyelaran"]],
    ["And Tobias? You know the sums.", ["Tobias Oyelaran"], []],
    ["Tobias? Who pays for it?", ["Tobias Oyelaran"], []],
    ['"Mara, who pays?"', ["Mara Lindqvist"], []],
    ['*leans forward* "Trains pay. Mara, who pays?"', ["Mara Lindqvist"], []],
    ["“Mara, who pays?” *waits*", ["Mara Lindqvist"], []],
    ['So I ask Mara: "Who pays?"', ["Mara Lindqvist"], []],
    ['Tobias asked "Mara, who pays?" and left.', [], []],
    ['"Mara, who pays?" Tobias asked.', [], []],
    ["> Mara, who pays?\nThat was his whole letter.", [], []],
    ["Did you speak with Mara, Tobias, and Ines?", [], ["Mara Lindqvist", "Tobias Oyelaran", "Ines Kowalczyk"]],
    [
      "Tobias, did you hear that from Mara, Dr. Quill, or Ines?",
      ["Tobias Oyelaran"],
      ["Mara Lindqvist", "Dr. Quill", "Ines Kowalczyk"],
    ],
  ])("finds who is asked and who is mentioned in %j", (text, asked, mentioned) => {
    const read = readAddresses(text, english);
    expect(read.asked).toEqual(asked);
    expect(read.mentioned).toEqual(mentioned);
  });

  it("ignores a first name that two participants share", () => {
    expect(readAddresses("Ann, why?", ["Ann Lee", "Ann Moss"]).named).toEqual([]);
    expect(readAddresses("Ann Moss, why?", ["Ann Lee", "Ann Moss"]).asked).toEqual(["Ann Moss"]);
  });
});

describe("readAddresses in Chinese", () => {
  it.each([
    ["林晚舟，您怎么看？", ["林晚舟"], []],
    ["那么叶知秋呢？", ["叶知秋"], []],
    ["您说呢，晚舟？", ["林晚舟"], []],
    ["叶知秋你怎么想？", ["叶知秋"], []],
    ["知秋女士，夜里谁在坐车？", ["叶知秋"], []],
    ["我同意欧阳启明的看法。", [], ["欧阳启明"]],
    ["欧阳启明可能会说太贵。", [], []],
    ["那么叶知秋呢？想得美。", [], ["叶知秋"]],
    ["“叶知秋，夜里谁在坐车？”", ["叶知秋"], []],
    ["林晚舟问过：“启明，谁出钱？”没有人回答。", [], ["林晚舟"]],
    ["叶知秋会怎么说？", [], []],
    ["欧阳启明，您觉得林晚舟怎么看？", ["欧阳启明"], []],
  ])("finds who is asked and who is mentioned in %j", (text, asked, mentioned) => {
    const read = readAddresses(text, chinese);
    expect(read.asked).toEqual(asked);
    expect(read.mentioned).toEqual(mentioned);
  });
});

describe("withoutQuestions", () => {
  it.each([
    ["A fine sum. Mara, who pays? We shall see.", "A fine sum. We shall see."],
    ["A fine sum. What do you say, Mara?", "A fine sum."],
    [
      "Mara, you have run the numbers. What do you make of them? It is late.",
      "Mara, you have run the numbers. It is late.",
    ],
    ["Who pays? Tobias, do you? Ines thinks so.", "Who pays? Tobias, do you? Ines thinks so."],
    ["Tobias, how many rooms? And you, Ines?", "Tobias, how many rooms?"],
    ['"A fine sum. Mara, who pays?"', '"A fine sum."'],
    ['*smiles* "Mara, who pays?" It is late.', '*smiles* "Mara, who pays?" It is late.'],
    ["And Mara? Nice try.", "And Mara? Nice try."],
    ["Mara, who pays?", ""],
  ])("removes only questions to other participants from %j", (text, rest) => {
    expect(withoutQuestions(text, english, "Tobias Oyelaran")).toBe(rest);
  });

  it("removes only questions to other participants from a Chinese text", () => {
    const text = "这笔账算得清楚。知秋，夜里谁在坐车？还有人没说话。";
    expect(withoutQuestions(text, chinese, "林晚舟")).toBe("这笔账算得清楚。还有人没说话。");
    expect(withoutQuestions(text, chinese, "叶知秋")).toBe(text);
  });
});

itHolds(
  "readAddresses finds only participants, for any text and any names",
  fc.property(
    fc.string({ maxLength: 30 }),
    fc.array(fc.string({ minLength: 1, maxLength: 6 }), { maxLength: 2 }),
    (text, names) => {
      const read = readAddresses(`${text} ${names.join(", ")}?`, names);
      for (const list of [read.asked, read.called, read.mentioned, read.named])
        for (const name of list) assert.ok(names.includes(name));
    },
  ),
);

describe("readAddresses", () => {
  it.each([
    ["I would like to ask Mara: would you ride it?", ["Mara Lindqvist"]],
    ["Over to Ines. What do you say?", ["Ines Kowalczyk"]],
    ["Hi Tobias, how are the rooms?", ["Tobias Oyelaran"]],
    ["@Tobias, how are the rooms?", ["Tobias Oyelaran"]],
    ["Could Mara tell us how late it was?", ["Mara Lindqvist"]],
  ])("finds who is asked, in English: %s", (text, asked) => {
    expect(readAddresses(text, english).asked).toEqual(asked);
  });

  it.each([
    ["叶知秋怎么看？", ["叶知秋"]],
    ["我想请问叶知秋，夜里谁在坐车？", ["叶知秋"]],
    ["有请林晚舟，您开了多少年？", ["林晚舟"]],
  ])("finds who is asked, in Chinese: %s", (text, asked) => {
    expect(readAddresses(text, chinese).asked).toEqual(asked);
  });

  it.each([
    ["May we ask who pays?", ["May Okafor", "Will Art"]],
    ["Will you answer me?", ["May Okafor", "Will Art"]],
    ["好书人人爱，谁不爱？", ["说书人", "林晚舟"]],
    ["大家平安吗？", ["安", "林晚舟"]],
  ])("does not mistake a word for a name: %s", (text, names) => {
    expect(readAddresses(text, names)).toEqual({ asked: [], called: [], mentioned: [], named: [] });
  });
});

it.each(["‘", "「", "“", "Mara, ", "?", "*"])("readAddresses finishes on a very long text that repeats %j", (part) => {
  const text = part.repeat(300_000 / part.length);
  expect(readAddresses(text, english).asked.length).toBeLessThanOrEqual(1);
});
