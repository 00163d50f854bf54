/** What every rehearsed director must be: a host that leads talks of many casts, topics and limits in both languages. */
import { describe, expect, it } from "@jest/globals";
import fc from "fast-check";
import type { Language } from "../../src/language.js";
import { locales } from "../../src/locales/registry.js";
import { countWords } from "../../src/locales/word-count.js";
import { rehearse } from "../../src/models/rehearsal/answer.js";
import { pointIn } from "../../src/models/rehearsal/concerns.js";
import { directorTextsOf } from "../../src/models/rehearsal/director/texts.js";
import { addressOf } from "../../src/models/rehearsal/spoken.js";
import { phrasesOf } from "../../src/models/rehearsal/texts.js";
import type { ChooseSpeakerRequest, PromptSpeakerRequest, ReflectRequest } from "../../src/models/request.js";
import { readDirection } from "../../src/modes/director/read-direction.js";
import type { Line } from "../../src/state/message.js";
import type { Participant } from "../../src/state/participant.js";
import { readAddresses } from "../../src/text/address.js";
import { firstSentence, repeats } from "../../src/text/repetition.js";
import { oddities } from "../support/oddities.js";
import { participant } from "../support/participant.js";

interface Setting {
  readonly language: Language;
  readonly topic: string;
  readonly cast: readonly Participant[];
}

interface Exchange {
  readonly comment: string;
  readonly question: string;
  readonly speaker: Participant;
  readonly answer: string;
}

interface Show extends Setting {
  readonly exchanges: readonly Exchange[];
  readonly ending: string;
  readonly lines: readonly Line[];
}

const english = ["Mara Lind:nurse", "Theo:engineer", "Ines:bakery owner", "Abel:retired judge", "June", "Rosa:farmer"];
const chinese = ["老周:店主", "陈岚:护士", "小满:大学生", "赵一鸣:工程师", "秦姨", "阿岩:记者"];
const castOf = (people: readonly string[], size: number) =>
  people.slice(0, size).map((person) => participant(...(person.split(":") as [string, string?])));

const settings: readonly Setting[] = [
  { language: "en", topic: "Should our harbour town run night trains again?", cast: castOf(english, 4) },
  { language: "en", topic: "What should we do with the old pool?", cast: castOf(english, 6) },
  { language: "en", topic: "school uniforms", cast: castOf(english, 2) },
  { language: "zh", topic: "小镇该不该恢复夜班列车？", cast: castOf(chinese, 4) },
  { language: "zh", topic: "我们应该如何保护老街", cast: castOf(chinese, 6) },
  { language: "zh", topic: "人工智能批改作业", cast: castOf(chinese, 2) },
];

const directors = { en: participant("Gwen Hale", "host"), zh: participant("主持人") };

/** Opening, then remark, choice, question and answer in every exchange, then the last words. */
function show(
  setting: Setting,
  seed: number,
  wordLimit: number,
  length: number,
  calls: "three" | "one" = "three",
): Show {
  const { language, topic, cast } = setting;
  const self = directors[language];
  const lines: Line[] = [{ speaker: self.name, text: topic }];
  const exchanges: Exchange[] = [];
  const scene = (turn: number) => {
    const conversation = { lines: [...lines], omitted: 0 };
    return { language, topic, cast, leader: self, self, wordLimit, seed, turn, conversation };
  };
  const openings = () => exchanges.slice(-5).map(({ comment }) => firstSentence(comment));
  for (let index = 0; index < length; index += 1) {
    const asked = scene(2 * index + 1);
    const candidates = cast.filter(({ name }) => name !== exchanges.at(-1)?.speaker.name);
    const choose = (comment: string) => {
      const tag = rehearse({ ...asked, purpose: "choose-speaker", comment, candidates });
      return candidates[Number(/^<(\d+)>$/.exec(tag)?.[1]) - 1] as Participant;
    };
    const separately = () => {
      const comment = rehearse({ ...asked, purpose: "reflect", intent: "continue", openings: openings() });
      const speaker = choose(comment);
      return { comment, speaker, question: rehearse({ ...asked, purpose: "prompt-speaker", comment, speaker }) };
    };
    const together = () => {
      const answer = rehearse({ ...asked, purpose: "direct", openings: openings(), candidates });
      const { comment, choice, question } = readDirection(
        answer,
        candidates.map(({ name }) => name),
      );
      if (!choice.ok) throw new Error(`nobody was chosen: ${answer}`);
      return { comment, question, speaker: candidates[choice.index] as Participant };
    };
    const { comment, speaker, question } = calls === "three" ? separately() : together();
    lines.push({ speaker: self.name, text: `${comment}${language === "en" ? " " : ""}${question}` });
    const answer = rehearse({ ...scene(2 * index + 2), purpose: "speech", self: speaker });
    lines.push({ speaker: speaker.name, text: answer });
    exchanges.push({ comment, question, speaker, answer });
  }
  const ending = rehearse({ ...scene(2 * length + 1), purpose: "reflect", intent: "close", openings: openings() });
  return { ...setting, exchanges, ending, lines };
}

