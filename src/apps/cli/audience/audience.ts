import { presentIn, waitsForPerson } from "../../../core/state/participant.js";
import type { Line } from "../../../records/message.js";
import type { Io, Output } from "../io.js";
import type { Options } from "../options.js";
import { castOf, type PreparedRun } from "../preparing/prepare.js";
import type { Stopping } from "../preparing/stopping.js";
import type { Observer } from "../terminal/display.js";
import { coloursFor, safeLine, safeText, widthOf, wrapText } from "../terminal/text.js";
import { Keyboard } from "./keyboard.js";
import { OutputGate } from "./output-gate.js";
import { PersonTurns, PipedLines } from "./person-turns.js";
import { type Contact, TypedLines } from "./typed-lines.js";

export interface Audience {
  readonly turns: PersonTurns;
  /** Returns notes about lines that people have entered, but that the run has not used. */
  close(): Promise<readonly string[]>;
  /** Holds back output while somebody is typing. Only present with a keyboard, like the members below. */
  readonly io?: Io;
  readonly hint?: string;
  readonly observer?: Observer;
  connect?(contact: Contact): void;
  note?(text: string): void;
}

const isFilled = (line: string) => line.trim() !== "";

const indented = (io: Io) => ({ width: widthOf(io), indent: "  " });

function paragraphsFor(io: Io, output: Output): (text: string) => string {
  const { dim } = coloursFor(output, io.env);
  return (text) => `${dim(wrapText(safeText(text), indented(io)))}\n`;
}

const showsSpeeches = ({ stdout }: Io, { json }: Options) => stdout.isTTY === true && !json;

/** Returns the terminal for questions; undefined if there is none. With `--json`, stdout must contain only JSON. */
function terminalOf(io: Io, options: Options): Output | undefined {
  const { stdin, stdout, stderr } = io;
  if (!stdin.isTTY || stdin.readableEnded) return undefined;
  if (stderr.isTTY) return stderr;
  return showsSpeeches(io, options) ? stdout : undefined;
}

function atKeyboard(people: readonly string[], terminal: Output, prepared: PreparedRun, stopping: Stopping): Audience {
  const { io, options, place } = prepared;
  const texts = prepared.texts.takingPart;
  const gate = new OutputGate(terminal);
  const paragraph = paragraphsFor(io, terminal);
  const { bold } = coloursFor(terminal, io.env);
  const typed = new TypedLines(people, texts);
  const takeLine = (line: string) => `${paragraph(typed.take(line) ?? "")}\n`;
  const keyboard = new Keyboard({
    input: io.stdin,
    terminal,
    gate,
    withdrawn: `${paragraph(texts.withdrawn)}\n`,
    takeLine,
    onInterrupt: stopping.interrupt,
  });
  const message = ({ speaker, text }: Line) => `${bold(safeLine(speaker))}\n${wrapText(text, indented(io))}\n\n`;
  const turns = new PersonTurns({
    lines: keyboard,
    texts,
    paragraph,
    show: (text) => gate.show(text),
    message: showsSpeeches(io, options) ? undefined : message,
    replyTo: (line, speaker) => typed.take(line, speaker),
    endOfPause: (line) => typed.endOfPause(line),
  });
  const abandon = () => keyboard.abandon();
  const stops = [stopping.afterTurn, stopping.signal];
  for (const stop of stops) stop.addEventListener("abort", abandon);
  return {
    turns,
    io: { ...io, stdout: gate.through(io.stdout), stderr: gate.through(io.stderr) },
    hint: texts.hint(people),
    observer: typed,
    connect(contact) {
      typed.connect(contact);
      place.run.untilSent = async () => {
        do {
          await keyboard.untilIdle();
          await typed.untilSent();
        } while (keyboard.isTyping);
      };
    },
    note: (text) => gate.note(`${paragraph(text)}\n`),
    async close() {
      for (const stop of stops) stop.removeEventListener("abort", abandon);
      const unsent = [...turns.unsent, ...keyboard.close()].map((line) => ({ line, id: undefined }));
      typed.close();
      const unheard = [...(await typed.unheard()), ...unsent].filter(({ line }) => isFilled(line));
      return unheard.map(({ line, id }) => {
        const outcome = place.isSaved && id !== undefined ? "heardNextRun" : "unheard";
        return texts[outcome](safeLine(line));
      });
    },
  };
}

function atPipe({ io, options, texts: { takingPart: texts } }: PreparedRun): Audience {
  const show = (text: string) => {
    if (!options.quiet) io.stderr.write(text);
  };
  const lines = new PipedLines(io.stdin, show);
  const turns = new PersonTurns({ lines, texts, paragraph: paragraphsFor(io, io.stderr), show });
  return {
    turns,
    async close() {
      const { unused, isAll } = await lines.close();
      const count = [...turns.unsent, ...unused].filter(isFilled).length;
      return count === 0 || options.quiet ? [] : [texts.unusedLines(count, isAll)];
    },
  };
}

export function openAudience(prepared: PreparedRun, stopping: Stopping): Audience | undefined {
  const { scenario, options, io } = prepared;
  const cast = presentIn(castOf(scenario));
  const people = cast.flatMap(({ name, human }) => (human ? [name] : []));
  const waits = cast.some(waitsForPerson);
  if (!showsSpeeches(io, options) && !waits) return undefined;
  const terminal = terminalOf(io, options);
  if (terminal) return atKeyboard(people, terminal, prepared, stopping);
  return waits ? atPipe(prepared) : undefined;
}
