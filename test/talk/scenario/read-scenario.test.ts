import { readdirSync, readFileSync } from "node:fs";
import { describe, expect, it } from "@jest/globals";
import { RostrumError } from "../../../src/errors/rostrum-error.js";
import type { Override } from "../../../src/talk/scenario/scenario.js";
import { placeOf } from "../../../src/talk/scenario/scenario.js";
import { readScenario } from "../../support/scenario.js";

type Language = "en" | "zh";

const read = (text: string, language?: Language, overrides: readonly Override[] = []) =>
  readScenario(text, { file: "talk.yaml", language, overrides });

function errorOf(text: string, language?: Language, overrides: readonly Override[] = []): RostrumError {
  try {
    read(text, language, overrides);
  } catch (error) {
    if (RostrumError.isInstance(error)) return error;
    throw error;
  }
  throw new Error("nothing was refused");
}

const problemsIn = (text: string, language?: Language) =>
  (errorOf(text, language).details.problems ?? []).map((problem) => [placeOf(problem), problem.field, problem.message]);

describe("a scenario", () => {
  it("separates the conversation's input from the run's context, and fills in defaults", () => {
    const text =
      "mode: bidding\ntitle: T\ntopic: Tea?\nmodel: rehearsal\nbidModel: rehearsal\ntemperature: 0.5\ntimeoutMs: 500\nmaxConcurrency: 2\n";
    const { mode, title, input, context } = read(text);
    expect({ mode, title, context }).toEqual({
      mode: "bidding",
      title: "T",
      context: { model: "rehearsal", bidModel: "rehearsal", temperature: 0.5, timeoutMs: 500, maxConcurrency: 2 },
    });
    expect(input).toMatchObject({ topic: "Tea?", maxTurns: 10, language: "en", selection: { repeat: "allow" } });
    expect(input).not.toHaveProperty("model");
  });

  it("resolves anchors", () => {
    const { input } = read(
      "mode: bidding\nparticipants:\n  - { name: Ann, role: &r driver }\n  - { name: Bo, role: *r }\n",
    );
    expect(input["participants"]).toMatchObject([{ role: "driver" }, { role: "driver" }]);
  });

  it("accepts names in place of participants", () => {
    expect(read("mode: bidding\nparticipants: [Ann, {name: Bo, role: driver}]\n").input["participants"]).toMatchObject([
      { name: "Ann", role: "" },
      { name: "Bo", role: "driver" },
    ]);
  });

  it.each(["urge", " contradiction ", "surprise", "how urgent it is", "急迫程度"])(
    "accepts the criterion %j",
    (criterion) => {
      const { input } = read(`mode: bidding\nbidding: { criterion: "${criterion}" }\n`);
      expect(input["bidding"]).toMatchObject({ criterion: criterion.trim() });
    },
  );

  it("gets defaults in its own language, and the example's descriptions only with the example's topic", () => {
    const { input } = read("mode: bidding\nlanguage: zh\n", "en");
    expect(input).toMatchObject({
      topic: expect.stringContaining("夜班列车"),
      participants: [{ name: "林晚舟" }, {}, {}],
    });
    const other = read("mode: bidding\nlanguage: zh\ntopic: 茶还是咖啡？\n").input;
    expect(other).toMatchObject({ participants: [{ name: "林晚舟", description: "" }, {}, {}] });
  });

  it("is changed by overrides, even in a nested field", () => {
    const overrides: Override[] = [
      { path: ["maxTurns"], value: 3, name: "--turns" },
      { path: ["bidding", "criterion"], value: "urge", name: "--criterion" },
    ];
    const { input } = read("mode: bidding\nmaxTurns: 0\nbidding: { attempts: 1 }\n", "en", overrides);
    expect(input).toMatchObject({ maxTurns: 3, bidding: { criterion: "urge", attempts: 1 } });
  });
});

