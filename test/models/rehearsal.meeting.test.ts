/** What every rehearsed meeting must be, over seeds, casts, topics and word limits, in both languages. */
import { describe, expect, it } from "@jest/globals";
import fc from "fast-check";
import type { Language } from "../../src/language.js";
import { countWords } from "../../src/locales/word-count.js";
import { rehearse } from "../../src/models/rehearsal/answer.js";
import { verdicts } from "../../src/models/rehearsal/meeting/phrases.js";
import { meetingTextsOf } from "../../src/models/rehearsal/meeting/texts.js";
import { addressOf } from "../../src/models/rehearsal/spoken.js";
import { stancesOf } from "../../src/models/rehearsal/stance.js";
import type { Line } from "../../src/state/message.js";
import type { Participant } from "../../src/state/participant.js";
import type { FinalDecision, Part, StageTask } from "../../src/state/stage.js";
import { oddities } from "../support/oddities.js";
import { participant } from "../support/participant.js";

interface Setting {
  readonly language: Language;
  readonly topic: string;
  readonly cast: readonly Participant[];
}

interface Judged {
  readonly sufficient: boolean;
  readonly reason: string;
  readonly open: readonly string[];
}

interface Meeting extends Setting {
  readonly seed: number;
  readonly wordLimit: number;
  readonly presentation: string;
  readonly discussion: readonly Line[];
  readonly judgements: readonly Judged[];
  readonly summary: string;
  readonly decision: FinalDecision;
  readonly lines: readonly Line[];
}

const castOf = (...people: string[]): Participant[] =>
  people.map((person) => {
    const [name = "", role, part = "discusser", description] = person.split("|");
    return { ...participant(name, role, description), part: part as Part };
  });

const settings: readonly Setting[] = [
  {
    language: "en",
    topic: "Should our harbour town run night trains again?",
    cast: castOf(
      "Mara Lind|nurse|presenter",
      "Theo|engineer",
      "Ines|bakery owner",
      "Abel|retired judge",
      "June|student|summarizer",
      "Rosa|farmer|decider",
    ),
  },
  {
    language: "en",
    topic: "Should the lighthouse keep its keeper?",
    cast: castOf(
      "Mara Lind||presenter",
      "Theo||discusser|Supports the keeper.",
      "Ines||discusser|Opposes the keeper.",
      "Juno||decider",
    ),
  },
  {
    language: "en",
    topic: "What should we do with the old pool?",
    cast: castOf(
      "Ada|clerk|presenter",
      "Ines||discusser|Wants a skating rink.",
      "Theo||discusser|Wants a warm pool.",
      "Abel|retired judge",
      "June||summarizer",
      "Rosa||decider",
    ),
  },
  {
    language: "zh",
    topic: "小镇该不该恢复夜班列车？",
    cast: castOf(
      "老周|店主|presenter",
      "陈岚|护士",
      "小满|大学生",
      "赵一鸣|工程师",
      "秦姨|家长|summarizer",
      "林老师|教师|decider",
    ),
  },
  {
    language: "zh",
    topic: "我们应该如何保护老街",
    cast: castOf("老周|店主|presenter", "陈岚", "小满", "阿岩|记者|summarizer", "林老师|教师|decider"),
  },
];

const having = ({ cast }: Setting, part: Part) => cast.filter((one) => one.part === part);

