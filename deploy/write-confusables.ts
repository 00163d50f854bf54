/**
 * `npm run confusables -- confusables.txt`: writes src/core/text/confusables.txt from Unicode's list of characters that
 * look alike, https://www.unicode.org/Public/security/latest/confusables.txt.
 */
import { readFileSync, writeFileSync } from "node:fs";
import { plainLetters } from "../src/core/text/name.js";

const listed = readFileSync(process.argv[2] ?? "confusables.txt", "utf8");
const [version = ""] = /Version: [\d.]+/.exec(listed) ?? [];
const characters = (codes: string) =>
  String.fromCodePoint(
    ...codes
      .trim()
      .split(" ")
      .map((code) => Number.parseInt(code, 16)),
  );

const table = new Map<string, string>();
for (const [, from = "", to = ""] of listed.matchAll(/^([0-9A-F]+) ;\t([0-9A-F ]+) ;/gm))
  table.set(characters(from), characters(to));

const unify = (text: string) => Array.from(plainLetters(text), (each) => table.get(each) ?? each).join("");

// The file needs no entries for characters that `plainLetters` changes, because a lookup applies `plainLetters` first.
const groups = new Map<string, string>();
for (const from of table.keys()) {
  const looks = plainLetters(unify(unify(from))).replace(/[^\p{L}\p{N}]/gu, "");
  if (plainLetters(from) === from && looks !== "" && looks !== from)
    groups.set(looks, (groups.get(looks) ?? "") + from);
}
const lines = [...groups].map(([looks, others]) => `${looks} ${others}`).sort();
writeFileSync(new URL("../src/core/text/confusables.txt", import.meta.url), `${lines.join("\n")}\n`);
console.log(`${version}: ${lines.length} lines`);
