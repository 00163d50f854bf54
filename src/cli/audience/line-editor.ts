/** One line while it is typed. Node's readline edits it, but gets only the keys that are meant for it. */
import { clearScreenDown, createInterface, cursorTo, type Interface, type Key, moveCursor } from "node:readline";
import { PassThrough } from "node:stream";
import type { Output } from "../io.js";

const prompt = "› ";

export class LineEditor {
  private readonly editor: Interface;

  /** Shows a prompt at the cursor. `history`: earlier lines, the latest first. */
  constructor(
    private readonly terminal: Output,
    history: readonly string[],
  ) {
    const input = new PassThrough();
    this.editor = createInterface({ input, output: terminal, terminal: true, prompt, history: [...history] });
    this.editor.prompt();
  }

  get line(): string {
    return this.editor.line;
  }

  insert(text: string): void {
    this.editor.write(text);
  }

  press(key: Key): void {
    this.editor.write(null, key);
  }

  clear(): void {
    this.press({ ctrl: true, name: "e" });
    this.press({ ctrl: true, name: "u" });
  }

  /** Removes prompt and line, and puts the cursor back where it was. */
  remove(): void {
    moveCursor(this.terminal, 0, -this.editor.getCursorPos().rows);
    cursorTo(this.terminal, 0);
    clearScreenDown(this.terminal);
    this.editor.close();
  }
}
