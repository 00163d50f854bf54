/** What every rehearsed debate must be, over seeds, casts, topics and word limits, in both languages. */
import { describe, expect, it } from "@jest/globals";
import fc from "fast-check";
import { draw } from "../../src/chance.js";
import type { Language } from "../../src/language.js";
import { countWords } from "../../src/locales/word-count.js";
import { rehearse } from "../../src/models/rehearsal/answer.js";
import { stancesOf } from "../../src/models/rehearsal/stance.js";
import { framesOf, longestFragment } from "../../src/models/rehearsal/template.js";
import { phrasesOf } from "../../src/models/rehearsal/texts.js";
import type { BidRequest, ModelRequest } from "../../src/models/request.js";
import type { Line } from "../../src/state/message.js";
import type { Participant } from "../../src/state/participant.js";
import { oddities } from "../support/oddities.js";
import { participant } from "../support/participant.js";

interface Setting {
  readonly language: Language;
  readonly topic: string;
  /** One of these stands in a speech that names something of the topic. */
  readonly topicWords: RegExp;
  readonly cast: readonly Participant[];
}

interface Debate extends Setting {
  readonly seed: number;
  readonly wordLimit: number;
  readonly turns: readonly Line[];
}

const english = [
  "Mara Lind:nurse",
  "Theo:engineer",
  "Ines:bakery owner",
  "Abel:retired judge",
  "June:student",
  "Dr. Quill",
  "Otto:tailor",
  "Rosa:farmer",
  "Kim:detective",
  "Bo:poet",
];
const chinese = [
  "老周:店主",
  "陈岚:护士",
  "小满:大学生",
  "赵一鸣:工程师",
  "秦姨:家长",
  "阿岩:记者",
  "唐棠",
  "孟川:调度员",
  "林老师:教师",
  "顾问渔:诗人",
];
const castOf = (people: readonly string[], size: number) =>
  people.slice(0, size).map((person) => participant(...(person.split(":") as [string, string?])));

const settings: readonly Setting[] = [
  {
    language: "en",
    topic: "Should our harbour town run night trains again?",
    topicWords: /harbour|town|run|night|train/i,
    cast: castOf(english, 3),
  },
  { language: "en", topic: "school uniforms", topicWords: /school|uniform/i, cast: castOf(english, 2) },
  {
    language: "en",
    topic: "whether robots may own property",
    topicWords: /robot|own|propert/i,
    cast: castOf(english, 10),
  },
  { language: "zh", topic: "火锅店要不要24小时营业", topicWords: /火锅|24小时|营业/, cast: castOf(chinese, 3) },
  { language: "zh", topic: "小镇该不该恢复夜班列车？", topicWords: /小镇|恢复|夜班|列车/, cast: castOf(chinese, 2) },
  { language: "zh", topic: "AI 作业批改", topicWords: /AI|作业|批改/, cast: castOf(chinese, 10) },
];

/** An auction: everyone bids, the highest bid speaks, ties are drawn. */
function debate(setting: Setting, seed: number, wordLimit: number, length = 40): Debate {
  const { language, topic, cast } = setting;
  const lines: Line[] = [{ speaker: language === "en" ? "Moderator" : "主持人", text: topic }];
  for (let turn = 1; turn <= length; turn += 1) {
    const asked = { language, topic, cast, wordLimit, seed, turn, conversation: { lines: [...lines], omitted: 0 } };
    const bids = cast.map((self) =>
      bidOf({ ...asked, purpose: "bid", self, criterion: "urge", scale: { min: 1, max: 10 }, answer: "tag" }),
    );
    const highest = cast.filter((_, seat) => bids[seat] === Math.max(...bids));
    const self = highest[Math.floor(draw({ seed, turn, purpose: "tie" }) * highest.length)] as Participant;
    lines.push({ speaker: self.name, text: rehearse({ ...asked, purpose: "speech", self }) });
  }
  return { ...setting, seed, wordLimit, turns: lines.slice(1) };
}