/** One presents, all discuss until that is enough, one sums up, one decides. */
function meet(setting: Setting, seed: number, wordLimit: number, rounds = 3): Meeting {
  const { language, topic, cast } = setting;
  const lines: Line[] = [{ speaker: language === "en" ? "Moderator" : "主持人", text: topic }];
  const judgements: Judged[] = [];
  const asked = (task: StageTask, round: number) => ({
    language,
    topic,
    cast,
    wordLimit,
    seed,
    turn: lines.length,
    conversation: { lines: [...lines], omitted: 0 },
    stage: { name: task, task, round, open: judgements.at(-1)?.open ?? [] },
  });
  const say = (self: Participant, task: StageTask, round = 1): string => {
    const text = rehearse({ ...asked(task, round), purpose: "speech", self });
    lines.push({ speaker: self.name, text });
    return text;
  };
  const presentation = having(setting, "presenter").map((self) => say(self, "present"))[0] as string;
  const begin = lines.length;
  for (let round = 1; round <= rounds; round += 1) {
    for (const self of having(setting, "discusser")) say(self, "discuss", round);
    judgements.push(JSON.parse(rehearse({ ...asked("discuss", round), purpose: "judge-round" })));
  }
  const discussion = lines.slice(begin);
  const self = having(setting, "decider")[0] as Participant;
  const summary = say(having(setting, "summarizer")[0] ?? self, "summarize");
  const decision = JSON.parse(rehearse({ ...asked("decide", 1), purpose: "decide", self }));
  return {
    ...setting,
    seed,
    wordLimit,
    presentation,
    discussion,
    judgements,
    summary,
    decision,
    lines: lines.slice(1),
  };
}

const seeds = [1, 7, 42, 99];
const meetings = settings.flatMap((setting) => seeds.map((seed) => meet(setting, seed, 80)));
const tight = settings.flatMap((setting) => [5, 6, 8, 12, 20, 30, 45].map((limit) => meet(setting, 3, limit)));
const roomy = settings.map((setting) => meet(setting, 5, 200));
const all = [...meetings, ...tight, ...roomy];

const textsOf = ({ decision, judgements, lines }: Meeting) => [
  ...lines.map(({ text }) => text),
  ...judgements.flatMap(({ reason, open }) => [reason, ...open]),
  ...Object.values(decision).filter((text) => text !== ""),
];
const sentencesOf = (text: string) =>
  (text.replace(/\*[^*]+\*/g, "").match(/[^.!?。！？]+[.!?。！？]*/gu) ?? [])
    .map((sentence) => sentence.trim())
    .filter(Boolean);
const wordsIn = (texts: readonly string[], language: Language) =>
  texts.reduce((sum, text) => sum + countWords(text, language), 0);

describe("a rehearsed meeting", () => {
  it("keeps the word limit in every speech, judgement and decision, and says something in each", () => {
    for (const { language, wordLimit, lines, judgements, decision } of all) {
      for (const { text } of lines) {
        expect(text).not.toBe("");
        expect(countWords(text, language)).toBeLessThanOrEqual(wordLimit);
      }
      for (const { reason, open } of judgements) {
        expect(reason).not.toBe("");
        expect(wordsIn([reason, ...open], language)).toBeLessThanOrEqual(wordLimit);
      }
      expect(decision.decision).not.toBe("");
      expect(wordsIn(Object.values(decision), language)).toBeLessThanOrEqual(wordLimit);
    }
  });

  it("speaks one language, and nothing looks like a label", () => {
    for (const meeting of all)
      for (const text of textsOf(meeting)) {
        expect(text).not.toMatch(/[:：{}]/u);
        expect(text).not.toMatch(meeting.language === "en" ? /[\p{Script=Han}，。？]/u : /[A-Za-z,.?;]/u);
      }
  });

  it("ends every speech, reason and decision with a whole sentence", () => {
    for (const { lines, judgements, decision } of all)
      for (const text of [...lines.map(({ text }) => text), ...judgements.map(({ reason }) => reason)].concat(
        Object.values(decision).filter(Boolean),
      ))
        expect(text).toMatch(/[.?。？]$/u);
  });

  it("repeats no sentence, whoever says it, in twelve speeches or more", () => {
    for (const meeting of [...settings.map((setting) => meet(setting, 11, 80, 5)), ...meetings, ...roomy]) {
      const said = meeting.lines.flatMap(({ text }) => sentencesOf(text));
      expect(said.filter((sentence, index) => said.indexOf(sentence) !== index)).toEqual([]);
    }
  });

  it("never speaks of oneself by name, and quotes only what was said", () => {
    for (const { lines, decision, cast } of all) {
      for (const [index, { speaker, text }] of lines.entries()) {
        expect(text).not.toContain(speaker);
        const earlier = lines.slice(0, index).map((line) => line.text);
        for (const [, quote] of text.matchAll(/“([^”]+)”/g)) expect(earlier.join("\n")).toContain(quote);
      }
      const decider = cast.find(({ part }) => part === "decider") as Participant;
      const said = lines.map((line) => line.text).join("\n");
      for (const text of Object.values(decision)) {
        expect(text).not.toContain(decider.name);
        for (const [, quote] of text.matchAll(/“([^”]+)”/g)) expect(said).toContain(quote);
      }
    }
  });

  it("is the same for the same seed and another one for another seed", () => {
    for (const setting of settings) {
      expect(meet(setting, 1, 80)).toEqual(meet(setting, 1, 80));
      expect(meet(setting, 1, 80).lines).not.toEqual(meet(setting, 2, 80).lines);
    }
  });
});

