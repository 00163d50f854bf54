import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "@jest/globals";
import { llms } from "./documentation.js";
import { codeIn, isNamed, unnamedWords } from "./unnamed-words.js";

const read = (path: string) => readFileSync(join(import.meta.dirname, path), "utf8");

/** The words in each program that its author made up or knows from other libraries. */
const own: Readonly<Record<string, readonly string[]>> = {
  "five-models.ts": ["Chen", "Dora", "Emil", "openai:big-local-model", "openai:small-local-model"],
  "person.ts": ["conversations", "thread", "app", "/hall"],
  "own-rule.ts": [],
  "own-graph.ts": ["END", "number", "file", "panel", "archive"],
  "tool-agent.ts": ["Pilot", "harbour", "tide"],
  "turn-counts.ts": ["who", "turns", "words"],
  "fifty.ts": [],
  "react-app.ts": ["react", "createElement", "main", "output", "disabled"],
  "server.ts": ["server", "stop"],
  "secret.ts": ["whole", "audience", "report"],
  "providers.ts": ["models"],
};
const chatModels = ["@langchain/core/language_models/chat_models", "BaseChatModel"];

it("each of the eleven programs has an entry in `own`", () => {
  expect(readdirSync(join(import.meta.dirname, "programs")).sort()).toEqual(Object.keys(own).sort());
  expect(Object.keys(own)).toHaveLength(11);
});

it.each(Object.entries(own))("%s uses only what llms.txt names", (file, names) => {
  expect(unnamedWords(read(`programs/${file}`), "ts", llms, [...names, ...chatModels])).toEqual([]);
});

it.each([
  ["scenario.yaml", "yaml", []],
  ["langgraph.json", "json", ["debate"]],
  [
    "Dockerfile",
    "sh",
    [
      "FROM",
      "node:24-slim",
      "WORKDIR",
      "/srv",
      "COPY",
      "package.json",
      "package-lock.json",
      "RUN",
      "ci",
      "--omit",
      "dev",
    ],
  ],
] as const)("%s uses only what llms.txt names", (file, kind, names) => {
  expect(unnamedWords(read(`files/${file}`), kind, llms, names)).toEqual([]);
});

describe("the check", () => {
  it.each([
    ["an entry", 'import { createApp } from "rostrum/pages";', "rostrum/pages"],
    ["an export", 'import { createPanel as createBidding } from "rostrum";', "createPanel"],
    ["a type", 'import type { Spoken } from "rostrum";', "Spoken"],
    ["an option", "createBidding({ model, temperatures: [1] });", "temperatures"],
    ["an option given in short", "const judges = 3; createBidding({ judges });", "judges"],
    ["a field of the input", "graph.invoke({ 'rounds': 2 });", "rounds"],
    ["a method", "conversations.pauseAll();", "pauseAll"],
    ["a field of an event", "for await (const event of follow(thread)) console.log(event.remark);", "remark"],
    ["a field taken from a result", "const { verdicts: [first] } = await graph.invoke(input);", "verdicts"],
    ["an event", 'if (event.type === "speech-finished") log(event.text);', "speech-finished"],
    ["a mode", 'conversations.start("parliament");', "parliament"],
    ["a model", 'createBidding({ model: "gemini:pro" });', "gemini:pro"],
    ["a variable", 'process.env["ROSTRUM_PASSWORD"];', "ROSTRUM_PASSWORD"],
    ["an import that is not loaded at once", 'await import("rostrum/queue");', "rostrum/queue"],
  ])("finds %s that llms.txt does not name", (_what, program, name) => {
    expect(unnamedWords(program, "ts", llms, ["first"])).toEqual([name]);
  });

  it.each([
    ["a command", "npx rostrum judge", "sh", "judge"],
    ["a command's option", "npx rostrum ui --address", "sh", "--address"],
    ["a file", "npx rostrum run talk.yaml", "sh", "talk.yaml"],
    ["a setting", "mode: bidding\nspeed: 3", "yaml", "speed"],
    ["a participant's field", "participants: [{ name: Ann, mood: Bad }]", "yaml", "mood"],
    ["a graph", '{ "graphs": { "bidding": "./graphs/auction.js:graph" } }', "json", "./graphs/auction.js:graph"],
  ] as const)("finds %s that llms.txt does not name", (_what, file, kind, name) => {
    expect(unnamedWords(file, kind, llms)).toEqual([name]);
  });

  it("finds a word as soon as llms.txt no longer contains it", () => {
    const program = read("programs/person.ts");
    for (const name of ["openConversations", "human", "rostrum/web", "round-robin"])
      expect(unnamedWords(program, "ts", llms.replaceAll(name, "…"), own["person.ts"])).toEqual([name]);
  });

  it.each([
    ["end", "`speech-end`", false],
    ["rostrum", "`rostrum/web`", false],
    ["text", "text is prose here", false],
    ["text", "with `text`", true],
    ["--port", "`--port 4300`", true],
    ["port", "`--port 4300`", false],
    ["model", "```ts\ncreateBidding({ model });\n```", true],
  ])("whether %s is named in %s: %s", (word, text, named) => {
    expect(isNamed(word, codeIn(text))).toBe(named);
  });
});
