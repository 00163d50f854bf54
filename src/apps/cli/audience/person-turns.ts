/** Asks the people of a cast for their lines, one after the other, from a keyboard or a pipe. */
import { createInterface, type Interface } from "node:readline";
import { Readable } from "node:stream";
import type { Answer, Approval, WaitingPerson, YourTurn } from "../../../core/state/people.js";
import type { Line } from "../../../records/message.js";
import type { TakingPartTexts } from "../../../words/command-line.js";
import { type Input, InputEndedError } from "../io.js";

/** Lines by the ID of the interrupt that waits for each. */
export type Answers = Record<string, Exclude<Answer, string>>;

interface PersonTurnsOptions {
  /** `ask`: the next line, after `heading` is shown; undefined when there are no more. */
  readonly lines: { ask(heading: string): Promise<string | undefined>; abandon?(): void };
  readonly texts: TakingPartTexts;
  paragraph(text: string): string;
  show(text: string): void;
  /** Lays out the message before a question; undefined where the person has already seen it. */
  readonly message?: ((line: Line) => string) | undefined;
  /** The reply to a line that is a command instead of an answer. Without it, every line is an answer. */
  readonly replyTo?: (line: string, speaker?: string) => string | undefined;
  /** How a line ends a pause, once it is sent; undefined if it does not. Only at a keyboard. */
  readonly endOfPause?: (line: string) => Promise<"resume" | "step" | undefined>;
}

export class PersonTurns {
  /** Whether a question waits for its line. */
  isWaiting = false;
  /** The lines that have been entered for people and not been sent yet. */
  unsent: string[] = [];
  private hasEnded = false;
  private lastMessage: string | undefined;

  constructor(private readonly options: PersonTurnsOptions) {}

  /** `signal`: aborted when nobody is waited for any longer. @throws InputEndedError where input has ended before a turn that cannot be passed. */
  async answer(waiting: readonly WaitingPerson[], signal: AbortSignal): Promise<Answers> {
    const answers: Answers = {};
    signal.addEventListener("abort", this.abandon);
    for (const { id, value } of waiting) {
      answers[id] = await (value.kind === "approval" ? this.reviewOf(value, signal) : this.lineFor(value, signal));
      if (signal.aborted) return {};
    }
    return answers;
  }

  /** Waits at a pause, during which people can talk and steer. Resolves to how it ends; `leave` where nobody can end it here. */
  async endPause(signal: AbortSignal): Promise<"resume" | "step" | "leave"> {
    const { texts, paragraph, replyTo, endOfPause } = this.options;
    if (!endOfPause) return "leave";
    signal.addEventListener("abort", this.abandon);
    const question = paragraph(texts.pauseHelp);
    let heading = question;
    for (;;) {
      const line = await this.nextLine(heading);
      if (line === undefined) return "leave";
      const reply = line.trim() === "" ? "" : replyTo?.(line);
      const end = await endOfPause(line);
      if (end) return end;
      if (signal.aborted) return "leave";
      heading = reply ? `${paragraph(reply)}\n${question}` : question;
    }
  }

  private async nextLine(heading: string): Promise<string | undefined> {
    if (this.hasEnded) return undefined;
    this.isWaiting = true;
    const line = await this.options.lines.ask(heading);
    this.isWaiting = false;
    return line;
  }

  /** What has been typed since the answer stays. */
  private readonly abandon = (): void => {
    if (this.isWaiting) this.options.lines.abandon?.();
    this.isWaiting = false;
  };

  private async lineFor(turn: YourTurn, signal: AbortSignal): Promise<Answers[string]> {
    const { texts, paragraph } = this.options;
    const question = paragraph(turn.action_requests[0].description);
    const line = await this.askUntilAnswered(this.messageBefore(turn), question, turn.participant);
    if (line === undefined && turn.purpose === "decide" && !signal.aborted)
      throw new InputEndedError(texts.decisionMissing(turn.participant));
    return { text: line ?? this.endInput(signal) };
  }

  /** Says once that the input has ended. From then on, every answer is empty: people pass, and drafts are approved. */
  private endInput(signal: AbortSignal): string {
    const { texts, paragraph, show } = this.options;
    if (!this.hasEnded && !signal.aborted) show(paragraph(texts.inputEnded));
    this.hasEnded ||= !signal.aborted;
    return "";
  }

  private async reviewOf(approval: Approval, signal: AbortSignal): Promise<Answers[string]> {
    const { participant, draft, work } = approval;
    const { texts, paragraph } = this.options;
    const rewrite = new RegExp(`^(?:/rewrite|${texts.rewriteCommand})(?=\\s|$)\\s*(.*)`, "su");
    const question = paragraph(texts.approvalHelp(participant));
    const answer = await this.askUntilAnswered(paragraph(draft), question, participant, rewrite);
    const line = answer ?? this.endInput(signal);
    const [, instruction] = rewrite.exec(line) ?? [];
    return { ...(instruction === undefined ? { text: line } : { rewrite: instruction }), answered: work.answered };
  }

  /** Asks until a line comes that is no command, or one that `isAnswer` matches. */
  private async askUntilAnswered(before: string, question: string, speaker: string, isAnswer?: RegExp) {
    const { paragraph, replyTo } = this.options;
    let heading = before + question;
    for (;;) {
      const line = await this.nextLine(heading);
      const reply = line === undefined || isAnswer?.test(line) ? undefined : replyTo?.(line, speaker);
      if (reply === undefined) {
        if (line !== undefined) this.unsent.push(line);
        return line;
      }
      heading = `${paragraph(reply)}\n${question}`;
    }
  }

  /** The message that the turn answers, shown once even where several people answer it. */
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
    // The scenario may have come this way. Then nothing is left, and no event will say so.
    const left = input.readableEnded ? Readable.from([]) : input;
    this.reader = createInterface({ input: left, crlfDelay: Number.POSITIVE_INFINITY });
    // Lines may arrive before the first question.
    this.lines = this.reader[Symbol.asyncIterator]();
    input.on("error", this.end);
  }

  async ask(heading: string): Promise<string | undefined> {
    this.show(heading);
    // A line that comes after the deadline of one turn answers the next.
    this.pending ??= this.lines.next();
    const next = await this.pending;
    this.pending = undefined;
    return next.done ? undefined : next.value;
  }

  /** Stops reading. Resolves to the unused lines, and whether more could have come. */
  async close() {
    const isAll = this.input.readableEnded;
    this.end();
    this.input.off("error", this.end);
    const unused: string[] = [];
    for await (const line of { [Symbol.asyncIterator]: () => this.lines }) unused.push(line);
    return { unused, isAll };
  }

  private readonly end = (): void => this.reader.close();
}
