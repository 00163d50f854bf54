import { describe, expect, it } from "@jest/globals";
import type { StartOptions } from "../../../../src/talk/conversations/port/port.js";
import { checkMode, decideStart, type KeyedStart, keyedStart } from "../../../../src/talk/conversations/port/start.js";

const thread = "talk";
const options = { input: { topic: "The ferry", maxTurns: 2 }, context: { model: "rehearsal" } };
const keyOf = (changes: StartOptions = {}, mode = "bidding") =>
  keyedStart(mode, { idempotencyKey: "job-1", ...options, ...changes }) as KeyedStart;
const key = keyOf();
const starts = { [key.id]: key.digest };
const unfinished = ["running", "waiting", "paused", "stopped", "failed"] as const;

const refusal = (field: string, code: string) =>
  expect.objectContaining({
    code: "invalid-input",
    details: { problems: [expect.objectContaining({ field, code })] },
  });

describe("decideStart", () => {
  it.each([key, undefined])("opens a conversation in an unused thread (key: %j)", (given) => {
    expect(decideStart({ thread, key: given, known: undefined })).toBe("open");
  });

  it.each([key, undefined])("adds a round to an ended conversation that has another key (key: %j)", (given) => {
    expect(decideStart({ thread, key: given, known: { state: "ended", starts: { other: "x" } } })).toBe("add-round");
  });

  it.each([...unfinished, "ended"] as const)("joins a conversation with the same key that is %s", (state) => {
    expect(decideStart({ thread, key, known: { state, starts } })).toBe("join");
  });

  it("continues a cut-off conversation with the same key", () => {
    expect(decideStart({ thread, key, known: { state: "cut-off", starts } })).toBe("continue");
  });

  it.each([...unfinished, "cut-off"] as const)("rejects another start while the conversation is %s", (state) => {
    const taken = refusal("thread", "thread-taken");
    expect(() => decideStart({ thread, key: undefined, known: { state, starts } })).toThrow(taken);
    expect(() => decideStart({ thread, key, known: { state } })).toThrow(taken);
  });

  it.each([...unfinished, "cut-off", "ended"] as const)("rejects the same key with other options (%s)", (state) => {
    const known = { state, starts };
    expect(() => decideStart({ thread, key: keyOf({ input: { topic: "The bridge" } }), known })).toThrow(
      refusal("idempotencyKey", "key-taken"),
    );
  });
});

describe("the digest of a start", () => {
  it("does not depend on the order of fields, or on the signal", () => {
    const { signal } = new AbortController();
    expect(keyOf({ input: { maxTurns: 2, topic: "The ferry" }, signal })).toEqual(key);
  });

  it.each<StartOptions>([
    { input: { topic: "The ferry" } },
    { context: {} },
    { thread: "other" },
    { title: "Ferries" },
    { scenario: { seed: 1 } },
  ])("depends on the options (%j)", (changes) => {
    expect(keyOf(changes).digest).not.toBe(key.digest);
  });

  it("depends on the mode, and the key's id depends on the caller", () => {
    expect(keyOf({}, "director")).toEqual({ id: key.id, digest: expect.not.stringMatching(key.digest) });
    const owned = keyedStart("bidding", { idempotencyKey: "job-1", ...options }, "ada:");
    expect(owned).toEqual({ id: `ada:${key.id}`, digest: key.digest });
    const named = { idempotencyKey: "job-1", ...options, thread: `ada:${key.id}` };
    expect(keyedStart("bidding", named, "ada:")).toEqual(owned);
  });
});

describe("the requested mode", () => {
  it("is accepted if it is the mode of the thread's conversation", () => {
    expect(() => checkMode("bidding", "bidding")).not.toThrow();
  });

  it("is rejected if the thread's conversation has another mode", () => {
    expect(() => checkMode("bidding", "director")).toThrow(
      expect.objectContaining({
        code: "invalid-input",
        details: {
          problems: [expect.objectContaining({ field: "mode", code: "not-one-of", params: { values: ["bidding"] } })],
        },
      }),
    );
  });
});
