/** Tests what `start` does for each state of a thread's conversation, and how it checks the requested mode. */
import { describe, expect, it } from "@jest/globals";
import { checkMode, decideStart } from "../../../../src/talk/conversations/port/start.js";

const thread = "talk";
const both = [true, false] as const;
const unfinished = ["running", "waiting", "paused", "stopped", "failed"] as const;

describe("decideStart", () => {
  it.each(both)("opens a conversation in an unused thread (with a key: %s)", (isKeyed) => {
    expect(decideStart({ thread, isKeyed, state: undefined })).toBe("open");
  });

  it.each(both)("adds a round to a conversation that has ended (with a key: %s)", (isKeyed) => {
    expect(decideStart({ thread, isKeyed, state: "ended" })).toBe("add-round");
  });

  it.each(unfinished)("joins a conversation that is %s if there is a key", (state) => {
    expect(decideStart({ thread, isKeyed: true, state })).toBe("join");
  });

  it("continues a cut-off conversation if there is a key", () => {
    expect(decideStart({ thread, isKeyed: true, state: "cut-off" })).toBe("continue");
  });

  it.each([...unfinished, "cut-off"] as const)("throws if the conversation is %s and there is no key", (state) => {
    expect(() => decideStart({ thread, isKeyed: false, state })).toThrow(
      expect.objectContaining({
        code: "invalid-input",
        details: { problems: [expect.objectContaining({ field: "thread", code: "thread-taken", params: { thread } })] },
      }),
    );
  });
});

describe("the requested mode", () => {
  it("is accepted if it is the mode of the thread's conversation", () => {
    expect(() => checkMode("bidding", "bidding")).not.toThrow();
  });

  it("is refused if the thread's conversation has another mode", () => {
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
