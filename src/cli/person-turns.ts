/** Asks the people of a cast for their lines, one after the other, and tells each what is asked of them. */
import type { Interrupt } from "@langchain/langgraph";
import type { TakingPartTexts } from "../locales/command-line.js";
import type { Line } from "../state/message.js";
import type { YourTurn } from "../state/your-turn.js";
import { InputEndedError } from "./input-ended-error.js";
import type { LineSource } from "./line-source.js";

/** Lines by the id of the interrupt that waits for each. */
export type Answers = Readonly<Record<string, { readonly text: string }>>;

/** A run that waits for a line. */
export type Waiting = Interrupt<YourTurn>;

export interface PersonTurnsOptions {
  readonly lines: LineSource;
  readonly texts: TakingPartTexts;
  /** Sets a sentence as it is shown, on lines of its own. */
  layOut(text: string): string;
  /** Shows what is no answer to anything. */
  show(text: string): void;
  /** Sets the message before a question; left out where the person has seen it. */
  readonly layOutLine?: ((line: Line) => string) | undefined;
  /** What is said to a line that is a command and no answer; left out where every line is an answer. */
  readonly replyTo?: (line: string, speaker: string) => string | undefined;
}

function requestTo({ participant, purpose, task, problem }: YourTurn, texts: TakingPartTexts): string {
  const asked = {
    speech: () => texts.yourSpeech(participant),
    execute: () => texts.yourTask(participant, task ?? ""),
    decide: () => texts.yourDecision(participant),
  }[purpose]();
  return problem === null ? asked : `${texts.answerProblems[problem]}\n${asked}`;
}

export class PersonTurns {
  /** Whether somebody has been asked and has not yet answered. */
  isWaiting = false;
  private hasEnded = false;
  /** The message that was set before the latest question that had one. */
  private before: string | undefined;

  constructor(private readonly options: PersonTurnsOptions) {}

  /** Throws an InputEndedError where there is no line for a turn that cannot be passed. */
  async answer(waiting: readonly Waiting[]): Promise<Answers> {
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
    const { texts, layOut, show } = this.options;
    const line = this.hasEnded ? undefined : await this.ask(turn);
    if (line !== undefined) return line;
    if (turn.purpose === "decide") throw new InputEndedError(texts.decisionMissing(turn.participant));
    if (!this.hasEnded) show(layOut(texts.inputEnded));
    this.hasEnded = true;
    return "";
  }

  /** Asks until there is an answer. */
  private async ask(turn: YourTurn): Promise<string | undefined> {
    const { lines, texts, layOut, replyTo } = this.options;
    const question = layOut(requestTo(turn, texts));
    let heading = this.messageBefore(turn) + question;
    for (;;) {
      const line = await lines.ask(heading);
      const reply = line === undefined ? undefined : replyTo?.(line, turn.participant);
      if (reply === undefined) return line;
      heading = `${layOut(reply)}\n${question}`;
    }
  }

  /** The message that the turn answers, once: several people may be asked after the same one, and one of them twice. */
  private messageBefore({ latest }: YourTurn): string {
    const message = latest ? (this.options.layOutLine?.(latest) ?? "") : "";
    if (message === this.before) return "";
    this.before = message;
    return message;
  }
}
