/** Whoever takes part in a run from outside: at the keyboard while it is shown, or with lines from a pipe for the people in its cast. */

import type { TakingPartTexts } from "../locales/command-line.js";
import type { Scenario } from "../scenario/scenario.js";
import type { Line } from "../state/message.js";
import type { Participant } from "../state/participant.js";
import type { Io, Output } from "./io.js";
import type { RunOptions } from "./options.js";
import { type Answers, PersonTurns, type Waiting } from "./person-turns.js";
import { PipedLines } from "./piped-lines.js";
import type { Stopping } from "./stopping.js";
import { coloursFor } from "./terminal/colours.js";
import { Keyboard } from "./terminal/keyboard.js";
import { wrapText } from "./terminal/line-wrapper.js";
import type { Observer } from "./terminal/observer.js";
import { OutputGate } from "./terminal/output-gate.js";
import { safeLine, safeText } from "./terminal/safe-text.js";
import { widthOf } from "./terminal/width.js";
import { type Interject, TypedLines } from "./typed-lines.js";

export interface Audience {
  /** Where the conversation is shown. */
  readonly io: Io;
  /** Whether the cast has people, who are waited for. */
  readonly hasPeople: boolean;
  /** How one can take part; undefined where nobody can at any time. */
  readonly hint: string | undefined;
  readonly observers: readonly Observer[];
  /** Where what is typed goes. */
  connect(interject: Interject): void;
  /** Resolves when no line is being typed and all that were entered have gone there. */
  untilSent(): Promise<void>;
  /** Says something beside the conversation, wherever in a line the cursor stands. */
  note(text: string): void;
  /** Whether somebody is waited for. */
  readonly isWaiting: boolean;
  /** The lines of those who are waited for. */
  answer(waiting: readonly Waiting[]): Promise<Answers>;
  /** Reads no more. Resolves to what there is to say of lines that came to nothing. */
  close(): Promise<readonly string[]>;
}

export interface AudienceOptions {
  readonly scenario: Scenario;
  readonly options: RunOptions;
  readonly io: Io;
  readonly texts: TakingPartTexts;
  readonly stopping: Pick<Stopping, "signal" | "ending" | "interrupt">;
}

function peopleIn({ input }: Scenario): string[] {
  const participants = (input["participants"] ?? []) as readonly Participant[];
  return participants.filter(({ human }) => human).map(({ name }) => name);
}

const isFilled = (line: string) => line.trim() !== "";

/** Sets a sentence in a paragraph of its own. */
function layOutFor(io: Io, output: Output): (text: string) => string {
  const { dim } = coloursFor(output, io.env);
  return (text) => `${dim(wrapText(safeText(text), { width: widthOf(io), indent: "  " }))}\n`;
}

/** Sets what somebody said, as it is where speeches are shown. */
function layOutLineFor(io: Io, output: Output): (line: Line) => string {
  const { bold } = coloursFor(output, io.env);
  return ({ speaker, text }) =>
    `${bold(safeLine(speaker))}\n${wrapText(text, { width: widthOf(io), indent: "  " })}\n\n`;
}

const showsSpeeches = ({ stdout }: Io, { json }: RunOptions) => stdout.isTTY === true && !json;

/** The terminal where typing can be shown. `--json` keeps stdout for itself. */
function terminalOf(io: Io, options: RunOptions): Output | undefined {
  const { stdin, stdout, stderr } = io;
  if (!stdin.isTTY || stdin.readableEnded) return undefined;
  if (stderr.isTTY) return stderr;
  return showsSpeeches(io, options) ? stdout : undefined;
}

function atKeyboard(people: readonly string[], terminal: Output, given: AudienceOptions): Audience {
  const { io, options, texts, stopping } = given;
  const gate = new OutputGate(terminal);
  const layOut = layOutFor(io, terminal);
  const typed = new TypedLines(people, texts);
  const takeLine = (line: string) => `${layOut(typed.take(line))}\n`;
  const { interrupt: onInterrupt } = stopping;
  const keyboard = new Keyboard({ input: io.stdin, terminal, gate, takeLine, onInterrupt });
  const turns = new PersonTurns({
    lines: keyboard,
    texts,
    layOut,
    show: (text) => gate.show(text),
    layOutLine: showsSpeeches(io, options) ? undefined : layOutLineFor(io, terminal),
    replyTo: (line, speaker) => typed.replyTo(line, speaker),
  });
  const abandon = () => keyboard.abandon();
  const stops = [stopping.ending, stopping.signal];
  for (const stop of stops) stop.addEventListener("abort", abandon);
  return {
    io: { ...io, stdout: gate.through(io.stdout), stderr: gate.through(io.stderr) },
    hasPeople: people.length > 0,
    hint: texts.hint(people),
    observers: [typed],
    connect: (interject) => typed.connect(interject),
    async untilSent() {
      do {
        await keyboard.untilIdle();
        await typed.untilSent();
      } while (keyboard.isTyping);
    },
    note: (text) => gate.note(`${layOut(text)}\n`),
    get isWaiting() {
      return turns.isWaiting;
    },
    answer: (waiting) => turns.answer(waiting),
    async close() {
      for (const stop of stops) stop.removeEventListener("abort", abandon);
      const unsent = keyboard.close();
      typed.close();
      const unheard = [...(await typed.unheard()), ...unsent].filter(isFilled);
      return unheard.map((line) => texts.unheard(safeLine(line)));
    },
  };
}

function atPipe({ io, options, texts }: AudienceOptions): Audience {
  const show = (text: string) => {
    if (!options.quiet) io.stderr.write(text);
  };
  const lines = new PipedLines(io.stdin, show);
  const turns = new PersonTurns({ lines, texts, layOut: layOutFor(io, io.stderr), show });
  return {
    io,
    hasPeople: true,
    hint: undefined,
    observers: [],
    connect() {},
    async untilSent() {},
    note: (text) => void io.stderr.write(`${text}\n`),
    get isWaiting() {
      return turns.isWaiting;
    },
    answer: (waiting) => turns.answer(waiting),
    async close() {
      const { unused, isAll } = await lines.close();
      const count = unused.filter(isFilled).length;
      return count === 0 || options.quiet ? [] : [texts.unusedLines(count, isAll)];
    },
  };
}

/** Undefined where nothing is read: nobody is at a keyboard, and nobody in the cast is waited for. */
export function openAudience(given: AudienceOptions): Audience | undefined {
  const { scenario, options, io } = given;
  const people = peopleIn(scenario);
  if (!showsSpeeches(io, options) && people.length === 0) return undefined;
  const terminal = terminalOf(io, options);
  if (terminal) return atKeyboard(people, terminal, given);
  return people.length > 0 ? atPipe(given) : undefined;
}
