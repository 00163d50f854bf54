/** Names that a reader would take for another one: the same letters in other scripts, or the name with something behind it. */

/** Letters of Cyrillic and Greek that look like Latin ones: a small part of Unicode's list of confusables. */
const latin: Readonly<Record<string, string>> = Object.fromEntries(
  [..."аaеeоoрpсcуyхxіiјjѕsԁdһhԛqԝwкkмmнhтtвbгr", ..."αaβbεeηnιiκkνvοoρpτtυuχxγyωw"].reduce<[string, string][]>(
    (pairs, letter, index, letters) => (index % 2 === 0 ? [...pairs, [letter, letters[index + 1] ?? letter]] : pairs),
    [],
  ),
);

const fold = (text: string) =>
  [...text.normalize("NFKD").replace(/\p{M}/gu, "").toLowerCase()].map((letter) => latin[letter] ?? letter).join("");

/** Letters and digits only, as a hurried reader sees them. */
const skeleton = (text: string) => fold(text).replace(/[^\p{L}\p{N}]/gu, "");

/** Whether `name` reads as one of `others`: the same, or one of them with a point, a bracket or the like behind it. */
export function resemblesName(name: string, others: readonly string[]): boolean {
  const whole = skeleton(name);
  // “Ann (pilot)” reads as Ann, “Ann Smith” does not.
  const first = skeleton(
    /^[\p{L}\p{N}\p{M}\s]+?(?=\s*[^\p{L}\p{N}\p{M}\s])/u.exec(name.normalize("NFKC"))?.[0] ?? name,
  );
  return others.some((other) => skeleton(other) !== "" && [whole, first].includes(skeleton(other)));
}
