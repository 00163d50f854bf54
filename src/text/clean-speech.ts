/**
 * Takes out of a speech what a model should not have written: its own name as a label, headings, lines that it writes for
 * somebody else. Works on a speech that is still coming, too: what has been shown of it is never taken back.
 *
 * A line is somebody's only where it looks like a line of a transcript. Names behind bullets or quotation marks, and those in
 * a list that the line before it announces, are part of what is said.
 */
import type { Fault } from "../state/records.js";
import { formPattern, nameForms, pattern } from "./name-forms.js";

interface CleanSpeech {
  readonly text: string;
  readonly faults: readonly Fault[];
}

/** Cleans what has come of one answer; `isWhole` once nothing more will come. Hears the same answer, longer each time. */
export type Cleaner = (answer: string, isWhole: boolean) => CleanSpeech;

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

/** What may stand behind a name before its colon, in characters. */
const longestTail = 200;

/** A label stands at the beginning of its line; a longer line is not looked at to its end. */
const longestLabel = 240;

/** Markup that makes a label of a name: a heading's marks, emphasis, brackets. */
const opening = "[ \\t]{0,3}(#{1,6}[ \\t]+)?([*_]{0,3})[ \\t]?([[【]?)";
const bracketed = "(?:[ \\t]?[(（][^()（）\\n]{0,80}[)）])?";
const closing = `[\\]】]?${bracketed}[*_]{0,3}${bracketed}`;
const colon = "[ \\t]?[:：][*_]{0,3}";

const heading = /^[ \t]{0,3}#{1,6}(?:[ \t]+|$)/;

/** Ways of giving the floor to somebody else. What follows such a line is not the speaker's any more. */
const handover =
  "(?:the[ \\t])?next[ _-](?:speaker|participant)|下一[位个名](?:发言(?:人|者|嘉宾)?|嘉宾|说话(?:人|者)?)?";
const handoverBegun =
  /^(?:t|th|the|the[ \t]n?e?x?t?|n|ne|nex|next|next[ _-].{0,120}|the[ \t]next[ _-].{0,120}|下|下一[位个名]?.{0,60})$/iu;

const announcement = /[:：][*_]{0,3}\s*$/;

const markup = new RegExp(`^${opening}`, "u");
const handoverStart = new RegExp(`^${opening}(?:${handover})`, "iu");

/** A line, or a name, as one is looked for at the beginning of the other: a name may begin with what is markup elsewhere. */
const plainStart = (line: string) => line.replace(markup, "").replace(/\s+/gu, " ").toLowerCase();

interface Labels {
  readonly certain: RegExp;
  readonly likely: RegExp;
  /** A line that is nothing but the name, in markup. */
  readonly alone: RegExp;
}

const either = (forms: readonly string[]) => (forms.length === 0 ? "(?!)" : forms.map(formPattern).join("|"));

function labelsOf(people: readonly Labelled[], forms: readonly (readonly string[])[]): Labels {
  const withRole = people.map(
    ({ name, role }) => `${formPattern(name)}${role ? `(?:[,，][ \\t]?${formPattern(role)})?` : ""}`,
  );
  const whole = `(?:${withRole.length === 0 ? "(?!)" : withRole.join("|")})`;
  // What is a name only in part may be a word: it has to be written as the name is.
  const part = `(?:${either(forms.flatMap((own) => own.slice(1)))})`;
  return {
    certain: pattern(`^${opening}${whole}${closing}${colon}[ \\t]*`, "iu"),
    likely: pattern(`^${opening}${part}${closing}${colon}[ \\t]*`, "u"),
    alone: pattern(`^${opening}${whole}${closing}[ \\t]*$`, "iu"),
  };
}

/** What may come behind a name while it is not yet clear whether it is a label. */
const unfinished = /^[ \t]?[\]】]?[*_]{0,3}[ \t]?(?:[(（][^()（）]*[)）]?)?[*_\])）】 \t]{0,4}$/u;

/** Markup, without which a name alone on its line is only a word. */
const isMarked = (match: RegExpExecArray | null) => match?.slice(1, 4).some(Boolean) ?? false;

/**
 * Makes a cleaner for one answer of one speaker. `others` are all who may have a line of their own in the conversation;
 * `keepsHeadings` where an answer may have parts.
 */
