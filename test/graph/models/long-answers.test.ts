import assert from "node:assert/strict";
import { expect, it } from "@jest/globals";
import fc from "fast-check";
import { createCleaner } from "../../../src/core/text/clean-speech.js";
import { inStrides, normalizeAnswer, streamSpeech } from "../../../src/graph/models/stream-speech.js";
import { itHolds } from "../../support/property.js";

function* growing(answer: string, ends: Iterable<number>): Generator<string> {
  for (const end of ends) yield answer.slice(0, end);
  yield answer;
}

const everyFour = (length: number) => Array.from({ length: length / 4 }, (_, index) => 4 * (index + 1));

const cleanerFor = () => createCleaner({ name: "Ann Lee" }, [{ name: "Bo" }]);

/** Counts the characters that the cleaner reads while an answer streams in pieces of four characters. */
async function charactersRead(answer: string): Promise<number> {
  let read = 0;
  const createCounting = () => {
    const clean = cleanerFor();
    return (text: string, isWhole: boolean) => {
      read += text.length;
      return clean(text, isWhole);
    };
  };
  const texts = growing(answer, everyFour(answer.length));
  await streamSpeech({ texts, isCutOff: false }, createCounting, { begin() {}, piece() {} });
  return read;
}

it.each([
  ["paragraphs", "The river is deep, and nobody has crossed it.\n\n"],
  ["one line", "The river is deep, and nobody has crossed it. "],
])("cleaning a long speech of %s reads a number of characters that grows linearly", async (_what, part) => {
  const [small, large] = [part.repeat(700), part.repeat(1400)];
  const [less, more] = [await charactersRead(small), await charactersRead(large)];
  expect(more / less).toBeLessThan(2.2);
  expect(more / large.length).toBeLessThan(300);
});

it("`inStrides` yields a short answer after every piece, and a long one each time it has grown by 0.5%", async () => {
  const lengths: number[] = [];
  for await (const { length } of inStrides(growing("a".repeat(40_000), everyFour(40_000)))) lengths.push(length);
  expect(lengths.slice(0, 100)).toEqual(everyFour(400));
  const waits = lengths.slice(1).map((length, index) => length - (lengths[index] ?? 0) - length * 0.005);
  expect(Math.max(...waits)).toBeLessThanOrEqual(4);
  expect(lengths.at(-1)).toBe(40_000);
});

const part = fc.oneof(
  fc.constantFrom("Ann Lee: ", "Bo: ", "\n", "\n\n", "\r\n", "### ", "<think>", "</think>", "<thi", "- "),
  fc
    .constantFrom("The river is deep. ", "Nobody has crossed it, and nobody will. ")
    .chain((sentence) => fc.integer({ min: 1, max: 12 }).map((times) => sentence.repeat(times))),
  fc.string({ maxLength: 5 }),
);
const answers = fc.array(part, { maxLength: 12 }).map((parts) => parts.join(""));

itHolds(
  "the streamed pieces add up to the speech, however the answer is split",
  fc.asyncProperty(
    answers,
    fc.array(fc.integer({ min: 1, max: 30 }), { minLength: 1, maxLength: 5 }),
    async (answer, steps) => {
      const ends: number[] = [];
      for (let end = 0, step = 0; end < answer.length; step += 1) {
        end += steps[step % steps.length] ?? 1;
        ends.push(end);
      }
      let streamed = "";
      const listener = {
        begin: () => {
          streamed = "";
        },
        piece: (text: string) => {
          streamed += text;
        },
      };
      const speech = await streamSpeech({ texts: growing(answer, ends), isCutOff: false }, cleanerFor, listener, {
        allowEmpty: true,
      });
      assert.equal(streamed, speech.text);
      assert.equal(speech.raw, answer);
      const atOnce = cleanerFor()(normalizeAnswer(answer), true).text;
      if (speech.text !== "") assert.equal(speech.text, atOnce);
    },
  ),
);
