/** One line that says what is being waited for, and is gone as soon as something comes. Terminals only. */
import type { Output } from "../io.js";
import type { Colours } from "./colours.js";
import { truncate } from "./columns.js";

/** Takes away the line that the cursor stands on. */
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
    // What goes on in a second line would stay there. The last cell is the cursor's.
    const shown = truncate(text, (this.out.columns || 80) - indent.length - 1);
    this.out.write(`${eraseLine}${indent}${this.colours.dim(shown)}`);
    this.isShown = true;
  }

  clear(): void {
    if (this.isShown) this.out.write(eraseLine);
    this.isShown = false;
  }
}