describe("a presentation", () => {
  it("lays out two or three sentences at least, and asks nobody in particular", () => {
    for (const meeting of [...meetings, ...roomy]) {
      expect(sentencesOf(meeting.presentation).length).toBeGreaterThanOrEqual(3);
      for (const { name } of meeting.cast) expect(meeting.presentation).not.toContain(name);
    }
  });

  it("is taken up by the first to discuss it, who contradicts nobody yet", () => {
    for (const { language, discussion, cast, ...rest } of meetings) {
      const presenter = cast.find(({ part }) => part === "presenter") as Participant;
      expect(discussion[0]?.text).toContain(addressOf(presenter.name, { ...rest, cast, language }));
      expect(discussion[0]?.text).not.toMatch(/[“”]/u);
    }
  });

  it("does not begin again where somebody has presented already", () => {
    for (const setting of settings) {
      const [first, second] = setting.cast as [Participant, Participant];
      const cast = [first, { ...second, part: "presenter" as const }, ...setting.cast.slice(2)];
      const { presentation, lines } = meet({ ...setting, cast }, 4, 80);
      const { openings, additions } = meetingTextsOf[setting.language].presentation;
      const tailOf = (text: string) => text.split(/\{\w+\}/).at(-1) as string;
      expect(openings.some((text) => presentation.includes(tailOf(text)))).toBe(true);
      expect(additions.some((text) => lines[1]?.text.includes(tailOf(text)))).toBe(true);
    }
  });
});

describe("a discussion", () => {
  it("takes up what was called open, now and then", () => {
    const taken = meetings.flatMap(({ discussion, judgements, cast }) => {
      const speakers = cast.filter(({ part }) => part === "discusser").length;
      return judgements.slice(0, 2).flatMap(({ open }, index) => {
        const round = discussion.slice((index + 1) * speakers, (index + 2) * speakers);
        return open.length === 0 ? [] : [round.some(({ text }) => open.some((phrase) => text.includes(phrase)))];
      });
    });
    expect(taken.length).toBeGreaterThan(20);
    expect(taken.filter(Boolean).length / taken.length).toBeGreaterThan(0.6);
  });

  it("asks only those who discuss", () => {
    for (const { discussion, cast } of [...meetings, ...roomy])
      for (const { text } of discussion)
        for (const { name } of cast.filter(({ part }) => part === "summarizer" || part === "decider"))
          expect(text).not.toContain(name);
  });

  it("is open mostly after the first round and sufficient by the third", () => {
    const many = settings.flatMap((setting) => Array.from({ length: 12 }, (_, seed) => meet(setting, seed, 80)));
    const shareAfter = (round: number) => {
      const sufficient = many.filter(({ judgements }) => judgements[round - 1]?.sufficient);
      return sufficient.length / many.length;
    };
    expect(shareAfter(1)).toBeLessThan(0.2);
    expect(shareAfter(2)).toBeGreaterThan(0.15);
    expect(shareAfter(2)).toBeLessThan(0.85);
    expect(shareAfter(3)).toBe(1);
    for (const { sufficient, open } of many.flatMap(({ judgements }) => judgements)) {
      expect(open.length).toBeLessThanOrEqual(3);
      expect(open.length > 0).toBe(!sufficient);
      expect(new Set(open).size).toBe(open.length);
    }
  });
});