describe("text that is not a scenario", () => {
  it.each([
    ["mode: bidding\ntopic: a: b\n", 2, 8, /quotes/, /引号/],
    ["mode: bidding\ntopic: 'abc\n", 2, 8, /this quote is never closed/, /单引号没有配对/],
    ['mode: bidding\ntopic: "abc\nmaxTurns: 3\n', 2, 8, /this quote is never closed/, /双引号没有配对/],
    ["participants:\n  - { name: Ann\n  - { name: Bo }\n", 2, 5, /this “{” is never closed/, /“{”没有配对/],
    ["bidding: { scale: { min: 0 }\nmode: x\n", 1, 10, /this “{” is never closed/, /“{”没有配对/],
    ["mode: bidding\nparticipants: [Ann, Bo\nseed: 1\n", 2, 15, /this “\[” is never closed/, /“\[”没有配对/],
    ["participants: [Ann, { name: Bo]\n", 1, 21, /this “{” is never closed/, /“{”没有配对/],
    ['- { name: Ann, role: "x }\n- { name: Bo }\n', 1, 22, /this quote is never closed/, /双引号没有配对/],
    ["scale: { min: 0 }}\n", 1, 18, /has no opening bracket/, /没有对应的左括号/],
    ["- { name: Ann role: x }\n", 1, 11, /comma is missing/, /缺少逗号/],
    ["topic: 'it's'\n", 1, 12, /after a closing quote/, /右引号/],
    ["mode: bidding\n\ttopic: x\n", 2, 1, /tabs/, /制表符/],
    ["mode: bidding\ntopic: x\ntopic: y\n", 3, 1, /twice/, /两次/],
    ["mode: bidding\n topic: x\n", 1, 7, /^[^;]*wrong indentation/, /^[^；]*缩进/],
    ["mode: bidding\nselection:\n  aging: 1\n    centre: 2\n", 3, 10, /^[^;]*wrong indentation/, /^[^；]*缩进/],
    ["mode: bidding\nparticipants:\n  - name: Ann\n   role: x\n", 4, 1, /^[^;]*wrong indentation/, /^[^；]*缩进/],
    ["mode: bidding\n---\nmode: bidding\n", 2, 1, /one document/, /一个文档/],
    ["", 1, 1, /empty/, /空的/],
    ["# only a remark\n", 1, 1, /empty/, /空的/],
    ["- bidding\n", 1, 1, /consists of fields/, /字段组成/],
    ["bidding\n", 1, 1, /consists of fields/, /字段组成/],
    ["mode: !!js/function x\n", 1, 7, /tags/, /标签/],
    ["mode: *nobody\n", 1, 7, /no anchor/, /锚点/],
    ["[".repeat(20_000), 1, undefined, /nested too deeply/, /嵌套太深/],
  ])("is rejected with the line, the column and a reason (case %#)", (text, line, column, english, chinese) => {
    for (const [language, words] of [
      ["en", english],
      ["zh", chinese],
    ] as const) {
      const { code, message } = errorOf(text, language);
      expect(code).toBe("invalid-scenario");
      expect(message).toMatch(new RegExp(`^talk\\.yaml:${line}:${column ?? "\\d+"}: `));
      expect(message).toMatch(words);
    }
  });

  it("is shown with a mark under the problem, even after wide characters", () => {
    const [, source, mark] = errorOf("mode: bidding\nparticipants:\n  - 名字: 甲: 乙\n").message.split("\n");
    expect([source, mark]).toEqual(["    - 名字: 甲: 乙", "            ^"]);
  });

  it("is rejected if its aliases expand exponentially", () => {
    const bomb = [
      "a: &a [1,1,1,1,1,1,1,1,1]",
      ..."bcdefg".split("").map((name, index) => {
        const before = "abcdef"[index];
        return `${name}: &${name} [${Array(9).fill(`*${before}`).join(",")}]`;
      }),
    ].join("\n");
    expect(errorOf(bomb).message).toMatch(/aliases .* expand to too much/);
  });
});

describe("invalid fields", () => {
  it("are all reported in the order of the file, with line and column", () => {
    const text = `mode: bidding
participants:
  - name: Ann
    rol: x
  - name: " Ann "
maxTurns: 0
stopping: { probability: 2 }
maxturns: 3
bidding:
  scale: { min: 5, max: 3 }
`;
    expect(problemsIn(text).map(([place, field]) => [place, field])).toEqual([
      ["talk.yaml:4:5", "participants[0].rol"],
      ["talk.yaml:5:11", "participants[1].name"],
      ["talk.yaml:6:11", "maxTurns"],
      ["talk.yaml:7:26", "stopping.probability"],
      ["talk.yaml:8:1", "maxturns"],
      ["talk.yaml:10:25", "bidding.scale.max"],
    ]);
  });

  it.each([
    ["mode: bidding\ntopc: x\n", "talk.yaml:2:1", "topc", /did you mean topic/, /是不是 topic/],
    [
      "mode: bidding\nselection: { repeats: allow }\n",
      "talk.yaml:2:14",
      "selection.repeats",
      /did you mean repeat\?/,
      /是不是 repeat？/,
    ],
    ["mode: bidding\nbidmodel: x\n", "talk.yaml:2:1", "bidmodel", /did you mean bidModel/, /是不是 bidModel/],
    ["mode: biding\n", "talk.yaml:1:7", "mode", /did you mean bidding/, /是不是 bidding/],
    ["mode: [bidding]\n", "talk.yaml:1:1", "mode", /must be one of bidding/, /只能是 bidding/],
    ["topic: x\n", "talk.yaml:1:1", "mode", /is missing; must be one of bidding/, /缺少/],
    [
      "mode: bidding\nstopping: { probability: -0.1 }\n",
      "talk.yaml:2:26",
      "stopping.probability",
      /^must be from 0 to 1$/,
      /^须在 0 到 1 之间$/,
    ],
    [
      "mode: bidding\nstopping: { probability: 1.1 }\n",
      "talk.yaml:2:26",
      "stopping.probability",
      /^must be from 0 to 1$/,
      /^须在 0 到 1 之间$/,
    ],
    ["mode: bidding\nparticipants: Ann\n", "talk.yaml:2:15", "participants", /^must be a list$/, /^须为列表$/],
    [
      "mode: bidding\nparticipants: [[Ann], Bo]\n",
      "talk.yaml:2:16",
      "participants[0]",
      /^must be a mapping of fields$/,
      /^须为字段的映射$/,
    ],
    [
      "mode: bidding\nparticipants: [Ann, 12]\n",
      "talk.yaml:2:21",
      "participants[1].name",
      /^must be text; put it in quotes/,
      /^须为文本；加上引号/,
    ],
    ["mode: bidding\ntopic: true\n", "talk.yaml:2:8", "topic", /put it in quotes to make it text/, /加上引号/],
    [
      "mode: bidding\nbidding: { criterion: contradicton }\n",
      "talk.yaml:2:23",
      "bidding.criterion",
      /^did you mean contradiction\?/,
      /^是不是 contradiction？/,
    ],
    ["mode: bidding\ntopic:\n", "talk.yaml:2:7", "topic", /^must be text$/, /^须为文本$/],
    ["mode: bidding\ntitle: ''\n", "talk.yaml:2:8", "title", /must not be empty/, /不能为空/],
    ["mode: bidding\n__proto__: { topic: x }\n", "talk.yaml:2:1", "__proto__", /unknown field/, /没有这个字段/],
    ["mode: constructor\n", "talk.yaml:1:7", "mode", /no mode named/, /没有/],
  ])("are reported with place and reason: %j", (text, place, field, english, chinese) => {
    const [found] = problemsIn(text, "en");
    expect(found?.slice(0, 2)).toEqual([place, field]);
    expect(found?.[2]).toMatch(english);
    expect(problemsIn(text, "zh")[0]?.[2]).toMatch(chinese);
  });

  it("are reported with their place if they conflict with another field", () => {
    const found = [
      "mode: bidding\nbidding: { pass: single, answer: structured }\n",
      "mode: bidding\nselection: { rule: round-robin, lead: Zoe }\n",
      "mode: round-robin\nselection: { lead: Zoe }\n",
      "mode: director\nparticipants: [Ann, Bo]\ndirector: { name: Ann }\n",
    ].map((text) => problemsIn(text)[0]?.slice(0, 2));
    expect(found).toEqual([
      ["talk.yaml:2:34", "bidding.answer"],
      ["talk.yaml:2:39", "selection.lead"],
      ["talk.yaml:2:20", "selection.lead"],
      ["talk.yaml:3:19", "director.name"],
    ]);
  });

  it("are reported in the scenario's language by default", () => {
    expect(problemsIn("mode: bidding\nlanguage: zh\nmaxTurns: 0\n")[0]?.[2]).toBe("须在 1 到 10000 之间");
  });

  it("are reported with the option's name if an option set them", () => {
    const overrides: Override[] = [
      { path: ["maxTurns"], value: 0, name: "--turns" },
      { path: ["participants"], value: [{ name: "Ann" }, { name: "" }], name: "--participants" },
    ];
    const { problems = [] } = errorOf("mode: bidding\n", "en", overrides).details;
    // The message counts names from 1, because the option's users do not see the fields.
    expect(problems.map((problem) => [placeOf(problem), problem.field, problem.message])).toEqual([
      [undefined, "--participants", "name 2: must not be empty"],
      [undefined, "--turns", "must be from 1 to 10000"],
    ]);
  });

  it("include an override that the overriding rule does not use, but no such setting of the file", () => {
    const text = "mode: bidding\nselection: { rule: selector, guidance: Whoever knows ferries, count: 2 }\n";
    const rule: Override = { path: ["selection", "rule"], value: "lottery", name: "--rule" };
    expect(read(text, "en", [rule]).input).toMatchObject({ selection: { rule: "lottery" } });
    const count: Override = { path: ["selection", "count"], value: 3, name: "--count" };
    const { problems = [] } = errorOf(text, "en", [rule, count]).details;
    expect(problems.map(({ field, code }) => [field, code])).toEqual([["--count", "unused-setting"]]);
  });
});

describe("the project's own scenario", () => {
  it.each(readdirSync("scenarios").filter((name) => name.endsWith(".yaml")))("%s is valid", (name) => {
    const { input } = readScenario(readFileSync(`scenarios/${name}`, "utf8"), { file: name });
    const { participants } = input as { participants: readonly { role: string; description: string }[] };
    expect(participants.length).toBeGreaterThan(2);
    expect(participants.every(({ role, description }) => role !== "" && description.length > 40)).toBe(true);
  });
});
