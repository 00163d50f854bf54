/**
 * A brief is what is asked of a model, as data. The prompt catalog puts it into words for language models;
 * the rehearsal answers from the data itself, since it cannot read.
 */
import type { Language } from "./language.js";
import type { Line } from "./message.js";
import type { Participant } from "./participant.js";

/** What a model call is for. Calls, tokens and models are told apart by it. */
export type Purpose = "bid" | "speech" | "describe-participant" | "sharpen-topic";

/** What every model is told, whatever it is asked for. */
interface Scene {
  readonly language: Language;
  /** What the conversation is about, as its opening message puts it. */
  readonly topic: string;
  readonly cast: readonly Participant[];
  /** Longest answer that is wanted: words in English, characters in Chinese. */
  readonly wordLimit: number;
  readonly seed: number;
  /** The turn the call belongs to; 0 before the conversation opens. */
  readonly turn: number;
}

/** The part of the conversation that a prompt holds. */
export interface Remembered {
  readonly lines: readonly Line[];
  /** How many earlier messages the memory policy left out. */
  readonly omitted: number;
}

/** The lowest and the highest bid, both integers. */
export interface Scale {
  readonly min: number;
  readonly max: number;
}

/** How a bid is to be written: as a tag in text, or as structured output. */
export type AnswerFormat = "tag" | "structured";

/** How much does this participant want the floor? */
export interface BidBrief extends Scene {
  readonly purpose: "bid";
  readonly self: Participant;
  readonly conversation: Remembered;
  /** `contradiction`, `urge`, or the caller's own words for what a bid measures. */
  readonly criterion: string;
  readonly scale: Scale;
  readonly answer: AnswerFormat;
}

/** What does this participant say, now that it has the floor? */
export interface SpeechBrief extends Scene {
  readonly purpose: "speech";
  readonly self: Participant;
  readonly conversation: Remembered;
}

/** Who is this participant, of whom only name, role and place are known? */
export interface DescribeBrief extends Scene {
  readonly purpose: "describe-participant";
  readonly self: Participant;
}

/** What one question would open this conversation? */
export interface SharpenBrief extends Scene {
  readonly purpose: "sharpen-topic";
}

export type Brief = BidBrief | SpeechBrief | DescribeBrief | SharpenBrief;
