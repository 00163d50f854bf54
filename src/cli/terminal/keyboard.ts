/**
 * Lines typed while a conversation is shown on the same terminal. Until a key is pressed nothing shows that anybody listens; from
 * then on the conversation is held back until the line is entered or given up. The terminal is in raw mode all along, so
 * that the conversation and the keys do not mix.
 */
import { emitKeypressEvents, type Key } from "node:readline";
import type { Input, Output } from "../io.js";
import type { LineSource } from "../line-source.js";
import { LineEditor } from "./line-editor.js";
import type { OutputGate } from "./output-gate.js";

export interface KeyboardOptions {
  readonly input: Input;
  /** Where the typing shows. */
  readonly terminal: Output;
  /** Before everything else that is written there. */
  readonly gate: OutputGate;
  /** Takes a line that nobody asked for. Returns what is answered, as whole lines. */
  takeLine(line: string): string;
  /** Ctrl-C, which is no signal in raw mode. */
  onInterrupt(): void;
}

interface ModelCall {
  readonly heading: string;
  answer(line: string | undefined): void;
}

/** A line that is being typed, and what it answers. */
interface Editing {
  readonly editor: LineEditor;
  readonly question: ModelCall | undefined;
}

const isText = (typed: string | undefined): typed is string => typed !== undefined && /^\P{Cc}/u.test(typed);

export class Keyboard implements LineSource {
  private editing: Editing | undefined;
  private question: ModelCall | undefined;
  private readonly history: string[] = [];
  /** Typed, but not yet in the line. */
  private text = "";
  /** Typed for the conversation and not entered. */
  private readonly unsent: string[] = [];
  /** What waits until no line is being typed. */
  private waiting: (() => void)[] = [];
  private hasEnded = false;

  constructor(private readonly options: KeyboardOptions) {
    const { input } = options;
    emitKeypressEvents(input);
    input.on("keypress", this.takeKey);
    input.on("end", this.end);
    input.setRawMode?.(true);
    input.resume();
  }

  /** A line that was begun before is finished first, as what it was begun for. */
  ask(heading: string): Promise<string | undefined> {
    if (this.hasEnded) return Promise.resolve(undefined);
    return new Promise((answer) => {
      this.question = { heading, answer };
      if (!this.editing) this.beginAnswer(this.question);
    });
  }

  get isTyping(): boolean {
    return this.editing !== undefined;
  }

  /** Resolves when no line is being typed. */
  async untilIdle(): Promise<void> {
    while (this.editing) await new Promise<void>((resolve) => this.waiting.push(resolve));
  }

  /** Gives up what is being typed or asked for. */
  abandon(): void {
    this.question = undefined;
    if (!this.editing) return;
    if (!this.editing.question) this.unsent.push(this.editing.editor.line);
    this.leave(this.editing, "");
  }

  /** Gives the terminal back. Returns the lines that were typed for the conversation and given up by `abandon`. */
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

  /** No key will come any more, also none that would end a line. */
  private readonly end = (): void => {
    const { question } = this;
    this.hasEnded = true;
    this.abandon();
    question?.answer(undefined);
  };

  private readonly takeKey = (typed: string | undefined, key: Key): void => {
    if (isText(typed)) {
      // What comes at once, such as a paste, is put in at once: readline measures the whole line every time.
      if (this.text === "") queueMicrotask(this.putIn);
      this.text += typed;
      return;
    }
    this.putIn();
    if (key.ctrl && key.name === "c") this.options.onInterrupt();
    // End of input and suspension: neither can be meant for a conversation that goes on.
    else if (key.ctrl && (key.name === "d" || key.name === "z")) return;
    else if (this.editing) this.press(this.editing, key);
  };

  private readonly putIn = (): void => {
    const { text } = this;
    this.text = "";
    if (text !== "") (this.editing ?? this.begin(undefined)).editor.insert(text);
  };

  private press(editing: Editing, key: Key): void {
    if (key.name === "return" || key.name === "enter") this.enter(editing, editing.editor.line);
    else if (key.name !== "escape") editing.editor.press(key);
    else if (editing.question) editing.editor.clear();
    else this.enter(editing, "");
  }

  private begin(question: ModelCall | undefined): Editing {
    const { terminal, gate } = this.options;
    gate.hold();
    this.editing = { editor: new LineEditor(terminal, this.history), question };
    return this.editing;
  }

  private beginAnswer(question: ModelCall): void {
    this.options.gate.show(question.heading);
    this.begin(question);
  }

  private enter(editing: Editing, line: string): void {
    const isEmpty = line.trim() === "";
    if (!isEmpty) this.history.unshift(line);
    const { question } = editing;
    if (question) {
      this.question = undefined;
      this.leave(editing, "\n");
      question.answer(line);
    } else {
      this.leave(editing, isEmpty ? "" : this.options.takeLine(line));
      if (this.question) this.beginAnswer(this.question);
    }
  }

  /** Takes away what was typed and lets the conversation go on. */
  private leave({ editor }: Editing, note: string): void {
    editor.remove();
    this.editing = undefined;
    this.options.gate.release(note);
    const { waiting } = this;
    this.waiting = [];
    for (const resolve of waiting) resolve();
  }
}