export function createCleaner(
  speaker: Labelled,
  others: readonly Labelled[],
  { keepsHeadings = false }: { readonly keepsHeadings?: boolean } = {},
): Cleaner {
  const [ownForms = [], ...otherForms] = nameForms([speaker.name, ...others.map(({ name }) => name)]);
  // Made only where a line begins with a name: patterns of a large cast take long to make, and few speeches need them.
  const own = () => labelsOf([speaker], [ownForms]);
  const theirs = () => labelsOf(others, otherForms);
  const handoverLine = () => {
    const floor = `[ \\t]*[*_"“「]{0,3}(?:(?:${either([...ownForms, ...otherForms.flat()])}).{0,80})?`;
    return pattern(`^${opening}(?:${handover})${closing}(?:${colon}${floor})?[ \\t]*$`, "iu");
  };
  const ownBeginnings = ownForms.map(plainStart);
  const otherBeginnings = otherForms.flat().map(plainStart);
  const withRoles = [speaker, ...others].flatMap(({ name, role }) =>
    role ? [`${name}, ${role}`, `${name}，${role}`] : [],
  );
  const beginnings = [...withRoles.map(plainStart), ...ownBeginnings, ...otherBeginnings];
  const longestBeginning = Math.max(...beginnings.map((form) => form.length)) + longestTail;
  /** Whether a line begins with one of the names at all: told at once, where a pattern of all labels is slow. */
  const beginsWith = (start: string, forms: readonly string[]) => forms.some((form) => start.startsWith(form));

  function readLabel({ certain, likely, alone }: Labels, line: string) {
    const sure = certain.exec(line);
    if (sure) return { rest: line.slice(sure[0].length), isCertain: true };
    if (isMarked(alone.exec(line))) return { rest: "", isCertain: true };
    const found = likely.exec(line);
    return found ? { rest: line.slice(found[0].length), isCertain: isMarked(found) } : undefined;
  }

  function read(line: string): Line {
    const start = line.slice(0, longestLabel);
    const beginning = plainStart(start);
    let rest = start;
    let isCertain = true;
    let wasOwn = false;
    const readOwn = () =>
      beginsWith(wasOwn ? plainStart(rest) : beginning, ownBeginnings) ? readLabel(own(), rest) : undefined;
    for (let found = readOwn(); found; found = readOwn()) {
      isCertain &&= found.isCertain;
      wasOwn = true;
      rest = found.rest;
      if (rest === "") break;
    }
    const text = rest + line.slice(longestLabel);
    if (wasOwn) return { kind: "own", text, isCertain };
    if (handoverStart.test(start) && handoverLine().test(start)) return { kind: "handover", text, isCertain };
    const other = beginsWith(beginning, otherBeginnings) ? readLabel(theirs(), start) : undefined;
    if (other) return { kind: "other", text: other.rest + line.slice(longestLabel), isCertain: other.isCertain };
    return heading.test(line) && !keepsHeadings && !/[.!?。！？]["”’)\]*_]*\s*$/u.test(line)
      ? { kind: "heading", text: line.replace(heading, ""), isCertain }
      : { kind: "plain", text: line, isCertain };
  }

  /** Whether a line that is still coming may turn out to be a label, a heading or a handover. */
  function mayChange(line: string): boolean {
    if (line.length > longestLabel) return false;
    const typed = plainStart(line);
    if (typed === "" || /^[ \t]*#/.test(line) || handoverBegun.test(typed)) return true;
    if (typed.length > longestBeginning) return false;
    return beginnings.some((known) => {
      if (typed.length <= known.length) return known.startsWith(typed);
      return typed.startsWith(known) && unfinished.test(typed.slice(known.length));
    });
  }

  /** What has been said, line by line. Kept as one text: to put it together for every piece would take long. */
  let said = "";
  let hasSpoken = false;
  let isAfterBlank = true;
  /** Lines written for somebody else before the speaker's own began, and headings: used only where there is nothing else. */
  const foreign: string[] = [];
  const headings: string[] = [];
  const faults = new Set<Fault>();
  let isForeign = false;
  let isOver = false;
  let isList = false;
  /** How many characters of the answer are in lines that have been taken in. */
  let takenIn = 0;

  function say(line: string): void {
    said += said === "" ? line : `\n${line}`;
    hasSpoken ||= line.trim() !== "";
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

  function take(source: string): void {
    const line = read(source);
    if (isPlain(line)) {
      if (isForeign) foreign.push(source);
      else say(source);
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
    } else if (hasSpoken && line.kind !== "heading") isOver = true;
    else if (line.kind === "other") {
      isForeign = true;
      foreign.push(line.text);
    } else headings.push(line.text);
  }

  return (answer, isWhole) => {
    const end = isWhole ? answer.length + 1 : answer.lastIndexOf("\n") + 1;
    if (!isOver && end > takenIn) {
      for (const line of answer.slice(takenIn, end - 1).split("\n")) if (!isOver) take(line);
      takenIn = end;
    }
    if (isWhole) {
      const rest = [said, foreign.join("\n"), headings.join("\n"), answer].map((text) => text.trim()).find(Boolean);
      return { text: rest ?? "", faults: [...faults] };
    }
    const coming = isOver ? "" : answer.slice(takenIn);
    const line = read(coming);
    const isShown = !isForeign && isPlain(line) && !mayChange(coming);
    // Behind one's own label another may come.
    const own = line.kind === "own" && !isPlain(line) && !mayChange(line.text) ? line.text : undefined;
    const shown = isShown ? coming : own;
    return { text: (shown === undefined ? said : `${said}\n${shown}`).trim(), faults: [...faults] };
  };
}
