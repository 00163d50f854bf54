/** Holds back what is written to a terminal while somebody types there, and lets it go on readably afterwards. */
import { Writable } from "node:stream";
import type { Output } from "../io.js";
import { eraseLine } from "./status-line.js";

const upOneLine = "\u001b[1A";

/** The line that stands unfinished after `text`. One that can be taken away again keeps the sign of it in front. */
function unfinishedLine(text: string): string {
  const line = text.slice(text.lastIndexOf("\n") + 1);
  const erasedAt = line.lastIndexOf(eraseLine);
  const left = erasedAt === -1 ? line : line.slice(erasedAt);
  return left === eraseLine ? "" : left;
}

export class OutputGate {
  private held: { readonly output: Output; readonly text: string }[] | undefined;
  private line = "";
  private notes = "";

  /** `terminal` is where somebody types; what the gate lets through may have several streams. */
  constructor(private readonly terminal: Output) {}

  /** The stream behind the gate. One that is no terminal disturbs nobody. */
  through(output: Output): Output {
    return output.isTTY ? new GatedOutput(output, (text) => this.take(output, text)) : output;
  }

  /** Shows something where somebody types. */
  show(text: string): void {
    this.take(this.terminal, text);
  }

  /** Holds everything back from now on. The cursor then stands at the beginning of an empty line. */
  hold(): void {
    if (this.line !== "") this.terminal.write(this.isTransient() ? eraseLine : "\n");
    this.held = [];
  }

  /** Lets it go on, after a note, from where the cursor stood when it was held: what had been begun is shown again. */
  release(note: string): void {
    const { held = [], notes } = this;
    this.held = undefined;
    this.notes = "";
    const back = this.line === "" || this.isTransient() ? "" : upOneLine + eraseLine;
    this.terminal.write(back + note + notes + this.line);
    for (const { output, text } of held) this.take(output, text);
  }

  /** Says something between two lines, once nobody types: what had been begun of a line is shown again behind it. */
  note(text: string): void {
    this.notes += text;
    if (this.held) return;
    this.hold();
    this.release("");
  }

  private isTransient(): boolean {
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

class GatedOutput extends Writable {
  readonly isTTY = true;

  constructor(
    private readonly output: Output,
    private readonly pass: (text: string) => void,
  ) {
    super({ decodeStrings: false });
  }

  get columns(): number | undefined {
    return this.output.columns;
  }

  override _write(chunk: string | Uint8Array, _encoding: string, done: () => void): void {
    this.pass(chunk.toString());
    done();
  }
}
