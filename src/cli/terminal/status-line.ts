/** One line that says what the run waits for, and disappears when something arrives. For terminals only. */

import type { Output } from "../io.js";
import type { Colours } from "./display.js";
import { truncate } from "./text.js";

/** Erases the line that the cursor is on. */
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
