import { describe, expect, it } from "@jest/globals";
import { onRepetition } from "../../../src/core/stopping/repetition.js";
import { type ScriptedCall, ScriptedModel } from "../../../src/offline/scripted-model.js";
import type { StopReason } from "../../../src/records/stop-reason.js";
import { locales } from "../../../src/words/registry.js";
import { allModes, compileMode, fourNames, inputFor, type Mode } from "../../support/any-mode.js";
import { languagesOf } from "../../support/languages.js";

/** In `moving`, all speeches are new. In `looping`, the last four reorder most words of the first four. */
const talks = {
  en: {
    topic: "Shall we build the bridge?",
    moving: [
      "The river floods every spring, and last year the ferry stood still for nineteen days.",
      "My lorries lose forty minutes at the landing, which is diesel and wages for nothing.",
      "Storks nest on the eastern bank. A pier there would drive them away for good.",
      "Then move the pier westward; the old brickworks has foundations that still carry weight.",
      "The brickworks belongs to the county, and its council never sells without a tender.",
      "A tender takes eight months. We could start drilling samples in the meantime.",
      "Who pays for drilling? Our insurance excludes underground work since the mine collapsed.",
      "My cousin leads the geology institute. Her students need a project for their thesis.",
    ],
    looping: [
      "The river floods every spring, and last year the ferry stood still for nineteen days.",
      "My lorries lose forty minutes at the landing, which is diesel and wages for nothing.",
      "Storks nest on the eastern bank. A pier there would drive them away for good.",
      "Then move the pier westward; the old brickworks has foundations that still carry weight.",
      "Every spring the river floods, and the ferry stood still for nineteen days last year!",
      "Forty minutes at the landing my lorries lose: diesel and wages, for nothing.",
      "On the eastern bank storks nest, and a pier would drive them away for good, there.",
      "Move the pier westward, then. The old brickworks still has foundations that carry weight.",
    ],
  },
  zh: {
    topic: "我们该不该造这座桥？",
    moving: [
      "每年春汛河水都要漫上堤岸，去年渡船整整停了十九天。",
      "我的货车在码头一等就是四十分钟，柴油和工钱全白花了。",
      "东岸的芦苇荡里有白鹳筑巢，桥墩立在那里，鸟就不会回来了。",
      "那就把桥墩挪到西边，旧砖厂的地基还很结实。",
      "砖厂的产权归县政府，不经过招标他们从来不卖。",
      "招标要拖八个月，这段时间可以先钻孔取样。",
      "钻探费用由谁承担？自从矿井塌陷，保险公司就不赔地下工程。",
      "我表姐主持地质研究所，她的学生正缺毕业论文的题目。",
    ],
    looping: [
      "每年春汛河水都要漫上堤岸，去年渡船整整停了十九天。",
      "我的货车在码头一等就是四十分钟，柴油和工钱全白花了。",
      "东岸的芦苇荡里有白鹳筑巢，桥墩立在那里，鸟就不会回来了。",
      "那就把桥墩挪到西边，旧砖厂的地基还很结实。",
      "河水每年春汛都要漫上堤岸，渡船去年整整停了十九天！",
      "货车在码头一等就是四十分钟，我的柴油和工钱全白花了。",
      "白鹳在东岸的芦苇荡里筑巢，桥墩立在那里，鸟就不会回来了！",
      "把桥墩挪到西边，那旧砖厂的地基还很结实。",
    ],
  },
} as const;

const turns = 4;
const share = 0.8;

function speaking(speeches: readonly string[]): ScriptedModel {
  const others = (purpose: string, { participant, turn }: ScriptedCall): string => {
    if (purpose === "plan")
      return JSON.stringify({
        tasks: speeches.map((_, at) => ({ worker: 1 + (at % 4), task: `t${at}`, after: at > 0 ? [at] : [] })),
      });
    if (purpose === "judge-round") return '{"sufficient":false,"reason":"r","open":[]}';
    if (purpose === "decide") return '{"decision":"d","rationale":"","dissent":""}';
    if (purpose === "choose-speaker") return `<${1 + (turn % 4)}>`;
    return purpose === "bid" ? `<${1 + ((turn + fourNames.indexOf(participant)) % 4)}>` : `Well, ${turn}.`;
  };
  return new ScriptedModel((call) => {
    const { purpose, turn } = call;
    return purpose === "speech" || purpose === "execute" ? (speeches[turn - 1] ?? "Well.") : others(purpose, call);
  });
}

async function play(
  mode: Mode,
  language: keyof typeof talks,
  kind: "moving" | "looping",
  stopping: object = { repetition: { turns, share } },
) {
  const { topic } = talks[language];
  const speeches = talks[language][kind];
  const stages = [{ task: "discuss", speakers: fourNames, maxRounds: 2 }];
  const more = { topic, language, stopping, maxTurns: speeches.length, ...(mode === "group-chat" ? { stages } : {}) };
  return compileMode(mode, { model: speaking(speeches) }).invoke(inputFor(mode, more) as never);
}

