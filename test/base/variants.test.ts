import assert from "node:assert/strict";
import { isDeepStrictEqual } from "node:util";
import { describe, expect, it } from "@jest/globals";
import fc from "fast-check";
import { isEqual } from "../../src/base/is-equal.js";
import * as browser from "../../src/base/platform/browser.js";
import * as node from "../../src/base/platform/node.js";
import { itHolds } from "../support/property.js";

it("the platform modules for browsers and for Node.js have the same exports", () => {
  expect(Object.keys(browser).sort()).toEqual(Object.keys(node).sort());
});

// The unit `binary` has every code point except halves of surrogate pairs, which the constants add.
const anyText = fc.oneof(fc.string(), fc.string({ unit: "binary" }), fc.constantFrom("\ud800", "夜\udc00车"));

itHolds(
  "sha256 of the module for browsers returns the same digest as that of the module for Node.js",
  fc.property(anyText, fc.constantFrom("hex", "base64url"), (text, encoding) => {
    assert.equal(browser.sha256(text, encoding), node.sha256(text, encoding));
  }),
);

itHolds(
  "ownCopy of the module for browsers returns the same text as that of the module for Node.js",
  fc.property(anyText, (text) => assert.equal(browser.ownCopy(text), node.ownCopy(text))),
);

itHolds(
  "isEqual compares JSON values as isDeepStrictEqual does",
  fc.property(fc.jsonValue(), fc.jsonValue(), (left, right) => {
    assert.equal(isEqual(left, right), isDeepStrictEqual(left, right));
    assert.equal(isEqual(left, JSON.parse(JSON.stringify(left))), true);
  }),
);

describe.each(Object.entries({ node, browser }))(
  "the platform functions for %s",
  (_name, { AsyncLocalStorage, wait }) => {
    it("a context ends when its callback returns or throws, and the outer context applies again", () => {
      const storage = new AsyncLocalStorage<string>();
      const seen = storage.run("outer", () => {
        const inner = storage.run("inner", () => storage.getStore());
        expect(() => storage.run("failing", () => assert.fail("on purpose"))).toThrow("on purpose");
        return [inner, storage.getStore()];
      });
      expect(seen).toEqual(["inner", "outer"]);
      expect(storage.getStore()).toBeUndefined();
    });

    it("a wait ends with its value, and rejects as soon as its signal is aborted", async () => {
      expect(await wait(1, "done")).toBe("done");
      const controller = new AbortController();
      const waiting = expect(wait(60_000, undefined, { signal: controller.signal })).rejects.toThrow();
      controller.abort();
      await waiting;
      await expect(wait(60_000, undefined, { signal: controller.signal })).rejects.toThrow();
    });
  },
);