describe("a summary", () => {
  it("names all who argued, and quotes them, where there is room", () => {
    for (const meeting of [...meetings, ...roomy]) {
      const { summary, discussion } = meeting;
      for (const name of new Set(discussion.map(({ speaker }) => speaker))) expect(summary).toContain(name);
      const said = discussion.map(({ text }) => text).join("\n");
      const quotes = [...summary.matchAll(/“([^”]+)”/g)].map(([, quote]) => quote as string);
      expect(quotes.length).toBeGreaterThanOrEqual(1);
      for (const quote of quotes) expect(said).toContain(quote);
    }
  });

  it("says that there is nothing to sum up where nobody has argued", () => {
    for (const { language, topic, cast } of settings) {
      const self = cast.at(-1) as Participant;
      const stage = { name: "summarize", task: "summarize" as const, round: 1, open: [] };
      const asked = { language, topic, cast, wordLimit: 60, seed: 1, turn: 1, self, stage };
      const text = rehearse({ ...asked, purpose: "speech", conversation: { lines: [], omitted: 0 } });
      expect(text).toMatch(/nothing to sum up|is white|没什么可总结|一个字没有/);
    }
  });
});

describe("a decision", () => {
  it("names as dissenters only those of another mind, and gives names or points as its reasons", () => {
    for (const meeting of [...meetings, ...roomy]) {
      const { cast, decision, discussion, language, topic, seed } = meeting;
      const stances = stancesOf({ language, topic, cast, seed, wordLimit: 80, turn: 0, purpose: "sharpen-topic" });
      const named = cast.filter(({ name }) => decision.dissent.includes(name));
      for (const { name } of named) {
        expect(discussion.some(({ speaker }) => speaker === name)).toBe(true);
        if (!topic.startsWith("What")) expect(stances.get(name)).not.toBe("unsure");
      }
      if (!topic.startsWith("What"))
        expect(new Set(named.map(({ name }) => stances.get(name))).size).toBeLessThanOrEqual(1);
      if (decision.dissent !== "") expect(named.length).toBeGreaterThan(0);
      expect(decision.rationale).not.toBe("");
    }
  });

  it("follows those who all agree, and meets those halfway who do not", () => {
    const decided = (one: string, other: string, chair: string) =>
      Array.from({ length: 24 }, (_, seed) => {
        const cast = castOf("Ada||presenter", `Theo|||`, `Ines|||`, "Rosa||decider").map((each) => ({
          ...each,
          part: each.part === ("" as Part) ? ("discusser" as const) : each.part,
          description: { Theo: one, Ines: other, Rosa: chair }[each.name] ?? "",
        })) as Participant[];
        return meet({ language: "en", topic: "Should our harbour town run night trains again?", cast }, seed, 80)
          .decision;
      });
    for (const { decision, dissent } of decided("Supports it.", "Supports it.", "Supports it.")) {
      expect(decision).toMatch(/\byes\b|We do it\b/i);
      expect(dissent).toBe("");
    }
    for (const { decision, dissent } of decided("Opposes it.", "Opposes it.", "Undecided.")) {
      expect(decision).toMatch(/\bno\b|\bnot\b|as they are/i);
      expect(dissent).toBe("");
    }
    const divided = decided("Supports it.", "Opposes it.", "Undecided.");
    expect(divided.filter(({ decision }) => /trial|until/.test(decision)).length).toBeGreaterThan(11);
    for (const { dissent } of divided) expect(dissent).toMatch(/Theo|Ines/);
    expect(divided.filter(({ dissent }) => dissent.includes("Ines")).length).toBeGreaterThan(11);
  });
});

