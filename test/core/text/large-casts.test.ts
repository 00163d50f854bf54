import { afterEach, describe, expect, it, jest } from "@jest/globals";
import { readAddresses, withoutCalling } from "../../../src/core/text/address.js";
import { createCleaner } from "../../../src/core/text/clean-speech.js";

const castOf = (size: number) =>
  Array.from({ length: size }, (_, seat) => ({
    name: `Person${seat} Family${seat}`,
    role: `engineer of bridge ${seat}`,
  }));

function readTurn(people: ReturnType<typeof castOf>, turn: number) {
  const at = (seat: number) => people[seat % people.length] ?? { name: "", role: "" };
  const [speaker, asked, other] = [at(turn), at(turn + 7), at(turn + 3)];
  const speech = `${speaker.name}: I agree with ${other.name}.\n\n${asked.name}, what do you say?\n${asked.name}: Yes.`;
  const others = people.filter((one) => one !== speaker);
  const { text, faults } = createCleaner(speaker, others)(speech, true);
  const names = people.map(({ name }) => name);
  return { text, faults, ...readAddresses(text, names), rest: withoutCalling(`So ${asked.name}: yes.`, names) };
}

afterEach(() => {
  jest.restoreAllMocks();
});

describe("reading a speech in a large cast", () => {
  it("finds labels by full names, and addresses by full names and by parts of names", () => {
    expect(readTurn(castOf(200), 0)).toEqual({
      text: "I agree with Person3 Family3.\n\nPerson7 Family7, what do you say?",
      faults: ["own-label", "other-speaker"],
      asked: ["Person7 Family7"],
      called: ["Person7 Family7"],
      mentioned: ["Person3 Family3"],
      named: ["Person3 Family3", "Person7 Family7"],
      rest: "yes.",
    });
    expect(
      readAddresses(
        "Family9, and you?",
        castOf(200).map(({ name }) => name),
      ).asked,
    ).toEqual(["Person9 Family9"]);
  });

  it("calls no `RegExp` constructor", () => {
    let compiled = 0;
    const Compiler = globalThis.RegExp;
    class CountedRegExp extends Compiler {
      constructor(...given: ConstructorParameters<typeof Compiler>) {
        super(...given);
        compiled += 1;
      }
    }
    const counted = (size: number) => {
      compiled = 0;
      const people = castOf(size);
      globalThis.RegExp = CountedRegExp as unknown as RegExpConstructor;
      for (let turn = 0; turn < 20; turn += 1) readTurn(people, turn);
      globalThis.RegExp = Compiler;
      return compiled;
    };
    expect([counted(10), counted(200)]).toEqual([0, 0]);
  });

  it("takes map operations in proportion to the cast, and fewer than 30 per character of the names", () => {
    const set = jest.spyOn(Map.prototype, "set");
    const get = jest.spyOn(Map.prototype, "get");
    const steps = (size: number) => {
      const people = castOf(size);
      set.mockClear();
      get.mockClear();
      readTurn(people, 1);
      return set.mock.calls.length + get.mock.calls.length;
    };
    const [small, large] = [steps(50), steps(200)];
    expect(large / small).toBeLessThan(5);
    const letters = castOf(200).reduce((sum, { name }) => sum + name.length, 0);
    expect(large / letters).toBeLessThan(30);
  });
});
