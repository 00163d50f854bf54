import assert from "node:assert/strict";
import { describe, expect, it } from "@jest/globals";
import fc from "fast-check";
import { initialsIn, initialsOf } from "../../stage/state/initials.js";
import { itHolds } from "../support/property.js";

function all(...names: string[]) {
  const initials = initialsIn(names);
  return names.map((name) => initials.get(name));
}

describe("initials", () => {
  it("are those of the first and the last name, or the first two letters of a single name", () => {
    expect(["Agnes Thorvald", "Agnes", "anna-maria de Vos", "O"].map(initialsOf)).toEqual(["AT", "Ag", "AV", "O"]);
  });

  it("are the last two characters of a name in Chinese or Korean script", () => {
    expect(["王小明", "李雷", "김민준", "田"].map(initialsOf)).toEqual(["小明", "李雷", "민준", "田"]);
  });

  it("distinguish similar Latin names", () => {
    expect(all("Agnes", "Anne")).toEqual(["Ag", "An"]);
    expect(all("Agnes", "Agatha", "Bo")).toEqual(["Agn", "Aga", "Bo"]);
    expect(all("Maria", "Marie", "Mario")).toEqual(["Ma", "Me", "Mo"]);
    expect(all("Agnes Thorvald", "Anna Thomsen")).toEqual(["AgT", "AnT"]);
    expect(all("Anna Thorvald", "Anna Torres")).toEqual(["ATh", "ATo"]);
    expect(all("Number 1", "Number 2", "Number 10", "Number 12")).toEqual(["N1", "N2", "N10", "N12"]);
  });

  it("distinguish similar Chinese names", () => {
    expect(all("王小明", "李小明", "张伟")).toEqual(["王明", "李明", "张伟"]);
    expect(all("王小明", "王大明", "王晓明")).toEqual(["小明", "大明", "晓明"]);
  });

  it("do not differ only in case", () => {
    expect(all("Agnes", "Anna Gold")).toEqual(["Agn", "AnG"]);
  });

  it("contain numbers if no abbreviation distinguishes the names", () => {
    expect(all("Alexander B", "Alexander  B", "Bo")).toEqual(["A1", "A2", "Bo"]);
  });

  const name = fc.oneof(
    fc.stringMatching(/^[A-Ca-c]{1,5}( [A-C]{1,3})?$/),
    fc.stringMatching(/^[王李小明大伟]{1,3}$/),
    fc.string({ minLength: 1, unit: "grapheme" }),
  );
  const fold = (text: string) => text.toLocaleLowerCase();
  itHolds(
    "are distinct in every cast, and are the usual ones unless names share them",
    fc.property(fc.uniqueArray(name, { minLength: 1, maxLength: 30 }), (names) => {
      const initials = initialsIn(names);
      assert.equal(new Set(names.map((each) => fold(initials.get(each) ?? ""))).size, names.length);
      const usual = names.map((each) => fold(initialsOf(each)));
      for (const [index, each] of names.entries())
        if (usual.indexOf(usual[index] ?? "") === usual.lastIndexOf(usual[index] ?? ""))
          assert.equal(initials.get(each), initialsOf(each));
    }),
  );
});