/** Returns the condition's reason, which group-chat mode wraps in a `cut-short` reason. */
const found = (reason: StopReason | null) => (reason?.kind === "cut-short" ? reason.reason : reason);

async function takesEightTurns(mode: Mode): Promise<boolean> {
  const { decisions } = await play(mode, "en", "moving", {});
  return decisions.length >= 8;
}
const lengths = await Promise.all(allModes.map(async (mode) => ({ mode, isLong: await takesEightTurns(mode) })));
const longModes = lengths.flatMap(({ mode, isLong }) => (isLong ? [mode] : []));

it("the repetition tests cover all built-in modes", () => {
  expect(longModes).toEqual(expect.arrayContaining(["bidding", "director", "group-chat", "round-robin", "supervisor"]));
});

describe.each(longModes)("`repetition` in %s mode", (mode) => {
  it.each(languagesOf(talks))(
    "ends a repetitive conversation (%s) within four repeated turns, and reports the repeated words",
    async (language) => {
      const { stopReason, decisions } = await play(mode, language, "looping");
      const reason = found(stopReason);
      expect(reason).toMatchObject({ kind: "repetition", turn: expect.any(Number), turns, threshold: share });
      if (reason?.kind !== "repetition") throw new Error("another reason");
      // The fifth speech is the first repetition.
      expect(reason.turn).toBeGreaterThan(4);
      expect(reason.turn).toBeLessThanOrEqual(8);
      expect(decisions.length).toBeLessThanOrEqual(8);
      expect(reason.share).toBeGreaterThanOrEqual(share);
      expect(reason.words).toHaveLength(5);
      for (const word of reason.words) expect(talks[language].looping.join(" ").toLowerCase()).toContain(word);
      expect(locales[language].transcript.stopped(reason)).toContain(
        reason.words.join(language === "zh" ? "、" : ", "),
      );
    },
  );

  it.each(languagesOf(talks))("does not end a conversation without repetition (%s)", async (language) => {
    const { stopReason, decisions } = await play(mode, language, "moving");
    expect(found(stopReason)?.kind).not.toBe("repetition");
    expect(decisions).toHaveLength(8);
  });
});

describe("onRepetition", () => {
  const progressOf = (texts: readonly string[], more: object = {}) =>
    ({
      turn: texts.length,
      turnsThisRun: texts.length,
      spoken: texts.map((text, at) => ({ speaker: at % 2 ? "Bo" : "Ann", text })),
      names: ["Ann", "Bo"],
      topic: "Tea or coffee?",
      language: "en",
      ...more,
    }) as never;
  const holds = (texts: readonly string[], more: object = {}, settings = { share: 0.8, turns: 2 }) =>
    onRepetition(settings)(progressOf(texts, more));

  it("counts each word once per speech, and ignores names, common words and words of the topic", () => {
    expect(holds(["Green leaves.", "Leaves, leaves, green.", "Ann, is it tea? Green leaves!"])).toEqual({
      kind: "repetition",
      turn: 3,
      turns: 2,
      share: 1,
      threshold: 0.8,
      words: ["leaves", "green"],
    });
    expect(holds(["Ann says tea.", "Is it tea, Bo?", "It is coffee, Ann."])).toBeUndefined();
  });

  it("holds only if the run has had `turns` turns and there is an earlier speech before them", () => {
    const same = Array(4).fill("Green leaves.");
    expect(holds(same, { turnsThisRun: 1 })).toBeUndefined();
    expect(holds(same, { turnsThisRun: 2 })).toBeDefined();
    expect(holds(same.slice(0, 2))).toBeUndefined();
  });

  it("does not treat speeches without significant words as repetition", () => {
    expect(holds(Array(5).fill("Yes."))).toBeUndefined();
  });

  it("compares a speech with the 20 speeches before it, or with two rounds in a large cast", () => {
    const news = Array.from({ length: 22 }, (_, at) => `novelty${at} wonder${at}`);
    const texts = ["Green leaves.", ...news, "Green leaves.", "Green leaves."];
    // The second-to-last speech repeats a speech that is too far back, and the last speech repeats the second-to-last.
    expect(holds(texts)).toBeUndefined();
    expect(holds(texts, {}, { share: 0.5, turns: 2 })).toBeDefined();
    const names = Array.from({ length: 30 }, (_, at) => `Guest ${at}`);
    expect(holds(texts, { names })).toBeDefined();
  });

  it.each([
    [{ share: 0, turns: 4 }, "onRepetition.share: must be from 0 to 1"],
    [{ share: 1.2, turns: 4 }, "onRepetition.share: must be from 0 to 1"],
    [{ share: 0.8, turns: 0 }, "onRepetition.turns: must be a whole number of at least 1"],
  ])("rejects %j", (settings, message) => {
    expect(() => onRepetition(settings)).toThrow(message);
  });
});