const shows = settings.flatMap((setting) => [1, 7].map((seed) => show(setting, seed, 80, 20)));
const atOnce = settings.map((setting) => show(setting, 3, 100, 8, "one"));
const wordsOf = (text: string, language: Language) => countWords(text, language);
const names = ({ cast }: Setting) => cast.map(({ name }) => name);

describe("a rehearsed director", () => {
  it("asks exactly one question, of the chosen speaker by name, and calls nobody else", () => {
    for (const played of [...shows, ...atOnce])
      for (const { comment, question, speaker } of played.exchanges) {
        expect(question.match(/[?？]/gu)).toHaveLength(1);
        expect(question).toContain(addressOf(speaker.name, played));
        const { asked, called } = readAddresses(`${comment} ${question}`, names(played));
        expect([asked, called]).toEqual([[speaker.name], [speaker.name]]);
      }
  });

  it("asks nothing in its remarks and last words, and labels nothing", () => {
    for (const { exchanges, ending } of [...shows, ...atOnce])
      for (const text of [...exchanges.map(({ comment }) => comment), ending]) {
        expect(text).not.toMatch(/[?？:：]/u);
        expect(text).toMatch(/[.。]$/u);
      }
  });

  it("never begins two messages alike in 20 exchanges, nor repeats an earlier one", () => {
    for (const { exchanges, ending, language, cast } of shows) {
      const names = cast.map(({ name }) => name);
      const remarks = [...exchanges.map(({ comment }) => comment), ending];
      expect(new Set(remarks.map(firstSentence)).size).toBe(remarks.length);
      remarks.forEach((remark, index) => {
        expect([remark, repeats(remark, remarks.slice(0, index), { ...locales[language], names })]).toEqual([
          remark,
          false,
        ]);
      });
    }
  });

  it("asks no question twice in 20 exchanges", () => {
    for (const { exchanges } of shows)
      expect(new Set(exchanges.map(({ question }) => question)).size).toBe(exchanges.length);
  });

  it("welcomes the guests and names the topic first, and mostly takes up what was said later", () => {
    for (const played of shows) {
      const [first, ...later] = played.exchanges.map(({ comment }) => comment);
      if (played.cast.length <= 5) for (const { name } of played.cast) expect(first).toContain(addressOf(name, played));
      const named = later.filter((comment, index) => {
        const before = played.exchanges[index]?.speaker.name as string;
        return comment.includes(addressOf(before, played));
      });
      expect(named.length / later.length).toBeGreaterThan(0.7);
    }
  });

  it("quotes only what was said, and quotes often", () => {
    for (const { exchanges, ending, lines } of shows) {
      const said = lines.map(({ text }) => text).join("\n");
      const spoken = [...exchanges.flatMap(({ comment, question }) => [comment, question]), ending].join("\n");
      const quotes = [...spoken.matchAll(/“([^”]+)”/gu)].map(([, quote]) => quote as string);
      expect(quotes.length).toBeGreaterThanOrEqual(3);
      for (const quote of quotes) expect(said.split(quote).length).toBeGreaterThan(2 - Number(ending.includes(quote)));
    }
  });

  it("lets everybody speak, and nobody much more than the others", () => {
    for (const { exchanges, cast } of shows) {
      const counts = cast.map(({ name }) => exchanges.filter(({ speaker }) => speaker.name === name).length);
      expect(Math.min(...counts)).toBeGreaterThanOrEqual(2);
      expect(Math.max(...counts)).toBeLessThanOrEqual((2 * exchanges.length) / cast.length);
      const debuts = new Set(exchanges.slice(0, cast.length + 3).map(({ speaker }) => speaker.name));
      expect(debuts.size).toBe(cast.length);
    }
  });

  it("speaks one language", () => {
    for (const { exchanges, ending, language } of shows) {
      const foreign = language === "en" ? /\p{Script=Han}|[，。？]/u : /[A-Za-z]|[,.?]/u;
      for (const { comment, question } of exchanges) expect(`${comment}${question}`).not.toMatch(foreign);
      expect(ending).not.toMatch(foreign);
    }
  });

  it("thanks the guests at the end, and apologises where nobody has spoken", () => {
    for (const played of shows.filter(({ cast }) => cast.length <= 5))
      for (const { name } of played.cast) expect(played.ending).toContain(addressOf(name, played));
    for (const setting of settings) {
      const { ending } = show(setting, 1, 80, 0);
      expect(ending).toMatch(/sorry|apolog|对不住|不是|怪我/u);
    }
  });

  it("is the same for the same seed and another one for another seed", () => {
    for (const setting of settings) {
      expect(show(setting, 1, 60, 3)).toEqual(show(setting, 1, 60, 3));
      expect(show(setting, 1, 60, 3).lines).not.toEqual(show(setting, 2, 60, 3).lines);
    }
  });
});

