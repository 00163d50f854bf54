import assert from "node:assert/strict";
import { expect, it } from "@jest/globals";
import fc from "fast-check";
import { readServerSent } from "../../../src/apps/react/server-sent.js";
import { itHolds } from "../../support/property.js";

async function read(pieces: readonly string[]): Promise<(string | null)[]> {
  const events: (string | null)[] = [];
  async function* stream() {
    yield* pieces;
  }
  for await (const data of readServerSent(stream())) events.push(data);
  return events;
}

function cut(text: string, places: readonly number[]): string[] {
  const ends = [...new Set(places.map((place) => place % (text.length + 1)))].sort((left, right) => left - right);
  return [0, ...ends].map((start, index) => text.slice(start, ends[index] ?? text.length));
}

const line = fc.string({ unit: "grapheme" }).map((text) => text.replace(/[\r\n]/g, " "));

itHolds(
  "the reader returns the original events, whether lines end with LF or CRLF, and however the stream is split",
  fc.asyncProperty(
    fc.array(fc.oneof(fc.constant(null), fc.array(line, { minLength: 1 }))),
    fc.array(fc.nat()),
    fc.constantFrom("\n", "\r\n"),
    async (events, places, end) => {
      const text = events
        .map((data, index) => {
          const lines = data?.map((each) => `data: ${each}${end}`) ?? [];
          return data ? `id: ${index}${end}${lines.join("")}${end}` : `:${end}${end}`;
        })
        .join("");
      assert.deepEqual(
        await read(cut(text, places)),
        events.map((data) => data?.join("\n") ?? null),
      );
    },
  ),
);

it("the reader withholds an incomplete event", async () => {
  expect(await read(["data: one\n\nda", "ta: two\n"])).toEqual(["one"]);
});
