import { Writable } from "node:stream";
import type { Output } from "../io.js";
import { eraseLine } from "../terminal/text.js";

const upOneLine = "\u001b[1A";

/** Returns what the last line shows. If it is a status line, includes the erase sequence with which it begins. */
function unfinishedLine(text: string): string {
  const line = text.slice(text.lastIndexOf("\n") + 1);
  const erasedAt = line.lastIndexOf(eraseLine);
  const left = erasedAt === -1 ? line : line.slice(erasedAt);
  return left === eraseLine ? "" : left;
}

export class OutputGate {
  /** The output that is held back; undefined while the gate is open. */
  private held: { readonly output: Output; readonly text: string }[] | undefined;
  private line = "";
  private notes = "";

  constructor(private readonly terminal: Output) {}

  through(output: Output): Output {
    if (!output.isTTY) return output;
    const gated = new Writable({
      decodeStrings: false,
      write: (chunk, _encoding, done) => {
        this.take(output, String(chunk));
        done();
      },
    });
    return Object.defineProperties(gated, { isTTY: { value: true }, columns: { get: () => output.columns } });
  }

  show(text: string): void {
    this.take(this.terminal, text);
  }

  /** Holds back output until `release`. Leaves the cursor at the start of an empty line. */
  hold(): void {
    if (this.line !== "") this.terminal.write(this.isStatus() ? eraseLine : "\n");
    this.held = [];
  }

  release(note: string): void {
    const { held = [], notes } = this;
    this.held = undefined;
    this.notes = "";
    const back = this.line === "" || this.isStatus() ? "" : upOneLine + eraseLine;
    this.terminal.write(back + note + notes + this.line);
    for (const { output, text } of held) this.take(output, text);
  }

  /** Writes a note above the unfinished line. Holds the note back while somebody is typing. */
  note(text: string): void {
    this.notes += text;
    if (this.held) return;
    this.hold();
    this.release("");
  }

  private isStatus(): boolean {
    return this.line.startsWith(eraseLine);
  }

  private take(output: Output, text: string): void {
    if (this.held) this.held.push({ output, text });
    else {
      output.write(text);
      this.line = unfinishedLine(this.line + text);
    }
  }
}