describe("guests of a rehearsed director", () => {
  it("do not speak as if nobody had spoken", () => {
    for (const { exchanges, language, lines } of shows) {
      const beginnings = phrasesOf[language].openings.map((text) => (text.split("{subject}")[0] ?? "").trim());
      for (const { answer } of exchanges)
        for (const beginning of beginnings.filter((text) => text.length > 9))
          expect(answer.startsWith(beginning)).toBe(false);
      expect(lines).toHaveLength(2 * exchanges.length + 1);
    }
  });

  it("say where they stand in their first speech", () => {
    for (const { exchanges, cast, language } of shows) {
      const { positions, approaches, wishes, keeping } = phrasesOf[language];
      const texts = [positions, approaches, keeping.positions].flatMap((group) => Object.values(group).flat());
      const stretches = [...texts, ...wishes].map((text) =>
        text.split(/\{\w+\}/).reduce((one, other) => (other.length > one.length ? other : one)),
      );
      for (const { name } of cast) {
        const first = exchanges.find(({ speaker }) => speaker.name === name);
        expect(stretches.some((stretch) => first?.answer.includes(stretch))).toBe(true);
      }
    }
  });

  it("speak to the director, never about it", () => {
    for (const { exchanges, language } of shows.filter((played) => played.language === "en"))
      for (const { answer } of exchanges) {
        expect(answer).not.toContain("Hale");
        if (answer.includes("Gwen")) expect(answer).toMatch(language === "en" ? /, Gwen[,.]/ : /主持人/);
      }
  });

  it("argue the concern that they are asked about", () => {
    const setting = settings[0] as Setting;
    const [mara] = setting.cast as [Participant];
    for (let seed = 0; seed < 20; seed += 1) {
      const lines = [
        { speaker: "Gwen Hale", text: setting.topic },
        { speaker: "Theo", text: "I say let us do it." },
        { speaker: "Gwen Hale", text: "Do go on. Mara, how much weight would you give to the upkeep?" },
      ];
      const scene = { ...setting, wordLimit: 80, seed, turn: 4, leader: directors.en, self: mara };
      const answer = rehearse({ ...scene, purpose: "speech", conversation: { lines, omitted: 0 } });
      const { maintenance } = phrasesOf.en.concerns;
      const argued = [maintenance.for, maintenance.against, maintenance.unsure].flat();
      expect(argued.some((text) => answer.toLowerCase().includes(text.toLowerCase()))).toBe(true);
    }
  });
});

