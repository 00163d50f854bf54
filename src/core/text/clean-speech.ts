/** A speech can be cleaned while it is still arriving: text that has been returned is never removed later. */
import type { Fault } from "../../records/correction.js";
import { type Labelled, LineReader, type SpeechLine } from "./speech-line.js";

/** Each call receives the whole answer so far. `isWhole`: whether the answer is complete. */
export type Cleaner = (
  answer: string,
  isWhole: boolean,
) => { readonly text: string; readonly faults: readonly Fault[] };

interface CleanerOptions {
  /** Whether to keep headings, because the answer may have sections. */
  readonly keepsHeadings?: boolean;
  /**
   * Whether the answer is one section of a longer text. If so, headings before its first words and after its last words
   * are removed.
   */
  readonly dropsTitle?: boolean;
}

/** The fence that opens a code block. A fence of at least as many of the same characters closes it. */
const fenceStart = /^[ \t]*(?:(`{3,})[^`]*|(~{3,})(?!~).*)$/;

const announcement = /[:：][*_]{0,3}\s*$/;

const isBlank = (line: string) => line.trim() === "";

/** Tracks whether a line is inside a fenced code block, where no line is attributed to a speaker. */
class CodeBlock {
  private mark = "";

  get isOpen(): boolean {
    return this.mark !== "";
  }

  openWith(line: string): void {
    const [, ticks, tildes] = fenceStart.exec(line) ?? [];
    this.mark = ticks ?? tildes ?? "";
  }

  continueWith(line: string): void {
    const mark = line.trim();
    if (mark.startsWith(this.mark) && mark === this.mark.charAt(0).repeat(mark.length)) this.mark = "";
  }
}

class Surroundings {
  /**
   * Whether the line is in a list announced by a line such as “What we take home:”. Names in such a list are not
   * labels.
   */
  isInList = false;
  isAfterBlank = true;

  /** A list ends at the first plain line after an empty line. */
  follow(text: string, isPlain: boolean): void {
    if (announcement.test(text)) this.isInList = true;
    else if (!isBlank(text) && this.isAfterBlank && isPlain) this.isInList = false;
    this.isAfterBlank = isBlank(text);
  }

  /** The heading itself may announce a list. */
  startParagraph(heading = ""): void {
    this.isInList = announcement.test(heading);
    this.isAfterBlank = true;
  }
}

/** The speaker's text so far, and the headings at its end that no text follows yet. */
class SaidText {
  /** The text is stored as a single string, because joining the lines for every piece of an answer would be slow. */
  text = "";
  /** Headings, and the blank lines below them, that are not followed by text yet. */
  pending: string[] = [];

  /** @param keepsTitle - Whether headings above the first words belong to the speech. */
  constructor(private readonly keepsTitle: boolean) {}

  add(line: string, hasSpoken: boolean): void {
    if (isBlank(line) && this.pending.length > 0) {
      this.pending.push(line);
      return;
    }
    for (const each of [...this.headingsAbove(hasSpoken), line]) this.text += this.text === "" ? each : `\n${each}`;
    this.pending = [];
  }

  with(line: string, hasSpoken: boolean): string {
    return [this.text, ...this.headingsAbove(hasSpoken), line].join("\n");
  }

  private headingsAbove(hasSpoken: boolean): readonly string[] {
    return hasSpoken || this.keepsTitle ? this.pending : [];
  }
}

/**
 * `before`: before any speaker's first line. `foreign`: in lines for another speaker, before the speaker's own lines.
 * `speaking`: in the speaker's lines. `over`: the speaker's lines have ended, and the rest is ignored.
 */
type Phase = "before" | "foreign" | "speaking" | "over";

class SpeechCleaner {
  private phase: Phase = "before";
  private readonly said: SaidText;
  /**
   * The lines for other speakers that precede the speaker's own lines. If the answer has no lines for the speaker,
   * these lines become the speech.
   */
  private readonly foreign: string[] = [];
  private readonly faults = new Set<Fault>();
  private readonly surroundings = new Surroundings();
  private readonly code = new CodeBlock();
  private processedLength = 0;

  constructor(
    private readonly reader: LineReader,
    private readonly dropsTitle: boolean,
  ) {
    this.said = new SaidText(!dropsTitle);
  }

  clean(answer: string, isWhole: boolean): ReturnType<Cleaner> {
    this.takeLines(answer, isWhole ? answer.length + 1 : answer.lastIndexOf("\n") + 1);
    const text = isWhole ? this.wholeText(answer) : this.textWith(answer.slice(this.processedLength));
    return { text: text.trim(), faults: [...this.faults] };
  }

  /** `end`: the position after a line break or, for a whole answer, after its last line. */
  private takeLines(answer: string, end: number): void {
    if (this.isOver || end <= this.processedLength) return;
    for (const line of answer.slice(this.processedLength, end - 1).split("\n")) if (!this.isOver) this.take(line);
    this.processedLength = end;
  }

  /**
   * Returns the first of these that is not empty: the speaker's text, the lines for other speakers, the headings alone,
   * the unchanged answer.
   */
  private wholeText(answer: string): string {
    const { text, pending } = this.said;
    const own = this.hasSpoken ? [text, ...(this.dropsTitle ? [] : pending)] : [];
    const texts = [own, this.foreign, pending, [answer]].map((lines) => lines.join("\n"));
    return texts.find((each) => !isBlank(each)) ?? "";
  }

  /** Returns the text so far, with the part of the arriving line that certainly belongs to the text. */
  private textWith(coming: string): string {
    const shown = this.isOver ? "" : this.shownOf(coming);
    return shown === "" ? this.said.text : this.said.with(shown, this.hasSpoken);
  }

  private shownOf(coming: string): string {
    if (this.code.isOpen) return this.phase === "foreign" ? "" : coming;
    const line = this.reader.read(coming);
    if (this.isPlain(line)) return this.phase === "foreign" || this.reader.mayChange(coming) ? "" : coming;
    // The speaker's own label may occur several times in a row.
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
    // In a list, labels do not count. Elsewhere, an uncertain label counts only before the speaker's first words or at
    // the start of a paragraph.
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

/** `others`: everyone else who may have lines in the conversation. */
export function createCleaner(
  speaker: Labelled,
  others: readonly Labelled[],
  { keepsHeadings = false, dropsTitle = false }: CleanerOptions = {},
): Cleaner {
  const cleaner = new SpeechCleaner(new LineReader(speaker, others, keepsHeadings), dropsTitle);
  return (answer, isWhole) => cleaner.clean(answer, isWhole);
}
