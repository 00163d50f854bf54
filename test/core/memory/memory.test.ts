import { describe, expect, it } from "@jest/globals";
import { AIMessage } from "@langchain/core/messages";
import { remember } from "../../../src/core/memory/remember.js";

const messages = Array.from(
  { length: 6 },
  (_each, index) => new AIMessage({ name: "Ada", content: `${index}`.repeat(35) }),
);
const window = (settings: object) => {
  const { lines, omitted } = remember({
    messages,
    memory: { window: "all", turns: 20, tokens: 8000, ...settings },
    memorySummary: null,
  });
  return { texts: lines.map(({ text }) => text[0]).join(""), omitted };
};

describe("memory", () => {
  it("holds all messages if its window is `all`", () => expect(window({})).toEqual({ texts: "012345", omitted: 0 }));
  it("holds the last `turns` messages if its window is `turns`", () =>
    expect(window({ window: "turns", turns: 2 })).toEqual({ texts: "45", omitted: 4 }));
  it("holds the latest messages that fit the token limit, at 4 characters per token, names included", () => {
    expect(window({ window: "tokens", tokens: 30 })).toEqual({ texts: "345", omitted: 3 });
    expect(window({ window: "tokens", tokens: 29 })).toEqual({ texts: "45", omitted: 4 });
  });
  it("holds the latest message, however long it is", () => {
    expect(window({ window: "tokens", tokens: 1 })).toEqual({ texts: "5", omitted: 5 });
  });
  it("is empty without messages", () => {
    const memory = { window: "turns", turns: 2, tokens: 100 } as const;
    expect(remember({ messages: [], memory, memorySummary: null })).toEqual({ lines: [], omitted: 0 });
  });
});
