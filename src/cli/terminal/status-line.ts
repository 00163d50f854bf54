/** One line that says what is being waited for, and is gone as soon as something comes. Terminals only. */
import type { Output } from "../io.js";
import type { Colours } from "./colours.js";

/** Takes away the line that the cursor stands on. */
export const eraseLine = "\r\u001b[2K";

export class StatusLine {
  private isShown = false;

  constructor(
    private readonly out: Output,
    private readonly colours: Colours,
  ) {}

  show(text: string): void {
    if (!this.out.isTTY) return;
    this.out.write(`${eraseLine}  ${this.colours.dim(text)}`);
    this.isShown = true;
  }

  clear(): void {
    if (this.isShown) this.out.write(eraseLine);
    this.isShown = false;
  }
}
