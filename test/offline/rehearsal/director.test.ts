import { describe, expect, it } from "@jest/globals";
import { readAddresses } from "../../../src/core/text/address.js";
import { firstSentence, repeats } from "../../../src/core/text/repetition.js";
import { addressOf } from "../../../src/offline/rehearsal/phrasing.js";
import { locales } from "../../../src/words/registry.js";
import { castOf, settings, show } from "./conversations.js";

const seeds = [1, 2, 3];
const four = settings.filter(({ cast }) => cast.length === 4);

describe.each(four)("shows about “$topic”", (setting) => {
  const shows = seeds.map((seed) => show(setting, seed, 16));
  const names = setting.cast.map(({ name }) => name);

  it("a run of four exchanges often leaves out a guest", () => {
    const blocks = shows.flatMap(({ exchanges }) =>
      exchanges.slice(3).map((_, index) => new Set(exchanges.slice(index, index + 4).map(({ speaker }) => speaker))),
    );
    expect(blocks.filter(({ size }) => size === 4).length / blocks.length).toBeLessThanOrEqual(0.6);
  });

  it("every guest speaks, but in at most half of the exchanges", () => {
    for (const { exchanges } of shows)
      for (const name of names) {
        const turns = exchanges.filter(({ speaker }) => speaker === name).length;
        expect([name, turns]).toEqual([name, Math.min(8, Math.max(1, turns))]);
      }
  });

  it("a choice names the chosen guest and gives a reason before the number", () => {
    for (const { exchanges } of shows)
      for (const { choice, speaker } of exchanges) {
        expect(choice).toMatch(/^[^<>]{6,}[.。] ?<\d+>$/u);
        expect(choice).toContain(addressOf(speaker, setting));
      }
  });

  it("the host asks one question at a time, and addresses the chosen guest by name", () => {
    for (const { exchanges } of shows)
      for (const { comment, question, speaker } of exchanges) {
        expect(question.match(/[?？]/gu)).toHaveLength(1);
        expect(readAddresses(`${comment} ${question}`, names).asked).toEqual([speaker]);
      }
  });

  it("comments ask no question, and repeat neither the last five comments nor their first sentences", () => {
    for (const { exchanges, ending } of shows) {
      const comments = [...exchanges.map(({ comment }) => comment), ending];
      comments.forEach((comment, index) => {
        const earlier = comments.slice(Math.max(0, index - 5), index);
        expect(comment.replace(/“[^”]*”/gu, "")).not.toMatch(/[?？]/u);
        expect(earlier.map(firstSentence)).not.toContain(firstSentence(comment));
        expect([comment, repeats(comment, earlier, { ...locales[setting.language], names })]).toEqual([comment, false]);
      });
    }
  });

  it("the host quotes only words that guests said", () => {
    for (const { exchanges, lines, ending } of shows) {
      const guests = lines.filter(({ speaker }) => names.includes(speaker)).map(({ text }) => text);
      for (const text of [...exchanges.flatMap(({ comment, question }) => [comment, question]), ending])
        for (const [, quote = ""] of text.matchAll(/“([^”]+)”/gu)) expect(guests.join("\n")).toContain(quote);
    }
  });
});

describe("a host", () => {
  it("usually gives the floor to the guest whom the last speaker asked", () => {
    const setting = { ...four[0], cast: castOf("Ann", "Bo", "Cleo", "Dee") } as (typeof four)[number];
    let asked = 0;
    let chosen = 0;
    for (const seed of seeds) {
      const { exchanges } = show(setting, seed, 16);
      exchanges.slice(1).forEach(({ speaker }, index) => {
        const [guest] = readAddresses(
          exchanges[index]?.answer ?? "",
          setting.cast.map(({ name }) => name),
        ).asked;
        if (guest === undefined) return;
        asked += 1;
        if (guest === speaker) chosen += 1;
      });
    }
    expect(asked).toBeGreaterThan(3);
    expect(chosen / asked).toBeGreaterThan(0.6);
  });

  it("closes with an apology if nobody has spoken, and otherwise names every guest", () => {
    for (const setting of four) {
      const { ending } = show(setting, 1, 0);
      expect(ending).toMatch(/sorry|apologise|对不住|怪我/u);
      for (const { name } of setting.cast) expect(show(setting, 2, 6).ending).toContain(addressOf(name, setting));
    }
  });
});
