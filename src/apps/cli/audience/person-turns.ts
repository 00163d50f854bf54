import { createInterface, type Interface } from "node:readline";
import { Readable } from "node:stream";
import type { Answer, Approval, WaitingPerson, YourTurn } from "../../../core/state/people.js";
import type { Line } from "../../../records/message.js";
import type { TakingPartTexts } from "../../../words/command-line.js";
import { type Input, InputEndedError } from "../io.js";

/** The answers, by the id of the interrupt that each answer resumes. */
export type Answers = Record<string, Exclude<Answer, string>>;

interface PersonTurnsOptions {
  /**
   * The source of lines. `ask` shows `heading` and returns the next line; undefined at the end of the input. After
   * `signal` is aborted, the question consumes no line, and the returned promise may never settle.
   */
  readonly lines: { ask(heading: string, signal: AbortSignal): Promise<string | undefined> };
  readonly texts: TakingPartTexts;
  paragraph(text: string): string;
  show(text: string): void;
  /** Formats the latest message, which is shown before a question. Default: the message is not shown again. */
  readonly message?: ((line: Line) => string) | undefined;
  /** Returns the reply to a line; undefined if the line answers the question. Default: every line is an answer. */
  readonly replyTo?: (line: string, speaker?: string) => string | undefined;
  /**
   * Waits until `line` has been sent. Returns how the line ends the pause; undefined if the pause continues. Default:
   * lines cannot end a pause.
   */
  readonly endOfPause?: (line: string) => Promise<"resume" | "step" | undefined>;
}

interface Asked {
  readonly before: string;
  readonly question: string;
  readonly speaker: string;
  readonly isAnswer?: RegExp;
}

export class PersonTurns {
  unsent: string[] = [];
  private hasEnded = false;
  private lastMessage: string | undefined;

  constructor(private readonly options: PersonTurnsOptions) {}

  /**
   * @param signal - Aborts when the conversation stops waiting for this person.
   * @throws InputEndedError if the input ends before the person has given a required decision.
   */
  async answer({ id, value }: WaitingPerson, signal: AbortSignal): Promise<Answers> {
    return { [id]: await (value.kind === "approval" ? this.reviewOf(value, signal) : this.lineFor(value, signal)) };
  }

  async endPause(signal: AbortSignal): Promise<"resume" | "step" | "leave"> {
    const { lines, texts, paragraph, replyTo, endOfPause } = this.options;
    if (!endOfPause) return "leave";
    const question = paragraph(texts.pauseHelp);
    let heading = question;
    for (;;) {
      // Asks even after Ctrl-D, which stops only the questions to people: somebody may have typed `/pause` since then.
      const line = await lines.ask(heading, signal);
      if (line === undefined) return "leave";
      const reply = line.trim() === "" ? "" : replyTo?.(line);
      const end = await endOfPause(line);
      if (end) return end;
      if (signal.aborted) return "leave";
      heading = reply ? `${paragraph(reply)}\n${question}` : question;
    }
  }

  private async nextLine(heading: string, signal: AbortSignal): Promise<string | undefined> {
    return this.hasEnded ? undefined : this.options.lines.ask(heading, signal);
  }

  private async lineFor(turn: YourTurn, signal: AbortSignal): Promise<Answers[string]> {
    const { texts, paragraph } = this.options;
    const question = paragraph(turn.action_requests[0].description);
    const { participant: speaker } = turn;
    const line = await this.askUntilAnswered({ before: this.messageBefore(turn), question, speaker }, signal);
    if (line === undefined && turn.purpose === "decide" && !signal.aborted)
      throw new InputEndedError(texts.decisionMissing(turn.participant));
    return { text: line ?? this.endInput(signal) };
  }

  /** Shows once that the input has ended. Returns an empty answer, which passes the turn or approves the draft. */
  private endInput(signal: AbortSignal): string {
    const { texts, paragraph, show } = this.options;
    if (!this.hasEnded && !signal.aborted) show(paragraph(texts.inputEnded));
    this.hasEnded ||= !signal.aborted;
    return "";
  }

  private async reviewOf(approval: Approval, signal: AbortSignal): Promise<Answers[string]> {
    const { participant, draft, work } = approval;
    const { texts, paragraph } = this.options;
    const rewrite = new RegExp(`^\\s*[/／](?:rewrite|${texts.rewriteCommand.slice(1)})(?=\\s|$)\\s*(.*)`, "su");
    const question = paragraph(texts.approvalHelp(participant));
    const asked = { before: paragraph(draft), question, speaker: participant, isAnswer: rewrite };
    const answer = await this.askUntilAnswered(asked, signal);
    const line = answer ?? this.endInput(signal);
    const [, instruction] = rewrite.exec(line) ?? [];
    return { ...(instruction === undefined ? { text: line } : { rewrite: instruction }), answered: work.answered };
  }

  /** A line is an answer if `replyTo` does not reply to it, or if it matches `isAnswer`. */
  private async askUntilAnswered({ before, question, speaker, isAnswer }: Asked, signal: AbortSignal) {
    const { paragraph, replyTo } = this.options;
    let heading = before + question;
    for (;;) {
      const line = await this.nextLine(heading, signal);
      const reply = line === undefined || isAnswer?.test(line) ? undefined : replyTo?.(line, speaker);
      if (reply === undefined) {
        if (line !== undefined) this.unsent.push(line);
        return line;
      }
      heading = `${paragraph(reply)}\n${question}`;
    }
  }

  /** Returns the formatted message; empty if there is none, or if it was already shown before the previous question. */
  private messageBefore({ latest }: YourTurn): string {
    const message = latest ? (this.options.message?.(latest) ?? "") : "";
    if (message === this.lastMessage) return "";
    this.lastMessage = message;
    return message;
  }
}

export class PipedLines {
  private readonly reader: Interface;
  private readonly lines: AsyncIterator<string>;
  private pending: Promise<IteratorResult<string>> | undefined;

  constructor(
    private readonly input: Input,
    private readonly show: (heading: string) => void,
  ) {
    // If the scenario was read from this input, the input has already ended, and readline would wait forever.
    const left = input.readableEnded ? Readable.from([]) : input;
    this.reader = createInterface({ input: left, crlfDelay: Number.POSITIVE_INFINITY });
    // Starts reading now, because lines may arrive before the first question.
    this.lines = this.reader[Symbol.asyncIterator]();
    input.on("error", this.end);
  }

  async ask(heading: string, signal: AbortSignal): Promise<string | undefined> {
    this.show(heading);
    // A line that arrives after the deadline of one question answers the next question.
    this.pending ??= this.lines.next();
    const next = await this.pending;
    if (signal.aborted) return undefined;
    this.pending = undefined;
    return next.done ? undefined : next.value;
  }

  /** Returns the lines that answered no question. `isAll`: whether the input had ended, so that no line is missing. */
  async close() {
    const isAll = this.input.readableEnded;
    this.end();
    this.input.off("error", this.end);
    const late = await this.pending;
    const unused = late && !late.done ? [late.value] : [];
    for await (const line of { [Symbol.asyncIterator]: () => this.lines }) unused.push(line);
    return { unused, isAll };
  }

  private readonly end = (): void => this.reader.close();
}
