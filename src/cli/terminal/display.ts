/** How text is laid out on one stream: its width, its colours and its language. */
import picocolors from "picocolors";
import type { Language } from "../../language.js";
import { cliTexts, type RunTexts } from "../../locales/command-line.js";
import { locales } from "../../locales/registry.js";
import type { TranscriptWords } from "../../locales/transcript-words.js";
import type { RostrumEvent } from "../../state/events.js";
import type { Environment, Io, Output } from "../io.js";
import { truncate } from "./text.js";

type Paint = (text: string) => string;

export interface Colours {
  readonly bold: Paint;
  readonly dim: Paint;
  readonly red: Paint;
  /** One colour per seat; plain for a negative seat. */
  seat(seat: number): Paint;
}

export interface Layout {
  readonly width: number;
  readonly colours: Colours;
  readonly words: TranscriptWords;
  readonly texts: RunTexts;
}

const defaultWidth = 80;
const minWidth = 40;

export const widthOf = ({ stderr, stdout }: Io): number =>
  Math.max(minWidth, stderr.columns || stdout.columns || defaultWidth);

/** NO_COLOR wins over FORCE_COLOR: users who ask for plain text need it. */
function isColoured(stream: Output, env: Environment): boolean {
  if (env["NO_COLOR"]) return false;
  const forced = env["FORCE_COLOR"];
  if (forced !== undefined && forced !== "") return forced !== "0" && forced !== "false";
  return stream.isTTY === true && env["TERM"] !== "dumb";
}

export function coloursFor(stream: Output, env: Environment): Colours {
  const { bold, dim, red, ...paint } = picocolors.createColors(isColoured(stream, env));
  const { cyan, yellow, magenta, green, blue } = paint;
  const bright = [paint.cyanBright, paint.yellowBright, paint.magentaBright, paint.greenBright];
  const seats = [cyan, yellow, magenta, green, blue, red, ...bright];
  return { bold, dim, red, seat: (seat) => seats[seat % seats.length] ?? String };
}

export const layoutFor = (stream: Output, io: Io, language: Language): Layout => ({
  width: widthOf(io),
  colours: coloursFor(stream, io.env),
  words: locales[language].transcript,
  texts: cliTexts(language).run,
});

export interface Observer {
  /** Removes a status line, before others write. */
  makeWay?(): void;
  see(event: RostrumEvent): void;
  /** Another run replaces this one: the current speech does not end. */
  breakOff?(): void;
  close(): void;
}

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
    // A second line could not be erased. The last cell is the cursor's.
    const shown = truncate(text, (this.out.columns || 80) - indent.length - 1);
    this.out.write(`${eraseLine}${indent}${this.colours.dim(shown)}`);
    this.isShown = true;
  }

  clear(): void {
    if (this.isShown) this.out.write(eraseLine);
    this.isShown = false;
  }
}
