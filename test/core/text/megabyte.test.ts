/** These tests count steps and characters, because times depend on the machine. */
import { afterEach, describe, expect, it, jest } from "@jest/globals";
import { readAddresses } from "../../../src/core/text/address.js";
import { createCleaner } from "../../../src/core/text/clean-speech.js";
import { repeats } from "../../../src/core/text/repetition.js";
import { countWords } from "../../../src/core/text/word-count.js";
import { inStrides, streamSpeech } from "../../../src/graph/models/stream-speech.js";
import { locales } from "../../../src/words/registry.js";
import { isThorough } from "../../support/property.js";

const size = isThorough ? 1_000_000 : 100_000;
const units = [
  "# ",
  "#\n",
  "a\n",
  "Ann:\n",
  "Bo Li: x\n",
  "\n",
  "。",
  "林",
  ". ",
  "\u200b",
  "한국어 ",
  "ไทย",
  "<think>",
  "```\n",
];
const hostile = units.map((unit) => [unit, unit.repeat(size / unit.length)] as const);

afterEach(() => {
  jest.restoreAllMocks();
});

describe.each(hostile)("a long answer of %j", (_unit, text) => {
  it("is cleaned in short steps, and other tasks run in between", async () => {
    const steps: number[] = [];
    let tasks = 0;
    let isOver = false;
    const count = () => {
      tasks += 1;
      if (!isOver) setImmediate(count);
    };
    setImmediate(count);
    let read = 0;
    const createCounting = () => {
      const clean = createCleaner({ name: "Ann" }, [{ name: "Bo Li" }]);
      return (answer: string, isWhole: boolean) => {
        steps.push(answer.length - read);
        read = answer.length;
        return clean(answer, isWhole);
      };
    };
    const whole = { texts: [text], isCutOff: false };
    await streamSpeech(whole, createCounting, { begin() {}, piece() {} }, { allowEmpty: true });
    isOver = true;
    expect(Math.max(...steps)).toBeLessThanOrEqual(Math.max(4000, size * 0.005) + 2);
    expect(tasks).toBeGreaterThanOrEqual(Math.min(20, steps.length - 2));
  });

  it("is counted, compared and searched for names with at most 20,000 characters passed to the slow segmenter", () => {
    let segmented = 0;
    const { segment } = Intl.Segmenter.prototype;
    jest.spyOn(Intl.Segmenter.prototype, "segment").mockImplementation(function (this: Intl.Segmenter, given: string) {
      segmented += given.length;
      return segment.call(this, given);
    });
    for (const language of ["en", "zh"] as const) countWords(text, language);
    expect(segmented).toBeLessThanOrEqual(10_000);
    const comparison = { ...locales.en, names: ["Ann", "Bo Li"] };
    repeats(text, [text], comparison);
    readAddresses(text, comparison.names);
    expect(segmented).toBeLessThanOrEqual(20_000);
  });
});

it("countWords estimates the number of words in a long text without spaces from the beginning of the text", () => {
  const once = "这是一个很长的句子".repeat(500);
  const [short, long] = [countWords(once, "en"), countWords(once.repeat(20), "en")];
  expect(long / short).toBeGreaterThan(19);
  expect(long / short).toBeLessThan(21);
});

it("inStrides yields a text that arrives whole in steps of 4,000 characters", async () => {
  const lengths: number[] = [];
  for await (const { length } of inStrides(["a".repeat(9000)])) lengths.push(length);
  expect(lengths).toEqual([4000, 8000, 9000]);
});

it("inStrides does not split a character", async () => {
  const texts: string[] = [];
  for await (const text of inStrides([`${"a".repeat(3999)}😀${"a".repeat(3999)}`])) texts.push(text);
  expect(texts.map(({ length }) => length)).toEqual([3999, 8000]);
  expect(texts.every((text) => text.isWellFormed())).toBe(true);
});
