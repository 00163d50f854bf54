/** Asks the people of a cast for their lines, one after the other, from a keyboard or a pipe. */
import { createInterface, type Interface } from "node:readline";
import type { Interrupt } from "@langchain/langgraph";
import type { TakingPartTexts } from "../../locales/command-line.js";
import type { YourTurn } from "../../state/records.js";
import type { Line } from "../../text/message.js";
import { type Input, InputEndedError } from "../io.js";

/** Lines by the ID of the interrupt that waits for each. */
export type Answers = Readonly<Record<string, { readonly text: string }>>;

export type WaitingPerson = Interrupt<YourTurn>;

export interface LineSource {
  /** The next line, after `heading` is shown; undefined when there are no more. */
  ask(heading: string): Promise<string | undefined>;
}

export interface PersonTurnsOptions {
  readonly lines: LineSource;
  readonly texts: TakingPartTexts;
  paragraph(text: string): string;
  show(text: string): void;
  /** Lays out the message before a question; undefined where the person has already seen it. */
  readonly message?: ((line: Line) => string) | undefined;
  /** The reply to a line that is a command instead of an answer. Without it, every line is an answer. */
  readonly replyTo?: (line: string, speaker: string) => string | undefined;
}

function requestTo({ participant, purpose, task, problem }: YourTurn, texts: TakingPartTexts): string {
  const request = {
    speech: () => texts.yourSpeech(participant),
    execute: () => texts.yourTask(participant, task ?? ""),
    decide: () => texts.yourDecision(participant),
  }[purpose]();
  return problem === null ? request : `${texts.answerProblems[problem]}\n${request}`;
}

export class PersonTurns {
  isWaiting = false;
  private hasEnded = false;
  private lastMessage: string | undefined;

  constructor(private readonly options: PersonTurnsOptions) {}

  /** @throws InputEndedError where input has ended before a turn that cannot be passed. */
  async answer(waiting: readonly WaitingPerson[]): Promise<Answers> {
    const answers: Record<string, { readonly text: string }> = {};
    this.isWaiting = true;
    try {
      for (const { id, value } of waiting) if (id && value) answers[id] = { text: await this.lineFor(value) };
      return answers;
    } finally {
      this.isWaiting = false;
    }
  }

  private async lineFor(turn: YourTurn): Promise<string> {
    const { texts, paragraph, show } = this.options;
    const line = this.hasEnded ? undefined : await this.ask(turn);
    if (line !== undefined) return line;
    if (turn.purpose === "decide") throw new InputEndedError(texts.decisionMissing(turn.participant));
    if (!this.hasEnded) show(paragraph(texts.inputEnded));
    this.hasEnded = true;
    return "";
  }

  private async ask(turn: YourTurn): Promise<string | undefined> {
    const { lines, texts, paragraph, replyTo } = this.options;
    const question = paragraph(requestTo(turn, texts));
    let heading = this.messageBefore(turn) + question;
    for (;;) {
      const line = await lines.ask(heading);
      const reply = line === undefined ? undefined : replyTo?.(line, turn.participant);
      if (reply === undefined) return line;
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

export class PipedLines implements LineSource {
  private readonly reader: Interface | undefined;
  private readonly lines: AsyncIterator<string> | undefined;

  constructor(
    private readonly input: Input,
    private readonly show: (heading: string) => void,
  ) {
    // The scenario may have come this way. Then nothing is left, and no event will say so.
    if (input.readableEnded) return;
    this.reader = createInterface({ input, crlfDelay: Number.POSITIVE_INFINITY });
    // Lines may arrive before the first question.
    this.lines = this.reader[Symbol.asyncIterator]();
    input.on("error", this.end);
  }

  async ask(heading: string): Promise<string | undefined> {
    this.show(heading);
    return this.next();
  }

  /** Stops reading. Resolves to the unused lines, and whether more could have come. */
  async close(): Promise<{ readonly unused: readonly string[]; readonly isAll: boolean }> {
    const isAll = this.input.readableEnded;
    this.end();
    this.input.off("error", this.end);
    const unused: string[] = [];
    for (let line = await this.next(); line !== undefined; line = await this.next()) unused.push(line);
    return { unused, isAll };
  }

  private async next(): Promise<string | undefined> {
    const next = await this.lines?.next();
    return next?.done === false ? next.value : undefined;
  }

  private readonly end = (): void => this.reader?.close();
}
