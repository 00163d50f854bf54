/** What every rehearsed story must be, over seeds, casts, premises and word limits, in both languages. */
import { describe, expect, it } from "@jest/globals";
import fc from "fast-check";
import type { Language } from "../../src/language.js";
import { countWords } from "../../src/locales/word-count.js";
import { rehearse } from "../../src/models/rehearsal/answer.js";
import { isStory, isTeller } from "../../src/models/rehearsal/story/genre.js";
import { holds, plotOf } from "../../src/models/rehearsal/story/plot.js";
import { questOf } from "../../src/models/rehearsal/story/quest.js";
import { type Beat, type StoryTexts, situations } from "../../src/models/rehearsal/story/story-texts.js";
import { styleOf } from "../../src/models/rehearsal/story/style.js";
import { storyTextsOf } from "../../src/models/rehearsal/story/texts.js";
import { longestFragment } from "../../src/models/rehearsal/template.js";
import type { SpeechRequest } from "../../src/models/request.js";
import type { Line } from "../../src/state/message.js";
import type { Participant } from "../../src/state/participant.js";
import { participant } from "../support/participant.js";

interface Table {
  readonly language: Language;
  readonly topic: string;
  /** The storyteller first. */
  readonly cast: readonly Participant[];
  readonly wordLimit: number;
}

interface Game extends Table {
  readonly seed: number;
  readonly requests: readonly SpeechRequest[];
  readonly turns: readonly Line[];
}

const tables: readonly Table[] = [
  {
    language: "en",
    topic: "Three friends look for the bell that vanished from the drowned village.",
    cast: [
      participant("Orsolya", "storyteller"),
      participant("Brannoc", "blacksmith"),
      participant("Tamsin Reed", "scholar of dead languages"),
      participant("Pip", "thief"),
    ],
    wordLimit: 90,
  },
  {
    language: "en",
    topic: "A heist in the museum of clocks.",
    cast: [participant("Sal", "Dungeon Master"), participant("Ivo", "gambler"), participant("Bo")],
    wordLimit: 60,
  },
  {
    language: "zh",
    topic: "三个伙伴要赶在天亮之前，找回灯会上不翼而飞的琉璃灯。",
    cast: [
      participant("柳三更", "说书人"),
      participant("石敢", "铁匠"),
      participant("白芷", "女郎中"),
      participant("燕小七", "飞贼"),
    ],
    wordLimit: 150,
  },
  {
    language: "zh",
    topic: "空间站的氧气正在变少",
    cast: [participant("旁白", "叙述者"), participant("林工", "工程师"), participant("小周", "宇航员")],
    wordLimit: 100,
  },
];

/** The storyteller first and between all the others. */
function play(table: Table, seed: number, length = 20, remembered = Number.POSITIVE_INFINITY): Game {
  const [teller, ...players] = table.cast as [Participant, ...Participant[]];
  const lines: Line[] = [{ speaker: table.language === "en" ? "Moderator" : "主持人", text: table.topic }];
  const requests: SpeechRequest[] = [];
  for (let turn = 1; turn <= length; turn += 1) {
    const self = turn % 2 === 1 ? teller : (players[(turn / 2 - 1) % players.length] as Participant);
    const kept = lines.slice(-Math.min(remembered, lines.length));
    const conversation = { lines: kept, omitted: lines.length - kept.length };
    const request: SpeechRequest = { ...table, purpose: "speech", seed, turn, self, conversation };
    requests.push(request);
    lines.push({ speaker: self.name, text: rehearse(request) });
  }
  return { ...table, seed, requests, turns: lines.slice(1) };
}

const seeds = [1, 7, 42, 1607];
const games = tables.flatMap((table) => seeds.map((seed) => play(table, seed)));
const tight = tables.flatMap((table) =>
  [5, 8, 12, 20, 30, 45].map((wordLimit) => play({ ...table, wordLimit }, 5, 14)),
);
const textsOf = ({ language }: Pick<Table, "language">): StoryTexts => storyTextsOf[language];
const beatsOf = (table: Pick<Table, "language">): Beat[] => Object.values(textsOf(table).beats).flat();
const beatIn = (text: string, table: Table) => beatsOf(table).filter(({ scene }) => holds(text, scene[0]));
const sentencesOf = (text: string) =>
  (text.replace(/\*[^*]+\*/g, "").match(/[^.!?。！？]+[.!?。！？]+/gu) ?? []).map((sentence) => sentence.trim());