const bidOf = (request: BidRequest) => Number(rehearse(request).slice(1, -1));
const seeds = [1, 7, 42];
const debates = settings.flatMap((setting) => seeds.map((seed) => debate(setting, seed, 80)));
const tight = settings.flatMap((setting) => [15, 20, 30, 45, 120].map((limit) => debate(setting, 5, limit, 24)));

const sentencesOf = (text: string) =>
  (
    text
      .replace(/\*[^*]+\*/g, "")
      .replaceAll("Dr. ", "Dr ")
      .match(/[^.!?。！？]+[.!?。！？]*/gu) ?? []
  )
    .map((sentence) => sentence.trim())
    .filter(Boolean);
const forms = (name: string) => [name, name.split(" ")[0] as string];

describe("a rehearsed debate", () => {
  it("repeats no sentence within 20 turns, whoever says it", () => {
    for (const { turns } of [...debates, ...tight])
      turns.forEach(({ text }, index) => {
        const earlier = new Set(turns.slice(Math.max(0, index - 19), index).flatMap((line) => sentencesOf(line.text)));
        const own = sentencesOf(text);
        expect(own.filter((sentence) => earlier.has(sentence))).toEqual([]);
        expect(new Set(own).size).toBe(own.length);
      });
  });

  it("never frames two speeches in a row alike, nor returns to a text within eight turns, names aside", () => {
    for (const { turns, language } of debates) {
      const { positions, answers, challenges, concessions, roleRemarks } = phrasesOf[language];
      const texts = [
        ...Object.values(positions),
        ...Object.values(answers),
        challenges,
        concessions,
        roleRemarks,
      ].flat();
      const spoken = turns.map(({ text }) => text.toLowerCase());
      for (const template of texts) {
        const told = longestFragment(template);
        const at = spoken.flatMap((text, index) => (told.length > 5 && text.includes(told) ? [index] : []));
        for (const [one, other] of at.slice(1).map((turn, index) => [at[index] as number, turn] as const))
          expect([template, other - one > 8 || one === other]).toEqual([template, true]);
      }
      for (const frame of Object.values(positions).flat().flatMap(framesOf))
        for (const [index, text] of spoken.slice(1).entries())
          expect([frame, text.includes(frame) && spoken[index]?.includes(frame)]).toEqual([frame, false]);
    }
  });

  it("has two to four sentences a speech, where the limit leaves room", () => {
    for (const { turns } of debates)
      for (const { text } of turns) {
        expect(sentencesOf(text).length).toBeGreaterThanOrEqual(2);
        expect(sentencesOf(text).length).toBeLessThanOrEqual(4);
      }
  });

  it("keeps the word limit, and ends every speech with a whole sentence", () => {
    for (const { turns, wordLimit, language } of [...debates, ...tight])
      for (const { text } of turns) {
        expect(countWords(text, language)).toBeLessThanOrEqual(wordLimit);
        expect(text).toMatch(/[.?。？]$/);
      }
  });

  it("stays on the topic: seven in ten speeches name something of it", () => {
    for (const { turns, topicWords } of debates)
      expect(turns.filter(({ text }) => topicWords.test(text)).length / turns.length).toBeGreaterThanOrEqual(0.7);
  });

  it("answers: at least eight in ten speeches name or quote whoever spoke before", () => {
    for (const { turns } of debates) {
      const answers = turns.slice(1).filter(({ text }, index) => {
        const previous = turns[index] as Line;
        return forms(previous.speaker).some((name) => text.includes(name));
      });
      expect(answers.length / (turns.length - 1)).toBeGreaterThanOrEqual(0.8);
    }
  });

  it("quotes only what was said, and quotes often", () => {
    for (const { turns, topic } of debates) {
      const quotes = turns.flatMap(({ text }, index) => {
        const earlier = [topic, ...turns.slice(0, index).map((line) => line.text)].join("\n");
        return [...text.matchAll(/“([^”]+)”/g)].map(([, quote]) => ({ quote: quote as string, earlier }));
      });
      expect(quotes.length).toBeGreaterThanOrEqual(3);
      for (const { quote, earlier } of quotes) expect(earlier).toContain(quote);
    }
  });

  it("never starts a speech with a label, nor speaks of oneself by name", () => {
    for (const { turns } of [...debates, ...tight])
      for (const { speaker, text } of turns) {
        expect(text).not.toMatch(/[:：]/);
        expect(text).not.toContain(speaker);
      }
  });

  it("makes gestures now and then, and not each time", () => {
    for (const { turns } of debates) {
      const share = turns.filter(({ text }) => /\*[^*]+\*/.test(text)).length / turns.length;
      expect(share).toBeGreaterThan(0.05);
      expect(share).toBeLessThan(0.5);
    }
  });

  it("lets nobody hold the floor for more than about half of it", () => {
    for (const { turns, cast } of debates.filter(({ cast }) => cast.length === 3))
      for (const { name } of cast) {
        const share = turns.filter(({ speaker }) => speaker === name).length / turns.length;
        expect(share).toBeLessThanOrEqual(0.5);
        expect(share).toBeGreaterThanOrEqual(0.15);
      }
  });

  it("lets everyone in a cast of ten speak within 40 turns", () => {
    for (const { turns, cast } of debates.filter(({ cast }) => cast.length === 10))
      expect(new Set(turns.map(({ speaker }) => speaker)).size).toBeGreaterThanOrEqual(cast.length - 1);
  });

  it("is the same for the same seed and another one for another seed", () => {
    for (const setting of settings) {
      expect(debate(setting, 1, 80, 8)).toEqual(debate(setting, 1, 80, 8));
      expect(debate(setting, 1, 80, 8).turns).not.toEqual(debate(setting, 2, 80, 8).turns);
    }
  });

  it("argues each side with its own arguments", () => {
    for (const { turns, language, topic, cast, seed, wordLimit } of debates) {
      const stances = stancesOf({ language, topic, cast, seed, wordLimit, turn: 0, purpose: "sharpen-topic" });
      const { concerns } = phrasesOf[language];
      for (const { speaker, text } of turns)
        for (const side of ["for", "against", "unsure"] as const) {
          if (stances.get(speaker) === side) continue;
          const foreign = Object.values(concerns).flatMap((texts) => texts[side]);
          expect(foreign.filter((argument) => text.toLowerCase().includes(argument.toLowerCase()))).toEqual([]);
        }
    }
  });
});

