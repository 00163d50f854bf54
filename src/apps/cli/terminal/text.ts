/** Widths are in terminal cells; a Chinese character takes two. */
import picocolors from "picocolors";
import stringWidth from "string-width";
import { escapeText, onOneLine } from "../../../base/escape-text.js";
import { cliTexts } from "../../../words/command-line.js";
import type { Language } from "../../../words/registry.js";
import { locales } from "../../../words/registry.js";
import type { Environment, Io, Output } from "../io.js";

/**
 * Escapes untrusted text from participants, models and servers. Characters that could move the cursor, change colors or
 * reverse the writing direction become visible, such as `\u{1b}`.
 */
export const safeText = (text: string): string => escapeText(text.replaceAll("\r\n", "\n")).replaceAll("\t", " ");

export const safeLine = (text: string): string => onOneLine(safeText(text));

const padding = (text: string, width: number) => " ".repeat(Math.max(0, width - stringWidth(text)));

export const padEnd = (text: string, width: number): string => text + padding(text, width);

export const padStart = (text: string, width: number): string => padding(text, width) + text;

export const widest = (texts: readonly string[]): number =>
  texts.reduce((width, text) => Math.max(width, stringWidth(text)), 0);

const graphemes = new Intl.Segmenter(undefined, { granularity: "grapheme" });

const splitGraphemes = (text: string) => Array.from(graphemes.segment(text), ({ segment }) => segment);

export function truncate(text: string, width: number): string {
  if (stringWidth(text) <= width) return text;
  let shown = "";
  let cells = 0;
  for (const grapheme of splitGraphemes(text)) {
    cells += stringWidth(grapheme);
    if (cells > width - 1) break;
    shown += grapheme;
  }
  return `${shown.trimEnd()}…`;
}

/** The first `leftColumns` columns are aligned left, the others right. */
export function alignTable(
  rows: readonly (readonly string[])[],
  { indent = "", leftColumns = 1 }: { readonly indent?: string; readonly leftColumns?: number } = {},
): string[] {
  const widths = (rows[0] ?? []).map((_cell, column) => widest(rows.map((row) => row[column] ?? "")));
  return rows.map((row) => {
    const cells = row.map((cell, column) => (column < leftColumns ? padEnd : padStart)(cell, widths[column] ?? 0));
    return `${indent}${cells.join("  ")}`.trimEnd();
  });
}

/** The maximum width of a line's own indentation, in cells. */
const maxIndent = 8;

const closing = /^[\p{Pe}\p{Pf}、。，．・：；？！…‥—～〜々ー％‰℃,.:;?!%]/u;
const opening = /[\p{Ps}\p{Pi}￥＄]$/u;

/**
 * Text in Chinese and similar scripts breaks anywhere except before closing and after opening punctuation. Words in
 * other scripts break after a dash, or after a hyphen that is followed by a letter.
 */
function mayBreakBetween(before: string, after: string): boolean {
  if (closing.test(after) || opening.test(before)) return false;
  if (before.endsWith("—") || (before.endsWith("-") && /^\p{L}/u.test(after))) return true;
  return stringWidth(before) > 1 || stringWidth(after) > 1;
}

const halfAtEnd = /[\ud800-\udbff]$/;

/**
 * Wraps text that arrives in pieces. Holds back the end of a piece, because the next piece may continue its last word
 * or character.
 */
export class LineWrapper {
  private held = "";
  private word: string[] = [];
  private wordWidth = 0;
  private space = "";
  private newlines = 0;
  private column = 0;

  /** `width`: the width of a line, including its indentation. */
  constructor(private readonly options: { width: number; indent: string; write(text: string): void }) {}

  feed(piece: string): void {
    const all = this.held + piece;
    // Holds back half a surrogate pair, which would count as a character.
    const whole = halfAtEnd.test(all) ? all.slice(0, -1) : all;
    const graphemes = splitGraphemes(whole);
    this.held = (graphemes.pop() ?? "") + all.slice(whole.length);
    for (const grapheme of graphemes) this.take(grapheme);
  }

  end(): void {
    for (const grapheme of splitGraphemes(this.held)) this.take(grapheme);
    this.held = "";
    this.flushWord();
    if (this.column > 0) this.options.write("\n");
    this.column = 0;
  }