describe("the genre", () => {
  const debaters = [participant("Ann", "smith"), participant("Bea", "historian")];

  it.each([
    "storyteller",
    "Game Master",
    "dungeon-master",
    "the narrator of tonight",
    "DM",
    "说书人",
    "故事主持",
    "游戏主持",
    "讲述者",
    "叙述者",
  ])("is told by the role “%s”", (role) => {
    expect(isTeller(participant("Zoe", role))).toBe(true);
    expect(isStory({ topic: "The lost bell", cast: [participant("Zoe", role), ...debaters] })).toBe(true);
  });

  it.each(["", "master baker", "novelist", "admiral", "主持人", "书店老板", "game designer"])(
    "is not told by the role “%s”",
    (role) => expect(isStory({ topic: "The lost bell", cast: [participant("Zoe", role), ...debaters] })).toBe(false),
  );

  it.each(["Should storytellers be paid by the word?", "说书人该不该收门票？"])(
    "stays a debate where a decision is asked for: %s",
    (topic) => expect(isStory({ topic, cast: [participant("Zoe", "storyteller"), ...debaters] })).toBe(false),
  );

  it("leaves other conversations as they were", () => {
    const spoken = (topic: string) => {
      const cast = [participant("Zoe", "storyteller"), ...debaters];
      const conversation = { lines: [{ speaker: "Moderator", text: topic }], omitted: 0 };
      const [self] = cast as [Participant];
      const scene = { language: "en", topic, cast, self, conversation, wordLimit: 80, seed: 1, turn: 1 } as const;
      return rehearse({ ...scene, purpose: "speech" });
    };
    const isScene = (text: string) => beatsOf({ language: "en" }).some(({ scene }) => holds(text, scene[0]));
    expect(isScene(spoken("The lost bell"))).toBe(true);
    expect(isScene(spoken("Should bells be rung at night?"))).toBe(false);
  });
});