describe("whatever a director is given", () => {
  const text = fc.oneof(fc.constantFrom(...oddities), fc.string({ unit: "grapheme", maxLength: 64 }));
  const scenes = fc.record({
    language: fc.constantFrom("en" as const, "zh" as const),
    topic: text,
    names: fc.uniqueArray(text, { minLength: 2, maxLength: 8 }),
    role: text,
    said: fc.array(text, { maxLength: 5 }),
    wordLimit: fc.integer({ min: 5, max: 120 }),
    seed: fc.nat(),
    turn: fc.nat({ max: 2000 }),
    omitted: fc.nat({ max: 3 }),
    openings: fc.array(text, { maxLength: 3 }),
  });

  it("it answers within the limit, in range and without a question before its question", () => {
    fc.assert(
      fc.property(scenes, ({ names, role, said, omitted, openings, ...scene }) => {
        const [self, ...cast] = names.map((name) => participant(name, role)) as [Participant, ...Participant[]];
        const lines = said.map((line, index) => ({ speaker: names[index % names.length] as string, text: line }));
        const asked = { ...scene, cast, self, leader: self, conversation: { lines, omitted } };
        const { language, wordLimit } = scene;
        const remarks = (["continue", "close"] as const).map((intent) => {
          const request: ReflectRequest = { ...asked, purpose: "reflect", intent, openings };
          return rehearse(request);
        });
        for (const remark of remarks) {
          expect(remark).not.toMatch(/[?？]/u);
          expect(wordsOf(remark, language)).toBeGreaterThan(0);
          expect(wordsOf(remark, language)).toBeLessThanOrEqual(wordLimit);
        }
        const comment = remarks[0] as string;
        const choose: ChooseSpeakerRequest = { ...asked, purpose: "choose-speaker", comment, candidates: cast };
        const index = Number(/^<(\d+)>$/.exec(rehearse(choose))?.[1]) - 1;
        expect(cast[index]).toBeDefined();
        const prompt: PromptSpeakerRequest = {
          ...asked,
          purpose: "prompt-speaker",
          comment,
          speaker: cast[index] as Participant,
        };
        const question = rehearse(prompt);
        expect(question.match(/[?？]/gu)).toHaveLength(1);
        expect(wordsOf(question, language)).toBeLessThanOrEqual(wordLimit);
        const all = readDirection(
          rehearse({ ...asked, purpose: "direct", openings, candidates: cast }),
          cast.map(({ name }) => name),
        );
        expect(all.choice.ok).toBe(true);
        expect(all.comment).not.toMatch(/[?？]/u);
        expect(wordsOf(all.comment, language) + wordsOf(all.question, language)).toBeLessThanOrEqual(wordLimit);
      }),
      { numRuns: 300 },
    );
  });
});

describe("the director's texts", () => {
  const slots =
    "name Name other quote Quote point missing subject guests speaker last own earlier aRole aTrade role trade wish otherQuote";
  const textsIn = (value: unknown): string[] =>
    typeof value === "string" ? [value] : Object.values(value as object).flatMap(textsIn);

  it.each(["en", "zh"] as const)(
    "in %s use known slots only, hold no label and name no concern of their own",
    (language) => {
      const { comments, closing, questions } = directorTextsOf[language];
      const texts = textsIn([comments, closing, questions]);
      for (const text of texts) {
        for (const [, slot] of text.matchAll(/\{(\w+)\}/g)) expect(slots.split(" ")).toContain(slot);
        expect(text).not.toMatch(/[:：]/u);
      }
      expect(texts.filter((text, index) => texts.indexOf(text) !== index)).toEqual([]);
      const scene = {
        language,
        topic: "",
        cast: [],
        wordLimit: 1,
        seed: 1,
        turn: 1,
        purpose: "sharpen-topic",
      } as const;
      // Else a question of any kind would be taken for one about that concern.
      for (const text of textsIn([comments, questions]))
        expect([text, pointIn(text, scene)]).toEqual([text, undefined]);
      for (const text of textsIn(questions)) expect(text.match(/[?？]/gu)).toHaveLength(1);
      for (const text of textsIn([comments, closing])) expect(text).not.toMatch(/[?？]/u);
    },
  );

  it("are as many in both languages, group by group", () => {
    const sizes = (value: unknown): unknown =>
      Array.isArray(value)
        ? value.length
        : Object.fromEntries(Object.entries(value as object).map(([key, part]) => [key, sizes(part)]));
    const { comments, closing } = directorTextsOf.zh;
    expect(sizes({ comments, closing })).toEqual(
      sizes({ comments: directorTextsOf.en.comments, closing: directorTextsOf.en.closing }),
    );
  });
});
