/**
 * Takes out of a speech what a model should not have written: its own name as a label, lines that it writes for somebody else, the
 * marks of headings. Fenced code stays as it is. Works on a speech that is still coming, too: what has been shown of it is never
 * taken back.
 *
 * A line is somebody's only where it looks like a line of a transcript. Names behind bullets or quotation marks, and those in
 * a list that the line before it announces, are part of what is said.
 */
import type { Fault } from "../../records/correction.js";
import { anyOf } from "./grammar.js";
import { isWrittenAs, NameFinder, nameForms } from "./name-forms.js";

/** Cleans what has come of one answer; `isWhole` once nothing more will come. Hears the same answer, longer each time. */
export type Cleaner = (
  answer: string,
  isWhole: boolean,
) => { readonly text: string; readonly faults: readonly Fault[] };

export interface Labelled {
  readonly name: string;
  /** Models put it behind the name, as prompts do. */
  readonly role?: string;
}

interface Line {
  readonly kind: "own" | "other" | "plain" | "heading" | "handover";
  readonly text: string;
  /** Whether it can only be a line of a transcript: by the whole name, or by markup. */
  readonly isCertain: boolean;
}

/** A label stands at the beginning of its line, and a heading is no longer than this; a longer line is not looked at to its end. */
const longestLabel = 240;

/** Markup that makes a label of a name: a heading's marks, emphasis, brackets. */
const opening = "[ \\t]{0,3}(#{1,6}[ \\t]+)?([*_]{0,3})[ \\t]?([[【]?)";
const bracketed = "(?:[ \\t]?[(（][^()（）\\n]{0,80}[)）])?";
const closing = `[\\]】]?${bracketed}[*_]{0,3}${bracketed}`;
const colon = "[ \\t]?[:：][*_]{0,3}";

const heading = /^[ \t]{0,3}#{1,6}(?:[ \t]+|$)/;

/** Ways of giving the floor to somebody else. What follows such a line is not the speaker's any more. */
const handover = anyOf((grammar) => grammar.handover.whole);
const handoverBegun = new RegExp(`^${anyOf((grammar) => grammar.handover.begun)}$`, "iu");

/** The mark that opens a block of code; the same or a longer one closes it. */
const fenceStart = /^[ \t]*(?:(`{3,})[^`]*|(~{3,})(?!~).*)$/;

const announcement = /[:：][*_]{0,3}\s*$/;

const openingAtStart = new RegExp(`^${opening}`, "u");
const openingOnly = new RegExp(`^${opening}$`, "u");
const labelEnd = new RegExp(`^${closing}${colon}[ \\t]*`, "u");
/** The end of a line that is nothing but a name, in markup. */
const aloneEnd = new RegExp(`^${closing}[ \\t]*$`, "u");
const handoverStart = new RegExp(`^${opening}${handover}${closing}(${colon}[ \\t]*[*_"“「]{0,3})?`, "iu");
/** How much may stand behind the name of whoever is given the floor, in characters. */
const longestFloor = 80;

const openingLength = (line: string) => openingAtStart.exec(line)?.[0].length ?? 0;

/** The end of a role behind a comma, as far as it is there. */
function readRole(line: string, at: number, role: string | undefined) {
  const comma = /^[,，][ \t]?/u.exec(line.slice(at));
  return comma && role ? new NameFinder([[role]]).at(line, at + comma[0].length) : undefined;
}

/** What may come behind a name while it is not yet clear whether it is a label. */
const unfinished = /^[ \t]?[\]】]?[*_]{0,3}[ \t]?(?:[(（][^()（）]*[)）]?)?[*_\])）】 \t]{0,4}$/u;

/** Whether what comes behind a name may become the end of a label. */
function mayEnd(line: string, at: number, role: string | undefined): boolean {
  const withRole = readRole(line, at, role);
  const ends = [at, ...(withRole?.names.map(({ end }) => end) ?? [])];
  return withRole?.isOpen || ends.some((end) => unfinished.test(line.slice(end)));
}