  private take(grapheme: string): void {
    const shown = safeText(grapheme);
    if (shown === "\n" || shown === " ") {
      this.flushWord();
      this.space = shown === " " ? `${this.space} ` : "";
      if (shown === "\n") this.newlines += 1;
    } else if (shown !== "") this.takeIntoWord(shown);
  }

  private takeIntoWord(shown: string): void {
    const { width, indent } = this.options;
    const last = this.word.at(-1);
    const cells = stringWidth(shown);
    const isTooLong = this.wordWidth + cells > width - indent.length;
    // Breaks long words, which the terminal would otherwise continue in the margin. Does not break after the dashes of
    // an option such as `--json`.
    const isOption = last === "-" && !/[\p{L}\p{N}]/u.test(this.word.at(-2) ?? "");
    if (last !== undefined && (isTooLong || (!isOption && mayBreakBetween(last, shown)))) this.flushWord();
    this.word.push(shown);
    this.wordWidth += cells;
  }

  private flushWord(): void {
    if (this.word.length === 0) return;
    const word = this.word.join("");
    const { width, write } = this.options;
    if (this.column === 0) this.startLine("", word);
    else if (this.newlines > 0) {
      write("\n".repeat(this.newlines));
      this.startLine(this.space.slice(0, maxIndent), word);
    } else if (this.column + this.space.length + this.wordWidth > width) {
      write("\n");
      this.startLine("", word);
    } else {
      write(this.space + word);
      this.column += this.space.length + this.wordWidth;
    }
    this.word = [];
    this.wordWidth = 0;
    this.space = "";
    this.newlines = 0;
  }

  private startLine(space: string, word: string): void {
    const { indent, write } = this.options;
    write(indent + space + word);
    this.column = indent.length + space.length + this.wordWidth;
  }
}

export function wrapText(text: string, { width, indent }: { width: number; indent: string }): string {
  let wrapped = "";
  const wrapper = new LineWrapper({ width, indent, write: (piece) => (wrapped += piece) });
  wrapper.feed(text);
  wrapper.end();
  return wrapped.trimEnd();
}

export const widthOf = ({ stderr, stdout }: Io): number => Math.max(40, stderr.columns || stdout.columns || 80);

/** Returns the width in cells; infinity if the stream is not a terminal. */
export const terminalWidth = ({ isTTY, columns }: Output): number => (isTTY ? columns || 80 : Number.POSITIVE_INFINITY);

/** NO_COLOR takes precedence over FORCE_COLOR, because users who set it need plain text. */
function isColoured(stream: Output, env: Environment): boolean {
  if (env["NO_COLOR"]) return false;
  const forced = env["FORCE_COLOR"];
  if (forced !== undefined && forced !== "") return forced !== "0" && forced !== "false";
  return stream.isTTY === true && env["TERM"] !== "dumb";
}

export type Colours = ReturnType<typeof coloursFor>;

export function coloursFor(stream: Output, env: Environment) {
  const { bold, dim, red, ...paint } = picocolors.createColors(isColoured(stream, env));
  const { cyan, yellow, magenta, green, blue } = paint;
  const bright = [paint.cyanBright, paint.yellowBright, paint.magentaBright, paint.greenBright];
  const seats = [cyan, yellow, magenta, green, blue, red, ...bright];
  /** Returns a function that colors text for a seat. The text stays plain if the number is -1, which means no seat. */
  const seat = (number: number): ((text: string) => string) => seats[number % seats.length] ?? String;
  return { bold, dim, red, seat };
}

export type Layout = ReturnType<typeof layoutFor>;

export const layoutFor = (stream: Output, io: Io, language: Language) => ({
  width: widthOf(io),
  colours: coloursFor(stream, io.env),
  words: locales[language].transcript,
  texts: cliTexts(language).run,
});

export const eraseLine = "\r\u001b[2K";

const indent = "  ";

export class StatusLine {
  private isShown = false;

  constructor(
    private readonly out: Output,
    private readonly colours: Colours,
  ) {}

  show(text: string): void {
    if (!this.out.isTTY) return;
    // Shortens the status to one line, because a second line could not be erased. The last cell is for the cursor.
    const shown = truncate(text, (this.out.columns || 80) - indent.length - 1);
    this.out.write(`${eraseLine}${indent}${this.colours.dim(shown)}`);
    this.isShown = true;
  }

  clear(): void {
    if (this.isShown) this.out.write(eraseLine);
    this.isShown = false;
  }
}
