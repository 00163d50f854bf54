/**
 * A question or the first printable key opens a line editor, which holds back other output until it closes. Raw mode
 * keeps keys from echoing into the conversation.
 */
import * as readline from "node:readline";
import { PassThrough } from "node:stream";
import type { Input, Output } from "../io.js";
import type { OutputGate } from "./output-gate.js";

const prompt = "› ";

interface KeyboardOptions {
  readonly input: Input;
  readonly terminal: Output;
  readonly gate: OutputGate;
  /** Whole lines that explain what happens to an unfinished answer when its question is withdrawn. */
  readonly withdrawn: string;
  /** Handles a line that does not answer a question. Returns the reply, which consists of whole lines. */
  takeLine(line: string): string;
  /** Called on Ctrl-C, which arrives as a key rather than a signal in raw mode. */
  onInterrupt(): void;
}

interface Question {
  readonly heading: string;
  answer(line: string | undefined): void;
}

interface Editing {
  /** The line editor. It receives text, and the keys that `Keyboard` does not handle itself. */
  readonly editor: readline.Interface;
  readonly question?: Question | undefined;
  /** Whether the line began as the answer to a question that has been withdrawn. */
  readonly isLate?: boolean;
}

export class Keyboard {
  private editing: Editing | undefined;
  private question: Question | undefined;
  private readonly history: string[] = [];
  private text = "";
  private readonly unsent: string[] = [];
  private readonly waiting: (() => void)[] = [];
  private hasEnded = false;

  constructor(private readonly options: KeyboardOptions) {
    const { input } = options;
    readline.emitKeypressEvents(input);
    input.on("keypress", this.takeKey);
    input.on("end", this.end);
    input.setRawMode?.(true);
    input.resume();
  }

  /**
   * Returns the answer; undefined after Ctrl-D, or if the input ends. A line that somebody is already typing does not
   * count as the answer; the question appears after that line. `signal` withdraws the question. An unfinished answer
   * then stays in the editor as an ordinary line, and the promise never settles.
   */
  ask(heading: string, signal: AbortSignal): Promise<string | undefined> {
    if (this.hasEnded) return Promise.resolve(undefined);
    return new Promise((answer) => {
      const question = { heading, answer };
      this.question = question;
      if (!this.editing) this.startLine(question);
      signal.addEventListener("abort", () => this.withdraw(question));
    });
  }

  /** An answer to a withdrawn question does not count, because the conversation no longer waits for it. */
  get isTyping(): boolean {
    return this.editing !== undefined && !this.editing.isLate;
  }

  async untilIdle(): Promise<void> {
    while (this.isTyping) await new Promise<void>((resolve) => this.waiting.push(resolve));
  }

  abandon(): void {
    this.question = undefined;
    if (!this.editing) return;
    if (!this.editing.question) this.unsent.push(this.editing.editor.line);
    this.leave(this.editing, "");
  }

  /** Returns the unsent messages that `abandon` discarded. */
  close(): readonly string[] {
    this.abandon();
    const { input } = this.options;
    input.off("keypress", this.takeKey);
    input.off("end", this.end);
    this.text = "";
    input.setRawMode?.(false);
    input.pause();
    return this.unsent;
  }

  /** An unfinished line is not sent. */
  private readonly end = (): void => {
    this.hasEnded = true;
    this.leaveUnanswered();
  };

  private leaveUnanswered(): void {
    const { question } = this;
    this.abandon();
    question?.answer(undefined);
  }

  private readonly takeKey = (typed: string | undefined, key: readline.Key): void => {
    if (typed !== undefined && /^\P{Cc}/u.test(typed)) {
      // Inserts pasted text all at once, because readline measures the whole line on every insertion, which is slow.
      if (this.text === "") queueMicrotask(this.insertText);
      this.text += typed;
      return;
    }
    this.insertText();
    if (key.ctrl && key.name === "c") this.options.onInterrupt();
    else if (key.ctrl && key.name === "d" && !this.editing?.editor.line) {
      // As in a shell, Ctrl-D ends the input only at an empty prompt.
      if (this.question) this.leaveUnanswered();
    } else if (this.editing && !(key.ctrl && key.name === "z")) this.press(this.editing, key);
  };

  private readonly insertText = (): void => {
    const { text } = this;
    this.text = "";
    if (text !== "") (this.editing ?? this.startLine()).editor.write(text);
  };

  private withdraw(question: Question): void {
    if (this.question === question) this.question = undefined;
    if (this.editing?.question !== question) return;
    const { line } = this.editing.editor;
    const isUnfinished = line.trim() !== "";
    this.leave(this.editing, isUnfinished ? this.options.withdrawn : "");
    if (!isUnfinished) return;
    this.editing = { ...this.startLine(), isLate: true };
    this.editing.editor.write(line);
  }

  private press(editing: Editing, key: readline.Key): void {
    if (key.name === "return" || key.name === "enter") this.enter(editing, editing.editor.line);
    else if (key.name !== "escape") editing.editor.write(null, key);
    else if (editing.question) {
      editing.editor.write(null, { ctrl: true, name: "e" });
      editing.editor.write(null, { ctrl: true, name: "u" });
    } else this.enter(editing, "");
  }

  private startLine(question?: Question): Editing {
    const { terminal: output, gate } = this.options;
    if (question) gate.show(question.heading);
    gate.hold();
    const history = [...this.history];
    const editor = readline.createInterface({ input: new PassThrough(), output, terminal: true, prompt, history });
    editor.prompt();
    this.editing = { editor, question };
    return this.editing;
  }

  private enter(editing: Editing, line: string): void {
    const isEmpty = line.trim() === "";
    if (!isEmpty) this.history.unshift(line);
    if (editing.question) {
      this.question = undefined;
      this.leave(editing, "\n");
      editing.question.answer(line);
    } else {
      this.leave(editing, isEmpty ? "" : this.options.takeLine(line));
      if (this.question) this.startLine(this.question);
    }
  }

  private leave({ editor }: Editing, note: string): void {
    const { terminal, gate } = this.options;
    readline.moveCursor(terminal, 0, -editor.getCursorPos().rows);
    readline.cursorTo(terminal, 0);
    readline.clearScreenDown(terminal);
    editor.close();
    this.editing = undefined;
    gate.release(note);
    for (const resolve of this.waiting.splice(0)) resolve();
  }
}