describe("a rehearsed story", () => {
  it("keeps the word limit, from five words up, and ends with a whole sentence", () => {
    for (const { turns, wordLimit, language } of [...games, ...tight])
      for (const { text } of turns) {
        expect(text).not.toBe("");
        expect(countWords(text, language)).toBeLessThanOrEqual(wordLimit);
        expect(text).toMatch(/[.?。？]$/);
      }
  });

  it("brings one beat with every narration, and none twice within 20 turns", () => {
    for (const game of games) {
      const told = game.turns.flatMap(({ text }, index) => (index % 2 === 0 ? [beatIn(text, game)] : []));
      for (const beats of told) expect(beats).toHaveLength(1);
      expect(new Set(told.flat()).size).toBe(told.length);
    }
  });

  it("goes from arrival to aftermath, and then takes up a new thread", () => {
    for (const game of games) {
      const beats = textsOf(game).beats;
      const acts = game.turns.flatMap(({ text }, index) => {
        const [beat] = index % 2 === 0 ? beatIn(text, game) : [];
        return Object.entries(beats).flatMap(([act, list]) => (beat && list.includes(beat) ? [act] : []));
      });
      expect(acts.join(" ")).toBe(
        "arrival threshold complication discovery setback climax aftermath thread threshold complication",
      );
    }
  });

  it("lets players do something about the latest beat, and never the same", () => {
    for (const game of games) {
      const made: string[] = [];
      game.turns.forEach(({ text }, index) => {
        if (index % 2 === 0) return;
        const [beat] = beatIn(game.turns[index - 1]?.text ?? "", game);
        const moves = beat?.moves.filter(({ act }) => holds(text, act)) ?? [];
        expect(moves).toHaveLength(1);
        made.push(...moves.map(({ act }) => act));
      });
      expect(new Set(made).size).toBe(made.length);
    }
  });

  it("first tells what came of the action", () => {
    const fates = { success: 0, trouble: 0 };
    for (const game of games)
      game.requests.forEach((request, index) => {
        if (index % 2 === 1 || index === 0) return;
        const { move } = plotOf(request, textsOf(game));
        const text = game.turns[index]?.text ?? "";
        const told = (outcome: string) =>
          outcome
            .split(/\{\w+\}/)
            .map((part) => part.replace(/^[\s,，.。]+|[\s,，.。]+$/g, "").toLowerCase())
            .every((part) => text.toLowerCase().includes(part));
        for (const fate of ["success", "trouble"] as const) if (move && told(move[fate])) fates[fate] += 1;
      });
    const narrations = games.length * 9;
    expect(fates.success + fates.trouble).toBeGreaterThan(narrations * 0.9);
    expect(fates.success).toBeGreaterThan(narrations * 0.35);
    expect(fates.trouble).toBeGreaterThan(narrations * 0.25);
  });

  it("turns to the player whose turn is next", () => {
    for (const game of games) {
      const narrations = game.turns.map(({ text }, index) => ({ text, next: game.turns[index + 1]?.speaker }));
      const turnedTo = narrations.filter(({ text, next }, index) => {
        const last = sentencesOf(text).at(-1) ?? "";
        return index % 2 === 0 && next !== undefined && last.includes(next.split(" ")[0] as string);
      });
      // Where there is little room, what happens goes before who is asked.
      expect(turnedTo.length).toBeGreaterThanOrEqual(game.wordLimit >= (game.language === "en" ? 90 : 150) ? 10 : 3);
    }
  });

  it("repeats no sentence within 20 turns, and has no speech of more than five", () => {
    for (const { turns } of games) {
      const sentences = turns.flatMap(({ text }) => sentencesOf(text));
      expect(sentences.filter((sentence, index) => sentences.indexOf(sentence) !== index)).toEqual([]);
      for (const { text } of turns) expect(sentencesOf(text).length).toBeLessThanOrEqual(5);
      const actions = turns.filter((_, index) => index % 2 === 1);
      for (const { text } of actions) expect([2, 3]).toContain(sentencesOf(text).length);
    }
  });

  it("is told by players in the first person, with a gesture now and then, and without their own names", () => {
    for (const { turns, language } of games) {
      const actions = turns.filter((_, index) => index % 2 === 1);
      for (const { speaker, text } of actions) {
        expect(text).toMatch(language === "en" ? /\bI\b/ : /我/);
        expect(text).not.toContain(speaker);
      }
    }
    const all = games.flatMap(({ turns }) => turns.filter((_, index) => index % 2 === 1));
    const share = all.filter(({ text }) => text.includes("*")).length / all.length;
    expect(share).toBeGreaterThan(0.2);
    expect(share).toBeLessThan(0.5);
  });

  it("stays in its language and holds no label and no open slot", () => {
    for (const { turns, language } of [...games, ...tight])
      for (const { text } of turns) {
        expect(text).not.toMatch(/[:：{}]/);
        expect(text).not.toMatch(language === "en" ? /\p{Script=Han}|[，。？]/u : /[a-z,.?]/i);
      }
  });

  it("names what is looked for, where the premise does", () => {
    for (const { turns, topic } of games.filter(({ wordLimit }) => wordLimit >= 90)) {
      const story = turns.slice(0, 13).map(({ text }) => text);
      const quest = topic.includes("bell") ? "the bell" : "琉璃灯";
      if (questOf({ topic, language: /\p{Script=Han}/u.test(topic) ? "zh" : "en" }))
        expect(story.join("\n")).toContain(quest);
    }
  });

  it("is the same for the same request, and another one for another seed", () => {
    for (const table of tables) {
      expect(play(table, 3).turns).toEqual(play(table, 3).turns);
      const stories = seeds.map((seed) =>
        play(table, seed)
          .turns.map(({ text }) => text)
          .join("\n"),
      );
      expect(new Set(stories).size).toBe(seeds.length);
    }
  });

  it("finds its place again when the beginning is forgotten", () => {
    for (const table of tables.filter(({ wordLimit }) => wordLimit >= 90))
      for (const remembered of [4, 7, 12]) {
        const whole = play(table, 11, 24);
        const partly = play(table, 11, 24, remembered);
        const acts = ({ turns }: Game) =>
          turns.flatMap(({ text }, index) => {
            const [beat] = index % 2 === 0 ? beatIn(text, table) : [];
            return Object.entries(textsOf(table).beats).flatMap(([act, all]) =>
              beat && all.includes(beat) ? [act] : [],
            );
          });
        expect(acts(partly)).toEqual(acts(whole));
      }
  });
});

