/**
 * Reads the single lines of a speech. Whether an uncertain label counts depends on the lines before it, which only the
 * cleaner in `clean-speech.ts` knows.
 */
import { anyOf } from "./grammar.js";
import { looksLike } from "./name.js";
import { isWrittenAs, NameFinder, type NameMatch, nameForms } from "./name-forms.js";

export interface Labelled {
  readonly name: string;
  /** The participant's role. Models may write it after the name, as prompts do. */
  readonly role?: string;
}

export interface SpeechLine {
  readonly kind: "own" | "other" | "plain" | "heading" | "handover";
  readonly text: string;
  /** False for part of a name without markup, which may also be an ordinary word in the speech. */
  readonly isCertain: boolean;
}

/** The maximum length of a label or heading. The rest of a longer line is not examined. */
const longestLabel = 240;

/** Invisible characters and unusual spaces. A label after them looks as if it were at the start of the line. */
const unseen = "[\\p{Default_Ignorable_Code_Point}\\u2800\\u00a0\\u2000-\\u200a\\u202f\\u205f\\u3000]{0,20}";
/** Markup that makes a name a label: heading marks, emphasis, brackets. */
const opening = `${unseen}[ \\t]{0,3}${unseen}(#{1,6}[ \\t]+)?([*_]{0,3})[ \\t]?([[【]?)`;
const bracketed = "(?:[ \\t]?[(（][^()（）\\n]{0,80}[)）])?";
const closing = `[\\]】]?${bracketed}[*_]{0,3}${bracketed}`;
const colon = "[ \\t]?[:：﹕︓∶꞉ː˸][*_]{0,3}";

const heading = /^[ \t]{0,3}#{1,6}(?:[ \t]+|$)/;

/**
 * Phrases that hand over the floor to another speaker. A line that consists of such a phrase, with or without a name,
 * ends a speech that has begun.
 */
const handover = anyOf((grammar) => grammar.handover.whole);
const partialHandover = new RegExp(`^${anyOf((grammar) => grammar.handover.partial)}$`, "iu");

const openingAtStart = new RegExp(`^${opening}`, "u");
const openingOnly = new RegExp(`^${opening}$`, "u");
const labelEnd = new RegExp(`^${closing}${colon}[ \\t]*`, "u");
const aloneEnd = new RegExp(`^${closing}[ \\t]*$`, "u");
const handoverStart = new RegExp(`^${opening}${handover}${closing}(${colon}[ \\t]*[*_"“「]{0,3})?`, "iu");
const longestFloor = 80;

const openingLength = (line: string) => openingAtStart.exec(line)?.[0].length ?? 0;

/**
 * Returns the positions where a name may start, in descending order. There are several, because a name can start with
 * characters that are markup elsewhere.
 */
const nameStarts = (line: string) => Array.from({ length: openingLength(line) + 1 }, (_, at) => at).reverse();

/** Finds the participant's role after a comma, even if the role has only partly arrived. */
function readRole(line: string, at: number, role: string | undefined) {
  const comma = /^[,，][ \t]?/u.exec(line.slice(at));
  return comma && role ? new NameFinder([[role]]).at(line, at + comma[0].length) : undefined;
}

/** Matches the text after a name if the text does not yet show whether the name is a label. */
const unfinished = /^[ \t]?[\]】]?[*_]{0,3}[ \t]?(?:[(（][^()（）]*[)）]?)?[*_\])）】 \t]{0,4}$/u;

function mayEnd(line: string, at: number, role: string | undefined): boolean {
  const withRole = readRole(line, at, role);
  const ends = [at, ...(withRole?.names.map(({ end }) => end) ?? [])];
  return withRole?.isOpen || ends.some((end) => unfinished.test(line.slice(end)));
}

/** The maximum number of cached results. Finding what a character looks like is slow. */
const mostKnown = 2000;

/**
 * Compares texts as written, in lower case and in upper case, because capital and small letters resemble different
 * characters.
 */
const lookalikeFolds = [
  (character: string) => character,
  (character: string) => character.toLowerCase(),
  (character: string) => character.toUpperCase(),
].map((inCase) => {
  const known = new Map<string, string>();
  return (character: string) => {
    const folded = known.get(character) ?? looksLike(inCase(character));
    if (known.size < mostKnown) known.set(character, folded);
    return folded;
  };
});

/**
 * Whether `written`, which looks like the form, is a different text. Excludes harmless texts: a single word in ASCII
 * letters, because “AI” looks like “Al”, and texts with no more letters than digits, because “10” looks like “Io”.
 */
function looksLikeForm(written: string, form: string): boolean {
  const [letters, digits] = [written.match(/\p{L}/gu) ?? [], written.match(/\p{N}/gu) ?? []];
  if (/^[a-z]+$/i.test(written)) return false;
  return letters.length > digits.length && !isWrittenAs(form.toLowerCase(), written.toLowerCase());
}

interface Label {
  readonly isOwn: boolean;
  readonly rank: "whole name" | "alone in markup" | "part of a name";
  readonly rest: string;
  readonly isCertain: boolean;
}

/** Most certain first. */
const ranks: readonly Label["rank"][] = ["whole name", "alone in markup", "part of a name"];