describe("bids", () => {
  const cast = castOf(english, 4);
  const [mara, theo] = cast as [Participant, Participant];
  const average = (latest: Line, self: Participant, criterion = "urge", only = (_: BidRequest) => true) => {
    const requests = Array.from({ length: 300 }, (_, seed): BidRequest => {
      const lines = [
        { speaker: "Moderator", text: "Night trains?" },
        { speaker: mara.name, text: "Good." },
        { speaker: "Ines", text: "Perhaps." },
        latest,
      ];
      return {
        purpose: "bid",
        language: "en",
        topic: "Night trains?",
        cast,
        wordLimit: 60,
        seed,
        turn: 4,
        self,
        conversation: { lines, omitted: 0 },
        criterion,
        scale: { min: 1, max: 100 },
        answer: "tag",
      };
    }).filter(only);
    expect(requests.length).toBeGreaterThan(20);
    return requests.reduce((sum, request) => sum + bidOf(request), 0) / requests.length;
  };
  const plain: Line = { speaker: "Theo", text: "It would not work." };

  it("rise when one is named, and most when one is asked by name", () => {
    const named = average({ speaker: "Theo", text: "Mara is too kind." }, mara);
    expect(named).toBeGreaterThan(average(plain, mara) + 5);
    expect(average({ speaker: "Theo", text: "Mara Lind, who pays?" }, mara)).toBeGreaterThan(Math.max(named + 20, 90));
  });

  it.each(["urge", "contradiction", "How much do you care?"])("rise when one is contradicted (%s)", (criterion) => {
    const opposed = (request: BidRequest) => {
      const stances = stancesOf(request);
      return [stances.get("Mara Lind"), stances.get("Theo")].sort().join() === "against,for";
    };
    const agreed = (request: BidRequest) => stancesOf(request).get("Mara Lind") === stancesOf(request).get("Theo");
    expect(average(plain, mara, criterion, opposed)).toBeGreaterThan(average(plain, mara, criterion, agreed) + 10);
  });

  it("are lowest for whoever just spoke, and rise with waiting", () => {
    for (const criterion of ["urge", "contradiction"])
      for (const other of cast.filter(({ name }) => name !== "Theo"))
        expect(average(plain, theo, criterion)).toBeLessThan(average(plain, other, criterion) - 10);
    const neutral: Line = { speaker: "Visitor", text: "Hm." };
    expect(average(neutral, cast[3] as Participant)).toBeGreaterThan(average(neutral, mara) + 5);
  });
});