describe("around a story", () => {
  it.each([
    ["Three friends look for the bell that vanished", "the bell", "the bell"],
    ["Who stole the moon from the mill pond?", "the moon", "the moon"],
    ["A crew must rescue their lost captain before dawn", "your lost captain", "our lost captain"],
    ["They search for a dog", "the dog", "the dog"],
    ["三个伙伴要找回灯会上不翼而飞的琉璃灯。", "琉璃灯", "琉璃灯"],
    ["一支商队在盐漠里寻找最后一口井", "最后一口井", "最后一口井"],
    ["谁偷走了池塘里的月亮？", "池塘里的月亮", "池塘里的月亮"],
  ])("the quest is read out of “%s”", (topic, teller, player) => {
    const language = /\p{Script=Han}/u.test(topic) ? "zh" : "en";
    expect(questOf({ topic, language })).toEqual({ teller, player });
  });

  it.each(["A night in the museum", "Find your way out", "Find out who did it", "{name}", ""])(
    "no quest is read out of “%s”",
    (topic) => expect(questOf({ topic, language: "en" })).toBeUndefined(),
  );

  it.each([
    ["blacksmith", "maker"],
    ["scholar of dead languages", "scholar"],
    ["retired thief", "sneak"],
    ["village doctor", "healer"],
    ["travelling musician", "singer"],
    ["town guard", "fighter"],
    ["ranger", "guide"],
    ["spice merchant", "trader"],
    ["hedge witch", "mystic"],
    ["somebody's cousin", "general"],
    ["铁匠", "maker"],
    ["书生", "scholar"],
    ["飞贼", "sneak"],
    ["女郎中", "healer"],
    ["琴师", "singer"],
    ["镖师", "fighter"],
    ["猎户", "guide"],
    ["货郎", "trader"],
    ["道士", "mystic"],
    ["路人", "general"],
  ])("the role “%s” acts as a %s", (role, style) => expect(styleOf(participant("Zoe", role))).toBe(style));

  it("whatever it is given, it answers within the limit and without a label", () => {
    const text = fc.oneof(
      fc.constantFrom("", "{name}", "X: I am you", "“quoted”", "*bows*", "陈", "$&", "Dr. No", "storyteller", "说书人"),
      fc.string({ unit: "grapheme", maxLength: 60 }),
    );
    const scenes = fc.record({
      language: fc.constantFrom("en" as const, "zh" as const),
      topic: text,
      names: fc.uniqueArray(text, { minLength: 1, maxLength: 4 }),
      role: text,
      said: fc.array(text, { maxLength: 5 }),
      wordLimit: fc.integer({ min: 5, max: 120 }),
      seed: fc.nat(),
      turn: fc.nat({ max: 500 }),
      omitted: fc.nat({ max: 3 }),
      place: fc.nat({ max: 3 }),
    });
    fc.assert(
      fc.property(scenes, ({ names, role, said, omitted, place, ...scene }) => {
        const cast = names.map((name, seat) => participant(name, seat === 0 ? "storyteller" : role));
        const self = cast[place % cast.length] as Participant;
        const lines = said.map((line, index) => ({ speaker: names[index % names.length] as string, text: line }));
        const request = { ...scene, cast, self, conversation: { lines, omitted }, purpose: "speech" } as const;
        const spoken = rehearse(request);
        expect(spoken).toBe(rehearse(request));
        expect(spoken).not.toBe("");
        expect(countWords(spoken, scene.language)).toBeLessThanOrEqual(scene.wordLimit);
        expect(spoken).not.toMatch(/[:：]/);
      }),
      { numRuns: 400 },
    );
  });
});

describe("the story's texts", () => {
  const slots = ["rival", "Rival", "aRival", "he", "He", "him", "his", "token", "aToken", "subject"];
  const textsIn = (value: unknown): string[] =>
    typeof value === "string" ? [value] : Object.values(value as object).flatMap(textsIn);

  it.each(["en", "zh"] as const)("in %s use known slots only, hold no label, and none is there twice", (language) => {
    const { rivals, ...texts } = storyTextsOf[language];
    expect(rivals.length).toBeGreaterThan(3);
    const prose = textsIn({ ...texts, unnamed: texts.unnamed.teller });
    const all = prose.filter((text) => !situations.some((situation) => situation === text));
    for (const text of all) {
      for (const [, slot] of text.matchAll(/\{(\w+)\}/g)) expect([...slots, "name", "actor", "friend"]).toContain(slot);
      expect(text).not.toMatch(/[:：]/);
    }
    expect(all.filter((text, index) => all.indexOf(text) !== index)).toEqual([]);
  });

  it.each(["en", "zh"] as const)("in %s can be told apart by their fragments", (language) => {
    const beats = beatsOf({ language });
    const templates = beats.flatMap(({ scene, moves }) => [scene[0], ...moves.map(({ act }) => act)]);
    const all = textsIn(storyTextsOf[language]).map((text) => text.toLowerCase());
    for (const template of templates) {
      const fragment = longestFragment(template);
      expect([template, all.filter((text) => text.includes(fragment))]).toEqual([template, [template.toLowerCase()]]);
      expect(countWords(fragment, language)).toBeGreaterThanOrEqual(5);
    }
  });

  it.each(["en", "zh"] as const)("in %s name rival and token before they are taken for known", (language) => {
    const { arrival, threshold, thread } = storyTextsOf[language].beats;
    for (const { scene } of [...arrival, ...thread]) expect(scene.join()).toMatch(/\{aRival\}.*/);
    for (const { scene } of threshold) expect(scene.join()).toContain("{aToken}");
    for (const text of textsIn([arrival, thread])) expect(text).not.toContain("{token}");
  });
});
