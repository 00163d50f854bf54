/**
 * Takes out of a speech what a model should not have written: its own name as a label, headings, lines that it writes for
 * somebody else. Works on a speech that is still coming, too: what has been shown of it is never taken back.
 */
import type { Fault } from "../domain/correction.js";
import { formPattern, nameForms } from "../domain/name-forms.js";

export interface CleanSpeech {
  readonly text: string;
  readonly faults: readonly Fault[];
}

/** Cleans what has come of a speech; `isWhole` once nothing more will come. */
export type Cleaner = (answer: string, isWhole: boolean) => CleanSpeech;

/** What a line turns out to be. */
type Line =
  | { readonly kind: "own" | "plain" | "other" | "heading"; readonly text: string }
  | { readonly kind: "handover" };

/** Markup that models put before and after a label; what emphasises it may end behind the colon. */
const before = '[\\s#>\\[(“"「【-]*([*_]{0,3})[\\s\\[(“"「【]*';
const after = '(?:[\\s*_\\])”"」】]|[(（][^()（）\\n]{0,60}[)）])*';
const colon = "[:：]\\1?\\s*";

/** Headings that give the floor to somebody else: what follows is not the speaker's any more. */
const handover = "(?:the )?next[ _-]?(?:speaker|participant|turn)|下一[位个名](?:发言|嘉宾|说话)[人者的]?";

const heading = /^\s*#{1,6}(?:\s+|$)/;

/** A label that has only begun to come, or may yet become a heading. */
function mayBecomeLabel(line: string, forms: readonly string[]): boolean {
  const start = line.replace(new RegExp(`^${before}`, "u"), "");
  if (start === "" || /^\s*#/.test(line)) return true;
  const typed = start.toLowerCase();
  return forms.some((form) => {
    const known = form.toLowerCase();
    if (typed.length <= known.length) return known.startsWith(typed);
    // The name is there; what follows may still be markup before a colon.
    return (
      typed.startsWith(known) &&
      /^(?:[\s*_\])”"」】]|[(（][^()（）\n]{0,60}(?:[)）]|$))*$/u.test(typed.slice(known.length))
    );
  });
}

/** Makes a cleaner for one speaker. `others` are all who may have a line of their own in this conversation. */
export function createCleaner(speaker: string, others: readonly string[]): Cleaner {
  const names = [speaker, ...others.filter((name) => name !== speaker)];
  const [own = [], ...rest] = nameForms(names);
  const labelOf = (forms: readonly string[]) =>
    forms.length === 0
      ? undefined
      : new RegExp(`^${before}(?:${forms.map(formPattern).join("|")})${after}${colon}`, "iu");
  const ownLabel = labelOf(own);
  const otherLabel = labelOf(rest.flat());
  const handoverLine = new RegExp(`^${before}(?:${handover})${after}(?:[:：]|$)`, "iu");
  const beginnings = [
    ...names.flatMap((_name, index) => [own, ...rest][index] ?? []),
    "next speaker",
    "next_speaker",
    "the next",
    "下一位",
    "下一个",
  ];

  function read(line: string): Line {
    if (handoverLine.test(line)) return { kind: "handover" };
    let text = line;
    while (ownLabel?.test(text)) text = text.replace(ownLabel, "");
    if (otherLabel?.test(text)) return { kind: "other", text: text.replace(otherLabel, "") };
    if (text !== line) return { kind: "own", text };
    return heading.test(line) ? { kind: "heading", text: line.replace(heading, "") } : { kind: "plain", text };
  }

  return (answer, isWhole) => {
    const lines = answer.split("\n");
    const coming = lines.at(-1) ?? "";
    if (!isWhole) {
      const found = read(coming);
      if (found.kind === "handover" || mayBecomeLabel(found.kind === "own" ? found.text : coming, beginnings))
        lines.pop();
    }
    const said: string[] = [];
    /** Lines written for somebody else before the speaker's own began, and headings. */
    const foreign: string[] = [];
    const headings: string[] = [];
    const faults = new Set<Fault>();
    let isForeign = false;
    for (const line of lines) {
      const found = read(line);
      const hasSpoken = said.some((each) => each.trim() !== "");
      if (found.kind === "own") faults.add("own-label");
      if (found.kind === "heading" || found.kind === "handover") faults.add("heading");
      if (found.kind === "other") faults.add("other-speaker");
      if (hasSpoken && (found.kind === "other" || found.kind === "handover")) break;
      if (found.kind === "other") {
        isForeign = true;
        foreign.push(found.text);
      } else if (found.kind === "own") {
        isForeign = false;
        said.push(found.text);
      } else if (found.kind === "heading") headings.push(found.text);
      else if (found.kind === "plain") (isForeign ? foreign : said).push(found.text);
    }
    const text = said.join("\n").trim();
    // Nothing of its own: better the words without their label than none, as soon as no others can come.
    const rest = isWhole ? [foreign, headings].map((each) => each.join("\n").trim()).find(Boolean) : "";
    return { text: text || (rest ?? ""), faults: [...faults] };
  };
}