describe("whatever a meeting is given", () => {
  const text = fc.oneof(fc.constantFrom(...oddities), fc.string({ unit: "grapheme", maxLength: 64 }));
  const scenes = fc.record({
    language: fc.constantFrom("en" as const, "zh" as const),
    topic: fc.oneof(text, fc.constantFrom(...settings.map(({ topic }) => topic))),
    names: fc.uniqueArray(text, { minLength: 1, maxLength: 5 }),
    parts: fc.array(fc.constantFrom<Part>("auto", "presenter", "discusser", "summarizer", "decider"), { minLength: 5 }),
    role: text,
    said: fc.array(text, { maxLength: 6 }),
    open: fc.array(text, { maxLength: 3 }),
    task: fc.constantFrom<StageTask>("present", "discuss", "summarize", "decide"),
    round: fc.integer({ min: 1, max: 5 }),
    wordLimit: fc.integer({ min: 5, max: 120 }),
    seed: fc.nat(),
    turn: fc.nat({ max: 2000 }),
    omitted: fc.nat({ max: 3 }),
  });

  it("it answers within the limit, in the right shape", () => {
    fc.assert(
      fc.property(scenes, ({ names, parts, role, said, omitted, open, task, round, ...scene }) => {
        const cast = names.map((name, seat) => ({ ...participant(name, role), part: parts[seat] as Part }));
        const self = cast[0] as Participant;
        const lines = said.map((text, index) => ({ speaker: names[index % names.length] as string, text }));
        const asked = { ...scene, cast, conversation: { lines, omitted }, stage: { name: task, task, round, open } };
        const speech = rehearse({ ...asked, purpose: "speech", self });
        const judged: Judged = JSON.parse(rehearse({ ...asked, purpose: "judge-round" }));
        const decided: FinalDecision = JSON.parse(rehearse({ ...asked, purpose: "decide", self }));
        expect(Object.keys(judged)).toEqual(["sufficient", "reason", "open"]);
        expect(typeof judged.sufficient).toBe("boolean");
        expect(Object.keys(decided)).toEqual(["decision", "rationale", "dissent"]);
        for (const texts of [[speech], [judged.reason, ...judged.open], Object.values(decided)]) {
          expect(texts[0]).toMatch(/\p{L}/u);
          expect(wordsIn(texts, scene.language)).toBeLessThanOrEqual(scene.wordLimit);
          for (const text of texts) expect(text).not.toMatch(/^[^.!?。！？]{0,80}[:：]/u);
        }
      }),
      { numRuns: 400 },
    );
  });
});

describe("the texts of a meeting", () => {
  const slots =
    "subject name aTrade trade wish points point open other names quote otherQuote missing term date otherWish";
  const known = new Set([...slots.split(" "), "otherPoint"]);
  const textsIn = (value: unknown): string[] =>
    typeof value === "string" ? [value] : Object.values(value as object).flatMap(textsIn);
  const shape = (value: unknown): unknown =>
    typeof value === "string" || Array.isArray(value)
      ? "texts"
      : Object.entries(value as object)
          .sort()
          .map(([name, inner]) => [name, shape(inner)]);

  it.each(["en", "zh"] as const)("in %s use known slots only, hold no label and none is there twice", (language) => {
    const { joints, clauseJoints, ...groups } = meetingTextsOf[language];
    const texts = textsIn(groups);
    for (const text of texts) {
      for (const [, slot] of text.matchAll(/\{(\w+)\}/g)) expect(known).toContain(slot);
      expect(text).not.toMatch(/[:：]/u);
    }
    const { short, ...decision } = groups.decision;
    const others = textsIn({ ...groups, decision });
    expect(others.filter((text, index) => others.indexOf(text) !== index)).toEqual([]);
    expect(Object.keys(decision.decisions).sort()).toEqual([...verdicts].sort());
    for (const group of Object.values(short)) expect(countWords(group.at(-1) ?? "", language)).toBeLessThanOrEqual(5);
  });

  it("are grouped alike in both languages", () => {
    expect(shape(meetingTextsOf.zh)).toEqual(shape(meetingTextsOf.en));
  });
});
