/**
 * Wraps a text that comes in pieces. A word is held back until it is known to fit, and the last character until it is known to
 * be whole: an accent, the other half of an emoji, a closing mark may follow in the next piece.
 */
import stringWidth from "string-width";
import { splitGraphemes } from "./columns.js";
import { mayBreakBetween } from "./line-breaks.js";
import { safeText } from "./safe-text.js";

export interface WrapOptions {
  /** Cells in a line, the indentation included. */
  readonly width: number;
  readonly indent: string;
  write(text: string): void;
}

/** How much of a line's own indentation is kept. */
const deepestIndent = 8;

const halfAtEnd = /[\ud800-\udbff]$/;

export class LineWrapper {
  private held = "";
  private word: string[] = [];
  private space = "";
  private newlines = 0;
  private column = 0;

  constructor(private readonly options: WrapOptions) {}

  /** Takes the next piece. */
  feed(piece: string): void {
    const all = this.held + piece;
    // Half of a character would be taken for a whole one.
    const whole = halfAtEnd.test(all) ? all.slice(0, -1) : all;
    const graphemes = splitGraphemes(whole);
    this.held = (graphemes.pop() ?? "") + all.slice(whole.length);
    for (const grapheme of graphemes) this.take(grapheme);
  }

  /** Writes what was held back, and ends the line. */
  end(): void {
    for (const grapheme of splitGraphemes(this.held)) this.take(grapheme);
    this.held = "";
    this.flushWord();
    if (this.column > 0) this.options.write("\n");
    this.column = 0;
    this.space = "";
    this.newlines = 0;
  }

  private take(grapheme: string): void {
    const shown = safeText(grapheme);
    if (shown === "\n") {
      this.flushWord();
      this.newlines += 1;
      this.space = "";
    } else if (shown === " ") {
      this.flushWord();
      this.space += " ";
    } else if (shown !== "") {
      this.takeIntoWord(shown);
    }
  }

  private takeIntoWord(shown: string): void {
    const { width, indent } = this.options;
    const last = this.word.at(-1);
    const isTooLong = stringWidth(this.word.join("") + shown) > width - indent.length;
    // A word that no line can hold is cut: left to the terminal, its rest would stand where names stand.
    // An option's dashes belong to its name.
    const isOption = last === "-" && !/[\p{L}\p{N}]/u.test(this.word.at(-2) ?? "");
    if (last !== undefined && (isTooLong || (!isOption && mayBreakBetween(last, shown)))) this.flushWord();
    this.word.push(shown);
  }

  private flushWord(): void {
    if (this.word.length === 0) return;
    const word = this.word.join("");
    const { width, write } = this.options;
    if (this.column === 0) this.startLine(word);
    else if (this.newlines > 0) {
      write("\n".repeat(this.newlines));
      this.startLine(this.space.slice(0, deepestIndent) + word);
    } else if (this.column + this.space.length + stringWidth(word) > width) {
      write("\n");
      this.startLine(word);
    } else {
      write(this.space + word);
      this.column += this.space.length + stringWidth(word);
    }
    this.word = [];
    this.space = "";
    this.newlines = 0;
  }

  private startLine(word: string): void {
    const { indent, write } = this.options;
    write(indent + word);
    this.column = indent.length + stringWidth(word);
  }
}

/** A whole text, wrapped. */
export function wrapText(text: string, { width, indent }: { width: number; indent: string }): string {
  let wrapped = "";
  const wrapper = new LineWrapper({ width, indent, write: (piece) => (wrapped += piece) });
  wrapper.feed(text);
  wrapper.end();
  return wrapped.trimEnd();
}