/**
 * Makes a cleaner for one answer of one speaker. `others` are all who may have a line of their own in the conversation;
 * `keepsHeadings` where an answer may have parts; `dropsTitle` where it is itself a part, whose title, and that of the next part, are none of its words.
 */
export function createCleaner(
  speaker: Labelled,
  others: readonly Labelled[],
  {
    keepsHeadings = false,
    dropsTitle = false,
  }: { readonly keepsHeadings?: boolean; readonly dropsTitle?: boolean } = {},
): Cleaner {
  const people = [speaker, ...others];
  const finder = new NameFinder(nameForms(people.map(({ name }) => name)));

  /** The surest reading of a line as a label: a whole name, that alone in markup, or what is a name only in part. */
  function readLabel(line: string, isOwn: boolean) {
    const labels: { rank: number; rest: string; isCertain: boolean }[] = [];
    // A name may begin with what is markup elsewhere.
    for (let at = openingLength(line); at >= 0; at -= 1) {
      const isMarked = openingOnly.exec(line.slice(0, at))?.slice(1).some(Boolean);
      const { names } = finder.at(line, at);
      for (const { index, form, end } of names.filter((found) => (found.index === 0) === isOwn)) {
        const { name, role } = people[index] ?? speaker;
        const isWhole = form === name;
        // What is a name only in part may be a word: it has to be written as the name is.
        if (isMarked === undefined || (!isWhole && !isWrittenAs(form, line.slice(at, end)))) continue;
        const withRole = isWhole ? (readRole(line, end, role)?.names ?? []) : [];
        for (const tail of [...withRole.map((found) => found.end), end].map((from) => line.slice(from))) {
          const found = labelEnd.exec(tail);
          if (found)
            labels.push({ rank: isWhole ? 0 : 2, rest: tail.slice(found[0].length), isCertain: isWhole || isMarked });
          else if (isWhole && isMarked && aloneEnd.test(tail)) labels.push({ rank: 1, rest: "", isCertain: true });
        }
      }
    }
    return labels.sort((left, right) => left.rank - right.rank)[0];
  }

  function isHandover(line: string): boolean {
    const found = handoverStart.exec(line);
    if (!found) return false;
    const end = found[0].length;
    const isNamed = found.at(-1) && finder.at(line, end).names.some((name) => line.length - name.end <= longestFloor);
    return isNamed || line.slice(end).trim() === "";
  }

  function read(line: string): Line {
    const start = line.slice(0, longestLabel);
    let rest = start;
    let isCertain = true;
    let wasOwn = false;
    for (let found = readLabel(rest, true); found; found = readLabel(rest, true)) {
      isCertain &&= found.isCertain;
      wasOwn = true;
      rest = found.rest;
      if (rest === "") break;
    }
    const text = rest + line.slice(longestLabel);
    if (wasOwn) return { kind: "own", text, isCertain };
    if (isHandover(start)) return { kind: "handover", text, isCertain };
    const other = readLabel(start, false);
    if (other) return { kind: "other", text: other.rest + line.slice(longestLabel), isCertain: other.isCertain };
    const mayBeTitle = line.length <= longestLabel && !keepsHeadings && heading.test(line);
    return mayBeTitle && !/[.!?。！？]["”’)\]*_]*\s*$/u.test(line)
      ? { kind: "heading", text: line.replace(heading, ""), isCertain }
      : { kind: "plain", text: line, isCertain };
  }

  /** Whether a line that is still coming may turn out to be a label, a heading or a handover. */
  function mayChange(line: string): boolean {
    if (line.length > longestLabel) return false;
    const typed = line.slice(openingLength(line)).replace(/\s+/gu, " ");
    if (typed === "" || /^[ \t]*#/.test(line) || handoverBegun.test(typed)) return true;
    for (let at = openingLength(line); at >= 0; at -= 1) {
      const { names, isOpen } = finder.at(line, at);
      if (isOpen || names.some(({ index, end }) => mayEnd(line, end, people[index]?.role))) return true;
    }
    return false;
  }

  /** What has been said, line by line. Kept as one text: to put it together for every piece would take long. */
  let said = "";
  let hasSpoken = false;
  /** Headings, with blank lines below them, until something is said under them. */
  let pending: string[] = [];
  let isAfterBlank = true;
  /** Lines written for somebody else before the speaker's own began: used only where there is nothing else. */
  const foreign: string[] = [];
  const faults = new Set<Fault>();
  let isForeign = false;
  let isOver = false;
  let isList = false;
  /** The mark of the block of code that the lines are in; empty outside. */
  let fence = "";
  /** How many characters of the answer are in lines that have been taken in. */
  let takenIn = 0;

  /** What stands over the next words: not what stands over the first, if that is only a title. */
  const headingsAbove = () => (hasSpoken || !dropsTitle ? pending : []);

  function say(line: string, isHeading = false): void {
    const isBlank = line.trim() === "";
    if (isForeign) foreign.push(line);
    else if (isHeading || (isBlank && pending.length > 0)) pending.push(line);
    else {
      for (const each of [...headingsAbove(), line]) said += said === "" ? each : `\n${each}`;
      pending = [];
      hasSpoken ||= !isBlank;
    }
  }

  function isPlain(line: Line): boolean {
    if (line.kind === "plain") return true;
    if (line.kind === "heading" || line.kind === "handover") return false;
    // “What we take home:” announces a list; whoever is in it is spoken of. Elsewhere a label that need not be one has to
    // stand where a transcript has its labels.
    return isList || !(line.isCertain || !hasSpoken || isAfterBlank);
  }

  /** A list ends with the first words behind an empty line that are no entry of it. */
  function followList(line: Line): void {
    const isBlank = line.text.trim() === "";
    if (announcement.test(line.text)) isList = true;
    else if (!isBlank && isAfterBlank && line.kind === "plain") isList = false;
    isAfterBlank = isBlank;
  }

  /** A line of code is nobody's line. Returns whether it was one. */
  function takeCode(source: string): boolean {
    if (fence === "") return false;
    say(source);
    const mark = source.trim();
    if (mark.startsWith(fence) && mark === fence.charAt(0).repeat(mark.length)) {
      fence = "";
      isList = false;
      isAfterBlank = true;
    }
    return true;
  }

  function take(source: string): void {
    if (takeCode(source)) return;
    const line = read(source);
    const [, ticks, tildes] = fenceStart.exec(line.text) ?? [];
    fence = ticks ?? tildes ?? "";
    if (isPlain(line)) {
      say(source);
      followList(line);
      return;
    }
    isList = false;
    if (line.kind === "own") faults.add("own-label");
    else faults.add(line.kind === "other" ? "other-speaker" : "heading");
    if (line.kind === "own") {
      isForeign = false;
      say(line.text);
      followList(line);
    } else if (line.kind === "heading") {
      say(line.text, true);
      followList({ ...line, kind: "plain" });
      isAfterBlank = true;
    } else if (hasSpoken) isOver = true;
    else if (line.kind === "other") {
      isForeign = true;
      foreign.push(line.text);
    }
  }

  return (answer, isWhole) => {
    const end = isWhole ? answer.length + 1 : answer.lastIndexOf("\n") + 1;
    if (!isOver && end > takenIn) {
      for (const line of answer.slice(takenIn, end - 1).split("\n")) if (!isOver) take(line);
      takenIn = end;
    }
    if (isWhole) {
      const own = hasSpoken ? [[said, ...(dropsTitle ? [] : pending)]] : [];
      const rest = [...own, foreign, pending, [answer]].map((lines) => lines.join("\n").trim()).find(Boolean);
      return { text: rest ?? "", faults: [...faults] };
    }
    const coming = isOver ? "" : answer.slice(takenIn);
    const line = read(coming);
    const isShown = !isForeign && (fence !== "" || (isPlain(line) && !mayChange(coming)));
    // Behind one's own label another may come.
    const own = fence === "" && line.kind === "own" && !isPlain(line) && !mayChange(line.text) ? line.text : undefined;
    const shown = isShown ? coming : own;
    const text = shown ? [said, ...headingsAbove(), shown].join("\n") : said;
    return { text: text.trim(), faults: [...faults] };
  };
}
