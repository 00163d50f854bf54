/** Names that a reader would take for another one: the same letters in other scripts, or the name with something behind it. */

/** Letters of Cyrillic and Greek, and the Latin ones that they look like: a small part of Unicode's list of confusables. */
const foreign = "аеорсухіјѕԁһԛԝкмнтвгαβεηικνορτυχγω";
const latin = "aeopcyxijsdhqwkmhtbrabenikvoptuxyw";
const latinFor = new Map([...foreign].map((letter, index) => [letter, latin[index] ?? letter]));

const fold = (text: string) =>
  [...text.normalize("NFKD").replace(/\p{M}/gu, "").toLowerCase()]
    .map((letter) => latinFor.get(letter) ?? letter)
    .join("");

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