describe("whatever it is given", () => {
  const text = fc.oneof(
    fc.constantFrom(...oddities),
    fc.string({ maxLength: 64 }),
    fc.string({ unit: "grapheme", maxLength: 64 }),
  );
  const topic = fc.oneof(
    text,
    fc.string({ minLength: 3000, maxLength: 4000 }),
    fc.array(text, { maxLength: 60 }).map((parts) => parts.join(" ")),
  );

  it("never throws, never begins with a label and keeps the limit", () => {
    const scenes = fc.record({
      language: fc.constantFrom("en" as const, "zh" as const),
      topic,
      names: fc.uniqueArray(text, { minLength: 1, maxLength: 4 }),
      role: text,
      said: fc.array(text, { maxLength: 4 }),
      wordLimit: fc.integer({ min: 5, max: 120 }),
      seed: fc.nat(),
      turn: fc.nat({ max: 2000 }),
      omitted: fc.nat({ max: 3 }),
    });
    fc.assert(
      fc.property(scenes, ({ names, role, said, omitted, ...scene }) => {
        const cast = names.map((name) => participant(name, role));
        const self = cast[0] as Participant;
        const lines = said.map((text, index) => ({ speaker: names[index % names.length] as string, text }));
        const asked = { ...scene, cast, self, conversation: { lines, omitted } };
        const speech = rehearse({ ...asked, purpose: "speech" });
        expect(speech.length).toBeGreaterThan(0);
        expect(countWords(speech, scene.language)).toBeLessThanOrEqual(scene.wordLimit);
        expect(speech).not.toMatch(/^[^.!?。！？]{0,80}[:：]/u);
        const others: ModelRequest[] = [
          { ...asked, purpose: "describe-participant" },
          { ...asked, purpose: "sharpen-topic" },
          { ...asked, purpose: "bid", criterion: "urge", scale: { min: 1, max: 10 }, answer: "tag" },
        ];
        for (const request of others) expect(rehearse(request).length).toBeGreaterThan(0);
      }),
      { numRuns: 400 },
    );
  });
});

describe("the texts", () => {
  const slots = [
    "name",
    "other",
    "subject",
    "point",
    "quote",
    "Quote",
    "role",
    "aRole",
    "trade",
    "aTrade",
    "fromPlace",
    "points",
    "wish",
  ];
  const textsIn = (value: unknown): string[] =>
    typeof value === "string" ? [value] : Object.values(value as object).flatMap(textsIn);

  it.each(["en", "zh"] as const)("in %s use known slots only, hold no label and none is there twice", (language) => {
    const texts = textsIn(phrasesOf[language]);
    for (const text of texts) {
      for (const [, slot] of text.matchAll(/\{(\w+)\}/g)) expect(slots).toContain(slot);
      expect(text).not.toMatch(/[:：]/);
    }
    expect(texts.filter((text, index) => texts.indexOf(text) !== index)).toEqual([]);
  });

  it("are as many in both languages for every concern and stance", () => {
    const { concerns, answers } = phrasesOf.en;
    for (const [name, texts] of Object.entries(phrasesOf.zh.concerns))
      for (const [group, list] of Object.entries(texts))
        expect([name, group, list.length]).toEqual([
          name,
          group,
          concerns[name as keyof typeof concerns][group as keyof typeof texts].length,
        ]);
    for (const [relation, list] of Object.entries(phrasesOf.zh.answers))
      expect([relation, list.length]).toEqual([relation, answers[relation as keyof typeof answers].length]);
  });
});
