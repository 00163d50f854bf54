/** People who take part in a run: at the keyboard while it is shown, or with lines from a pipe for the people in its cast. */
import type { TakingPartTexts } from "../../locales/command-line.js";
import type { Scenario } from "../../scenario/scenario.js";
import type { Line } from "../../text/message.js";
import type { Io, Output } from "../io.js";
import type { Options } from "../options.js";
import { castOf } from "../running/prepare.js";
import type { Stopping } from "../running/stopping.js";
import { coloursFor, type Observer, safeLine, safeText, widthOf, wrapText } from "../terminal/text.js";
import { Keyboard } from "./keyboard.js";
import { OutputGate } from "./output-gate.js";
import { PersonTurns, PipedLines } from "./person-turns.js";
import { type Interject, TypedLines } from "./typed-lines.js";

export interface Audience {
  readonly io: Io;
  readonly hasPeople: boolean;
  /** How to take part; undefined where nobody can at any time. */
  readonly hint?: string;
  readonly observers?: readonly Observer[];
  connect(interject: Interject): void;
  /** Resolves when nobody is typing and every typed message has been sent. */
  untilSent(): Promise<void>;
  /** Shows a sentence beside the conversation, wherever the cursor is. */
  note(text: string): void;
  /** The turns of people for whom the run waits. */
  readonly turns: PersonTurns;
  /** Stops reading. Resolves to notes about lines that had no effect. */
  close(): Promise<readonly string[]>;
}

export interface AudienceOptions {
  readonly scenario: Scenario;
  readonly options: Options;
  readonly io: Io;
  readonly texts: TakingPartTexts;
  readonly stopping: Pick<Stopping, "signal" | "afterTurn" | "interrupt">;
}

const isFilled = (line: string) => line.trim() !== "";

function paragraphsFor(io: Io, output: Output): (text: string) => string {
  const { dim } = coloursFor(output, io.env);
  return (text) => `${dim(wrapText(safeText(text), { width: widthOf(io), indent: "  " }))}\n`;
}

function messagesFor(io: Io, output: Output): (line: Line) => string {
  const { bold } = coloursFor(output, io.env);
  return ({ speaker, text }) =>
    `${bold(safeLine(speaker))}\n${wrapText(text, { width: widthOf(io), indent: "  " })}\n\n`;
}

const showsSpeeches = ({ stdout }: Io, { json }: Options) => stdout.isTTY === true && !json;

/** The terminal that can show typing. With `--json`, stdout is for the object only. */
function terminalOf(io: Io, options: Options): Output | undefined {
  const { stdin, stdout, stderr } = io;
  if (!stdin.isTTY || stdin.readableEnded) return undefined;
  if (stderr.isTTY) return stderr;
  return showsSpeeches(io, options) ? stdout : undefined;
}

function atKeyboard(people: readonly string[], terminal: Output, setup: AudienceOptions): Audience {
  const { io, options, texts, stopping } = setup;
  const gate = new OutputGate(terminal);
  const paragraph = paragraphsFor(io, terminal);
  const typed = new TypedLines(people, texts);
  const takeLine = (line: string) => `${paragraph(typed.take(line))}\n`;
  const keyboard = new Keyboard({ input: io.stdin, terminal, gate, takeLine, onInterrupt: stopping.interrupt });
  const turns = new PersonTurns({
    lines: keyboard,
    texts,
    paragraph,
    show: (text) => gate.show(text),
    message: showsSpeeches(io, options) ? undefined : messagesFor(io, terminal),
    replyTo: (line, speaker) => typed.replyTo(line, speaker),
  });
  const abandon = () => keyboard.abandon();
  const stops = [stopping.afterTurn, stopping.signal];
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
    note: (text) => gate.note(`${paragraph(text)}\n`),
    turns,
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
  const turns = new PersonTurns({ lines, texts, paragraph: paragraphsFor(io, io.stderr), show });
  return {
    io,
    hasPeople: true,
    connect() {},
    async untilSent() {},
    note: (text) => void io.stderr.write(`${text}\n`),
    turns,
    async close() {
      const { unused, isAll } = await lines.close();
      const count = unused.filter(isFilled).length;
      return count === 0 || options.quiet ? [] : [texts.unusedLines(count, isAll)];
    },
  };
}

/** Undefined where nothing needs reading: nobody is at a keyboard, and the cast has no people. */
export function openAudience(setup: AudienceOptions): Audience | undefined {
  const { scenario, options, io } = setup;
  const people = castOf(scenario).flatMap(({ name, human }) => (human ? [name] : []));
  if (!showsSpeeches(io, options) && people.length === 0) return undefined;
  const terminal = terminalOf(io, options);
  if (terminal) return atKeyboard(people, terminal, setup);
  return people.length > 0 ? atPipe(setup) : undefined;
}
