import { describe, expect, it } from "@jest/globals";
import { participants } from "../../../src/core/state/participant.js";
import { resemblesName, skeletonsOf } from "../../../src/core/text/name.js";
import { isReservedName, soundsOfficial } from "../../../src/core/text/reserved-names.js";

const pairs = [
  ["Ann", "Аnn", "a Cyrillic letter"],
  ["Ann", "Ꭺnn", "a Cherokee letter"],
  ["Ann", "ꓮꓠꓠ", "Lisu letters"],
  ["Ann", "An\u3164n", "a filler that counts as a letter"],
  ["Ann", "A\u200bnn", "a zero-width space"],
  ["Ann", "𝐀𝐧𝐧", "mathematical letters"],
  ["Ian", "lan", "a small l"],
  ["Ian", "1an", "a digit"],
  ["Olga", "0lga", "a zero"],
  ["Tom", "Torn", "two letters that look like one"],
  ["BOB", "bob", "capitals"],
  ["Ian", "ian", "capitals that look like other letters"],
] as const;

describe("two names", () => {
  it.each(pairs)("%s and %s are confusable (%s)", (one, other, _why) => {
    expect(resemblesName(one, [other])).toBe(true);
    expect(resemblesName(other, [one])).toBe(true);
    const cast = (names: readonly string[]) => participants.safeParse(names.map((name) => ({ name }))).success;
    expect([cast([one, other]), cast([one, "Somebody"])]).toEqual([false, true]);
  });

  it.each([
    ["Ann", "Anna"],
    ["Ann", "Ann Smith"],
    ["Лена", "Нина"],
    ["林晚舟", "林晓舟"],
    ["Person1", "Person2"],
    ["★", "☆"],
    ["रवि", "रवा"],
  ])("%s and %s are distinct", (one, other) => {
    expect(resemblesName(one, [other])).toBe(false);
  });

  it("are distinct within a cast if they differ only in accents, but `resemblesName` finds them alike", () => {
    expect(resemblesName("Zoë", ["Zoe"])).toBe(true);
    expect(participants.safeParse([{ name: "Zoë" }, { name: "Zoe" }, { name: "Zoe-" }]).success).toBe(true);
  });

  it("are compared by their symbols if they are made only of symbols", () => {
    expect([skeletonsOf("★"), skeletonsOf("")]).toEqual([["★"], []]);
  });
});

it.each(["Uѕer", "TooI", "用\u3164户", "Sуstem"])("isReservedName recognizes the lookalike %s", (name) => {
  expect(isReservedName(name)).toBe(true);
});

describe("soundsOfficial", () => {
  it.each([
    ...["AI", "ai", "Host", "Mod", "the Moderator", "AI Host", "AI-Admin", "[Mod]", "Mod (official)", "System", "bot"],
    ...["АI", "Hоst", "Моd", "M0d", "Ηost", "𝐌𝐨𝐝", "H\u200bost", "Ｈｏｓｔ", "m o d"],
    ...["主持人", "系统", "管理员", "ＡＩ助手"],
  ])("recognizes %s", (name) => {
    expect(soundsOfficial(name)).toBe(true);
  });

  it.each([
    "Ann",
    "Al",
    "Al Green",
    "Modesty",
    "Hosta",
    "Ann, the host",
    "Aisha",
    "Chairil",
    "主持人老王",
    "林晚舟",
    "Moderato",
  ])("does not recognize %s", (name) => {
    expect(soundsOfficial(name)).toBe(false);
  });

  it("does not apply to participants, who may be the host of a panel", () => {
    expect(participants.safeParse([{ name: "Host" }, { name: "AI" }]).success).toBe(true);
  });
});
