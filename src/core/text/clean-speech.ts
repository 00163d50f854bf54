/**
 * Takes out of a speech what a model should not have written: its own name as a label, lines that it writes for somebody else, the
 * marks of headings. Fenced code stays as it is. Works on a speech that is still coming, too: what has been shown of it is never
 * taken back.
 *
 * A line is somebody's only where it looks like a line of a transcript. Names behind bullets or quotation marks, and those in
 * a list that the line before it announces, are part of what is said.
 */
import type { Fault } from "../../records/correction.js";
import { type Labelled, LineReader, type SpeechLine } from "./speech-line.js";

/** Cleans what has come of one answer; `isWhole` once nothing more will come. Hears the same answer, longer each time. */
export type Cleaner = (
  answer: string,
  isWhole: boolean,
) => { readonly text: string; readonly faults: readonly Fault[] };

interface CleanerOptions {
  /** Whether headings stay, where an answer may have parts. */
  readonly keepsHeadings?: boolean;
  /** Whether the answer is itself a part, whose title, and that of the next part, are none of its words. */
  readonly dropsTitle?: boolean;
}

/** The mark that opens a block of code; the same or a longer one closes it. */
const fenceStart = /^[ \t]*(?:(`{3,})[^`]*|(~{3,})(?!~).*)$/;

const announcement = /[:：][*_]{0,3}\s*$/;

const isBlank = (line: string) => line.trim() === "";

/** A block of fenced code, inside which no line is anybody's. */
class CodeBlock {
  /** Empty outside a block. */
  private mark = "";

  get isOpen(): boolean {
    return this.mark !== "";
  }

  openWith(line: string): void {
    const [, ticks, tildes] = fenceStart.exec(line) ?? [];
    this.mark = ticks ?? tildes ?? "";
  }

  /** Takes in a line inside the block, which may be its last. */
  continueWith(line: string): void {
    const mark = line.trim();
    if (mark.startsWith(this.mark) && mark === this.mark.charAt(0).repeat(mark.length)) this.mark = "";
  }
}

/** The lines before the current one, as far as they decide whether it may be a line of a transcript. */
class Surroundings {
  /** “What we take home:” announces a list; whoever is in it is spoken of. */
  isInList = false;
  isAfterBlank = true;

  /** A list ends with the first plain words behind an empty line. */
  follow(text: string, isPlain: boolean): void {
    if (announcement.test(text)) this.isInList = true;
    else if (!isBlank(text) && this.isAfterBlank && isPlain) this.isInList = false;
    this.isAfterBlank = isBlank(text);
  }

  /** Called behind a block of code or a heading, which may itself announce a list. */
  startParagraph(heading = ""): void {
    this.isInList = announcement.test(heading);
    this.isAfterBlank = true;
  }
}

/** What the speaker says, line by line, and the headings above it. */
class SaidText {
  /** One text: joining the lines for every piece of an answer would take long. */
  text = "";
  /** Headings, with blank lines below them, until something is said under them. */
  pending: string[] = [];

  /** `keepsTitle`: whether headings above the first words are part of the speech. */
  constructor(private readonly keepsTitle: boolean) {}

  add(line: string, hasSpoken: boolean): void {
    if (isBlank(line) && this.pending.length > 0) {
      this.pending.push(line);
      return;
    }
    for (const each of [...this.headingsAbove(hasSpoken), line]) this.text += this.text === "" ? each : `\n${each}`;
    this.pending = [];
  }

  /** The text with a line that is still coming. */
  with(line: string, hasSpoken: boolean): string {
    return [this.text, ...this.headingsAbove(hasSpoken), line].join("\n");
  }

  private headingsAbove(hasSpoken: boolean): readonly string[] {
    return hasSpoken || this.keepsTitle ? this.pending : [];
  }
}

/**
 * Whose words the lines are: nobody's yet, somebody else's before the speaker's own, the speaker's, or once the speaker has
 * said something, somebody else's for the rest of the answer.
 */
type Phase = "before" | "foreign" | "speaking" | "over";

class SpeechCleaner {
  private phase: Phase = "before";
  private readonly said: SaidText;
  /** Lines written for somebody else before the speaker's own. The speech consists of them if there are no others. */
  private readonly foreign: string[] = [];
  private readonly faults = new Set<Fault>();
  private readonly surroundings = new Surroundings();
  private readonly code = new CodeBlock();
  /** The number of characters of the answer in the lines that have been taken in. */
  private takenIn = 0;

