import assert from "node:assert/strict";
import { expect, it } from "@jest/globals";
import fc from "fast-check";
import { readJson } from "../../stage/net/read-json.js";
import { itHolds } from "../support/property.js";

const reordering = "\u202a\u202b\u202c\u202d\u202e\u2066\u2067\u2068\u2069";

it("escapes directional overrides, embeddings and isolates, but not marks that ordinary text needs", () => {
  const read = readJson(JSON.stringify([...reordering, "\u200f", "\u200d", "שלום"]));
  const shown = [...reordering].map((character) => `\\u{${character.charCodeAt(0).toString(16)}}`);
  expect(read).toEqual([...shown, "\u200f", "\u200d", "שלום"]);
});

it("leaves thread names unchanged, because the page sends them back to the server", () => {
  expect(readJson('{"thread":"a\u202eb","title":"a\u202eb"}')).toEqual({ thread: "a\u202eb", title: "a\\u{202e}b" });
});

itHolds(
  "reads other texts unchanged, and returns no character that reorders text",
  fc.property(fc.array(fc.oneof(fc.constantFrom(...reordering, "\\", '"', "}"), fc.string())), (parts) => {
    const text = parts.join("");
    const read = String(readJson(JSON.stringify(text)));
    const isReordering = (character: string) => reordering.includes(character);
    assert.deepEqual([...read].filter(isReordering), []);
    if (![...text].some(isReordering)) assert.equal(read, text);
  }),
);
