/** Whoever takes part in a run from outside: at the keyboard while it is shown, or with lines from a pipe for the people in its cast. */
import type { Participant } from "../domain/participant.js";
import type { Scenario } from "../scenario/scenario.js";
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
import { safeText } from "./terminal/safe-text.js";
import { widthOf } from "./terminal/width.js";
import type { TakingPartTexts } from "./texts/catalog.js";
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
  /** The lines of those who are waited for. */
  answer(waiting: readonly Waiting[]): Promise<Answers>;
  /** Reads no more. Resolves to the lines that were never heard. */
  close(): Promise<readonly string[]>;
}

export interface AudienceOptions {
  readonly scenario: Scenario;
  readonly options: RunOptions;
  readonly io: Io;
  readonly texts: TakingPartTexts;
  readonly stopping: Pick<Stopping, "signal" | "interrupt">;
}

function peopleIn({ input }: Scenario): string[] {
  const participants = (input["participants"] ?? []) as readonly Participant[];
  return participants.filter(({ human }) => human).map(({ name }) => name);
}

/** Sets a sentence in a paragraph of its own. */
function layOutFor(io: Io, output: Output): (text: string) => string {
  const { dim } = coloursFor(output, io.env);
  return (text) => `${dim(wrapText(safeText(text), { width: widthOf(io), indent: "  " }))}\n`;
}

/** The terminal where typing can be shown. `--json` keeps stdout for itself. */
function terminalOf({ stdin, stdout, stderr }: Io, { json }: RunOptions): Output | undefined {
  if (!stdin.isTTY || stdin.readableEnded) return undefined;
  if (stderr.isTTY) return stderr;
  return stdout.isTTY && !json ? stdout : undefined;
}

function atKeyboard(people: readonly string[], terminal: Output, given: AudienceOptions): Audience {
  const { io, texts, stopping } = given;
  const gate = new OutputGate(terminal);
  const layOut = layOutFor(io, terminal);
  const typed = new TypedLines(people, texts);
  const takeLine = (line: string) => layOut(typed.take(line));
  const { interrupt: onInterrupt } = stopping;
  const keyboard = new Keyboard({ input: io.stdin, terminal, gate, takeLine, onInterrupt });
  const turns = new PersonTurns({ lines: keyboard, texts, layOut, show: (text) => gate.show(text) });
  const unsent: string[] = [];
  const abandon = () => unsent.push(keyboard.abandon());
  stopping.signal.addEventListener("abort", abandon);
  return {
    io: { ...io, stdout: gate.through(io.stdout), stderr: gate.through(io.stderr) },
    hasPeople: people.length > 0,
    hint: texts.hint(people.length > 0),
    observers: [typed],
    connect: (interject) => typed.connect(interject),
    answer: (waiting) => turns.answer(waiting),
    async close() {
      stopping.signal.removeEventListener("abort", abandon);
      unsent.push(keyboard.close());
      typed.close();
      return [...(await typed.unheard()), ...unsent].filter((line) => line.trim() !== "");
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
    answer: (waiting) => turns.answer(waiting),
    async close() {
      lines.close();
      return [];
    },
  };
}

/** Undefined where nothing is read: nobody is at a keyboard, and nobody in the cast is waited for. */
export function openAudience(given: AudienceOptions): Audience | undefined {
  const { scenario, options, io } = given;
  const people = peopleIn(scenario);
  const isShown = io.stdout.isTTY === true && !options.json;
  if (!isShown && people.length === 0) return undefined;
  const terminal = terminalOf(io, options);
  if (terminal) return atKeyboard(people, terminal, given);
  return people.length > 0 ? atPipe(given) : undefined;
}