  constructor(
    private readonly reader: LineReader,
    private readonly dropsTitle: boolean,
  ) {
    this.said = new SaidText(!dropsTitle);
  }

  clean(answer: string, isWhole: boolean): ReturnType<Cleaner> {
    this.takeLines(answer, isWhole ? answer.length + 1 : answer.lastIndexOf("\n") + 1);
    const text = isWhole ? this.wholeText(answer) : this.textWith(answer.slice(this.takenIn));
    return { text: text.trim(), faults: [...this.faults] };
  }

  /** Takes in the lines that end before `end`, which lies behind a line's end. */
  private takeLines(answer: string, end: number): void {
    if (this.isOver || end <= this.takenIn) return;
    for (const line of answer.slice(this.takenIn, end - 1).split("\n")) if (!this.isOver) this.take(line);
    this.takenIn = end;
  }

  /** The first that is not empty: the speaker's words, those for others, headings alone, the answer as it is. */
  private wholeText(answer: string): string {
    const { text, pending } = this.said;
    const own = this.hasSpoken ? [text, ...(this.dropsTitle ? [] : pending)] : [];
    const texts = [own, this.foreign, pending, [answer]].map((lines) => lines.join("\n"));
    return texts.find((each) => !isBlank(each)) ?? "";
  }

  /** What has been said, with as much of a line that is still coming as certainly belongs to it. */
  private textWith(coming: string): string {
    const shown = this.isOver ? "" : this.shownOf(coming);
    return shown === "" ? this.said.text : this.said.with(shown, this.hasSpoken);
  }

  private shownOf(coming: string): string {
    if (this.code.isOpen) return this.phase === "foreign" ? "" : coming;
    const line = this.reader.read(coming);
    if (this.isPlain(line)) return this.phase === "foreign" || this.reader.mayChange(coming) ? "" : coming;
    // Behind one's own label another may come.
    return line.kind === "own" && !this.reader.mayChange(line.text) ? line.text : "";
  }

  private get isOver(): boolean {
    return this.phase === "over";
  }

  private get hasSpoken(): boolean {
    return this.phase === "speaking" || this.phase === "over";
  }

  private take(source: string): void {
    if (this.code.isOpen) {
      this.say(source);
      this.code.continueWith(source);
      if (!this.code.isOpen) this.surroundings.startParagraph();
      return;
    }
    const line = this.reader.read(source);
    this.code.openWith(line.text);
    if (this.isPlain(line)) {
      this.say(source);
      this.surroundings.follow(line.text, line.kind === "plain");
    } else this.takeMarked(line);
  }

  /** Takes in a line with a label, a heading, or one that gives the floor to somebody else. */
  private takeMarked({ kind, text }: SpeechLine): void {
    this.surroundings.isInList = false;
    if (kind === "own") {
      this.faults.add("own-label");
      if (this.phase === "foreign") this.phase = "before";
      this.say(text);
      this.surroundings.follow(text, false);
    } else if (kind === "heading") {
      this.faults.add("heading");
      if (this.phase === "foreign") this.foreign.push(text);
      else this.said.pending.push(text);
      this.surroundings.startParagraph(text);
    } else {
      this.faults.add(kind === "other" ? "other-speaker" : "heading");
      if (this.hasSpoken) this.phase = "over";
      else if (kind === "other") {
        this.phase = "foreign";
        this.foreign.push(text);
      }
    }
  }

  private isPlain({ kind, isCertain }: SpeechLine): boolean {
    if (kind === "plain") return true;
    if (kind === "heading" || kind === "handover") return false;
    // Outside lists, a label that need not be one has to stand where a transcript has its labels.
    return this.surroundings.isInList || !(isCertain || !this.hasSpoken || this.surroundings.isAfterBlank);
  }

  private say(line: string): void {
    if (this.phase === "foreign") {
      this.foreign.push(line);
      return;
    }
    this.said.add(line, this.hasSpoken);
    if (!isBlank(line)) this.phase = "speaking";
  }
}

/** Makes a cleaner for one answer of one speaker. `others` are all who may have a line of their own in the conversation. */
export function createCleaner(
  speaker: Labelled,
  others: readonly Labelled[],
  { keepsHeadings = false, dropsTitle = false }: CleanerOptions = {},
): Cleaner {
  const cleaner = new SpeechCleaner(new LineReader(speaker, others, keepsHeadings), dropsTitle);
  return (answer, isWhole) => cleaner.clean(answer, isWhole);
}
