/** Makes a question shorter that its model cannot read: the later half of the conversation, and the rest summed up or left out. */
import type { Remembered } from "../domain/brief.js";
import type { Line } from "../domain/message.js";
import { fitRecap } from "../domain/recap.js";
import { laterHalf } from "../domain/token-window.js";
import { stripThinking } from "../parsing/strip-thinking.js";
import { isFailedCall } from "./call-failure.js";
import { shortenedWords } from "./failure-words.js";
import { participantOf, type Question, type Run } from "./question.js";

type AskForText = (question: Question, run: Run) => Promise<string>;

export class Shortener {
  /** Questions that were too long for their model, and what is asked instead. */
  private readonly shorter = new WeakMap<Question, Question>();

  /** Summaries of what was left out, by the first of the messages. */
  private readonly gists = new WeakMap<Line, { readonly lines: number; readonly text: Promise<string | undefined> }>();

  constructor(private readonly askForText: AskForText) {}

  /** What is asked in place of a question that was too long before; undefined where it never was. */
  known(question: Question): Question | undefined {
    return this.shorter.get(question);
  }

  /** The question with the later half of the conversation; undefined where there is nothing to leave out. */
  async shorten(question: Question, run: Run): Promise<Question | undefined> {
    const { brief } = question;
    if (!("conversation" in brief)) return undefined;
    const { conversation } = brief;
    const lines = laterHalf(conversation.lines);
    const dropped = conversation.lines.length - lines.length;
    if (dropped === 0) return undefined;
    const earlier = { ...conversation, lines: conversation.lines.slice(0, dropped) };
    const recap = await this.gistOf(earlier, question, run);
    const participant = participantOf(brief)?.name ?? "";
    const reason = shortenedWords[brief.language](brief, dropped, Boolean(recap));
    run.account.note({ purpose: "shorten-prompt", participant, reason });
    const left = { lines, omitted: conversation.omitted + dropped };
    const shorter = {
      ...question,
      brief: { ...brief, conversation: { ...conversation, ...left, ...(recap ? { recap } : {}) } },
    };
    this.shorter.set(question, shorter);
    return shorter;
  }

  /** What was said in messages that are left out; undefined where nobody wants to know, or nobody can say. */
  private gistOf(earlier: Remembered, question: Question, run: Run): Promise<string | undefined> {
    const first = earlier.lines[0];
    const gist = question.condense?.(earlier);
    if (!gist || !first) return Promise.resolve(undefined);
    // All bidders of a turn leave out the same.
    const known = this.gists.get(first);
    if (known?.lines === earlier.lines.length) return known.text;
    const text = this.askForText(gist, run).then((written) => fitRecap(stripThinking(written), gist.brief), givenUp);
    this.gists.set(first, { lines: earlier.lines.length, text });
    text.catch(() => this.gists.delete(first));
    return text;
  }
}

/** A gist is something that can be done without. */
function givenUp(error: unknown): undefined {
  if (!isFailedCall(error)) throw error;
  return undefined;
}