export class LineReader {
  private readonly people: readonly Labelled[];
  private readonly finder: NameFinder;
  private readonly lookalikes: NameFinder;

  /**
   * @param others - Everyone else who may have lines in the conversation.
   * @param keepsHeadings - Whether headings count as plain lines.
   */
  constructor(
    private readonly speaker: Labelled,
    others: readonly Labelled[],
    private readonly keepsHeadings: boolean,
  ) {
    this.people = [speaker, ...others];
    const forms = nameForms(this.people.map(({ name }) => name));
    this.finder = new NameFinder(forms);
    this.lookalikes = new NameFinder(forms, lookalikeFolds);
  }

  read(line: string): SpeechLine {
    const start = line.slice(0, longestLabel);
    const remainder = line.slice(longestLabel);
    if (line.trim() === "") return { kind: "plain", text: line, isCertain: true };
    const { own, other } = this.readLabels(start);
    if (own) {
      const { rest, isCertain } = this.withoutOwnLabels(own);
      return { kind: "own", text: rest + remainder, isCertain };
    }
    if (this.isHandover(start)) return { kind: "handover", text: line, isCertain: true };
    if (other) return { kind: "other", text: other.rest + remainder, isCertain: other.isCertain };
    const mayBeTitle = line.length <= longestLabel && !this.keepsHeadings && heading.test(line);
    return mayBeTitle && !/[.!?。！？]["”’)\]*_]*\s*$/u.test(line)
      ? { kind: "heading", text: line.replace(heading, ""), isCertain: true }
      : { kind: "plain", text: line, isCertain: true };
  }

  mayChange(arrived: string): boolean {
    if (arrived.length > longestLabel) return false;
    // Half a character at the end would not match any name.
    const line = arrived.replace(/[\ud800-\udbff]$/, "");
    const typed = line.slice(openingLength(line)).replace(/\s+/gu, " ");
    if (typed === "" || /^[ \t]*#/.test(line) || partialHandover.test(typed)) return true;
    return nameStarts(line).some((at) =>
      [this.finder, this.lookalikes].some((finder) => {
        const { names, isOpen } = finder.at(line, at);
        return isOpen || names.some(({ index, end }) => mayEnd(line, end, this.people[index]?.role));
      }),
    );
  }

  /** A model may write several labels of its own in a row. */
  private withoutOwnLabels({ rest, isCertain }: Label): Pick<Label, "rest" | "isCertain"> {
    const next = rest === "" ? undefined : this.readLabels(rest).own;
    return next ? this.withoutOwnLabels({ ...next, isCertain: isCertain && next.isCertain }) : { rest, isCertain };
  }

  private readLabels(line: string): { readonly own: Label | undefined; readonly other: Label | undefined } {
    const labels = nameStarts(line).flatMap((at) => this.labelsAt(line, at));
    const mostCertain = (those: readonly Label[]) =>
      ranks.flatMap((rank) => those.find((label) => label.rank === rank) ?? [])[0];
    return {
      own: mostCertain(labels.filter(({ isOwn }) => isOwn)),
      other: mostCertain(labels.filter(({ isOwn }) => !isOwn)),
    };
  }

  private labelsAt(line: string, at: number): Label[] {
    const lookalikes = this.lookalikes
      .at(line, at)
      .names.filter(({ form, end }) => looksLikeForm(line.slice(at, end), form));
    const exact = this.finder
      .at(line, at)
      // Part of a name may be an ordinary word, so here its case must match as well.
      .names.filter(
        ({ index, form, end }) => form === this.people[index]?.name || isWrittenAs(form, line.slice(at, end)),
      );
    if (exact.length + lookalikes.length === 0) return [];
    const markup = openingOnly.exec(line.slice(0, at))?.slice(1);
    if (!markup) return [];
    const isMarked = markup.some(Boolean);
    return [...exact, ...lookalikes].flatMap((name) => this.labelsOf(line, name, isMarked));
  }

  private labelsOf(line: string, { index, form, end }: NameMatch, isMarked: boolean): Label[] {
    const { name, role } = this.people[index] ?? this.speaker;
    const isWhole = form === name;
    const withRole = isWhole ? (readRole(line, end, role)?.names ?? []) : [];
    return [...withRole.map((found) => found.end), end].flatMap((from): Label[] => {
      const tail = line.slice(from);
      const found = labelEnd.exec(tail);
      const rest = found ? tail.slice(found[0].length) : "";
      const isOwn = index === 0;
      if (found)
        return [{ isOwn, rank: isWhole ? "whole name" : "part of a name", rest, isCertain: isWhole || isMarked }];
      return isWhole && isMarked && aloneEnd.test(tail)
        ? [{ isOwn, rank: "alone in markup", rest, isCertain: true }]
        : [];
    });
  }

  private isHandover(line: string): boolean {
    const found = handoverStart.exec(line);
    if (!found) return false;
    const end = found[0].length;
    const { names } = this.finder.at(line, end);
    const isNamed = found.at(-1) && names.some((name) => line.length - name.end <= longestFloor);
    return isNamed || line.slice(end).trim() === "";
  }
}
